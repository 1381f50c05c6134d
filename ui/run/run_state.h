// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/data_files.h"
#include "core/report/run_report.h"
#include "ui/run/selection.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace warpbench::ui {

class ProjectDocument;
class RunController;
class RunHistory;

/// A run and its inputs.
struct RunState {
    std::shared_ptr<const session::RunReport> report; ///< null: no run yet
    QString device;                                   ///< selector in the request
    QString source;
    Revision revision = 0;                           ///< of the source
    QDateTime time;                                  ///< when the report arrived
    std::shared_ptr<const project::Project> project; ///< the set-up; null: unknown
};

/// The result and inputs of the last compile, by itself or as part of a run.
struct CodeState {
    std::shared_ptr<const compile::CompileResult> code; ///< null: no compile yet
    QString source;
    Revision revision = 0;
    QByteArray headers; ///< ProjectTexts::digest()
};

/// The last run, the last compile, whether they match the current contents of the window, and
/// earlier runs. The only source of results for panels. Signals are emitted only after everything
/// has been updated.
class Results : public QObject {
    Q_OBJECT

  public:
    Results(const ProjectDocument& document, RunController& controller, QObject* parent = nullptr);
    ~Results() override;

    const RunState& run() const { return m_run; }
    /// The last run's report; null: no run yet.
    const session::RunReport* report() const { return m_run.report.get(); }
    const CodeState& code() const { return m_code; }
    /// Whether source, headers, set-up or device have changed since the last run.
    bool stale() const { return m_stale; }
    /// Whether the source or a header has changed since the last successful compile.
    bool codeStale() const { return m_codeStale; }
    /// Whether the current text is that of the last request.
    bool ofRequested() const;
    /// The same for headers.
    bool headersOfRequested() const;
    bool running() const { return m_running; }
    RunHistory& history() { return *m_history; }

    /// The source of a run, a compile or the last request; nullopt: of another revision.
    std::optional<QString> sourceOf(Revision revision) const;
    /// Revision of the last request; 0: none.
    Revision requested() const { return m_requested.revision; }

    /// Saves the current source for a request that is being sent.
    void begin();
    /// Clears all results for another project.
    void clear();
    /// The device has changed, or something else that results depend on.
    void look();

  signals:
    void runChanged();  ///< there is a new report, or no report any more
    void codeChanged(); ///< there is new code, or no code any more
    void staleChanged(bool stale);
    void codeStaleChanged(bool stale);
    void runningChanged(bool running);

  private:
    struct Request {
        QString source;
        Revision revision = 0;
        QByteArray headers;
        QString device; ///< selector
        std::shared_ptr<const project::Project> project;
    };

    void takeReport(const session::RunReport& report);
    void moveData(const std::vector<project::MovedFile>& files);
    void takeCode(std::shared_ptr<const compile::CompileResult> code);
    bool isNow(const QString& source, Revision revision) const;

    const ProjectDocument& m_document;
    RunController& m_controller;
    Request m_requested;
    RunState m_run;
    CodeState m_code;
    bool m_stale = false;
    bool m_codeStale = false;
    bool m_running = false;
    RunHistory* m_history;
};

} // namespace warpbench::ui
