// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QCoreApplication>
#include <QString>

#include <array>
#include <map>
#include <optional>

namespace warpbench::ui {

/// Metrics to compare source lines by.
enum class LineMetric { executions, activeLanes, divergence, sectors, bankConflicts, atomics };

inline constexpr std::array kLineMetrics{LineMetric::executions,    LineMetric::activeLanes,
                                         LineMetric::divergence,    LineMetric::sectors,
                                         LineMetric::bankConflicts, LineMetric::atomics};

/// The texts for a metric.
struct LineMetricText {
    QString name;    ///< "Memory sectors"
    QString meaning; ///< explains the value beside a line in a sentence or two
    QString best;    ///< meaning of the cold end of the scale
    QString worst;   ///< meaning of the hot end; empty for executions, where it is the hottest
                     ///< line's count
};
LineMetricText describe(LineMetric metric);

/// The cost of each source line in a run, summed over its launches, as counted by the simulated
/// GPU. Lines count from 1.
class LineCosts {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::LineCosts)

  public:
    /// The text beside a line, and its heat from 0 (optimal) to 1.
    struct Figure {
        QString text;
        double heat = 0;
        bool operator==(const Figure&) const = default;
    };

    LineCosts() = default;
    explicit LineCosts(const session::RunReport& report);
    /// For one launch.
    explicit LineCosts(const session::Counters& counters);

    /// Whether the run has no counts: on a real GPU, or if not requested.
    bool empty() const { return m_lines.empty(); }
    /// Values for the lines to which the metric applies: for example, only branches diverge.
    std::map<int, Figure> figures(LineMetric metric) const;
    /// Describes the hot end of the scale; for executions it depends on the run.
    QString worst(LineMetric metric) const;
    /// A sentence about a line, for users who see the value for the first time.
    QString sentence(LineMetric metric, int line) const;
    /// The line with the worst value worth a look; 0: none.
    int worstLine(LineMetric metric) const;
    /// Avoidable work of a line by this metric, in warp instructions: idle lanes, sectors above the
    /// minimum, passes after the first.
    double waste(LineMetric metric, int line) const;
    /// All values of a line, one per row; empty: the line was not executed.
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
