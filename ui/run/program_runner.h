// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// A source that is run as a whole program.
struct ProgramRequest {
    enum class Purpose {
        run,    ///< for what it prints and does
        set_up, ///< for what it launches, which becomes a project
        capture ///< for one of its launches, which becomes a project
    };
    QString file;            ///< the source's; empty: it has none yet
    QString source;          ///< as it is in the editor
    QStringList options;     ///< nvcc's
    QStringList arguments;   ///< of the program
    QByteArray input;        ///< its standard input
    QString device;          ///< "sim:h200"; empty: an H200
    bool checkFaults = true; ///< look for races and reads of memory never written
    Purpose purpose = Purpose::run;
    QString captured; ///< "scale#3", of a capture
    QString folder;   ///< a new one, for what was captured
};

/// A launch of a program, or several equal ones in a row.
struct ProgramLaunch {
    QString kernel;
    QString grid, block; ///< "32 × 8"
    quint64 count = 1;
    quint64 first = 1; ///< which launch of its kernel it is
};

/// A sequence of launches that a program repeats.
struct ProgramLoop {
    quint64 times = 1;
    std::vector<ProgramLaunch> launches;
};

/// What `exec --launches` has written; empty where that is no such file.
std::vector<ProgramLoop> programLoopsIn(const QByteArray& json);

/// A line of the compiler or of the simulated GPU that belongs to a place in the source.
struct ProgramMessage {
    enum class Origin { compiler, fault };
    Origin origin = Origin::compiler;
    bool isError = true; ///< else a warning
    QString file;
    int line = 0; ///< from 1
    QString text;
    bool operator==(const ProgramMessage&) const = default;
};

/// What a line on standard error says about a place: nvcc's "a.cu(3): error: …", or "a.cu:3: …" of
/// the simulated GPU. Empty: nothing.
std::optional<ProgramMessage> programMessageIn(const QString& line);

/// Builds a source and runs it as a whole program, host code and all, with `warpbench-cli exec`, or
/// `convert` for its set-up. What is built is a copy of the text in the editor, so nothing has to
/// be saved before.
class ProgramRunner : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;
    /// Ends a program that still runs.
    ~ProgramRunner() override;

    /// Nothing happens while a program runs.
    void start(const ProgramRequest& request);
    void stop();
    bool isRunning() const { return m_process != nullptr; }
    const ProgramRequest& request() const { return m_request; }
    /// Of the last program, in the order in which they came.
    const std::vector<ProgramMessage>& messages() const { return m_messages; }
    /// The launches of the last run, in order.
    const std::vector<ProgramLoop>& loops() const { return m_loops; }

    /// For tests: the path of warpbench-cli in place of the one beside this program.
    void setTool(const QString& path) { m_tool = path; }

  signals:
    /// Lines of the program's standard output, without the last line feed.
    void printed(const QString& lines);
    /// A line of its standard error, of the compiler or the simulated GPU.
    void complained(const QString& line);
    void runningChanged(bool running);
    /// \param ok       exit code 0, and no fault
    /// \param sentence "The program ended with exit code 3 after 1.2 s"
    void ended(bool ok, const QString& sentence);
    /// After `ended`, of a program that was run for its set-up.
    /// \param project  the file with it
    /// \param notes    what is not as in the program, a sentence each
    void setUpMade(const QString& project, const QStringList& notes);
    /// After `ended`, of a program that was run for one launch. \param project  the file with it
    void captured(const QString& project);

  private:
    void readOutput(bool toItsEnd);
    void readErrors(bool toItsEnd);
    void takeErrorLine(QString line);
    QStringList toolArguments(const QString& copy) const;
    void finish(int code, QProcess::ExitStatus status);
    void finishSetUp(int code, const QString& time);
    void finishCapture(int code, const QString& time);
    void end(bool ok, const QString& sentence);

    QString m_tool;
    ProgramRequest m_request;
    QString m_folder; ///< of the copy that is built
    QString m_copy;
    std::unique_ptr<QProcess> m_process;
    QElapsedTimer m_time;
    QByteArray m_output, m_errors; ///< the begun lines
    std::vector<ProgramMessage> m_messages;
    QStringList m_notes;
    std::vector<ProgramLoop> m_loops;
    bool m_wasStopped = false;
};

} // namespace warpbench::ui
