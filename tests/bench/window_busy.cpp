// SPDX-License-Identifier: GPL-3.0-or-later
// For how long the window's thread is busy in one go, in a walk over every panel: while it is, no
// key is answered and nothing moves. Wanted are 16 ms at most, a frame; 50 ms where a listing of
// 100,000 lines or a chart of a million samples comes. Each turn of the event loop is timed: all
// events that are dealt with before a key could be. Of each step of the walk the longest turn is
// printed, with the longer events in it and who received them; beside it the most that the
// processor did for this thread in any one turn, which others that keep it busy do not lengthen.
//   bench_window_busy [PROJECT]
#include "tests/source_path.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/docks/panel_docks.h"
#include "ui/docks/panel_table.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/window/command_list.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"
#include "ui/window/run_presenter.h"
#include "ui/workbench/workbench.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaEnum>
#include <QPointer>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <functional>
#include <utility>
#include <vector>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kQuietMs = 150;    // a step is over when nothing happened for so long
constexpr int kMostMs = 120'000; // no step takes longer
constexpr int kListingLines = 100'000;
constexpr int kSamples = 1'000'000;
constexpr int kLongMs = 1500; // how long to observe endless work
constexpr double kWorthNamingMs = 2;

/// The processor's time for the calling thread, in ms; for all threads where that is not known.
double processorMs() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
#else
    return 1e3 * double(std::clock()) / CLOCKS_PER_SEC;
#endif
}

/// Times the turns of the event loop by the events that are not sent from within another one.
class WatchedApplication : public QApplication {
  public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        const QByteArray who =
            QByteArray(receiver->metaObject()->className()) + ' ' + receiver->objectName().toUtf8();
        const QEvent::Type type = event->type();
        ++m_depth;
        QElapsedTimer clock;
        clock.start();
        const double before = processorMs();
        const bool result = QApplication::notify(receiver, event);
        const double ms = double(clock.nsecsElapsed()) / 1e6;
        const double workMs = processorMs() - before;
        --m_depth;
        if (ms > 1)
            m_lastWork.start(); // the walk's own timers are shorter
        m_turnMs += ms;
        m_turnWorkMs += workMs;
        if (ms > kWorthNamingMs) {
            const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
            m_events +=
                "; " + QByteArray::number(ms, 'f', 1) + ' ' + who + ", " + (name ? name : "event");
        }
        return result;
    }
    /// Between two of these, keys and the mouse are looked at.
    void endTurn() {
        if (m_depth > 0)
            return; // a loop within an event
        mostWorkMs = std::max(mostWorkMs, m_turnWorkMs);
        if (m_turnMs > longestMs) {
            longestMs = m_turnMs;
            longestEvents = m_events.mid(2);
        }
        m_turnMs = m_turnWorkMs = 0;
        m_events.clear();
    }
    /// Restarts the search for the longest one.
    void begin() {
        longestMs = 0;
        mostWorkMs = 0;
        longestEvents.clear();
        m_lastWork.start();
    }
    bool quiet() const { return m_lastWork.elapsed() > kQuietMs; }

    double longestMs = 0;
    QByteArray longestEvents; ///< the events of that time, their receivers and durations
    double mostWorkMs = 0;    ///< of the processor, in any turn

  private:
    int m_depth = 0;
    double m_turnMs = 0, m_turnWorkMs = 0;
    QByteArray m_events;
    QElapsedTimer m_lastWork;
};

/// A step of the walk: an action in a separate event, and its end condition.
struct Step {
    QByteArray name;
    double targetMs = 16;
    std::function<void()> act;
    std::function<bool()> over; ///< empty: when it is quiet
};

class Walk : public QObject {
  public:
    Walk(WatchedApplication& app, MainWindow& window, const QString& project)
        : m_app(app)
        , m_window(window)
        , m_project(project) {
        connect(&window.presenter(), &RunPresenter::reportShown, this, [this] { ++m_reports; });
        connect(&m_poll, &QTimer::timeout, this, &Walk::look);
        m_poll.setInterval(20);
        addWork();
        addTyping();
        addPanels();
        addDialogs();
        addTraced();
        addStepper();
        addLong();
        addLarge();
    }

    void start() { QTimer::singleShot(0, this, &Walk::next); }
    int late() const { return m_late; }

  private:
    void add(const QByteArray& name, std::function<void()> act, std::function<bool()> over = {},
             double targetMs = 16) {
        m_steps.push_back({name, targetMs, std::move(act), std::move(over)});
    }

