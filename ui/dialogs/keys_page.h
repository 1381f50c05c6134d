// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QMainWindow;
class QPushButton;
class QTreeWidget;

namespace warpbench::ui {

/// Every command of a window with its keys, and a line beneath in which a command gets another.
class KeysPage : public QWidget {
    Q_OBJECT

  public:
    explicit KeysPage(QMainWindow& window, QWidget* parent = nullptr);

    /// Shows the commands alone whose name or keys have all the words.
    /// \returns whether there is one
    bool filter(const QStringList& words);

  private:
    void fill();
    QLayout* makeChooser();
    void look();
    void set();
    void restore();
    void restoreAll();

    QMainWindow& m_window;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_key;
    QPushButton* m_set;
    QPushButton* m_restore;
    QPushButton* m_restoreAll;
    QLabel* m_problem;
};

} // namespace warpbench::ui
