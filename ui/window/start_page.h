// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/unsaved_work.h"

#include <QScrollArea>

#include <vector>

class QBoxLayout;
class QPushButton;

namespace warpbench::ui {

struct Example;

/// What a window without a project shows: the lessons as a course, what was open lately, new
/// projects. It lies over the whole window but for menus, toolbar and status bar.
class StartPage : public QScrollArea {
    Q_OBJECT

  public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Shows what there is now, and gives its first entry the focus.
    /// \param backTo      the project beneath, which Esc and an entry lead back to; empty: none is
    ///                    there, and Esc does nothing
    /// \param offersTour  whether the tour is among it
    /// \param unsaved     work that a crash left behind
    void open(const QString& backTo = {}, bool offersTour = false,
              std::vector<UnsavedWork> unsaved = {});
    /// Whether the lessons are on it: where the window shows, their files are read meanwhile.
    bool complete() const { return m_complete; }

  signals:
    void openWanted(QString path);
    void newWanted(int index); ///< one of projectTemplates()
    void fileDialogWanted();
    void tourWanted();
    void restoreWanted(QString file); ///< UnsavedWork::file
    void left();                      ///< back to what was there

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
