// SPDX-License-Identifier: GPL-3.0-or-later
// The Live panel: frames of a project on the simulated GPU, their inputs and sliders.
#include "core/compile/compile.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/inspector/image_view.h"
#include "ui/live/live_panel.h"
#include "ui/live/parameter_sliders.h"
#include "ui/live/slider_range.h"
#include "ui/run/live_run.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include <algorithm>

namespace tst_live {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kPatience = 60'000; // ms; a busy machine is slow, and nothing here waits for nothing

/// A picture of one colour: red is the frame, green how often a resident buffer was counted up,
/// blue a parameter; alpha is 255.
const char* const kSource = R"(extern "C" __global__ void tick(int* count) { ++*count; }
extern "C" __global__ void paint(uchar4* picture, const int* count, int frame, int level,
                                 int width) {
    const int i = threadIdx.x;
    if (i < width * 8)
        picture[i] = make_uchar4(frame, *count, level, 255);
}
)";

project::Project paintProject() {
    QByteArray text = R"({'format': 'warpbench-project', 'version': 1, 'source': {'text': ''},
        'parameters': {'frame': 0, 'level': 10, 'width': '2 * 8', 'mouse_x': 0, 'mouse_buttons': 0},
        'buffers': [{'name': 'count', 'dtype': 'int32', 'shape': [1]},
                    {'name': 'grey', 'dtype': 'float32', 'shape': [4, 4]},
                    {'name': 'picture', 'dtype': 'uchar4', 'shape': [8, 'width']}],
        'launches': [{'kernel': 'tick', 'grid': [1], 'block': [1],
                      'args': [{'buffer': 'count', 'access': 'resident'}]},
                     {'kernel': 'paint', 'grid': [1], 'block': [128],
                      'args': [{'buffer': 'picture', 'access': 'out'},
                               {'buffer': 'count', 'access': 'resident'},
                               {'scalar': 'int32', 'value': 'frame'},
                               {'scalar': 'int32', 'value': 'level + mouse_x + mouse_buttons'},
                               {'scalar': 'int32', 'value': 'width'}]}]})";
    text.replace('\'', '"');
    return project::parseProject(text.toStdString(), "p.warpbench").project;
}

struct OpenPanel {
    OpenPanel()
        : panel(bench) {
        bench.document.create(paintProject(), QString::fromLatin1(kSource));
        bench.controller.setDevice(QStringLiteral("sim"));
    }
    template <class Widget>
    Widget& find(const char* name) {
        return *panel.findChild<Widget*>(QString::fromLatin1(name));
    }
    /// The colour of the next picture that is drawn.
    QColor next(const std::function<void()>& begin) {
        QSignalSpy shown(&panel, &LivePanel::shown);
        begin();
        if (shown.isEmpty() && !shown.wait(kPatience)) {
            qWarning("no picture: %s", qPrintable(bench.live.problem()));
            return {};
        }
        return shown.last().at(0).value<QImage>().pixelColor(3, 3);
    }
    QColor step() {
        return next([&] { find<QPushButton>("liveStep").click(); });
    }

    Workbench bench;
    LivePanel panel;
};

} // namespace

