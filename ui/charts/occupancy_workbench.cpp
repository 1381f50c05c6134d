// SPDX-License-Identifier: GPL-3.0-or-later
// What the occupancy panel takes from the workbench, and what it asks of it.
#include "core/compile/launch_bounds.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/models/baselines.h"
#include "ui/models/describe.h"
#include "ui/models/run_history.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

/// What the runs since the project was opened cost in the selected launch, on the device of the
/// last one, the newest first.
std::vector<OccupancyPanel::Measured> measuredOf(Workbench& bench) {
    std::vector<OccupancyPanel::Measured> measured;
    const RunHistory& history = bench.results.history();
    const auto launch = std::size_t(std::max(0, bench.selection.launch()));
    for (int row = 0; row < history.rowCount(); ++row) {
        const session::RunReport& report = *history.run(row).report;
        const session::RunReport* last = bench.results.report();
        if (!last || !sameDevice(report, *last) || launch >= report.launches.size() ||
            launch >= last->launches.size() ||
            report.launches[launch].kernel != last->launches[launch].kernel)
            continue;
        const session::LaunchReport& one = report.launches[launch];
        if (!one.usage)
            continue;
        if (report.device->simulated && one.counters)
            measured.push_back({*one.usage, double(one.counters->warpInstructions),
                                OccupancyPanel::tr("%1 instr.")
                                    .arg(describeCompactly(one.counters->warpInstructions))});
        else if (!report.device->simulated && one.time)
            measured.push_back(
                {*one.usage, one.time->median, describeMilliseconds(one.time->median)});
    }
    return measured;
}

} // namespace

OccupancyPanel::OccupancyPanel(Workbench& bench)
    : OccupancyPanel() {
    const auto show = [this, &bench] {
        const auto& code = bench.results.code().code;
        const session::DeviceInfo* device = bench.devices.current();
        const session::RunReport* report = bench.results.report();
        if (device)
            setLimits(device->limits, qs(device->name));
        const int launch = std::max(0, bench.selection.launch());
        if (const auto found =
                code ? usageOf(bench.document.project(), launch, code->kernels) : std::nullopt)
            return setUsage(*found);
        // Without ptxas the driver alone knows the registers, once the kernel has been loaded.
        const bool ran = report && std::size_t(launch) < report->launches.size() &&
                         report->launches[std::size_t(launch)].usage && !bench.results.stale();
        if (!ran)
            return clear();
        const session::LaunchReport& known = report->launches[std::size_t(launch)];
        setUsage({qs(known.kernel), *known.usage,
                  std::int64_t(known.grid[0]) * known.grid[1] * known.grid[2]});
    };
    const auto measure = [this, &bench] { setMeasured(measuredOf(bench)); };
    connect(&bench.results, &Results::runChanged, this, measure);
    connect(&bench.selection, &Selection::launchChanged, this, measure);
    connect(&bench.results, &Results::runChanged, this, show);
    connect(&bench.results, &Results::codeChanged, this, show);
    connect(&bench.selection, &Selection::launchChanged, this, show);
    connect(&bench.devices, &DevicesModel::currentChanged, this, show);
    connect(&bench.document, &ProjectDocument::changed, this, show);
    const auto hold = [this, &bench] {
        const Baseline* base = bench.baselines.chosen();
        const auto launch = std::size_t(std::max(0, bench.selection.launch()));
        if (!base || launch >= base->run.report->launches.size() ||
            !base->run.report->launches[launch].occupancy)
            return setBaselineText({});
        const session::RunReport& report = *base->run.report;
        const occupancy::Occupancy& then = *report.launches[launch].occupancy;
        setBaselineText(
            tr("◆ %1 had %2 % (%3 of %4 warps) on %5.")
                .arg(base->name,
                     QString::number(then.fraction * 100, 'f', then.fraction < 0.1 ? 1 : 0),
                     QString::number(then.activeWarps), QString::number(then.maxWarps),
                     report.device ? qs(report.device->name) : tr("no device")));
    };
    connect(&bench.baselines, &Baselines::chosenChanged, this, hold);
    connect(&bench.selection, &Selection::launchChanged, this, hold);
    connect(this, &OccupancyPanel::blockSizeWanted, this, [&bench](int threads) {
        bench.document.edit(tr("Apply a block of %1 threads").arg(threads),
                            [&](project::Project& project) {
                                setBlockSize(project, bench.selection.launch(), threads);
                            });
    });
    connect(this, &OccupancyPanel::launchBoundsWanted, this,
            [&bench](const QString& kernel, int threads, int blocks) {
                const std::string source = ss(bench.document.source());
                const auto change = compile::launchBounds(source, ss(kernel), threads, blocks);
                if (!change)
                    return bench.log.append(
                        LogEntry::Level::warning,
                        tr("__launch_bounds__ was not written: the source does not define %1 in "
                           "so many words; a macro may.")
                            .arg(kernel));
                const auto units = [&](std::size_t begin, std::size_t length) {
                    return qs(source.substr(begin, length)).size();
                };
                bench.selection.changeSource(units(0, change->begin),
                                             units(change->begin, change->length),
                                             qs(change->text));
            });
    connect(this, &OccupancyPanel::maxRegistersWanted, this, [&bench](int registers) {
        bench.document.edit(
            tr("Apply -maxrregcount=%1").arg(registers),
            [&](project::Project& project) { setMaxRegisters(project, registers); });
    });
}

} // namespace warpbench::ui
