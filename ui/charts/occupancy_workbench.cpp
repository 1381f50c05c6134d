// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the occupancy panel with the workbench.
#include "core/compile/launch_bounds.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/run/baselines.h"
#include "ui/run/block_sweep.h"
#include "ui/run/run_history.h"
#include "ui/theme/dock_sight.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

std::optional<MeasuredPoint> pointOf(const session::LaunchReport& launch, bool simulated) {
    if (!launch.usage)
        return std::nullopt;
    if (simulated && launch.estimate && launch.estimate->timed())
        return MeasuredPoint{
            *launch.usage, launch.estimate->ms,  describeMilliseconds(launch.estimate->ms),
            true,          launch.estimate->low, launch.estimate->high};
    if (!simulated && launch.time)
        return MeasuredPoint{*launch.usage, launch.time->median,
                             describeMilliseconds(launch.time->median)};
    return std::nullopt;
}

/// Costs of the selected launch in all known runs on the device of the last one, newest first.
std::vector<MeasuredPoint> measuredOf(Workbench& bench) {
    std::vector<MeasuredPoint> measured;
    const RunHistory& history = bench.results.history();
    const auto launch = std::size_t(std::max(0, bench.selection.launch()));
    const session::RunReport* last = bench.results.report();
    for (int row = 0; last && row < history.rowCount(); ++row) {
        const session::RunReport& report = *history.run(row).report;
        if (!sameDevice(report, *last) || launch >= report.launches.size() ||
            launch >= last->launches.size() ||
            report.launches[launch].kernel != last->launches[launch].kernel)
            continue;
        if (auto point = pointOf(report.launches[launch], report.device->simulated))
            measured.push_back(std::move(*point));
    }
    return measured;
}

/// Whether the sweep belongs to the current launch and device.
bool isHere(const BlockSweep& sweep, Workbench& bench) {
    const session::DeviceInfo* device = bench.devices.current();
    return !sweep.trials().empty() && sweep.device() && device &&
           sweep.device()->name == device->name &&
           sweep.launch() == std::max(0, bench.selection.launch());
}

std::vector<MeasuredPoint> measuredOf(const BlockSweep& sweep) {
    std::vector<MeasuredPoint> measured;
    for (const BlockTrial& trial : sweep.trials())
        if (auto point = pointOf(trial.launch, sweep.device()->simulated)) {
            point->problem = trial.message;
            measured.push_back(std::move(*point));
        }
    return measured;
}

/// Which sizes are invalid, and whether the others still match the current state.
QString remarkOn(const BlockSweep& sweep) {
    QStringList said;
    for (const BlockTrial& trial : sweep.trials())
        if (QString why = trial.message.section(u'\n', 0, 0); !why.isEmpty()) {
            if (why.endsWith(u'.'))
                why.chop(1);
            said << OccupancyPanel::tr("%1 = %2 does not count: %3.")
                        .arg(qs(sweep.name()), qs(trial.value), why);
        }
    if (sweep.isStale())
        said << OccupancyPanel::tr("The source or set-up has changed since.");
    return said.join(u' ');
}

} // namespace

OccupancyPanel::OccupancyPanel(Workbench& bench)
    : OccupancyPanel() {
    followSweep(bench);
    auto* shown = new WhenSeen(*this, [this, &bench] { showLaunch(bench); });
    connect(&bench.devices, &DevicesModel::currentChanged, shown, &WhenSeen::due);
    connect(&bench.results, &Results::runChanged, shown, &WhenSeen::due);
    connect(&bench.selection, &Selection::launchChanged, shown, &WhenSeen::due);
    connect(&bench.results, &Results::codeChanged, shown, &WhenSeen::due);
    connect(&bench.document, &ProjectDocument::changed, shown, &WhenSeen::due);
    const auto hold = [this, &bench] { showBaseline(bench); };
    connect(&bench.baselines, &Baselines::chosenChanged, this, hold);
    connect(&bench.selection, &Selection::launchChanged, this, hold);
    applyToSetUp(bench);
    applyToSource(bench);
}

void OccupancyPanel::showLaunch(Workbench& bench) {
    const auto& code = bench.results.code().code;
    const session::DeviceInfo* device = bench.devices.current();
    const session::RunReport* report = bench.results.report();
    if (device)
        setLimits(device->limits, qs(device->name));
    const int launch = std::max(0, bench.selection.launch());
    if (const auto found =
            code ? usageOf(bench.document.project(), launch, code->kernels) : std::nullopt)
        return setUsage(*found);
    // Without ptxas, only the driver knows the registers, after loading the kernel.
    const bool ran = report && std::size_t(launch) < report->launches.size() &&
                     report->launches[std::size_t(launch)].usage && !bench.results.stale();
    if (!ran)
        return clear();
    const session::LaunchReport& known = report->launches[std::size_t(launch)];
    setUsage({qs(known.kernel), *known.usage,
              std::int64_t(known.grid[0]) * known.grid[1] * known.grid[2]});
}

