// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_program.h"

#include "core/base/error.h"
#include "core/export/exported_files.h"
#include "core/plan/evaluate.h"
#include "ui/dialogs/message.h"
#include "ui/theme/save_dialog.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QPointer>
#include <QThreadPool>
#include <QWidget>

#include <array>
#include <utility>

namespace warpbench::ui {

namespace {

/// Translation context for this file.
struct ExportProgram {
    Q_DECLARE_TR_FUNCTIONS(ExportProgram)
};

/// Suffix of the name of a script for Kernel Tuner.
constexpr QLatin1String kTunes("_tune");

/// Everything necessary, so that another thread can do it.
struct Order {
    project::Project project;
    std::string source;
    compile::CompileResult compiled;
    QString path; ///< of the program
    exporting::ProgramKind kind = exporting::ProgramKind::cuda;
};

/// The kinds in the order of the dialog's filters.
constexpr std::array kKinds = {exporting::ProgramKind::cuda, exporting::ProgramKind::cupy,
                               exporting::ProgramKind::pycuda,
                               exporting::ProgramKind::kernel_tuner};

/// The name that all files of the program have in common.
QString baseNameOf(const Order& order) {
    QString name = QFileInfo(order.path).completeBaseName();
    if (order.kind == exporting::ProgramKind::kernel_tuner && name.endsWith(kTunes))
        name.chop(kTunes.size());
    return name;
}

/// \returns the features of the project that the program lacks
std::vector<std::string> write(const Order& order) {
    const QFileInfo target(order.path);
    const project::LaunchPlan plan = project::makePlan(order.project);
    const exporting::ExportModel model = exporting::makeExportModel(
        order.project, plan, order.compiled, order.source, ss(baseNameOf(order)));
    // The dialog has already asked about overwriting the program.
    exporting::writeFiles(
        exporting::programFiles(model, order.project, order.kind), pathOf(target.absolutePath()),
        [&](const std::string& name) { return name == ss(target.fileName()); },
        ss(ExportProgram::tr("choose another folder or name")));
    return model.notes;
}

void writeAside(Order order, Workbench& bench, QWidget* window) {
    const QPointer<QWidget> alive(window);
    QThreadPool::globalInstance()->start([order = std::move(order), alive, &bench] {
        std::vector<std::string> notes;
        std::optional<Error> failure;
        try {
            notes = write(order);
        } catch (const Error& error) {
            failure = error;
        } catch (const std::exception& error) {
            failure = Error(ErrorKind::environment,
                            {"WB3316", "{problem}", {}, {{"problem", error.what()}}});
        }
        QMetaObject::invokeMethod(QCoreApplication::instance(), [alive, &bench, notes, failure,
                                                                 path = order.path] {
            if (!alive)
                return; // the workbench no longer exists either
            if (failure)
                return showError(alive, ExportProgram::tr("The program was not exported"),
                                 *failure);
            for (const std::string& note : notes)
                bench.log.append(LogEntry::Level::notice, qs(note));
            bench.log.append(LogEntry::Level::success,
                             ExportProgram::tr("Exported %1").arg(QDir::toNativeSeparators(path)));
        });
    });
}

/// The launch that Kernel Tuner is to tune, by its number; asks where there are several. Empty: the
/// question was cancelled.
std::optional<std::string> askForLaunch(const project::Project& project, QWidget* window) {
    QStringList names;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < project.launches.size(); ++i) {
        if (project.launches[i].step)
            continue;
        names.append(QStringLiteral("%1: %2").arg(i).arg(qs(project.launches[i].kernel)));
        numbers.push_back(i);
    }
    if (numbers.size() < 2)
        return std::string();
    bool isChosen = false;
    const QString name = QInputDialog::getItem(window, ExportProgram::tr("Export as Program"),
                                               ExportProgram::tr("Kernel Tuner tunes one launch:"),
                                               names, 0, false, &isChosen);
    if (!isChosen)
        return std::nullopt;
    return std::to_string(numbers[std::size_t(names.indexOf(name))]);
}

} // namespace

void exportProgram(Workbench& bench, QWidget* window) {
    const ProjectDocument& document = bench.document;
    const QString name = fileNameFrom(document.displayName());
    const auto [path, filter] = askWhereToSaveAs(
        window, ExportProgram::tr("Export as Program"), name + QStringLiteral("_program.cu"),
        ExportProgram::tr("CUDA C++ with a main (*.cu);;Python with CuPy (*.py);;"
                          "Python with PyCUDA (*.py);;Script for Kernel Tuner (*.py)"));
    if (path.isEmpty())
        return;
    if (document.hasSourceFile() && QFileInfo(path) == QFileInfo(document.sourcePath()))
        return showError(window, ExportProgram::tr("The program was not exported"),
                         Error(ErrorKind::project, {"WB3317",
                                                    "{file} is the project's own source",
                                                    "choose another name",
                                                    {{"file", ss(path)}}}));
    Order order{
        document.project(), ss(document.source()), {}, path, kKinds.at(std::size_t(filter))};
    try {
        if (order.kind == exporting::ProgramKind::kernel_tuner) {
            const auto launch = askForLaunch(order.project, window);
            if (!launch)
                return;
            order.project = exporting::projectForTuning(order.project, *launch);
        }
    } catch (const Error& error) {
        return showError(window, ExportProgram::tr("The program was not exported"), error);
    }
    const QPointer<QWidget> alive(window);
    bench.log.append(LogEntry::Level::notice, ExportProgram::tr("Exporting %1").arg(path));
    bench.controller.compileAside(
        order.project, document.source(),
        [order, alive, &bench](const compile::CompileResult& result) mutable {
            if (!alive)
                return;
            if (!result.succeeded)
                return showError(alive, ExportProgram::tr("The program was not exported"),
                                 Error(ErrorKind::compile, {"WB3318", "the source does not compile",
                                                            "see Problems after Compile"}));
            order.compiled = result;
            writeAside(std::move(order), bench, alive);
        },
        [alive](const Error& error) {
            if (alive)
                showError(alive, ExportProgram::tr("The program was not exported"), error);
        });
}

} // namespace warpbench::ui
