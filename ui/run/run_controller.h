// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/data_files.h"
#include "core/session/session.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// The window's side of the session: sends requests, delivers answers as signals on the window's
/// thread, and knows which request is running and which results are out of date.
class RunController : public QObject {
    Q_OBJECT

  public:
    enum class Activity { idle, compiling, running };

    /// Options of a run that are not part of the project.
    struct Options {
        bool checkFaults = true;
        bool metrics = false;
        bool guards = false;  ///< guard zones around buffers, on a real GPU
        bool estimate = true; ///< of a GPU's time, on a simulated device
    };

    explicit RunController(session::WorkerHome home = session::WorkerHome::child_process,
                           QObject* parent = nullptr);
    ~RunController() override;

    session::Session& session() { return *m_session; }
    Activity activity() const { return m_activity; }
    bool busy() const { return m_activity != Activity::idle; }
    /// Whether the running request keeps the last run's results.
    bool isAside() const { return busy() && m_aside; }

    void listDevices();
    /// Selector of the device for compiles and runs; empty: chosen by the rules.
    void setDevice(const QString& selector);
    const QString& device() const { return m_device; }
    /// Hash of the headers that the source includes now (ProjectTexts::digest()): runs with
    /// another hash are out of date.
    void setHeaders(const QByteArray& digest) { m_headers = digest; }
    void setOptions(Options options) { m_options = options; }
    const Options& options() const { return m_options; }
    /// Whether runs record the addresses of lanes for a sample; on while a view needs them.
    void setTracing(bool on) { m_tracing = on; }

    void compile(const project::Project& project, const QString& source);
    void run(const project::Project& project, const QString& source);
    /// Runs for `done` only and keeps the results of the last run. An invalid request also gives a
    /// report (device_error), not a failed(). Only while nothing else is running; a normal run or
    /// another project cancels it (asideDropped).
    void runAside(session::RunRequest request, std::function<void(const session::RunReport&)> done);
    /// A sweep, in the same way. After a stop, `done` gets the results so far.
    /// \param soFar  gets intermediate results a few times a second
    void sweepAside(session::SweepRequest request,
                    std::function<void(const session::SweepReport&)> soFar,
                    std::function<void(const session::SweepReport&)> done,
                    std::function<void(const Error&)> failed);
    /// Compiles for `done` only and keeps the results of the last compile. Only while nothing
    /// else is running; a later compile or run may replace it, and then neither handler is
    /// called.
    void compileAside(const project::Project& project, const QString& source,
                      std::function<void(const compile::CompileResult&)> done,
                      std::function<void(const Error&)> failed);
    /// Whether exactly this run is in progress.
    bool isUnderWay(const project::Project& project, const QString& source) const;
    void stop();
    void resetResident();

    /// A project without anything that does not affect a run's result.
    static project::Project relevant(project::Project project);
    /// Whether the window's contents differ from those of the last report.
    bool isStale(const project::Project& project, const QString& source) const;
    /// The data files that the requests so far refer to have new names
    /// (ProjectDocument::dataMoved).
    void moveData(const std::vector<project::MovedFile>& files);
    void forget(); ///< for another project: cancels everything

  signals:
    void devicesListed(const std::vector<warpbench::session::DeviceInfo>& devices);
    void devicesFailed(const QString& why);
    void compiled(const warpbench::compile::CompileResult& result);
    void runFinished(const warpbench::session::RunReport& report);
    /// A request was invalid or could not be served.
    void failed(const warpbench::Error& error);
    void progressed(const QString& phase, double fraction);
    void activityChanged(warpbench::ui::RunController::Activity activity);
    void asideDropped();               ///< the request made aside will not be answered
    void noticed(const QString& line); ///< a message of the session

  private:
    /// Everything that affects the contents of a report.
    struct Snapshot {
        project::Project project;
        QString source;
        QString device;
        QByteArray headers;

        bool operator==(const Snapshot&) const = default;
    };
    void setActivity(Activity activity);
    void dropAside();
    template <class Result, class Done>
    session::Handlers<Result> handlers(std::uint64_t round, Done done);

    QString m_device;
    QByteArray m_headers;
    Options m_options;
    bool m_tracing = false;
    Activity m_activity = Activity::idle;
    session::Ticket m_ticket = 0;
    bool m_aside = false;      ///< the running request was made aside
    std::uint64_t m_round = 0; ///< answers of earlier rounds are dropped
    Snapshot m_pending;
    std::optional<Snapshot> m_snapshot;
    std::unique_ptr<session::Session> m_session; ///< last, so that it and its handlers are
                                                 ///< destroyed first
};

} // namespace warpbench::ui
