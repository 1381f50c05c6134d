// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/program_runner.h"

#include "ui/documents/program_copy.h"
#include "ui/words/describe.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kPatienceMs = 3000; ///< for a program to exit after a request

/// Removes and returns the complete lines at the start, or everything.
QString takeLines(QByteArray& bytes, bool toItsEnd) {
    const qsizetype end = toItsEnd ? bytes.size() : bytes.lastIndexOf('\n') + 1;
    QString lines = QString::fromUtf8(bytes.left(end));
    bytes.remove(0, end);
    if (lines.endsWith(QLatin1Char('\n')))
        lines.chop(1);
    return lines;
}

/// The project file next to the copy of a program.
QString projectOf(const QString& copy) {
    const QFileInfo info(copy);
    return info.dir().filePath(info.completeBaseName() + QStringLiteral(".warpbench"));
}

/// The file next to the copy that lists the launches of a run.
QString launchesOf(const QString& copy) {
    return QFileInfo(copy).dir().filePath(QStringLiteral("launches.json"));
}

QString extentText(const QJsonValue& extent) {
    QStringList sides;
    for (const QJsonValue side : extent.toArray())
        sides << QString::number(side.toInteger());
    while (sides.size() > 1 && sides.last() == QLatin1String("1"))
        sides.removeLast();
    return sides.join(QStringLiteral(" × "));
}

} // namespace

std::vector<ProgramLoop> programLoopsIn(const QByteArray& json) {
    std::vector<ProgramLoop> loops;
    for (const QJsonValue value : QJsonDocument::fromJson(json)["loops"].toArray()) {
        ProgramLoop& loop = loops.emplace_back();
        loop.times = quint64(value["times"].toInteger(1));
        for (const QJsonValue launch : value["launches"].toArray())
            loop.launches.push_back({launch["kernel"].toString(), extentText(launch["grid"]),
                                     extentText(launch["block"]),
                                     quint64(launch["count"].toInteger(1)),
                                     quint64(launch["first"].toInteger(1))});
    }
    return loops;
}

std::optional<ProgramMessage> programMessageIn(const QString& line) {
    static const QRegularExpression compiler(
        QStringLiteral("^(.+)\\((\\d+)\\): (error|warning)(?: #[\\w-]+)?: (.+)$"));
    static const QRegularExpression fault(
        QStringLiteral("^(warning: )?(.+?):(\\d+): (.+?)(?: \\[kernel .*\\])?$"));
    if (const auto match = compiler.match(line); match.hasMatch())
        return ProgramMessage{ProgramMessage::Origin::compiler,
                              match.captured(3) == QLatin1String("error"), match.captured(1),
                              match.captured(2).toInt(), match.captured(4)};
    if (const auto match = fault.match(line); match.hasMatch())
        return ProgramMessage{ProgramMessage::Origin::fault, match.captured(1).isEmpty(),
                              match.captured(2), match.captured(3).toInt(), match.captured(4)};
    return std::nullopt;
}

ProgramRunner::~ProgramRunner() {
    if (!m_process)
        return;
    disconnect(m_process.get(), nullptr, this, nullptr);
    m_process->terminate();
    if (!m_process->waitForFinished(kPatienceMs)) {
        m_process->kill();
        m_process->waitForFinished(kPatienceMs);
    }
}

QStringList ProgramRunner::toolArguments(const QString& copy) const {
    using Purpose = ProgramRequest::Purpose;
    const bool isExec = m_request.purpose != Purpose::set_up;
    QStringList arguments{isExec ? QStringLiteral("exec") : QStringLiteral("convert")};
    if (m_request.purpose == Purpose::run) {
        if (m_request.checkFaults)
            arguments += {QStringLiteral("--check"), QStringLiteral("faults")};
        arguments += {QStringLiteral("--launches"), launchesOf(copy)};
    } else if (m_request.purpose == Purpose::capture) {
        arguments += {QStringLiteral("--capture"), m_request.captured, QStringLiteral("--to"),
                      m_request.folder};
    }
    if (!m_request.device.isEmpty())
        arguments += {QStringLiteral("--device"), m_request.device};
    arguments.append(copy);
    if (!isExec)
        arguments += {projectOf(copy), QStringLiteral("--run"), QStringLiteral("--force")};
    if (!m_request.file.isEmpty())
        arguments.append(QStringLiteral("-I") + QFileInfo(m_request.file).absolutePath());
    for (const QString& option : m_request.options)
        if (isExec || !option.startsWith(QLatin1String("-std=")))
            arguments.append(option);
    if (isExec)
        arguments.append(QStringLiteral("--"));
    return isExec ? arguments + m_request.arguments : arguments;
}

