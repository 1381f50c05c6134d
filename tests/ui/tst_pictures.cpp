// SPDX-License-Identifier: GPL-3.0-or-later
// The look of each panel, compared with the images in tests/ui/pictures: before the first run,
// after a run on the simulated GPU in both themes, and at 200 %. Anything that depends on the
// computer or the date is fixed (fonts, devices, the kernel that runs) or masked (time of day,
// addresses). Differing images are saved next to the programs in pictures-that-differ. After an
// intended change of a panel, this command
//
//     WARPBENCH_RETAKE_PICTURES=1 ctest --test-dir build/quick -R tst_pictures
//
// updates the images; review each one that git shows as changed.
#include "core/compile/compile.h"
#include "tests/ui/picture_difference.h"
#include "tests/ui/window_test.h"
#include "ui/charts/limiter_bars.h"
#include "ui/charts/roofline_chart.h"
#include "ui/charts/timing_panel.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/language.h"
#include "ui/docks/panel_docks.h"
#include "ui/docks/panel_table.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/step/step_controller.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/window/run_presenter.h"
#include "ui/words/text.h"

#include <QCryptographicHash>
#include <QDockWidget>
#include <QHeaderView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTableView>
#include <QThreadPool>
#include <QTreeView>

#include <tuple>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr QSize kWindow(1280, 800);
constexpr int kSettled = 5000;  // ms, for data that a view has requested from a worker
constexpr int kLine = 10;       // source line of the stepper
constexpr int kStepNames = 160; // pixels
constexpr const char* kScale = "WARPBENCH_PICTURES_SCALE"; // for child processes of this program
constexpr const char* kRetake = "WARPBENCH_RETAKE_PICTURES";
constexpr const char* kMadeWith = "made-with.txt";
const QString kFonts = QStringLiteral("/usr/share/fonts/truetype/dejavu");

bool atTwiceTheScale() {
    return qEnvironmentVariableIntValue(kScale) == 200;
}

bool retaking() {
    return qEnvironmentVariableIsSet(kRetake);
}

QString folderOfPictures() {
    return QString::fromStdString(test::sourcePath("tests/ui/pictures/"));
}

