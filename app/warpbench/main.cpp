// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program: its command line (docs/command-line.md), and the platform for drawing.
#include "app/warpbench/first_frame.h"
#include "core/base/error_text.h"
#include "core/base/version.h"
#include "core/platform/system.h"
#include "ui/dialogs/language.h"
#include "ui/dialogs/message.h"
#include "ui/dialogs/settings.h"
#include "ui/docks/panel_docks.h"
#include "ui/documents/start_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"
#include "ui/window/screenshot.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QRegularExpression>

#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace {

using namespace warpbench;

bool given(int argc, char** argv, const char* option) {
    const std::size_t length = std::strlen(option);
    for (int i = 1; i < argc; ++i) {
        if (std::strncmp(argv[i], option, length) == 0 &&
            (argv[i][length] == '\0' || argv[i][length] == '=')) {
            return true;
        }
    }
    return false;
}

/// Qt ends the program if no display can be reached; drawing into memory is better.
bool hasNoDisplay() {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    return qEnvironmentVariableIsEmpty("DISPLAY") &&
           qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
           qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
    return false;
#endif
}

/// A picture needs no display. On Windows there always is one, and the offscreen platform there
/// finds no fonts: the window is laid out and drawn as on the display, but never shown.
#ifdef Q_OS_WIN
constexpr bool kPicturesNeedNoDisplay = false;
#else
constexpr bool kPicturesNeedNoDisplay = true;
#endif

QtMessageHandler g_messages = nullptr;

/// Without a display Qt lists for each window what its platform cannot do; this hides that.
void withoutNoise(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (!text.startsWith(QLatin1String("This plugin does not support "))) {
        g_messages(type, context, text);
    }
}

constexpr QSize kScreenshotSize(1440, 900);

struct CommandLine {
    QString project;
    std::optional<ui::Screenshot::Options> screenshot;
    QSize size;
    std::optional<bool> dark;
    QString device;
    QString panel;
    QString lineCosts;
    QString language;
    bool run = false;
    bool exitAfterFirstFrame = false;
};

/// A picture is the same on every desktop: in English, unless another language is requested.
QString chosenLanguage(const CommandLine& line, bool picture) {
    if (!line.language.isEmpty()) {
        return line.language;
    }
    const QString kept = ui::settings::language();
    return picture                          ? QStringLiteral("en")
           : ui::languages().contains(kept) ? kept
                                            : ui::systemLanguage();
}

/// A wrong command line. Thrown, so that an existing window, with its threads and child processes,
/// ends properly.
struct UsageError {
    ErrorText said;
};

[[noreturn]] void usageError(ErrorText said) {
    throw UsageError{std::move(said)};
}

QSize parseSize(const QString& text) {
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{2,5})x([0-9]{2,5})$"));
    const auto match = pattern.match(text);
    if (!match.hasMatch()) {
        usageError({"WB3200",
                    "--size must be WIDTHxHEIGHT in pixels, such as 1280x800, not “{text}”",
                    {},
                    {{"text", ui::ss(text)}}});
    }
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

/// The values from the command line.
struct CommandLineOptions {
    QCommandLineOption screenshot{
        QStringLiteral("screenshot"),
        QStringLiteral("Render the window into a picture, with no display, and exit."),
        QStringLiteral("OUT.png")};
    QCommandLineOption size{
        QStringLiteral("size"),
        QStringLiteral("Size of the window in pixels, with --panel-only of the panel; a "
                       "screenshot's is 1440x900 unless given."),
        QStringLiteral("WxH")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light or dark."),
                             QStringLiteral("NAME")};
    QCommandLineOption run{QStringLiteral("run"), QStringLiteral("Run the project first.")};
    QCommandLineOption panel{
        QStringLiteral("panel"),
        QStringLiteral("The panel to bring to the front; buffers:NAME shows a buffer."),
        QStringLiteral("NAME")};
    QCommandLineOption panelOnly{
        QStringLiteral("panel-only"),
        QStringLiteral("For a screenshot: the panel alone, without the window around it.")};
    QCommandLineOption against{
        QStringLiteral("against"),
        QStringLiteral("For a screenshot: run this source first and pin it, then the project's."),
        QStringLiteral("FILE.cu")};
    QCommandLineOption stepTo{
        QStringLiteral("step-to"),
        QStringLiteral("For a screenshot: step through the first launch to a line of the source."),
        QStringLiteral("LINE")};
    QCommandLineOption lineCosts{
        QStringLiteral("line-costs"),
        QStringLiteral("Show what each line costs: %1.")
            .arg(ui::MainWindow::lineCostNames().join(QStringLiteral(", "))),
        QStringLiteral("WHAT")};
    QCommandLineOption device{
        QStringLiteral("device"),
        QStringLiteral("The device: an index, a PCI bus id, a part of its name, or sim."),
        QStringLiteral("SEL")};
    QCommandLineOption language{
        QStringLiteral("language"),
        QStringLiteral("The window's language, in place of the settings' and the system's: %1.")
            .arg(ui::languages().join(QStringLiteral(", "))),
        QStringLiteral("CODE")};
    QCommandLineOption firstFrame{
        QStringLiteral("exit-after-first-frame"),
        QStringLiteral("Print a line when the window's first frame is on the display, and exit: "
                       "for measuring how long starting takes.")};

