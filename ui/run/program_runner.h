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

/// A request to run a source as a complete program.
struct ProgramRequest {
    enum class Purpose {
        run,    ///< for its output and effects
        set_up, ///< to turn its launches into a set-up
        capture ///< to turn one of its launches into a project
    };
    QString file;            ///< of the source; empty: none yet
    QString source;          ///< as in the editor
    QStringList options;     ///< for nvcc
    QStringList arguments;   ///< for the program
    QByteArray input;        ///< standard input
    QString device;          ///< "sim:h200"; empty: an H200
    bool checkFaults = true; ///< detect races and uninitialised reads
    Purpose purpose = Purpose::run;
    QString captured; ///< "scale#3", for capture
    QString folder;   ///< a new one for the captured project
};

/// A launch of a program, or several equal ones in sequence.
struct ProgramLaunch {
    QString kernel;
    QString grid, block; ///< "32 × 8"
    quint64 count = 1;
    quint64 first = 1; ///< index of the first one among the launches of its kernel
};

/// A repeated sequence of launches.
struct ProgramLoop {
    quint64 times = 1;
    std::vector<ProgramLaunch> launches;
};

/// Parses the output of `exec --launches`; empty if it is invalid.
std::vector<ProgramLoop> programLoopsIn(const QByteArray& json);

/// A message of the compiler or the simulated GPU with a location in the source.
struct ProgramMessage {
    enum class Origin { compiler, fault };
    Origin origin = Origin::compiler;
    bool isError = true; ///< false: a warning
    QString file;
    int line = 0; ///< from 1
    QString text;
    bool operator==(const ProgramMessage&) const = default;
};

/// Parses a line of standard error with a location: nvcc's "a.cu(3): error: …", or "a.cu:3: …" from
/// the simulated GPU. Empty: no location.
std::optional<ProgramMessage> programMessageIn(const QString& line);

/// Builds a source and runs it as a complete program, including host code, with `warpbench-cli
/// exec`, or with `convert` for its set-up. Builds a copy of the editor's text, so that nothing has
/// to be saved first.
class ProgramRunner : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;
    /// Stops a running program.
    ~ProgramRunner() override;

    /// Does nothing while a program runs.
    void start(const ProgramRequest& request);
    void stop();
    bool isRunning() const { return m_process != nullptr; }
    const ProgramRequest& request() const { return m_request; }
    /// Messages of the last program, in order.
    const std::vector<ProgramMessage>& messages() const { return m_messages; }
    /// The launches of the last run, in order.
    const std::vector<ProgramLoop>& loops() const { return m_loops; }

    /// For tests: replaces the warpbench-cli next to this program.
    void setTool(const QString& path) { m_tool = path; }

  signals:
    /// Lines of the program's standard output, without the last line feed.
    void printed(const QString& lines);
    /// A line of standard error, from the program, the compiler or the simulated GPU.
    void complained(const QString& line);
    void runningChanged(bool running);
    /// \param ok       exit code 0 and no fault
    /// \param sentence "The program ended with exit code 3 after 1.2 s"
    void ended(bool ok, const QString& sentence);
    /// Follows `ended` if the program was run for its set-up.
    /// \param project  the created file
    /// \param notes    differences from the program, a sentence each
    void setUpMade(const QString& project, const QStringList& notes);
    /// Follows `ended` if the program was run for one launch. \param project  the created file
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
    QByteArray m_output, m_errors; ///< incomplete lines
    std::vector<ProgramMessage> m_messages;
    QStringList m_notes;
    std::vector<ProgramLoop> m_loops;
    bool m_wasStopped = false;
};

} // namespace warpbench::ui