class TestLive : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void slidersOfferRanges_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isOffered");
        QTest::addColumn<QList<double>>("values"); // at both ends and in the middle
        QTest::newRow("number") << "2.0" << true << QList<double>{0.125, 2, 32};
        QTest::newRow("whole") << "8" << true << QList<double>{1, 8, 128};
        QTest::newRow("negative") << "-4.0" << true << QList<double>{-0.25, -4, -64};
        QTest::newRow("zero") << "0" << true << QList<double>{0, 50, 100};
        QTest::newRow("no length") << "0.0" << true << QList<double>{-1, 0, 1};
        QTest::newRow("expression") << "2 * n" << false << QList<double>();
        QTest::newRow("nothing") << "" << false << QList<double>();
        QTest::newRow("infinite") << "inf" << false << QList<double>();
    }
    void slidersOfferRanges() {
        QFETCH(QString, text);
        QFETCH(bool, isOffered);
        QFETCH(QList<double>, values);
        const auto range = SliderRange::of(text.toStdString());
        QCOMPARE(range.has_value(), isOffered);
        for (int i = 0; i < values.size(); ++i) {
            const int step = i * SliderRange::kSteps / 2;
            QCOMPARE(range->valueAt(step), values[i]);
            QCOMPARE(range->valueAt(range->stepOf(values[i])), values[i]);
        }
    }

    void framesAreCounted() {
        OpenPanel open;
        QCOMPARE(open.find<QComboBox>("liveBuffer").count(), 2);
        QCOMPARE(open.find<QComboBox>("liveBuffer").currentText(), QStringLiteral("picture"));
        QCOMPARE(open.step(), QColor(0, 1, 10));
        QCOMPARE(open.step(), QColor(1, 2, 10)); // and resident buffers keep their contents
        QCOMPARE(open.next([&] { open.find<QPushButton>("liveRestart").click(); }),
                 QColor(0, 1, 10));
    }

    /// They take longer than many a frame, and nobody sees them.
    void framesHaveNoStatistics() {
        OpenPanel open;
        QSignalSpy done(&open.bench.live, &LiveRun::frameDone);
        open.step();
        const auto report = done.at(0).at(0).value<session::RunReport>();
        QCOMPARE(report.status, session::RunStatus::ok);
        QCOMPARE(report.buffers.size(), std::size_t(3));
        for (const session::BufferReport& buffer : report.buffers)
            QVERIFY(!buffer.min && !buffer.max && !buffer.mean);
    }

    void framesFollowEachOther() {
        OpenPanel open;
        QSignalSpy shown(&open.panel, &LivePanel::shown);
        auto& start = open.find<QPushButton>("liveStart");
        start.click();
        QVERIFY(open.bench.live.running());
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() >= 5, kPatience);
        start.click();
        QVERIFY(!open.bench.live.running());
        QCOMPARE(open.bench.live.problem(), QString());
        int before = -1;
        for (const auto& picture : shown) {
            const int frame = picture.at(0).value<QImage>().pixelColor(0, 0).red();
            QVERIFY(frame > before);
            before = frame;
        }
        QVERIFY(!open.bench.results.report()); // nothing was run
    }

    void slidersShowAllDigitsOfWholeNumbers() {
        project::Project project;
        project.parameters["n"].text = "1000003";
        ParameterSliders sliders;
        sliders.show(project, {});
        QStringList texts;
        for (const QLabel* label : sliders.findChildren<QLabel*>())
            texts << label->text();
        QVERIFY2(texts.contains(QStringLiteral("1000003")), qPrintable(texts.join(u' ')));
    }

    void slidersChangeTheNextFrame() {
        OpenPanel open;
        // Neither for what frames set, nor for an expression.
        QCOMPARE(open.panel.findChildren<QSlider*>().size(), 1);
        auto& keep = open.find<QPushButton>("liveKeep");
        QVERIFY(!keep.isEnabled());
        open.find<QSlider>("slider_level").setValue(SliderRange::kSteps);
        QVERIFY(keep.isEnabled());
        QCOMPARE(open.step(), QColor(0, 1, 160));
        QCOMPARE(open.bench.document.project().parameters.at("level").text, std::string("10"));
        keep.click();
        QCOMPARE(open.bench.document.project().parameters.at("level").text, std::string("160"));
        QVERIFY(!keep.isEnabled());
        open.bench.document.undoStack()->undo();
        QCOMPARE(open.bench.document.project().parameters.at("level").text, std::string("10"));
        QCOMPARE(open.step(), QColor(1, 2, 10));
    }

    void theMouseIsAnInput() {
        OpenPanel open;
        auto& picture = open.find<ImageView>("livePicture");
        picture.resize(160, 80); // 16 x 8 pixels, ten times as large
        QCOMPARE(open.step(), QColor(0, 1, 10));
        QTest::mousePress(&picture, Qt::LeftButton, {}, QPoint(75, 35));
        QCOMPARE(open.step(), QColor(1, 2, 18)); // 7 and the button's 1
        QTest::mouseMove(&picture, QPoint(95, 35));
        QTest::mouseRelease(&picture, Qt::LeftButton, {}, QPoint(95, 35));
        QCOMPARE(open.step(), QColor(2, 3, 19));
        QTest::mouseMove(&picture, QPoint(300, 300)); // it left
        QCOMPARE(open.step(), QColor(3, 4, 19));
    }

    void afterAnErrorAnEditGoesOn() {
        OpenPanel open;
        QSignalSpy changed(&open.bench.live, &LiveRun::changed);
        open.bench.document.setSource(QString::fromLatin1(kSource).replace("++", "++ nothing"));
        open.bench.live.start();
        QTRY_VERIFY_WITH_TIMEOUT(!open.bench.live.problem().isEmpty(), kPatience);
        QVERIFY(open.bench.live.running());
        QVERIFY(open.find<QLabel>("liveProblem").text().size() > 5);
        const QColor colour =
            open.next([&] { open.bench.document.setSource(QString::fromLatin1(kSource)); });
        QCOMPARE(colour.blue(), 10);
        QVERIFY(open.bench.live.problem().isEmpty());
        open.bench.live.stop();
    }

    void aRunComesBetween() {
        OpenPanel open;
        QSignalSpy finished(&open.bench.controller, &RunController::runFinished);
        QVERIFY(open.next([&] { open.bench.live.start(); }).isValid());
        open.bench.controller.run(open.bench.document.project(), open.bench.document.source());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        QCOMPARE(qvariant_cast<session::RunReport>(finished.at(0).at(0)).status,
                 session::RunStatus::ok);
        QVERIFY(open.next([] {}).isValid()); // and frames go on
        open.bench.live.stop();
    }

    void anotherProjectEndsIt() {
        OpenPanel open;
        QVERIFY(open.next([&] { open.bench.live.start(); }).isValid());
        project::Project other = paintProject();
        other.buffers.pop_back();
        other.buffers.pop_back();
        open.bench.document.create(other, QStringLiteral("// nothing"));
        QVERIFY(!open.bench.live.running());
        QCOMPARE(open.bench.live.frame(), 0);
        QVERIFY(!open.find<QPushButton>("liveStart").isEnabled()); // it has no picture
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TestLive)
} // namespace tst_live

#include "tst_live.moc"