    QList<QCommandLineOption> all() const {
        return {screenshot, size,   theme,     run,    panel,    panelOnly,
                against,    stepTo, lineCosts, device, language, firstFrame};
    }
};

ui::Screenshot::Options screenshotOf(const QCommandLineParser& parser,
                                     const CommandLineOptions& options, CommandLine& line) {
    if (parser.isSet(options.panelOnly) && line.panel.isEmpty())
        usageError({"WB3201", "--panel-only needs a panel: --panel NAME"});
    ui::Screenshot::Options picture;
    picture.output = parser.value(options.screenshot);
    picture.project = line.project;
    picture.panel = line.panel;
    picture.panelOnly = parser.isSet(options.panelOnly);
    picture.against = parser.value(options.against);
    picture.run = line.run;
    picture.stepTo = parser.value(options.stepTo).toInt();
    if (picture.panelOnly && parser.isSet(options.size))
        picture.panelSize = std::exchange(line.size, kScreenshotSize);
    return picture;
}

CommandLine parse(const QApplication& app) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("A workbench for CUDA kernels: edit, compile, run, inspect, time."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("project"),
                                 QStringLiteral("A project (.warpbench) or a CUDA source (.cu)."),
                                 QStringLiteral("[PROJECT|FILE.cu]"));
    const CommandLineOptions options;
    parser.addOptions(options.all());
    parser.process(app);
    if (parser.positionalArguments().size() > 1) {
        usageError({"WB3202", "one project at a time", "start Warpbench again for another one"});
    }
    CommandLine line;
    line.project = parser.positionalArguments().value(0);
    line.device = parser.value(options.device);
    line.panel = parser.value(options.panel);
    line.lineCosts = parser.value(options.lineCosts);
    line.language = parser.value(options.language);
    if (parser.isSet(options.language) && !ui::languages().contains(line.language)) {
        usageError({"WB3203",
                    "--language must be one of {names}, not “{text}”",
                    {},
                    {{"names", ui::ss(ui::languages().join(QStringLiteral(", ")))},
                     {"text", ui::ss(line.language)}}});
    }
    line.run = parser.isSet(options.run);
    line.exitAfterFirstFrame = parser.isSet(options.firstFrame);
    const bool picture = parser.isSet(options.screenshot);
    if (parser.isSet(options.size)) {
        line.size = parseSize(parser.value(options.size));
    } else if (picture) {
        line.size = kScreenshotSize; // the offscreen platform's screen is a small square
    }
    if (parser.isSet(options.theme)) {
        const QString name = parser.value(options.theme);
        if (name != QLatin1String("light") && name != QLatin1String("dark")) {
            usageError({"WB3204",
                        "--theme must be light or dark, not “{text}”",
                        {},
                        {{"text", ui::ss(name)}}});
        }
        line.dark = name == QLatin1String("dark");
    }
    if (picture) {
        line.screenshot = screenshotOf(parser, options, line);
    }
    return line;
}

/// The window's fonts and style. \returns false without a font
bool prepareLook(const CommandLine& line, bool picture) {
    ui::loadBundledFonts();
    if (!ui::fontsAvailable()) {
        platform::useParentConsole();
        std::fprintf(stderr, "warpbench: error: no font is installed; install one, such as "
                             "DejaVu Sans (fonts-dejavu-core)\n");
        return false;
    }
    if (!picture) // which is the same on every desktop
        ui::setTextScale(ui::settings::textScale());
    QApplication::setFont(ui::interfaceFont());
    ui::setCodeFont(ui::settings::codeFontFamily(), ui::settings::codeFontSize());
    // A picture is the same on every desktop.
    ui::Theme::instance().apply(line.dark.value_or(!picture && ui::MainWindow::wantsDark()));
    return true;
}

