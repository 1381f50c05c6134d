// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QMainWindow;
class QPushButton;
class QTreeWidget;

namespace warpbench::ui {

/// All commands of a window with their keys, and a row below to change the keys of a command.
class KeysPage : public QWidget {
    Q_OBJECT

  public:
    explicit KeysPage(QMainWindow& window, QWidget* parent = nullptr);

    /// Shows only commands whose name or keys contain all words.
    /// \returns whether any command matches
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
