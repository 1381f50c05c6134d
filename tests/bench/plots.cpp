// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window's thread is busy with new samples: from setting a report of n samples to
// painting its chart. The limit for a million samples is 50 ms.
#include "ui/charts/plot.h"
#include "ui/charts/timing_panel.h"
#include "ui/elements/mismatch_map.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <benchmark/benchmark.h>

using namespace warpbench;

namespace {

session::RunReport reportOf(std::size_t samples) {
    session::RunReport report;
    report.device.emplace();
    session::LaunchReport& launch = report.launches.emplace_back();
    launch.kernel = "kernel";
    launch.time.emplace();
    launch.time->samples = int(samples);
    launch.time->median = launch.time->min = launch.time->p95 = 1;
    for (std::size_t i = 0; i < samples; ++i)
        launch.time->values.push_back(1 + 0.2 * double(i * 7919 % 10007) / 10007);
    return report;
}

void samplesToPicture(benchmark::State& state) {
    ui::TimingPanel panel;
    panel.resize(700, 500);
    panel.show();
    const session::RunReport report = reportOf(std::size_t(state.range(0)));
    QApplication::processEvents();
    for (auto _ : state) {
        panel.setReport(report);
        benchmark::DoNotOptimize(panel.grab());
    }
}

/// The map of the wrong elements of a large buffer; it is drawn on another thread.
void mapOfWrongElements(benchmark::State& state) {
    const std::int64_t elements = state.range(0);
    project::ElementSet wrong(elements);
    for (std::int64_t i = 0; i < elements; i += 5)
        wrong.insert(i);
    wrong.index();
    const ui::Slice slice = ui::Slice::whole({elements});
    for (auto _ : state)
        benchmark::DoNotOptimize(ui::drawMismatches(wrong, slice, Qt::gray, Qt::red));
}

} // namespace

BENCHMARK(samplesToPicture)->Arg(50)->Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(mapOfWrongElements)->Arg(1'000'000)->Arg(100'000'000)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    ui::Theme::instance().apply(false);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
