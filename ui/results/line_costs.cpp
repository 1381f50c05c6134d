// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/line_costs.h"

#include "ui/words/describe.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

constexpr double kWarpLanes = 32;
// Ends of the scales: a stride of a sector costs eight times the minimum memory traffic with 4-byte
// elements, and 31 extra passes mean that all lanes of a warp use the same bank.
constexpr double kWorstSectors = 8;
constexpr double kWorstPasses = 32;

/// One decimal, unless it is zero.
QString decimal(double value) {
    const double rounded = std::round(value * 10) / 10;
    return QString::number(rounded, 'f', rounded == std::floor(rounded) ? 0 : 1);
}

/// 50 %; small values are not rounded to 0 %, nor large ones to 100 %.
QString percent(double fraction) {
    if (fraction > 0 && fraction < 0.01)
        return QStringLiteral("<1 %");
    if (fraction < 1 && fraction > 0.99)
        return QStringLiteral(">99 %");
    return QStringLiteral("%1 %").arg(std::round(fraction * 100));
}

/// Heat of a factor whose optimum is 1, on a logarithmic scale.
double heatOf(double factor, double worst) {
    return std::clamp(std::log2(std::max(factor, 1.0)) / std::log2(worst), 0.0, 1.0);
}

double lanesOf(const session::LineCounters& line) {
    return ratio(line.threadInstructions, line.warpInstructions);
}

} // namespace

LineMetricText describe(LineMetric metric) {
    switch (metric) {
    case LineMetric::executions:
        return {tr("Executions"),
                tr("Instructions that warps executed for the line: where the work is."),
                tr("few"),
                {}};
    case LineMetric::activeLanes:
        return {tr("Active lanes"),
                tr("How many of a warp's 32 lanes worked, on average. The others waited for them, "
                   "or were without a thread."),
                tr("32"), tr("1")};
    case LineMetric::divergence:
        return {tr("Divergent branches"),
                tr("How many of the line's branches split their warp: its lanes went different "
                   "ways, one after the other."),
                tr("0 %"), tr("100 %")};
    case LineMetric::sectors:
        return {tr("Memory sectors"),
                tr("Global memory moved, against the least that would have done. At 1× the "
                   "accesses coalesce: neighbouring lanes use neighbouring addresses."),
                tr("1×"), tr("8× or more")};
    case LineMetric::bankConflicts:
        return {tr("Bank conflicts"),
                tr("Extra passes of an access to shared memory, on average, because lanes of the "
                   "warp wanted different words of the same bank."),
                tr("+0"), tr("+31")};
    case LineMetric::atomics:
        break;
    }
    return {tr("Waiting atomics"),
            tr("How many atomic operations had to wait for another lane of their warp, at the "
               "same address."),
            tr("0 %"), tr("100 %")};
}

LineCosts::LineCosts(const session::RunReport& report) {
    for (const auto& launch : report.launches) {
        if (launch.counters)
            count(*launch.counters);
    }
    sumUp();
}

LineCosts::LineCosts(const session::Counters& counters) {
    count(counters);
    sumUp();
}

void LineCosts::count(const session::Counters& counters) {
    for (const auto& line : counters.lines) {
        if (line.line > 0)
            m_lines[line.line] += line;
    }
}

void LineCosts::sumUp() {
    for (const auto& [number, line] : m_lines) {
        m_most = std::max(m_most, line.warpInstructions);
        m_all += line.warpInstructions;
    }
}

std::optional<LineCosts::Figure> LineCosts::figure(LineMetric metric,
                                                   const session::LineCounters& line) const {
    switch (metric) {
    case LineMetric::executions:
        return Figure{describeCompactly(line.warpInstructions),
                      ratio(line.warpInstructions, m_most)};
    case LineMetric::activeLanes:
        if (line.warpInstructions == 0)
            break;
        return Figure{decimal(lanesOf(line)), (kWarpLanes - lanesOf(line)) / (kWarpLanes - 1)};
    case LineMetric::divergence: {
        if (line.branches == 0)
            break;
        const double split = ratio(line.divergentBranches, line.branches);
        return Figure{percent(split), split};
    }
    case LineMetric::sectors: {
        if (line.idealGlobalSectors == 0)
            break;
        const double factor = ratio(line.globalSectors, line.idealGlobalSectors);
        return Figure{decimal(factor) + QStringLiteral("×"), heatOf(factor, kWorstSectors)};
    }
    case LineMetric::bankConflicts: {
        if (line.sharedAccesses == 0)
            break;
        const double more = ratio(line.sharedBankConflicts, line.sharedAccesses);
        return Figure{QLatin1Char('+') + decimal(more), heatOf(1 + more, kWorstPasses)};
    }
    case LineMetric::atomics: {
        if (line.atomics == 0)
            break;
        const double waiting = ratio(line.atomicConflicts, line.atomics);
        return Figure{percent(waiting), waiting};
    }
    }
    return std::nullopt;
}

std::map<int, LineCosts::Figure> LineCosts::figures(LineMetric metric) const {
    std::map<int, Figure> all;
    for (const auto& [number, line] : m_lines) {
        if (auto one = figure(metric, line))
            all.emplace(number, std::move(*one));
    }
    return all;
}

QString LineCosts::worst(LineMetric metric) const {
    return metric == LineMetric::executions ? describeCompactly(m_most) : describe(metric).worst;
}

