// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweeps/axis_values.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QStackedLayout;
class QStackedWidget;
class QTreeView;

namespace warpbench::ui {

class HeatMap;
class ParallelAxes;
class Plot;
class SweepForm;
class SweepRunner;
class TrialsModel;
struct Workbench;

/// Tries combinations of the project's values and shows the results: as a table, along one axis,
/// over two axes, over all axes, or one figure against another. Any trial can be applied to the
/// project.
class SweepsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit SweepsPanel(Workbench& bench);
    ~SweepsPanel() override;

    /// Starts a new sweep. Does nothing while something else runs or without values to try.
    void sweep();

  signals:
    void swept(); ///< completed or stopped

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    enum View { kTable, kAlong, kHeatMap, kParallel, kFigures, kImportance };

    QWidget* buildForm();
    QWidget* buildResults();
    QLayout* buildCommands();
    QLayout* buildViews();
    void buildTable();
    void update();
    void tell();
    void offerAxes();
    void draw();
    void select(std::optional<std::size_t> trial);
    std::optional<std::size_t> selected() const;
    void apply();
    void save();
    void open();
    View view() const;

    Workbench& m_bench;
    SweepRunner* m_runner;
    SweepForm* m_form;
    TrialsModel* m_trials;
    QSortFilterProxyModel* m_sorted;
    std::vector<AxisValues> m_axes; ///< of the trials
    bool m_axesChosen = false;      ///< by the user

    QSplitter* m_parts;
    QPushButton* m_start;
    QPushButton* m_goOn;
    QPushButton* m_apply;
    QPushButton* m_save;
    QPushButton* m_open;
    QProgressBar* m_progress;
    QLabel* m_state;
    QComboBox* m_view;
    QLabel* m_firstTitle;
    QComboBox* m_first; ///< the first axis or figure of a view
    QLabel* m_secondTitle;
    QComboBox* m_second;               ///< the second axis or figure
    QStackedLayout* m_stack = nullptr; ///< 0: empty state, 1: trials
    QStackedWidget* m_pages;
    QTreeView* m_table;
    Plot* m_plot;
    HeatMap* m_heat;
    ParallelAxes* m_parallel;
};

} // namespace warpbench::ui
