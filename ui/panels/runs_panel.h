// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedLayout;
class QToolButton;
class QTreeView;

namespace warpbench::ui {

struct Workbench;

/// The runs of the project, and pinned runs with a name and a colour. One of the
/// pinned runs is the baseline for later runs.
class RunsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit RunsPanel(Workbench& bench);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* buildPinned();
    QWidget* buildHistory();
    void buildColors();
    /// The selected pinned run; -1: none.
    int pinnedRow() const;
    int historyRow() const;
    void pin();
    void goBack();
    void compare();
    void update();

    Workbench& m_bench;
    QTreeView* m_pinned;
    QTreeView* m_history;
    QStackedLayout* m_stack = nullptr; ///< a placeholder or the history
    QLabel* m_hint;
    QPushButton* m_compare;
    QPushButton* m_changes;
    QToolButton* m_color;
    QToolButton* m_rename;
    QToolButton* m_remove;
    QPushButton* m_pin;
    QPushButton* m_back;
};

} // namespace warpbench::ui