/// Shows the measurements of the launch, and whether more are possible.
void OccupancyPanel::followSweep(Workbench& bench) {
    auto* sweep = new BlockSweep(bench.document, bench.controller, this);
    const auto measure = [this, &bench, sweep] {
        isHere(*sweep, bench) ? setMeasured(measuredOf(*sweep), remarkOn(*sweep))
                              : setMeasured(measuredOf(bench));
    };
    const auto offer = [this, &bench, sweep] {
        const BlockSizes sizes =
            blockSizesOf(bench.document.project(), std::max(0, bench.selection.launch()));
        const QString why = !sizes.why.isEmpty()      ? sizes.why
                            : bench.controller.busy() ? tr("Something else is running.")
                                                      : QString();
        setMeasuring(
            sweep->measuring()
                ? tr("Measuring %1 of %2 …").arg(sweep->trials().size() + 1).arg(sweep->planned())
                : QString(),
            why);
    };
    connect(this, &OccupancyPanel::measureWanted, this, [&bench, sweep] {
        const session::DeviceInfo* device = bench.devices.current();
        sweep->start(std::max(0, bench.selection.launch()), device && device->simulated);
    });
    connect(sweep, &BlockSweep::changed, this, measure);
    connect(sweep, &BlockSweep::changed, this, offer);
    connect(&bench.controller, &RunController::activityChanged, this, offer);
    connect(&bench.document, &ProjectDocument::changed, this, offer);
    connect(&bench.selection, &Selection::launchChanged, this, offer);
    auto* measured = new WhenSeen(*this, measure);
    connect(&bench.devices, &DevicesModel::currentChanged, measured, &WhenSeen::due);
    connect(&bench.results, &Results::runChanged, measured, &WhenSeen::due);
    connect(&bench.selection, &Selection::launchChanged, measured, &WhenSeen::due);
}

void OccupancyPanel::showBaseline(Workbench& bench) {
    const Baseline* base = bench.baselines.chosen();
    const auto launch = std::size_t(std::max(0, bench.selection.launch()));
    if (!base || launch >= base->run.report->launches.size() ||
        !base->run.report->launches[launch].occupancy)
        return setBaselineText({});
    const session::RunReport& report = *base->run.report;
    const occupancy::Occupancy& then = *report.launches[launch].occupancy;
    setBaselineText(tr("◆ %1 had %2 % (%3 of %4 warps) on %5.")
                        .arg(base->name,
                             QString::number(then.fraction * 100, 'f', then.fraction < 0.1 ? 1 : 0),
                             QString::number(then.activeWarps), QString::number(then.maxWarps),
                             report.device ? qs(report.device->name) : tr("no device")));
}

void OccupancyPanel::applyToSetUp(Workbench& bench) {
    connect(this, &OccupancyPanel::blockSizeWanted, this, [&bench](int threads) {
        project::Project changed = bench.document.project();
        if (!setBlockSize(changed, std::max(0, bench.selection.launch()), threads))
            return bench.log.append(LogEntry::Level::warning,
                                    tr("The block was not changed: Warpbench found no side that it "
                                       "can set to reach %1 threads. Set the sides in the launch.")
                                        .arg(threads));
        bench.document.edit(tr("Apply a block of %1 threads").arg(threads),
                            [&](project::Project& project) { project = std::move(changed); });
    });
    connect(this, &OccupancyPanel::clusterWanted, this, [&bench](int blocks) {
        bench.document.edit(blocks > 1 ? tr("Apply clusters of %1 blocks").arg(blocks)
                                       : tr("Apply no clusters"),
                            [&](project::Project& project) {
                                setCluster(project, std::max(0, bench.selection.launch()), blocks);
                            });
    });
    connect(this, &OccupancyPanel::maxRegistersWanted, this, [&bench](int registers) {
        bench.document.edit(
            tr("Apply -maxrregcount=%1").arg(registers),
            [&](project::Project& project) { setMaxRegisters(project, registers); });
    });
}

void OccupancyPanel::applyToSource(Workbench& bench) {
    connect(this, &OccupancyPanel::launchBoundsWanted, this,
            [&bench](const QString& kernel, int threads, int blocks) {
                const std::string source = ss(bench.document.source());
                const auto change = compile::launchBounds(source, ss(kernel), threads, blocks);
                if (!change)
                    return bench.log.append(LogEntry::Level::warning,
                                            tr("__launch_bounds__ was not written: the source does "
                                               "not define %1 literally. A macro may define it.")
                                                .arg(kernel));
                const auto units = [&](std::size_t begin, std::size_t length) {
                    return qs(source.substr(begin, length)).size();
                };
                bench.selection.changeSource(units(0, change->begin),
                                             units(change->begin, change->length),
                                             qs(change->text));
            });
}

} // namespace warpbench::ui
