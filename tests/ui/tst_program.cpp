// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program from outside: it always ends in order. An open window has threads,
// child processes and files, which must not outlive the program or be used during its
// exit.
#include "tests/ui/window_test.h"
#include "tests/ui/x_server.h"
#include "ui/docks/panel_docks.h"
#include "ui/documents/start_mark.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace warpbench::ui;

namespace {

constexpr int kPatienceMs = 120'000;

const char* const kProject = R"({"format": "warpbench-project", "version": 1, "name": "k",
 "source": {"text": "__global__ void k() {}"}, "buffers": [], "launches": []})";

} // namespace

class ProgramTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_own); }

    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(m_home->isValid());
        QFile project(m_home->filePath(QStringLiteral("k.warpbench")));
        QVERIFY(project.open(QIODevice::WriteOnly) && project.write(kProject) > 0);
    }

    /// A mistake on the command line that only the window knows to be one.
    void aMistakeThatTheWindowFindsEndsItInOrder_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such panel")
            << QStringList{"--panel", "nonsense"} << "unknown panel “nonsense”";
        QTest::newRow("no such costs")
            << QStringList{"--line-costs", "nonsense"} << "--line-costs must be one of";
    }
    void aMistakeThatTheWindowFindsEndsItInOrder() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        QProcess program;
        start(program, options << m_home->filePath(QStringLiteral("k.warpbench")));
        QVERIFY(program.waitForFinished(kPatienceMs));
        const QString output = QString::fromUtf8(program.readAll());
        QVERIFY2(program.exitStatus() == QProcess::NormalExit, qPrintable(output));
        QVERIFY2(program.exitCode() == 2, qPrintable(output));
        QVERIFY2(output.contains(said), qPrintable(output));
        QVERIFY2(output.contains(QStringLiteral("see warpbench --help")), qPrintable(output));
        nothingIsLeft();
    }

    /// With --panel-only the size is the panel's, whatever room its dock would have.
    void thePictureHasTheSizeThatWasAskedFor_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QSize>("size");
        QTest::newRow("the window") << QStringList{"--size", "1000x700"} << QSize(1000, 700);
        QTest::newRow("a panel") << QStringList{"--size", "500x260", "--panel", "results",
                                                "--panel-only"}
                                 << QSize(500, 260);
        QTest::newRow("a panel larger than the window")
            << QStringList{"--size", "1600x1000", "--panel", "counters", "--panel-only"}
            << QSize(1600, 1000);
        QTest::newRow("a part of a panel")
            << QStringList{"--size", "420x380", "--panel", "counters:roofline", "--panel-only"}
            << QSize(420, 380);
        QTest::newRow("a page of a panel")
            << QStringList{"--size", "420x900", "--panel", "options", "--panel-only"}
            << QSize(420, 900);
    }
    void thePictureHasTheSizeThatWasAskedFor() {
        QFETCH(QStringList, options);
        QFETCH(QSize, size);
        const QString picture = m_home->filePath(QStringLiteral("picture.png"));
        QProcess program;
        start(program, QStringList{"--screenshot", picture} + options +
                           QStringList{m_home->filePath(QStringLiteral("k.warpbench"))});
        QVERIFY(program.waitForFinished(kPatienceMs));
        QVERIFY2(program.exitCode() == 0, program.readAll().constData());
        const QImage image(picture);
        QCOMPARE(image.size(), size);
        QImage plain = image;
        plain.fill(image.pixel(0, 0));
        QVERIFY2(image != plain, "nothing is drawn in it");
    }

    /// It is the same on every desktop.
    void aPictureIsInEnglishUnlessAnotherLanguageIsAskedFor() {
        const auto picture = [this](const QString& system, const QStringList& options) {
            const QString file = m_home->filePath(QStringLiteral("picture.png"));
            QFile::remove(file);
            QProcess program;
            start(program,
                  QStringList{"--screenshot", file, "--size", "500x260", "--panel", "options",
                              "--panel-only"} +
                      options + QStringList{m_home->filePath(QStringLiteral("k.warpbench"))},
                  system);
            program.waitForFinished(kPatienceMs);
            return QImage(file);
        };
        const QImage english = picture(QStringLiteral("en"), {});
        QVERIFY(!english.isNull());
        QCOMPARE(picture(QStringLiteral("de"), {}), english);
        const QImage german = picture(QStringLiteral("en"), {"--language", "de"});
        if (german.isNull())
            QSKIP("without lrelease the window is built in English only");
        QVERIFY(german != english);
        QCOMPARE(picture(QStringLiteral("de"), {"--language", "en"}), english);
    }

    /// A window comes up again as it was closed.
    void aKeptLayoutComesUp_data() {
        QTest::addColumn<int>("perspective");
        QTest::addColumn<bool>("maximized");
        QTest::addColumn<QStringList>("options");
        for (const Perspective perspective : kPerspectives) {
            for (const bool maximized : {false, true}) {
                QTest::addRow("%s%s", qPrintable(nameOf(perspective)),
                              maximized ? ", maximized" : "")
                    << int(perspective) << maximized << QStringList();
            }
        }
        const QStringList project{QStringLiteral("k.warpbench")};
        QTest::newRow("a project, maximized") << int(Perspective::tune) << true << project;
        QTest::newRow("a size, maximized")
            << int(Perspective::tune) << true
            << QStringList{QStringLiteral("--size"), QStringLiteral("1000x700")};
    }
    void aKeptLayoutComesUp() {
        QFETCH(int, perspective);
        QFETCH(bool, maximized);
        QFETCH(QStringList, options);
        const XServer server;
        if (server.display().isEmpty())
            QSKIP("Xvfb is not installed, and this test needs an X server");
        keepLayouts(Perspective(perspective), maximized);
        QFile mark(startMark()); // like a failed start, which the first frame clears
        QVERIFY(QDir().mkpath(QFileInfo(mark).path()));
        QVERIFY(mark.open(QIODevice::WriteOnly) && mark.write(".") == 1);
        mark.close();
        QProcess program;
        program.setWorkingDirectory(m_home->path());
        start(program, options, {}, server.display());
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(!mark.exists() || program.state() == QProcess::NotRunning,
                                 kPatienceMs);
        constexpr int kSettlesMs = 700;
        program.waitForFinished(kSettlesMs);
        QVERIFY2(program.state() == QProcess::Running, program.readAll().constData());
        program.kill();
        program.waitForFinished();
    }

    /// Whatever is wrong with a layout, it keeps the program from starting twice at most.
    void aLayoutThatFailedTwiceIsLeft() {
        const QString file = m_home->filePath(QStringLiteral("mark"));
        const auto fail = [&file] { // left behind by a crash
            QFile mark(file);
            QVERIFY(mark.open(QIODevice::Append) && mark.write(".") == 1);
        };
        QVERIFY(!StartMark(file).failedTwice());
        QVERIFY(!QFile::exists(file)); // an orderly end
        fail();
        QVERIFY(!StartMark(file).failedTwice());
        fail();
        fail();
        {
            StartMark third(file);
            QVERIFY(third.failedTwice());
            third.cameUp();
            QVERIFY(!StartMark(file).failedTwice());
        }
    }

  private:
    /// Settings of a window that was closed so.
    void keepLayouts(Perspective perspective, bool maximized) const {
        MainWindow window(testOptions());
        window.resize(1900, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Perspective each : kPerspectives)
            window.docks().change(each);
        window.docks().change(perspective);
        for (int i = 0; i < 20; ++i) // until the docks have their places
            QCoreApplication::processEvents();
        const auto layouts = window.docks().layouts();
        QSettings settings(m_home->filePath(QStringLiteral("XDG_CONFIG_HOME/Warpbench/") +
                                            QStringLiteral("warpbench.conf")),
                           QSettings::IniFormat);
        settings.setValue(QStringLiteral("settingsVersion"), 1);
        settings.setValue(QStringLiteral("tourSeen"), true);
        for (auto layout = layouts.begin(); layout != layouts.end(); ++layout)
            settings.setValue(QStringLiteral("layouts/") + layout.key(), layout.value());
        settings.setValue(QStringLiteral("window/geometry"),
                          geometryOf({100, 100, 1440, 900}, maximized));
        settings.setValue(QStringLiteral("window/perspective"), nameOf(perspective));
    }

    /// As QWidget::saveGeometry() has it on the X server's screen: on another one it is refused.
    static QByteArray geometryOf(const QRect& normal, bool maximized) {
        constexpr quint32 kMagic = 0x1D9D0CB;
        constexpr QRect kScreen(0, 0, 1920, 1080);
        QByteArray bytes;
        QDataStream stream(&bytes, QIODevice::WriteOnly);
        stream.setVersion(QDataStream::Qt_4_0);
        stream << kMagic << quint16(3) << quint16(0) << (maximized ? kScreen : normal) << normal
               << qint32(0) << quint8(maximized ? Qt::WindowMaximized : 0) << quint8(0)
               << qint32(kScreen.width()) << (maximized ? kScreen : normal);
        return bytes;
    }

    QString startMark() const {
        return m_home->filePath(
            QStringLiteral("XDG_DATA_HOME/Warpbench/warpbench/start-in-progress"));
    }

    /// \param display  of the X server to be shown on; empty: as the tests are
    /// \param system  the language of the desktop; empty: as it is
    void start(QProcess& program, const QStringList& arguments, const QString& system = {},
               const QString& display = {}) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
            environment.insert(QLatin1String(name), m_home->filePath(QLatin1String(name)));
        if (!display.isEmpty()) {
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
            environment.insert(QStringLiteral("DISPLAY"), display);
        }
        if (!system.isEmpty()) {
            environment.remove(QStringLiteral("LC_ALL"));
            environment.insert(QStringLiteral("LANGUAGE"), system);
            environment.insert(QStringLiteral("LANG"), system == QLatin1String("de")
                                                           ? QStringLiteral("de_DE.UTF-8")
                                                           : QStringLiteral("C.UTF-8"));
        }
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/warpbench"),
                      arguments);
    }

    /// The lock of the copies of unsaved work goes with the window; a program that ended under its
    /// window leaves it behind.
    void nothingIsLeft() const {
        QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString file = all.next();
            QVERIFY2(!file.contains(QStringLiteral("/recovery/")), qPrintable(file));
        }
    }

    std::unique_ptr<QTemporaryDir> m_home; ///< of the program
    QTemporaryDir m_own;
};

QTEST_MAIN(ProgramTest)
#include "tst_program.moc"