/// Carries out the options other than a picture. \throws UsageError
void openIn(ui::MainWindow& window, const CommandLine& line,
            const std::optional<ui::settings::SetAside>& setAside) {
    if (line.project.isEmpty()) {
        window.showStartPage();
    } else {
        window.files().openPath(line.project);
    }
    if (setAside) {
        ui::tellSetAside(window, *setAside);
    }
    if (!line.panel.isEmpty() && !window.showPanel(line.panel)) {
        usageError({"WB3205",
                    "unknown panel “{panel}”; use one of: {names}",
                    {},
                    {{"panel", ui::ss(line.panel)},
                     {"names", ui::ss(window.docks().names().join(QStringLiteral(", ")))}}});
    }
}

} // namespace

static int showWindow(int argc, char** argv) {
    const bool picture = given(argc, argv, "--screenshot");
    const bool noDisplay = hasNoDisplay();
    if (picture || given(argc, argv, "--exit-after-first-frame")) {
        platform::useParentConsole();
    }
    if ((picture && kPicturesNeedNoDisplay) || noDisplay) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        g_messages = qInstallMessageHandler(withoutNoise);
    }
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Warpbench"));
    QApplication::setApplicationName(QStringLiteral("warpbench"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setApplicationVersion(QLatin1String(kVersion));
    // The desktop entry of this program, so that the window has the right icon.
    QApplication::setDesktopFileName(QStringLiteral("io.github.warpbench.Warpbench"));
    const CommandLine line = parse(app);
    // It would run until it is killed, and nobody could see or close it.
    if (noDisplay && !picture && !line.exitAfterFirstFrame) {
        std::fprintf(stderr,
                     "warpbench: error: no display found for the window; run it on a desktop, use "
                     "--screenshot for a picture of it, or use warpbench-cli\n");
        return 4;
    }

    // Before any setting is read.
    const bool remember = !picture && !line.exitAfterFirstFrame;
    const auto setAside = remember ? ui::settings::setAsideBroken() : std::nullopt;
    ui::useLanguage(chosenLanguage(line, picture));
    if (!prepareLook(line, picture)) {
        return 4;
    }
    if (const QString toolkit = ui::settings::toolkitFolder();
        !toolkit.isEmpty() && qEnvironmentVariableIsEmpty("WARPBENCH_CUDA_HOME")) {
        qputenv("WARPBENCH_CUDA_HOME", QFile::encodeName(toolkit)); // also for workers
    }

    std::optional<ui::StartMark> mark;
    if (remember)
        mark.emplace();
    ui::MainWindow::Options options;
    options.device = line.device;
    options.remember = remember;
    options.defaultLayout = mark && mark->failedTwice();
    options.tour = options.remember;
    ui::settings::setKept(options.remember); // a picture does not open a file for the user
    // With a style sheet Qt computes every widget's style again whenever it gets a parent, which
    // took two fifths of the start. So the window is built without it, which is then set once.
    app.setStyleSheet({});
    ui::MainWindow window(options);
    app.setStyleSheet(ui::styleSheet(ui::themeColors(), ui::Theme::instance().dark()));
    if (line.size.isValid()) {
        window.setWindowState(Qt::WindowNoState);
        window.resize(line.size);
        window.restoreDefaultLayout();
    }
    if (!line.lineCosts.isEmpty() && !window.showLineCosts(line.lineCosts)) {
        usageError({"WB3206",
                    "--line-costs must be one of {names}, not “{text}”",
                    {},
                    {{"names", ui::ss(ui::MainWindow::lineCostNames().join(QStringLiteral(", ")))},
                     {"text", ui::ss(line.lineCosts)}}});
    }
    FirstFrame firstFrame(window, [&mark, exits = line.exitAfterFirstFrame] {
        if (mark)
            mark->cameUp();
        if (exits) {
            std::puts("first frame");
            std::fflush(stdout);
            QApplication::quit();
        }
    });
    window.setAttribute(Qt::WA_DontShowOnScreen, picture && !kPicturesNeedNoDisplay);
    window.show();
    std::unique_ptr<ui::Screenshot> screenshot;
    if (line.screenshot) {
        screenshot = std::make_unique<ui::Screenshot>(window, *line.screenshot);
        QMetaObject::invokeMethod(screenshot.get(), &ui::Screenshot::start, Qt::QueuedConnection);
        return QApplication::exec();
    }
    openIn(window, line, setAside);
    if (options.defaultLayout)
        ui::tellDefaultLayout(window);
    return QApplication::exec();
}

int main(int argc, char** argv) {
    try {
        return showWindow(argc, argv);
    } catch (const UsageError& error) {
        platform::useParentConsole();
        std::fprintf(stderr, "warpbench: error: %s; see warpbench --help\n",
                     qPrintable(ui::qs(error.said.text())));
        return 2;
    }
}
