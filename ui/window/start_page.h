// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QBoxLayout;
class QPushButton;

namespace warpbench::ui {

/// What a window without a project shows: the lessons as a course, what was open lately, new
/// projects. It lies over the whole window but for menus, toolbar and status bar.
class StartPage : public QScrollArea {
    Q_OBJECT

  public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Shows what there is now, and gives the first lesson the focus.
    void open();

  signals:
    void openWanted(QString path);
    void newWanted(int index); ///< one of projectTemplates()
    void fileDialogWanted();
    void left(); ///< by Esc: back to what was there

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void build();
    QPushButton* addEntry(QBoxLayout* column, const QString& title, const QString& text,
                          const QString& mark = {});
    void addNew(QBoxLayout* column);
    void addRecent(QBoxLayout* column);
    void addLessons(QBoxLayout* column);
};

} // namespace warpbench::ui
