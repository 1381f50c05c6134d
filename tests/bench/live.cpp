// SPDX-License-Identifier: GPL-3.0-or-later
// Frames per second of the lessons that run continuously, through the Live panel: worker, picture
// and painting. Wanted of the first: 15 on a simulated GPU with two cores, 60 on a real one, which
// is also the most that Live asks for.
//   bench_live [DEVICE]    "sim" without one
#include "tests/source_path.h"
#include "ui/live/live_panel.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kMeasuredMs = 10'000; // the zoom goes in and out within eight seconds
constexpr int kPatienceMs = 120'000;

struct Film {
    const char* lesson;
    int width; ///< 0: the lesson's own picture
    int height;
};

constexpr Film kFilms[] = {{"mandelbrot_zoom", 640, 400},
                           {"mandelbrot_zoom", 0, 0},
                           {"life", 0, 0},
                           {"n_body", 0, 0},
                           {"ray_marcher", 0, 0}};

/// False if no frame came.
bool measure(const Film& film, const QString& device) {
    Workbench bench;
    const QString examples = QString::fromStdString(test::sourcePath("examples/%1/%1.warpbench"));
    bench.document.open(examples.arg(QLatin1String(film.lesson)));
    if (film.width > 0)
        bench.document.edit(QStringLiteral("size"), [&film](project::Project& project) {
            project.parameters["width"] = {std::to_string(film.width), {}};
            project.parameters["height"] = {std::to_string(film.height), {}};
        });
    bench.controller.setDevice(device);
    LivePanel panel(bench);
    panel.resize(900, 700);
    panel.show();

    QEventLoop loop;
    QElapsedTimer clock;
    std::vector<double> times;
    double last = 0;
    QSize size;
    QObject::connect(&panel, &LivePanel::shown, &loop, [&](const QImage& picture) {
        size = picture.size();
        if (!clock.isValid())
            return clock.start(); // the first one is compiled before
        const double now = double(clock.nsecsElapsed()) / 1e6;
        times.push_back(now - last);
        last = now;
        if (now >= kMeasuredMs)
            loop.quit();
    });
    QObject::connect(&bench.live, &LiveRun::changed, &loop, [&] {
        if (!bench.live.problem().isEmpty())
            loop.quit();
    });
    QTimer::singleShot(kPatienceMs, &loop, &QEventLoop::quit);
    bench.live.start();
    loop.exec();
    bench.live.stop();
    if (times.empty()) {
        std::printf("%-16s no frames: %s\n", film.lesson, qPrintable(bench.live.problem()));
        return false;
    }
    std::sort(times.begin(), times.end());
    std::printf("%-16s %5d x %-5d %7.1f frames/s   %8.2f ms half of them, %8.2f ms nine of ten\n",
                film.lesson, size.width(), size.height(), 1e3 * double(times.size()) / last,
                times[times.size() / 2], times[times.size() * 9 / 10]);
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    QApplication application(argc, argv);
    const QString device = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("sim");
    bool allRan = true;
    for (const Film& film : kFilms)
        allRan = measure(film, device) && allRan;
    return allRan ? 0 : 1;
}
