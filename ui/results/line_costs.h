// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QCoreApplication>
#include <QString>

#include <array>
#include <map>
#include <optional>

namespace warpbench::ui {

/// What the lines of the source can be compared by.
enum class LineMetric { executions, activeLanes, divergence, sectors, bankConflicts, atomics };

inline constexpr std::array kLineMetrics{LineMetric::executions,    LineMetric::activeLanes,
                                         LineMetric::divergence,    LineMetric::sectors,
                                         LineMetric::bankConflicts, LineMetric::atomics};

/// How a metric is called and read.
struct LineMetricText {
    QString name;    ///< "Memory sectors"
    QString meaning; ///< what the figure beside a line says, a sentence or two
    QString best;    ///< what the cold end of the scale represents
    QString worst;   ///< and the hot end; of executions empty: it is the hottest line's count
};
LineMetricText describe(LineMetric metric);

/// What each line of the source cost in a run, summed over its launches, as the simulated GPU
/// counted it. Lines count from 1.
class LineCosts {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::LineCosts)

  public:
    /// What is beside a line, and how hot it is: from 0 (as it should be) to 1.
    struct Figure {
        QString text;
        double heat = 0;
        bool operator==(const Figure&) const = default;
    };

    LineCosts() = default;
    explicit LineCosts(const session::RunReport& report);
    /// Of one launch.
    explicit LineCosts(const session::Counters& counters);

    /// Whether the run counted nothing: a real GPU, or not asked to.
    bool empty() const { return m_lines.empty(); }
    /// The lines that the metric says something about: only branches diverge.
    std::map<int, Figure> figures(LineMetric metric) const;
    /// The hot end of the scale in words; of executions it depends on the run.
    QString worst(LineMetric metric) const;
    /// One sentence about a line, for somebody who sees the figure the first time.
    QString sentence(LineMetric metric, int line) const;
    /// The line that the metric is worst for, and that is worth a look; 0: none is.
    int worstLine(LineMetric metric) const;
    /// What lanes or memory do for a line, by this metric, that they would not have to, in
    /// instructions of a warp: lanes that idle, sectors beyond the fewest, passes beyond the first.
    double waste(LineMetric metric, int line) const;
    /// Every figure of a line, one a row; empty: the line executed nothing.
    QString everything(int line) const;

  private:
    void count(const session::Counters& counters);
    void sumUp();
    std::optional<Figure> figure(LineMetric metric, const session::LineCounters& line) const;

    std::map<int, session::LineCounters> m_lines;
    std::uint64_t m_most = 0; ///< executions of the hottest line
    std::uint64_t m_all = 0;  ///< of all lines
};

} // namespace warpbench::ui
