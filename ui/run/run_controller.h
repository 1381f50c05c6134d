// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// The window's side of the session: sends requests, brings the answers to the window's thread as
/// signals, and knows what is under way and which results are out of date.
class RunController : public QObject {
    Q_OBJECT

  public:
    enum class Activity { idle, compiling, running };

    /// What a run may ask for beyond the project.
    struct Options {
        bool checkFaults = true;
        bool metrics = false;
        bool guards = false;  ///< zones round buffers, on a real GPU
        bool estimate = true; ///< of a GPU's time, on a simulated device
    };

    explicit RunController(session::WorkerHome home = session::WorkerHome::child_process,
                           QObject* parent = nullptr);
    ~RunController() override;

    session::Session& session() { return *m_session; }
    Activity activity() const { return m_activity; }
    bool busy() const { return m_activity != Activity::idle; }
    /// Whether what is under way leaves the last run's results what they are.
    bool isAside() const { return busy() && m_aside; }

    void listDevices();
    /// Selector of the device that compiles and runs are for; empty: the choice rules.
    void setDevice(const QString& selector);
    const QString& device() const { return m_device; }
    /// What is in the headers that the source includes now (HeaderDocuments::digest()): a run of
    /// others is out of date.
    void setHeaders(const QByteArray& digest) { m_headers = digest; }
    void setOptions(Options options) { m_options = options; }
    const Options& options() const { return m_options; }
    /// Whether runs keep which lane went to which address, for a sample: while somebody looks.
    void setTracing(bool on) { m_tracing = on; }

    void compile(const project::Project& project, const QString& source);
    void run(const project::Project& project, const QString& source);
    /// A run whose report is for `done` alone: the last run stays what it is. A request that could
    /// not be understood is a report too (device_error), and no failure of the user's. Only while
    /// nothing else is under way; a run or another project ends it (asideDropped).
    void runAside(session::RunRequest request, std::function<void(const session::RunReport&)> done);
    /// A sweep, in the same way. A stop gives `done` what there is.
    /// \param soFar  what there is so far, some times a second
    void sweepAside(session::SweepRequest request,
                    std::function<void(const session::SweepReport&)> soFar,
                    std::function<void(const session::SweepReport&)> done,
                    std::function<void(const Error&)> failed);
    /// A compile for `done` alone: what was compiled last stays what it is. Only while nothing else
    /// is under way; a compile or run that comes meanwhile may take its turn, and neither is called
    /// then.
    void compileAside(const project::Project& project, const QString& source,
                      std::function<void(const compile::CompileResult&)> done,
                      std::function<void(const Error&)> failed);
    /// Whether a run of just this is under way.
    bool isUnderWay(const project::Project& project, const QString& source) const;
    void stop();
    void resetResident();

    /// Whether what is in the window now differs from what the last report came from.
    bool isStale(const project::Project& project, const QString& source) const;
    void forget(); ///< another project was opened: cancels

  signals:
    void devicesListed(const std::vector<warpbench::session::DeviceInfo>& devices);
    void devicesFailed(const QString& why);
    void compiled(const warpbench::compile::CompileResult& result);
    void runFinished(const warpbench::session::RunReport& report);
    /// A request could not be understood or served at all.
    void failed(const warpbench::Error& error);
    void progressed(const QString& phase, double fraction);
    void activityChanged(warpbench::ui::RunController::Activity activity);
    void asideDropped();               ///< what was asked for aside will not be answered
    void noticed(const QString& line); ///< the session has something to tell

  private:
    /// What a report came from: everything that has an influence on its contents.
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
    bool m_aside = false;      ///< what is under way was asked for aside
    std::uint64_t m_round = 0; ///< answers of earlier rounds are dropped
    Snapshot m_pending;
    std::optional<Snapshot> m_snapshot;
    std::unique_ptr<session::Session> m_session; ///< last: it goes first, and its handlers with it
};

} // namespace warpbench::ui