    void addWork() {
        add(
            "show the window", [this] { m_window.show(); },
            [this] { return m_window.devicesReady(); }, 500);
        add("start page", [this] { m_window.showStartPage(); });
        add(
            "open a project", [this] { m_window.files().openPath(m_project); },
            [this] { return m_window.devicesReady(); });
        add(
            "run", [this] { m_window.actionSet().run->trigger(); }, reports(1));
        add(
            "run again", [this] { m_window.actionSet().run->trigger(); }, reports(2));
        add("pin it", [this] { m_window.actionSet().pinBaseline->trigger(); });
        CodeEditor& editor = m_window.pane().editor();
        add("put the caret into the kernel", [&editor] {
            editor.setFocus();
            editor.setCursorPosition(editor.lines() / 2, 0);
        });
        for (int i = 0; i < 3; ++i) {
            add(i == 0 ? "type a letter" : "type another", [&editor] {
                QApplication::postEvent(
                    &editor, new QKeyEvent(QEvent::KeyPress, Qt::Key_X, {}, QStringLiteral("x")));
            });
        }
        add("take it back", [this] {
            for (int i = 0; i < 3; ++i)
                m_window.actionSet().undo->trigger();
        });
        add("scroll the source", [&editor] {
            editor.verticalScrollBar()->setValue(editor.verticalScrollBar()->maximum());
        });
        add(
            "compile", [this] { m_window.actionSet().compile->trigger(); },
            [this] { return !m_window.controller().busy(); });
    }

    /// The list of completions during typing, until it closes.
    void addTyping() {
        CodeEditor& editor = m_window.pane().editor();
        const auto press = [&editor](int key, const QString& text = {}) {
            QApplication::postEvent(&editor, new QKeyEvent(QEvent::KeyPress, key, {}, text));
        };
        add("put the caret into the kernel", [&editor] {
            editor.setFocus();
            editor.setCursorPosition(editor.lines() / 2, 0);
        });
        for (const char* letter : {"t", "h", "r", "e"}) {
            add("completion: type a letter",
                [press, letter] { press(std::toupper(*letter), QLatin1String(letter)); });
        }
        add("completion: the next row", [press] { press(Qt::Key_Down); });
        add("completion: take it", [press] { press(Qt::Key_Return, QStringLiteral("\r")); });
        add("take it back", [this] {
            for (int i = 0; i < 5; ++i)
                m_window.actionSet().undo->trigger();
        });
        add("another launch", [this] { m_window.workbench().selection.setLaunch(1); });
        add("the first launch", [this] { m_window.workbench().selection.setLaunch(0); });
        for (const QSize size : {QSize(1100, 720), QSize(1440, 900)})
            add("resize the window", [this, size] { m_window.resize(size); });
    }

    void addPanels() {
        for (const Perspective perspective : kPerspectives) {
            add("layout " + nameOf(perspective).toUtf8(), [this, perspective] {
                m_window.actionSet().perspectives[std::size_t(perspective)]->trigger();
            });
        }
        for (const PanelRow& row : panelTable()) {
            add("panel " + row.id.text().toUtf8(), [this, &row] { m_window.docks().show(row.id); });
        }
        add("dark theme", [this] { m_window.actionSet().darkTheme->trigger(); });
        add("light theme", [this] { m_window.actionSet().darkTheme->trigger(); });
        add("occupancy: panel", [this] { m_window.docks().show(QStringLiteral("occupancy")); });
        for (int i = 0; i < 3; ++i) {
            add("occupancy: move a slider", [this] {
                auto* slider = m_window.findChild<QSlider*>(QStringLiteral("whatIfRegisters"));
                slider->setValue(slider->value() + 8);
            });
        }
    }

    void addDialogs() {
        add("settings", [this] {
            auto* dialog = new SettingsDialog(m_window, m_window.workbench().devices);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->show();
            m_dialog = dialog;
        });
        add("settings: close", [this] { m_dialog->close(); });
        add("list of commands", [this] {
            auto* palette = new CommandPalette(commandsOf(m_window), &m_window);
            palette->setAttribute(Qt::WA_DeleteOnClose);
            palette->show();
            m_dialog = palette;
        });
        for (const char letter : {'o', 'c'}) {
            add("list of commands: type a letter", [this, letter] {
                QApplication::postEvent(
                    m_dialog->findChild<QLineEdit*>(),
                    new QKeyEvent(QEvent::KeyPress, letter, {}, QString(QLatin1Char(letter))));
            });
        }
        add("list of commands: close", [this] { m_dialog->close(); });
    }

