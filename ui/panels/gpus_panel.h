// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedLayout;
class QPushButton;
class QTreeView;

namespace warpbench::ui {

class GpuComparison;
struct Workbench;

/// The project's estimated time on each GPU that can be simulated.
class GpusPanel : public QWidget {
    Q_OBJECT

  public:
    explicit GpusPanel(Workbench& bench);

    /// Estimates again. Does nothing while something else runs.
    void estimate();

  signals:
    void estimated(); ///< all of them, or those done before it was stopped

  private:
    void update();

    Workbench& m_bench;
    GpuComparison* m_comparison;
    QPushButton* m_start;
    QLabel* m_note;
    QTreeView* m_view;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