double LineCosts::waste(LineMetric metric, int number) const {
    constexpr double kSectorsOfAWarp = 4; // 32 adjacent words of 4 bytes
    const auto found = m_lines.find(number);
    if (found == m_lines.end())
        return 0;
    const session::LineCounters& line = found->second;
    switch (metric) {
    case LineMetric::activeLanes:
        return double(line.warpInstructions) - double(line.threadInstructions) / kWarpLanes;
    case LineMetric::sectors:
        return (double(line.globalSectors) - double(line.idealGlobalSectors)) / kSectorsOfAWarp;
    case LineMetric::bankConflicts:
        return double(line.sharedBankConflicts);
    case LineMetric::atomics:
        return double(line.atomicConflicts);
    case LineMetric::executions:
    case LineMetric::divergence: // idle lanes already include it
        break;
    }
    return 0;
}

int LineCosts::worstLine(LineMetric metric) const {
    int worst = 0;
    double most = 0;
    for (const auto& [number, figure] : figures(metric)) {
        // A hot line with few executions does not cost much time.
        const double weight = metric == LineMetric::executions || metric == LineMetric::divergence
                                  ? figure.heat
                                  : waste(metric, number);
        if (figure.heat > 0 && weight > most) {
            most = weight;
            worst = number;
        }
    }
    return worst;
}

QString LineCosts::sentence(LineMetric metric, int number) const {
    const auto found = m_lines.find(number);
    if (found == m_lines.end())
        return tr("Line %1 executed nothing.").arg(number);
    const session::LineCounters& line = found->second;
    const auto shown = figure(metric, line);
    const auto count = [](std::uint64_t value) { return describeCount(value); };
    switch (metric) {
    case LineMetric::executions:
        return tr("Line %1: %2 warp instructions, %3 of all.")
            .arg(number)
            .arg(count(line.warpInstructions), percent(ratio(line.warpInstructions, m_all)));
    case LineMetric::activeLanes:
        return !shown             ? tr("Line %1 executed nothing.").arg(number)
               : shown->heat == 0 ? tr("Line %1: all 32 lanes work.").arg(number)
                                  : tr("Line %1: %2 of 32 lanes work; the others wait or are idle.")
                                        .arg(number)
                                        .arg(shown->text);
    case LineMetric::divergence:
        return !shown ? tr("Line %1 does not branch.").arg(number)
               : shown->heat == 0
                   ? tr("Line %1: each of the %2 branches keeps its warp together.")
                         .arg(number)
                         .arg(count(line.branches))
                   : tr("Line %1: %2 of %3 branches split their warp; both paths take time.")
                         .arg(number)
                         .arg(count(line.divergentBranches), count(line.branches));
    case LineMetric::sectors:
        return !shown ? tr("Line %1 does not use global memory.").arg(number)
               : shown->heat == 0
                   ? tr("Line %1: %2 sectors of 32 bytes, as few as possible.")
                         .arg(number)
                         .arg(count(line.globalSectors))
                   : tr("Line %1: %2 sectors of 32 bytes move where %3 would do.")
                         .arg(number)
                         .arg(count(line.globalSectors), count(line.idealGlobalSectors));
    case LineMetric::bankConflicts:
        return !shown ? tr("Line %1 does not use shared memory.").arg(number)
               : shown->heat == 0
                   ? tr("Line %1: %2 accesses to shared memory, none in conflict.")
                         .arg(number)
                         .arg(count(line.sharedAccesses))
                   : tr("Line %1: %2 accesses to shared memory take %3 extra passes.")
                         .arg(number)
                         .arg(count(line.sharedAccesses), count(line.sharedBankConflicts));
    case LineMetric::atomics:
        break;
    }
    return !shown ? tr("Line %1 does not use atomics.").arg(number)
                  : tr("Line %1: %2 of %3 atomic operations wait for another lane.")
                        .arg(number)
                        .arg(count(line.atomicConflicts), count(line.atomics));
}

QString LineCosts::everything(int number) const {
    const auto found = m_lines.find(number);
    if (found == m_lines.end())
        return {};
    const session::LineCounters& line = found->second;
    const auto count = [](std::uint64_t value) { return describeCount(value); };
    QStringList rows{
        tr("Line %1").arg(number),
        tr("%1 warp instructions, %2 of all")
            .arg(count(line.warpInstructions), percent(ratio(line.warpInstructions, m_all))),
        tr("%1 of 32 lanes active").arg(decimal(lanesOf(line)))};
    if (line.branches > 0)
        rows << tr("%1 of %2 branches divergent")
                    .arg(count(line.divergentBranches), count(line.branches));
    if (line.idealGlobalSectors > 0)
        rows << tr("%1 memory sectors, ideally %2")
                    .arg(count(line.globalSectors), count(line.idealGlobalSectors));
    if (line.sharedAccesses > 0)
        rows << tr("%1 shared accesses, %2 extra passes for bank conflicts")
                    .arg(count(line.sharedAccesses), count(line.sharedBankConflicts));
    if (line.atomics > 0)
        rows << tr("%1 atomics, %2 waited for another lane")
                    .arg(count(line.atomics), count(line.atomicConflicts));
    if (line.barriers > 0)
        rows << tr("%1 barriers waited for").arg(count(line.barriers));
    return rows.join(QLatin1Char('\n'));
}

} // namespace warpbench::ui