    /// A traced run, and its results in Lanes, Compare and Buffers.
    void addTraced() {
        add("lanes: panel", [this] { m_window.docks().show(QStringLiteral("lanes")); });
        add(
            "lanes: a traced run", [this] { m_window.actionSet().run->trigger(); }, reports(3));
        add("lanes: the caret goes to an access",
            [this] { m_window.pane().editor().setCursorPosition(9, 0); });
        add("lanes: another warp",
            [this] { m_window.findChild<QSlider*>(QStringLiteral("lanesWarp"))->setValue(3); });
        add("compare: another text", [this] {
            m_window.pane().editor().insertAt(QStringLiteral("// another\n"), 0, 0);
            m_window.docks().show(QStringLiteral("compare"));
        });
        add(
            "compare: its code comes", [this] { m_window.actionSet().compile->trigger(); },
            [this] { return !m_window.controller().busy(); });
        add("take it back", [this] { m_window.actionSet().undo->trigger(); });
        add("buffers: panel", [this] { m_window.docks().show(panels::buffers); });
        const auto table = [this] {
            return m_window.findChild<QAbstractScrollArea*>(QStringLiteral("elementTable"))
                ->verticalScrollBar();
        };
        add("buffers: scroll", [table] { table()->setValue(table()->maximum() / 2); });
        add("buffers: scroll on", [table] { table()->setValue(table()->maximum()); });
        const auto view = [this](const QString& name) {
            auto* views = m_window.findChild<QComboBox*>(QStringLiteral("inspectorView"));
            views->setCurrentIndex(views->findText(name));
        };
        add("buffers: a picture", [view] { view(QStringLiteral("Image")); });
        add("buffers: the table", [view] { view(QStringLiteral("Table")); });
    }

    void addStepper() {
        const auto paused = [this] {
            return m_window.workbench().stepper.phase() == StepController::Phase::paused;
        };
        const auto step = [](QAction* action) { return [action] { action->trigger(); }; };
        const Actions& actions = m_window.actionSet();
        add("step: begin", step(actions.stepOver), paused);
        for (int i = 0; i < 3; ++i)
            add("step: a line (F10)", step(actions.stepOver), paused);
        add("step: back", step(actions.stepBack), paused);
        add(
            "step: another warp", [this] { m_window.workbench().stepper.look(0, 3); }, paused);
        add("step: stop", [this] { m_window.workbench().stepper.stop(); });
    }

    /// An endless kernel in a separate project.
    void addLong() {
        add("long: open it", [this] { m_window.files().openPath(longProject()); });
        add(
            "long: it runs", [this] { m_window.actionSet().run->trigger(); },
            [this] { return m_window.controller().busy() && m_clock.elapsed() > kLongMs; });
        CodeEditor& editor = m_window.pane().editor();
        for (int i = 0; i < 3; ++i) {
            add("long: type a letter meanwhile", [&editor] {
                QApplication::postEvent(
                    &editor, new QKeyEvent(QEvent::KeyPress, Qt::Key_X, {}, QStringLiteral("x")));
            });
        }
        add("long: another layout meanwhile", [this] {
            m_window.actionSet().perspectives[std::size_t(Perspective::tune)]->trigger();
        });
        add(
            "long: stop it", [this] { m_window.actionSet().stop->trigger(); },
            [this] { return !m_window.controller().busy(); });
        add("long: take it back", [this] {
            for (int i = 0; i < 3; ++i)
                m_window.actionSet().undo->trigger();
        });
        add(
            "long: step into it", [this] { m_window.actionSet().stepOver->trigger(); },
            [this] {
                return m_window.workbench().stepper.phase() == StepController::Phase::paused;
            });
        add(
            "long: go on", [this] { m_window.actionSet().stepContinue->trigger(); },
            [this] { return m_clock.elapsed() > kLongMs; });
        add(
            "long: pause", [this] { m_window.workbench().stepper.pause(); },
            [this] {
                return m_window.workbench().stepper.phase() == StepController::Phase::paused;
            });
        add("long: end it", [this] { m_window.workbench().stepper.stop(); });
    }

    QString longProject() const {
        const QString path = m_folder.filePath(QStringLiteral("long.warpbench"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(path));
        file.write(R"({"format": "warpbench-project", "version": 1, "name": "long",
 "source": {"text": "__global__ void longOne(volatile int* a) {\n    while (a[0] == 0)\n        a[1] = a[1] + 1;\n}\n"},
 "buffers": [{"name": "a", "dtype": "int32", "shape": [2], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "longOne", "grid": [1], "block": [32], "args": [{"buffer": "a"}]}],
 "timing": {"timeout_s": 600}})");
        return path;
    }

