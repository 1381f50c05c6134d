// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a real GPU: shows results with GPU times, survives a kernel that crashes its
// process, and stops an endless one. Skipped without a GPU.
#include "core/cuda/driver.h"
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/results/diagnostics_model.h"
#include "ui/theme/banner.h"
#include "ui/window/export_report.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_gpu_window {

using namespace warpbench;
using namespace warpbench::ui;

class TstGpuWindow : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        try {
            if (cuda::Driver::openSystem().deviceCount() == 0) {
                QSKIP("the driver has no device");
            }
        } catch (const Error& error) {
            QSKIP(qPrintable(QStringLiteral("no real GPU: %1").arg(error.what())));
        }
        if (compilerIsMissing()) {
            QSKIP("the CUDA compiler is not installed");
        }
        prepareUiTest(m_home);
    }

    void runShowsTimesOfTheGpu() {
        OpenWindow window(QStringLiteral("vector_multiply"), onTheGpu());
        const session::RunReport report = run(window);
        QVERIFY2(report.status == session::RunStatus::ok, report.message.whole().c_str());
        QVERIFY(!report.device->simulated);
        QCOMPARE(window->pane().resultBanner().kind(), Banner::Kind::success);
        QCOMPARE(report.launches.size(), std::size_t(1));
        QVERIFY(report.launches[0].time.has_value());
        QVERIFY(report.launches[0].time->median > 0);
    }

    /// A page to share, without times of a simulation.
    void aReportsPageHasTimesOfTheGpu() {
        OpenWindow window(QStringLiteral("reduction"), onTheGpu());
        const session::RunReport report = run(window);
        QVERIFY2(report.status == session::RunStatus::ok, report.message.whole().c_str());
        const QString path = m_home.filePath(QStringLiteral("report.html"));
        const QString refused = writeReport(window->workbench().results.run(), {}, path);
        QVERIFY2(refused.isEmpty(), qPrintable(refused));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const char* said : {"Time (median)", "B/s", "<svg", "as expected"})
            QVERIFY2(page.contains(QLatin1String(said)), said);
        QVERIFY(page.contains(QString::fromStdString(report.device->name)));
        QVERIFY(!page.contains(QStringLiteral("simulated GPU: a program")));
    }

    /// An illegal address leaves the process that launched unable to use CUDA again: the child is
    /// replaced, and the next run works.
    void theWindowOutlivesABrokenContext() {
        OpenWindow window(QStringLiteral("launch_error"), onTheGpu());
        const QString source = window.editor().text();
        const session::RunReport broken = run(window);
        QVERIFY(broken.status == session::RunStatus::fault ||
                broken.status == session::RunStatus::device_error);
        QCOMPARE(window->pane().resultBanner().kind(), Banner::Kind::error);
        QCOMPARE(window.editor().text(), source);
        OpenWindow next(QStringLiteral("saxpy"), onTheGpu());
        const session::RunReport other = run(next);
        QVERIFY2(other.status == session::RunStatus::ok, other.message.whole().c_str());
        // The same window with the fixed kernel.
        window.editor().setText(QString(source).replace(QStringLiteral("y * pitch + x"),
                                                        QStringLiteral("y * width + x")));
        const session::RunReport again = run(window);
        QVERIFY2(again.status == session::RunStatus::ok, again.message.whole().c_str());
    }

    void stopEndsAnEndlessKernelWithinASecond() {
        OpenWindow window(QStringLiteral("vector_multiply"), onTheGpu());
        const QString good = window.editor().text();
        window.editor().setText(QStringLiteral(
            "extern \"C\" __global__ void multiply_them(float* dest, const float* a, const float* "
            "b) {\n    volatile float* d = dest;\n    while (true) { d[0] = d[0] + 1; }\n}\n"));
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        QSignalSpy progressed(&window->controller(), &RunController::progressed);
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(std::any_of(progressed.begin(), progressed.end(),
                                             [](const QList<QVariant>& arguments) {
                                                 return arguments.at(0).toString().contains(
                                                     QStringLiteral("Check"));
                                             }),
                                 kPatience);
        QElapsedTimer clock;
        clock.start();
        window->actionSet().stop->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience);
        qInfo("stopped after %lld ms", static_cast<long long>(clock.elapsed()));
        QVERIFY(window->workbench().results.report()->status == session::RunStatus::cancelled);
        window.editor().setText(good);
        const session::RunReport next = run(window);
        QVERIFY2(next.status == session::RunStatus::ok, next.message.whole().c_str());
    }

  private:
    static MainWindow::Options onTheGpu() {
        MainWindow::Options options = testOptions();
        options.device = QStringLiteral("0"); // real devices come first
        return options;
    }
    static session::RunReport run(OpenWindow& window) {
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience); }();
        const session::RunReport* report = window->workbench().results.report();
        return report ? *report : session::RunReport{};
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstGpuWindow)
} // namespace tst_gpu_window

#include "tst_gpu_window.moc"
