// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_report.h"

#include "ui/charts/plot.h"
#include "ui/charts/roofline_chart.h"
#include "ui/documents/text_document.h"
#include "ui/theme/save_dialog.h"
#include "ui/window/report_page.h"
#include "ui/words/describe.h"
#include "ui/words/launch_title.h"

#include <QCoreApplication>
#include <QMessageBox>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::ui {

namespace {

struct ExportReport {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::ExportReport)
};

constexpr int kWidth = 760; // pixels of a drawing
constexpr int kBarHeight = 34;
constexpr int kAxisHeight = 80;
constexpr int kRooflineHeight = 380;

/// A bar per launch: time on a GPU, executed instructions on a simulated one. A single launch has
/// no bar, because its row is enough.
void addBars(const session::RunReport& report, QList<ReportPicture>& pictures) {
    const bool simulated = report.device && report.device->simulated;
    QList<PlotBar> bars;
    double top = 0;
    for (const session::LaunchReport& launch : report.launches) {
        const auto named = [&](const QString& figure) {
            return QStringLiteral("%1  %2").arg(launchTitle(launch), figure);
        };
        if (simulated && launch.counters) {
            const auto executed = double(launch.counters->warpInstructions);
            bars.append({named(describeCount(launch.counters->warpInstructions)),
                         executed,
                         executed,
                         executed,
                         {}});
        } else if (!simulated && launch.time) {
            const auto& time = *launch.time;
            bars.append(
                {named(describeMilliseconds(time.median)), time.median, time.min, time.p95, {}});
        } else {
            continue;
        }
        top = std::max(top, bars.last().high);
    }
    if (bars.size() < 2 || top <= 0)
        return;
    Plot plot;
    plot.resize(kWidth, kAxisHeight + kBarHeight * int(bars.size()));
    const QString title =
        simulated ? ExportReport::tr("Warp instructions") : ExportReport::tr("GPU time, ms");
    plot.showBars(bars, {title, 0, top * 1.1, simulated});
    pictures.append({simulated ? ExportReport::tr("Warp instructions of each launch")
                               : ExportReport::tr("Time of each launch: the median, and the range "
                                                  "from the least to the 95th percentile"),
                     plot.asSvg()});
}

void addRoofline(const session::RunReport& report, QList<ReportPicture>& pictures) {
    RooflineChart chart;
    chart.resize(kWidth, kRooflineHeight);
    chart.setReport(&report);
    if (chart.words().isEmpty() || chart.plot().series().isEmpty())
        return;
    const_cast<Plot&>(chart.plot()).resize(kWidth, kRooflineHeight);
    pictures.append({chart.words().join(QLatin1Char('\n')), chart.plot().asSvg()});
}

} // namespace

QString writeReport(const RunState& run, const QString& notes, const QString& path) {
    QByteArray bytes;
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        const auto text = session::toJson(*run.report)
                              .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
        bytes = QByteArray::fromStdString(text + "\n");
    } else {
        QList<ReportPicture> pictures;
        addBars(*run.report, pictures);
        addRoofline(*run.report, pictures);
        bytes = reportPage(run, notes, pictures).toUtf8();
    }
    const QString why = replaceWhole(path, bytes);
    return why.isEmpty() ? why : ExportReport::tr("%1 cannot be written: %2").arg(path, why);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
QString exportReport(RunState run, const QString& notes, const QString& name, QWidget* window) {
    QString path = askWhereToSave(
        window, ExportReport::tr("Export Report"), name + QStringLiteral("_report.html"),
        ExportReport::tr("Page to share (*.html);;Report for scripts (*.json)"));
    if (path.isEmpty())
        return {};
    if (const QString problem = writeReport(run, notes, path); !problem.isEmpty()) {
        QMessageBox::warning(window, ExportReport::tr("Export Report"), problem);
        return {};
    }
    return path;
}

} // namespace warpbench::ui
