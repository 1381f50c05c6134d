// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/panel_table.h"

#include "ui/charts/occupancy_panel.h"
#include "ui/charts/timing_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/live/live_panel.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/counters_panel.h"
#include "ui/panels/gpus_panel.h"
#include "ui/panels/lanes_panel.h"
#include "ui/panels/limits_panel.h"
#include "ui/panels/listing_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/output_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/resources_panel.h"
#include "ui/panels/results_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/step_panel.h"
#include "ui/panels/tasks_panel.h"
#include "ui/setup/setup_panel.h"
#include "ui/sweeps/sweeps_panel.h"
#include "ui/workbench/workbench.h"

#include <QCoreApplication>

namespace warpbench::ui {

namespace {

template <class Panel>
QWidget* make(Workbench& bench) {
    return new Panel(bench);
}

QWidget* makeNotes(Workbench& bench) {
    return new NotesPanel(bench.document);
}

constexpr Seat in(Slot slot) {
    return {slot, Seat::shown};
}
constexpr Seat front(Slot slot) {
    return {slot, Seat::front};
}
constexpr Seat hidden(Slot slot) {
    return {slot, Seat::hidden};
}

constexpr Slot kLeft = Slot::leftTop, kLeftLow = Slot::leftBottom, kBottom = Slot::bottom,
               kRight = Slot::rightTop, kRightLow = Slot::rightBottom, kBeside = Slot::beside;

// clang-format off
constexpr PanelRow kPanels[] = {
    //                                                  edit              tune               debug              teach
    {PanelId{"setup"}, QT_TRANSLATE_NOOP("Panels", "Set-up"),
        QT_TRANSLATE_NOOP("Panels", "launch, grid, block, parameters, defines, options, buffers, tensor maps, textures"),
        {in(kLeft),          in(kRight),        hidden(kLeft),     in(kLeftLow)},     false, make<SetupPanel>, 1},
    {PanelId{"notes"}, QT_TRANSLATE_NOOP("Panels", "Notes"),
        QT_TRANSLATE_NOOP("Panels", "lesson, text"),
        {in(kLeftLow),       hidden(kLeftLow),  hidden(kLeftLow),  in(kLeft)},        false, makeNotes, 2},
    {PanelId{"tasks"}, QT_TRANSLATE_NOOP("Panels", "Tasks"),
        QT_TRANSLATE_NOOP("Panels", "exercise, hint, points"),
        {in(kLeftLow),       hidden(kLeftLow),  hidden(kLeftLow),  front(kLeftLow)},  false, make<TasksPanel>, 3},
    {panels::problems, QT_TRANSLATE_NOOP("Panels", "Problems"),
        QT_TRANSLATE_NOOP("Panels", "errors, warnings, faults, diagnostics, races"),
        {front(kBottom),     front(kBottom),    front(kBottom),    front(kBottom)},   false, make<ProblemsPanel>, 4},
    {panels::output, QT_TRANSLATE_NOOP("Panels", "Output"),
        QT_TRANSLATE_NOOP("Panels", "printf, console, log"),
        {in(kBottom),        in(kBottom),       in(kBottom),       in(kBottom)},      false, make<OutputPanel>},
    {panels::results, QT_TRANSLATE_NOOP("Panels", "Results"),
        QT_TRANSLATE_NOOP("Panels", "report, checks, findings, run"),
        {front(kRight),      in(kRight),        front(kRight),     front(kRight)},    false, make<ResultsPanel>, 5},
    {panels::buffers, QT_TRANSLATE_NOOP("Panels", "Buffers"),
        QT_TRANSLATE_NOOP("Panels", "arrays, data, image, picture, histogram, export, values, wrong elements, difference"),
        {in(kBottom),        in(kBottom),       front(kRightLow),  in(kBottom)}, true,  make<InspectorPanel>, 6, 28},
    {panels::timing, QT_TRANSLATE_NOOP("Panels", "Timing"),
        QT_TRANSLATE_NOOP("Panels", "milliseconds, samples, bandwidth, clock, temperature, baseline, benchmark"),
        {front(kRightLow),   front(kRight),     hidden(kRightLow), front(kRightLow)},    true,  make<TimingPanel>, 0, 50},
    {panels::limits, QT_TRANSLATE_NOOP("Panels", "Speed of light"),
        QT_TRANSLATE_NOOP("Panels", "limits, bottleneck, bound, DRAM, issue, latency, gain, what if, estimate"),
        {hidden(kRightLow),  in(kRight),        hidden(kRightLow), hidden(kRightLow)}, true, make<LimitsPanel>, 0, 50},
    {PanelId{"runs"}, QT_TRANSLATE_NOOP("Panels", "Runs"),
        QT_TRANSLATE_NOOP("Panels", "history, baseline, earlier runs"),
        {hidden(kRightLow),  in(kRight),        hidden(kRightLow), hidden(kRightLow)}, false, make<RunsPanel>},
    {PanelId{"occupancy"}, QT_TRANSLATE_NOOP("Panels", "Occupancy"),
        QT_TRANSLATE_NOOP("Panels", "block size, sweep, limiters, warps, tuning, tail effect, clusters"),
        {in(kRightLow),      front(kRightLow),  hidden(kRightLow), in(kRightLow)},    true,  make<OccupancyPanel>, 0, 50},
    {PanelId{"sweeps"}, QT_TRANSLATE_NOOP("Panels", "Sweeps"),
        QT_TRANSLATE_NOOP("Panels", "tuning, best block size, parameters, trials, heat map, autotuner, maxrregcount"),
        {hidden(kBottom),    in(kBottom),       hidden(kBottom),   hidden(kBottom)},  false, make<SweepsPanel>, 0, 45},
    {PanelId{"live"}, QT_TRANSLATE_NOOP("Panels", "Live"),
        QT_TRANSLATE_NOOP("Panels", "continuous, frames, animation, sliders, mouse, time, picture"),
        {hidden(kBeside),    hidden(kBeside),   hidden(kBeside),   hidden(kBeside)},  false, make<LivePanel>, 0, 45},
    {PanelId{"gpus"}, QT_TRANSLATE_NOOP("Panels", "GPUs"),
        QT_TRANSLATE_NOOP("Panels", "which GPU, estimated time, comparison, models, H100, A100"),
        {hidden(kRightLow),  in(kRightLow),     hidden(kRightLow), hidden(kRightLow)}, false, make<GpusPanel>},
    {PanelId{"resources"}, QT_TRANSLATE_NOOP("Panels", "Resources"),
        QT_TRANSLATE_NOOP("Panels", "registers, spills, ptxas, stack, shared memory, constant memory"),
        {in(kRight),         in(kRightLow),     hidden(kRight),    in(kRight)},       false, make<ResourcesPanel>},
    {PanelId{"counters"}, QT_TRANSLATE_NOOP("Panels", "Counters"),
        QT_TRANSLATE_NOOP("Panels", "metrics, profiler, roofline, instructions, sectors, stalls, branches"),
        {in(kRight),         in(kRight),        in(kRightLow),     in(kRight)},       true,  make<CountersPanel>, 0, 50},
    {panels::step, QT_TRANSLATE_NOOP("Panels", "Step"),
        QT_TRANSLATE_NOOP("Panels", "debugger, breakpoint, variables, warps, barriers, watch"),
        {hidden(kBottom),    hidden(kBottom),   in(kBottom),       hidden(kBottom)},  false, make<StepPanel>, 7, 40},
    {PanelId{"lanes"}, QT_TRANSLATE_NOOP("Panels", "Lanes"),
        QT_TRANSLATE_NOOP("Panels", "coalescing, bank conflicts, addresses, sectors, divergence, warp"),
        {in(kBottom),        in(kBottom),       hidden(kBottom),   in(kBottom)},      true,  make<LanesPanel>, 8, 40},
    {PanelId{"code"}, QT_TRANSLATE_NOOP("Panels", "Code"),
        QT_TRANSLATE_NOOP("Panels", "PTX, SASS, assembly, listing, disassembly, instructions"),
        {hidden(kBeside),    front(kBeside),    in(kBeside),       hidden(kBottom)},  false, make<ListingPanel>, 9},
    {PanelId{"compare"}, QT_TRANSLATE_NOOP("Panels", "Compare"),
        QT_TRANSLATE_NOOP("Panels", "diff, versions, architectures, two listings"),
        {hidden(kBottom),    in(kBottom),       hidden(kBottom),   hidden(kBottom)},  false, make<ComparePanel>, 0, 40},
};
// clang-format on

} // namespace

std::span<const PanelRow> panelTable() {
    return kPanels;
}

QString titleOf(const PanelRow& row) {
    return QCoreApplication::translate("Panels", row.title);
}

QString wordsOf(const PanelRow& row) {
    return QCoreApplication::translate("Panels", row.words);
}

QString manualPageOf(const PanelRow& row) {
    return QStringLiteral("window/%1.md").arg(row.id.text());
}

QString nameOf(Perspective perspective) {
    constexpr const char* kNames[] = {"edit", "tune", "debug", "teach"};
    return QLatin1String(kNames[std::size_t(perspective)]);
}

QString titleOf(Perspective perspective) {
    constexpr const char* kTitles[] = {
        QT_TRANSLATE_NOOP("Perspective", "Edit"), QT_TRANSLATE_NOOP("Perspective", "Tune"),
        QT_TRANSLATE_NOOP("Perspective", "Debug"), QT_TRANSLATE_NOOP("Perspective", "Teach")};
    return QCoreApplication::translate("Perspective", kTitles[std::size_t(perspective)]);
}

QString tipOf(Perspective perspective) {
    constexpr const char* kTips[] = {
        QT_TRANSLATE_NOOP("Perspective", "The editor between set-up and results"),
        QT_TRANSLATE_NOOP("Perspective",
                          "Source and machine code side by side, times above occupancy"),
        QT_TRANSLATE_NOOP("Perspective", "Code and its faults, data beside it; no set-up"),
        QT_TRANSLATE_NOOP("Perspective", "The lesson's notes large, beside code and results")};
    return QCoreApplication::translate("Perspective", kTips[std::size_t(perspective)]);
}

} // namespace warpbench::ui