    void addLarge() {
        add("code: panel", [this] { m_window.docks().show(QStringLiteral("code")); });
        add(
            "code: a listing of 100,000 lines comes",
            [this] { emit m_window.controller().compiled(largeCode(0)); }, {}, 50);
        add("code: scroll it", [this] {
            auto* view = m_window.findChild<QAbstractScrollArea*>(QStringLiteral("listingView"));
            view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() / 2);
        });
        add("code: the caret moves", [this] { m_window.pane().editor().setCursorPosition(4, 0); });
        add("timing: panel", [this] { m_window.docks().show(panels::timing); });
        m_samples = sampleReport();
        add(
            "timing: a million samples come",
            [this] { emit m_window.controller().runFinished(m_samples); }, {}, 50);
    }

    std::function<bool()> reports(int count) {
        return [this, count] { return m_reports >= count; };
    }

    static compile::CompileResult largeCode(int seed) {
        compile::CompileResult code;
        code.succeeded = true;
        code.arch = "sm_90";
        code.ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
                   "\t.loc\t1 5 3\n";
        for (int line = 0; line < kListingLines; ++line)
            code.ptx += "\tadd.s32 \t%r" + std::to_string(line % 900 + 1) + ", %r" +
                        std::to_string((line + seed) % 700 + 1) + ", " + std::to_string(line % 37) +
                        ";\n";
        code.ptx += "\tret;\n}\n";
        return code;
    }

    static session::RunReport sampleReport() {
        session::RunReport report;
        report.device.emplace();
        report.device->name = "A GPU";
        session::LaunchReport& launch = report.launches.emplace_back();
        launch.kernel = "kernel";
        std::vector<double> values;
        for (int i = 0; i < kSamples; ++i)
            values.push_back(1 + 0.2 * double(i * 7919LL % 10007) / 10007);
        launch.time = launch::summarize(std::move(values), "gpu-event");
        return report;
    }

    void next() {
        if (m_at == m_steps.size())
            return QApplication::exit(0);
        m_app.begin();
        m_clock.start();
        // As a separate event, so that it is timed like a user's action.
        QTimer::singleShot(0, this, [this] {
            m_steps[m_at].act();
            m_poll.start();
        });
    }

    void look() {
        const Step& step = m_steps[m_at];
        const bool over = step.over ? step.over() && m_app.quiet() : m_app.quiet();
        if (!over && m_clock.elapsed() < kMostMs)
            return;
        m_poll.stop();
        const bool late = m_app.longestMs > step.targetMs;
        m_late += late;
        std::printf("%-42s %8.1f ms, work %7.1f, of %3.0f %s %s\n", step.name.constData(),
                    m_app.longestMs, m_app.mostWorkMs, step.targetMs, late ? "LATE" : "    ",
                    m_app.longestEvents.constData());
        std::fflush(stdout);
        ++m_at;
        QTimer::singleShot(0, this, &Walk::next);
    }

    WatchedApplication& m_app;
    MainWindow& m_window;
    QString m_project;
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    int m_reports = 0;
    int m_late = 0;
    session::RunReport m_samples;
    QPointer<QDialog> m_dialog;
    QTemporaryDir m_folder;
    QElapsedTimer m_clock;
    QTimer m_poll;
};

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home;
    qputenv("XDG_DATA_HOME", QFile::encodeName(home.filePath(QStringLiteral("data"))));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    WatchedApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Warpbench"));
    QCoreApplication::setApplicationName(QStringLiteral("bench_window_busy"));
    loadBundledFonts();
    QApplication::setFont(interfaceFont());
    setCodeFont({}, settings::codeFontSize());
    Theme::instance().apply(false);
    const QDir example(QString::fromStdString(test::sourcePath("examples/transpose")));
    for (const QString& file : example.entryList(QDir::Files))
        QFile::copy(example.filePath(file), home.filePath(file));
    const QString project = argc > 1 ? QString::fromLocal8Bit(argv[1])
                                     : home.filePath(QStringLiteral("transpose.warpbench"));
    MainWindow::Options options;
    options.device = QStringLiteral("sim");
    options.remember = false;
    MainWindow window(options);
    window.resize(1440, 900);
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &app,
                     [&app] { app.endTurn(); });
    Walk walk(app, window, project);
    walk.start();
    QApplication::exec();
    std::printf("%d steps were late\n", walk.late());
    return 0;
}