/// DejaVu is the one family that every computer that builds this has; others would come first.
void useOneFamily(const QString& folder) {
    QFile file(folder + QStringLiteral("/fonts.conf"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(file.fileName()));
    file.write(QStringLiteral("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">"
                              "<fontconfig><dir>%1</dir><cachedir>%2</cachedir></fontconfig>")
                   .arg(kFonts, folder)
                   .toUtf8());
    qputenv("FONTCONFIG_FILE", QFile::encodeName(file.fileName()));
}

QString digestOf(const QByteArray& bytes) {
    return QString::fromLatin1(
        QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(16));
}

/// Letters as this computer's library of fonts draws them.
QString digestOfLetters() {
    QImage picture(400, 60, QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    painter.setFont(interfaceFont());
    painter.drawText(4, 20, QStringLiteral("The quick brown fox, 0123456789"));
    painter.setFont(codeFont());
    painter.drawText(4, 45, QStringLiteral("__global__ void k(float* a)"));
    painter.end();
    return digestOf({reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes()});
}

/// What pictures depend on, besides the program: a line each.
QStringList madeWith() {
    QStringList lines{QStringLiteral("Qt %1").arg(QLatin1String(qVersion()))};
    for (const char* name : {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"}) {
        QFile file(kFonts + u'/' + QLatin1String(name));
        const bool there = file.open(QIODevice::ReadOnly);
        lines << QStringLiteral("%1 %2").arg(
            QLatin1String(name), there ? digestOf(file.readAll()) : QStringLiteral("missing"));
    }
    lines << QStringLiteral("letters %1").arg(digestOfLetters());
    const compile::CompilerInfo compiler = compile::compilerInfo();
    lines << QStringLiteral("NVRTC %1")
                 .arg(compiler.available ? qs(compiler.version) : QStringLiteral("missing"));
    return lines;
}

/// \returns why the pictures cannot be compared here; empty: they can
QString whyNotHere() {
    QFile file(folderOfPictures() + QLatin1String(kMadeWith));
    if (!file.open(QIODevice::ReadOnly))
        return QStringLiteral("%1 is missing: %2=1 makes the pictures")
            .arg(file.fileName(), QLatin1String(kRetake));
    const QStringList then = QString::fromUtf8(file.readAll()).trimmed().split(u'\n');
    const QStringList now = madeWith();
    QStringList others;
    for (int i = 0; i < std::max(then.size(), now.size()); ++i) {
        if (then.value(i) != now.value(i))
            others << QStringLiteral("“%1”, here “%2”").arg(then.value(i), now.value(i));
    }
    return others.isEmpty() ? QString()
                            : QStringLiteral("the pictures were made with %1")
                                  .arg(others.join(QStringLiteral("; ")));
}

/// Masks varying content: the time of day, addresses.
void cover(QPainter& painter, const QWidget& panel, const QWidget& view, const QRect& rect) {
    const QRect seen = rect.intersected(view.rect());
    painter.fillRect(QRect(view.mapTo(&panel, seen.topLeft()), seen.size()), Qt::gray);
}

void coverWhatChanges(QImage& picture, const QWidget& panel) {
    QPainter painter(&picture);
    for (const auto* list : panel.findChildren<QTreeView*>()) { // of runs
        const QHeaderView& header = *list->header();
        const QAbstractItemModel& model = *list->model();
        for (int column = 0; column < model.columnCount(); ++column) {
            if (model.headerData(column, Qt::Horizontal, Qt::DisplayRole) != QStringLiteral("Time"))
                continue;
            for (int row = 0; row < model.rowCount(); ++row) {
                const QRect line = list->visualRect(model.index(row, 0));
                cover(painter, panel, *list->viewport(),
                      {header.sectionViewportPosition(column), line.top(),
                       header.sectionSize(column), line.height()});
            }
        }
    }
    if (const auto* lanes = panel.findChild<QTableView*>(QStringLiteral("stepLanes"))) {
        const QHeaderView* const names = lanes->verticalHeader();
        for (int row = 0; lanes->model() && row < lanes->model()->rowCount(); ++row) {
            const QString name =
                lanes->model()->headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
            if (!name.endsWith(QLatin1String("out")) && !name.endsWith(QLatin1String("in")))
                continue; // pointers are shown with their addresses
            const int top = lanes->rowViewportPosition(row);
            const int height = lanes->rowHeight(row);
            cover(painter, panel, *lanes->viewport(), {0, top, lanes->viewport()->width(), height});
            cover(painter, panel, *names->viewport(), {0, top, names->width(), height});
        }
    }
    if (const auto* lines = panel.findChild<QPlainTextEdit*>(QStringLiteral("outputText"))) {
        const QFontMetrics letters(lines->font());
        cover(painter, panel, *lines->viewport(),
              {0, 0, letters.horizontalAdvance(QStringLiteral("00:00:00 ")) + 4,
               lines->viewport()->height()});
    }
}

/// A run on a GPU that counted. \param factor  of its times and bytes
session::RunReport counted(double factor) {
    session::RunReport report;
    report.device.emplace().name = "H200";
    report.peaks = launch::DevicePeaks{4e12, 120e12, 60e12, 30e12, "2026-05-17T09:30:00Z"};
    const std::tuple<const char*, double, double, double> launches[] = {
        {"transpose_naive", 1e9, 8e9 * factor, 2.5 * factor},
        {"transpose_padded", 1e9, 8e9, 2.1},
        {"matrix_product", 60e9, 1e9, 2 * factor}};
    for (const auto& [kernel, flops, bytes, ms] : launches) {
        session::LaunchReport& launch = report.launches.emplace_back();
        launch.kernel = kernel;
        cuda::HardwareFigures& figures = launch.hardware.emplace();
        figures[cuda::HardwareFigure::flops_single] = flops;
        figures[cuda::HardwareFigure::dram_bytes_read] = bytes;
        figures[cuda::HardwareFigure::dram_bytes_written] = 0;
        launch.time = launch::summarize({ms}, "gpu-event");
        launch.roofline = session::rooflineOf(launch, report.peaks);
    }
    return report;
}

/// A run on a GPU that took these times.
session::RunReport measured(double factor) {
    session::RunReport report;
    report.device.emplace();
    report.device->name = "H200";
    for (const char* kernel : {"transpose_naive", "transpose_padded"}) {
        session::LaunchReport launch;
        launch.kernel = kernel;
        launch.time.emplace();
        for (int i = 0; i < 200; ++i)
            launch.time->values.push_back(factor *
                                          (1 + 0.05 * (i * 37 % 101) / 100 + (i == 120 ? 0.4 : 0)));
        launch.time->samples = 200;
        launch.time->outliers = 1;
        launch.time->min = factor;
        launch.time->median = 1.025 * factor;
        launch.time->mean = 1.027 * factor;
        launch.time->p95 = 1.048 * factor;
        launch.time->stddev = 0.03 * factor;
        launch.time->medianError = 0.0021;
        launch.bytesPerSecond = 1.2e12 / factor;
        report.launches.push_back(launch);
        factor *= 0.5;
    }
    return report;
}

} // namespace

class TstPictures : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (atTwiceTheScale()) {
            // The parent process compares.
        } else if (retaking()) {
            QDir().mkpath(folderOfPictures());
            QFile file(folderOfPictures() + QLatin1String(kMadeWith));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(madeWith().join(u'\n').toUtf8() + '\n');
        } else if (const QString why = whyNotHere(); !why.isEmpty()) {
            QSKIP(qPrintable(why));
        }
        prepareUiTest(m_home);
        QApplication::setFont(interfaceFont());
        QApplication::setCursorFlashTime(0);
        useLanguage(QStringLiteral("en"));
        if (LimiterBars::tr("%n block(s)", nullptr, 1) != QStringLiteral("1 block"))
            QSKIP("without Qt's lrelease texts that differ by number look otherwise");
        Theme::instance().apply(false);
        m_window = std::make_unique<OpenWindow>(QStringLiteral("transpose"));
        OpenWindow& window = *m_window;
        window->resize(kWindow);
        window->restoreDefaultLayout();
        window->workbench().log.clear(); // it mentions whether there is a GPU
    }

    /// Each explains its purpose and how to fill it.
    void beforeARun_data() {
        QTest::addColumn<QString>("id");
        for (const PanelRow& row : panelTable())
            QTest::addRow("%s-empty", qPrintable(row.id.text())) << row.id.text();
    }
    void beforeARun() {
        if (atTwiceTheScale())
            QSKIP("the sizes of what is there tell more");
        QFETCH(QString, id);
        showAlone(id);
        compareWithItsPicture(dockOf(id));
    }

    void afterARun_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("dark");
        const QString scale = atTwiceTheScale() ? QStringLiteral("-200") : QString();
        for (const bool dark : {false, true}) {
            for (const PanelRow& row : panelTable())
                QTest::addRow("%s-%s%s", qPrintable(row.id.text()), dark ? "dark" : "light",
                              qPrintable(scale))
                    << row.id.text() << dark;
        }
    }
    void afterARun() {
        QFETCH(QString, id);
        QFETCH(bool, dark);
        runAndStep();
        if (Theme::instance().dark() != dark)
            Theme::instance().apply(dark);
        showAlone(id);
        compareWithItsPicture(dockOf(id));
    }

    /// A real GPU's times, which no run here gives.
    void measuredTimes_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("measured-light") << false;
        QTest::newRow("measured-dark") << true;
    }
    void measuredTimes() {
        if (atTwiceTheScale())
            QSKIP("seen with the panels");
        QFETCH(bool, dark);
        Theme::instance().apply(dark);
        TimingPanel panel;
        panel.resize(440, 480);
        panel.setBaseline(measured(1.2), QStringLiteral("run 3"), 1);
        panel.setReport(measured(1));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        compareWithItsPicture(&panel);
    }

    void roofline_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("roofline-light") << false;
        QTest::newRow("roofline-dark") << true;
    }
    void roofline() {
        if (atTwiceTheScale())
            QSKIP("seen with the panels");
        QFETCH(bool, dark);
        Theme::instance().apply(dark);
        RooflineChart chart;
        chart.resize(400, 380);
        const session::RunReport report = counted(1);
        chart.setReport(&report, {{QStringLiteral("run 3"), 2,
                                   std::make_shared<const session::RunReport>(counted(1.6))}});
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        compareWithItsPicture(&chart);
    }

    /// The same with four pixels per pixel: Qt reads the scale at startup.
    void twiceAsLarge() {
        if (atTwiceTheScale())
            return;
        QProcess twice;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QLatin1String(kScale), QStringLiteral("200"));
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
        twice.setProcessEnvironment(environment);
        twice.setProcessChannelMode(QProcess::MergedChannels);
        twice.start(QCoreApplication::applicationFilePath(), QStringList());
        QVERIFY(twice.waitForFinished(4 * kPatience));
        QVERIFY2(twice.exitStatus() == QProcess::NormalExit && twice.exitCode() == 0,
                 twice.readAll().constData());
    }

    void cleanupTestCase() {
        if (m_window) {
            (*m_window)->workbench().stepper.stop();
            m_window.reset();
        }
    }

  private:
    /// Two runs, the first of them pinned, some lines of output, and a launch that is stepped
    /// through: something for each panel.
    void runAndStep() {
        if (m_hasRun)
            return;
        m_hasRun = true;
        OpenWindow& window = *m_window;
        window->docks().show(QStringLiteral("lanes")); // so that runs are traced
        const QString own = window.editor().text();
        // The tile without its further column.
        window.editor().setText(
            QString(own).replace(QLatin1String("[TILE + 1]"), QLatin1String("[TILE]")));
        run();
        window->actionSet().pinBaseline->trigger();
        window.editor().setText(own);
        run();
        run(); // uses the cache, as it reports
        Workbench& bench = window->workbench();
        bench.log.clear();
        bench.log.append(LogEntry::Level::notice, QStringLiteral("A notice, with its time."));
        bench.log.append(LogEntry::Level::output, QStringLiteral("What a kernel printed: 42"));
        bench.log.append(LogEntry::Level::error, QStringLiteral("An error, with its remedy."));
        QSignalSpy stepped(&bench.stepper, &StepController::changed);
        bench.stepper.runTo(kLine);
        QTRY_VERIFY_WITH_TIMEOUT(bench.stepper.phase() == StepController::Phase::paused, kPatience);
        // As wide as its addresses are long, which differ from run to run.
        window.find<QTableView>("stepLanes")->verticalHeader()->setFixedWidth(kStepNames);
        // A pause's buffers are looked at in tst_step; here it is the run's.
        window->panel<BufferInspector>().setReport(bench.results.run().report);
        Problem problem;
        problem.text = QStringLiteral("variable \"y\" was declared but never referenced");
        problem.severity = compile::Severity::warning;
        problem.file = QStringLiteral("transpose.cu");
        problem.line = 8;
        problem.code = QStringLiteral("177-D");
        bench.diagnostics.setProblems({problem});
    }

    void run() {
        QSignalSpy shown(&(*m_window)->presenter(), &RunPresenter::reportShown);
        (*m_window)->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kPatience);
    }

    /// In the initial window state, so that earlier views do not matter.
    void showAlone(const QString& id) {
        (*m_window)->restoreDefaultLayout();
        (*m_window)->docks().show(id);
    }

    QWidget* dockOf(const QString& id) {
        return m_window->find<QDockWidget>(qPrintable(id + QStringLiteral("Dock")))->widget();
    }

    static QImage pictureOf(QWidget& panel) {
        QImage picture = panel.grab().toImage().convertToFormat(QImage::Format_RGB32);
        coverWhatChanges(picture, panel);
        picture.setDevicePixelRatio(1);
        return picture;
    }

    /// The panel when nothing is under way any more.
    static QImage settledPictureOf(QWidget& panel) {
        QObject last; // behind what waits for a turn, such as another theme
        bool isLast = false;
        inTurn(last, [&isLast] { isLast = true; });
        [[maybe_unused]] const bool none = QTest::qWaitFor([&isLast] { return isLast; }, kSettled);
        QImage before;
        QImage picture;
        int same = 0;
        const auto settled = [&] {
            QThreadPool::globalInstance()->waitForDone();
            picture = pictureOf(panel);
            same = picture == before ? same + 1 : 0;
            before = picture;
            return same >= 5;
        };
        [[maybe_unused]] const bool still = QTest::qWaitFor(settled, kSettled);
        return picture;
    }

    static void compareWithItsPicture(QWidget* panel) {
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const QString path = folderOfPictures() + name + QStringLiteral(".png");
        if (retaking()) {
            QVERIFY2(inFewColours(settledPictureOf(*panel)).save(path, nullptr, 0),
                     qPrintable(path));
            return;
        }
        const QImage expected = QImage(path).convertToFormat(QImage::Format_RGB32);
        QVERIFY2(!expected.isNull(), qPrintable(path + QStringLiteral(" cannot be read")));
        QImage got;
        const auto asExpected = [&] {
            QThreadPool::globalInstance()->waitForDone();
            got = pictureOf(*panel);
            return alike(expected, got);
        };
        const QString left = QCoreApplication::applicationDirPath() +
                             QStringLiteral("/pictures-that-differ/") + name;
        const QString suffixes[] = {QStringLiteral("-expected.png"), QStringLiteral("-got.png"),
                                    QStringLiteral("-difference.png")};
        for (const QString& suffix : suffixes)
            QFile::remove(left + suffix);
        if (QTest::qWaitFor(asExpected, kSettled))
            return;
        QDir().mkpath(QFileInfo(left).path());
        expected.save(left + suffixes[0]);
        got.save(left + suffixes[1]);
        showDifference(expected, got).save(left + suffixes[2]);
        if (got.size() != expected.size())
            QFAIL(qPrintable(QStringLiteral("%1 × %2 pixels, and %3 × %4 expected: see %5-*.png")
                                 .arg(got.width())
                                 .arg(got.height())
                                 .arg(expected.width())
                                 .arg(expected.height())
                                 .arg(left)));
        const PictureDifference difference = differenceOf(expected, got);
        QFAIL(qPrintable(QStringLiteral("%1 of 255 at (%2, %3): see %4-*.png")
                             .arg(difference.most, 0, 'f', 1)
                             .arg(difference.where.x())
                             .arg(difference.where.y())
                             .arg(left)));
    }

    QTemporaryDir m_home;
    std::unique_ptr<OpenWindow> m_window;
    bool m_hasRun = false;
};

int main(int argc, char** argv) {
    const QTemporaryDir home;
    useOneFamily(home.path());
    qputenv("XDG_CACHE_HOME", QFile::encodeName(home.path())); // nothing is compiled yet
    QApplication app(argc, argv);
    TstPictures test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_pictures.moc"