void ProgramRunner::start(const ProgramRequest& request) {
    if (m_process)
        return;
    m_request = request;
    m_messages.clear();
    m_notes.clear();
    if (request.purpose == ProgramRequest::Purpose::run)
        m_loops.clear();
    m_output.clear();
    m_errors.clear();
    m_wasStopped = false;
    const QString copy = copyProgram(request.file, request.source);
    if (copy.isEmpty()) {
        end(false, tr("The source cannot be copied for nvcc: is the disk full?"));
        return;
    }
    m_folder = QFileInfo(copy).absolutePath();
    m_copy = copy;
    if (request.purpose == ProgramRequest::Purpose::run)
        QFile::remove(launchesOf(copy)); // from an earlier run
    const QStringList arguments = toolArguments(copy);
    m_process = std::make_unique<QProcess>();
    if (!request.file.isEmpty()) // files are relative to the source's folder
        m_process->setWorkingDirectory(QFileInfo(request.file).absolutePath());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("WARPBENCH_SIMGPU_LINES"), QStringLiteral("1"));
    m_process->setProcessEnvironment(environment);
    connect(m_process.get(), &QProcess::readyReadStandardOutput, this,
            [this] { readOutput(false); });
    connect(m_process.get(), &QProcess::readyReadStandardError, this,
            [this] { readErrors(false); });
    connect(m_process.get(), &QProcess::finished, this, &ProgramRunner::finish);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(false, tr("%1 could not be started: %2")
                           .arg(m_process->program(), m_process->errorString()));
    });
    m_time.start();
    emit runningChanged(true);
    m_process->start(m_tool.isEmpty()
                         ? QDir(QCoreApplication::applicationDirPath()).filePath("warpbench-cli")
                         : m_tool,
                     arguments);
    if (!m_process)
        return; // failed to start, which is already reported
    m_process->write(request.input);
    m_process->closeWriteChannel();
}

void ProgramRunner::stop() {
    if (!m_process)
        return;
    if (std::exchange(m_wasStopped, true))
        m_process->kill(); // second request
    else
        m_process->terminate();
}

void ProgramRunner::readOutput(bool toItsEnd) {
    m_output += m_process->readAllStandardOutput();
    if (const QString lines = takeLines(m_output, toItsEnd); !lines.isEmpty())
        emit printed(lines);
}

void ProgramRunner::readErrors(bool toItsEnd) {
    m_errors += m_process->readAllStandardError();
    const QString lines = takeLines(m_errors, toItsEnd);
    for (const QString& line : lines.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        takeErrorLine(line);
}

/// Replaces the copy's path by the user's file.
void ProgramRunner::takeErrorLine(QString line) {
    const QString copies = m_folder + QLatin1Char('/');
    line.replace(copies, m_request.file.isEmpty()
                             ? QString()
                             : QFileInfo(m_request.file).absolutePath() + QLatin1Char('/'));
    static const QString kNote = QStringLiteral(": note: ");
    if (const qsizetype note = line.indexOf(kNote); note >= 0)
        m_notes.append(line.mid(note + kNote.size()));
    if (auto message = programMessageIn(line))
        m_messages.push_back(*std::move(message));
    emit complained(line);
}

void ProgramRunner::finish(int code, QProcess::ExitStatus status) {
    readOutput(true);
    readErrors(true);
    const QString time = describeMilliseconds(double(m_time.elapsed()));
    if (m_wasStopped)
        return end(false, tr("The program was stopped after %1").arg(time));
    if (status == QProcess::CrashExit)
        return end(false, tr("The program ended unexpectedly after %1").arg(time));
    if (m_request.purpose == ProgramRequest::Purpose::set_up)
        return finishSetUp(code, time);
    if (m_request.purpose == ProgramRequest::Purpose::capture)
        return finishCapture(code, time);
    if (QFile file(launchesOf(m_copy)); file.open(QIODevice::ReadOnly))
        m_loops = programLoopsIn(file.readAll());
    const bool hasErrors =
        std::any_of(m_messages.begin(), m_messages.end(), [](const ProgramMessage& message) {
            return message.isError && message.origin == ProgramMessage::Origin::compiler;
        });
    if (hasErrors)
        return end(false, tr("The program could not be built"));
    const auto faults =
        std::count_if(m_messages.begin(), m_messages.end(),
                      [](const ProgramMessage& message) { return message.isError; });
    if (faults > 0)
        return end(
            false,
            tr("The program ended after %1, with %n fault(s)", nullptr, int(faults)).arg(time));
    end(code == 0, tr("The program ended with exit code %1 after %2").arg(code).arg(time));
}

void ProgramRunner::finishSetUp(int code, const QString& time) {
    if (code != 0)
        return end(false, tr("No set-up could be made from a run of the program"));
    const QString project = projectOf(m_copy);
    const QStringList notes = m_notes;
    end(true, tr("The program ran for its set-up, in %1").arg(time));
    emit setUpMade(project, notes);
}

/// The exit code is the program's, so this checks for the project file instead.
void ProgramRunner::finishCapture(int code, const QString& time) {
    const QFileInfoList projects =
        QDir(m_request.folder).entryInfoList({QStringLiteral("*.warpbench")}, QDir::Files);
    if (projects.isEmpty())
        return end(false, tr("Launch %1 could not be made into a project (exit code %2)")
                              .arg(m_request.captured)
                              .arg(code));
    const QString project = projects.first().absoluteFilePath();
    end(true, tr("The program ran for its launch %1, in %2").arg(m_request.captured, time));
    emit captured(project);
}

void ProgramRunner::end(bool ok, const QString& sentence) {
    if (m_process)
        m_process.release()->deleteLater(); // may be the sender
    emit runningChanged(false);
    emit ended(ok, sentence);
}

} // namespace warpbench::ui
