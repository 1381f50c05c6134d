// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/unsaved_work.h"

#include <QScrollArea>

#include <vector>

class QBoxLayout;
class QPushButton;

namespace warpbench::ui {

struct Example;

/// The page shown without a project: lessons as a course, recent files, and new projects. Covers
/// the whole window except menus, toolbar and status bar.
class StartPage : public QScrollArea {
    Q_OBJECT

  public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Updates the contents and focuses the first entry.
    /// \param backTo      the open project, to which Esc and an entry return; empty: none, and Esc
    /// does nothing
    /// \param offersTour  whether to offer the tour
    /// \param unsaved     work from crashed sessions
    void open(const QString& backTo = {}, bool offersTour = false,
              std::vector<UnsavedWork> unsaved = {});
    /// Whether the lessons are loaded: their files are read while the window already shows.
    bool complete() const { return m_complete; }

  signals:
    void openWanted(QString path);
    void newWanted(int index); ///< index in projectTemplates()
    void fileDialogWanted();
    void tourWanted();
    void restoreWanted(QString file); ///< UnsavedWork::file
    void left();                      ///< return to the project

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void build(bool offersTour);
    void addBack(QBoxLayout* column);
    QPushButton* addEntry(QBoxLayout* column, const QString& title, const QString& text,
                          const QString& mark = {});
    void addUnsaved(QBoxLayout* column);
    void addTour(QBoxLayout* column);
    void addNew(QBoxLayout* column);
    void addRecent(QBoxLayout* column);
    void addLessons(QBoxLayout* column);
    void takeLessons(QBoxLayout* column, const std::vector<Example>& lessons);

    QString m_backTo;
    std::vector<UnsavedWork> m_unsaved;
    bool m_complete = false;
};

} // namespace warpbench::ui
