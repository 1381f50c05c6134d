// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// A run and what it came from.
struct RunState {
    std::shared_ptr<const session::RunReport> report; ///< null: nothing has run yet
    QString device;                                   ///< selector that it was asked for with
    QString source;
    Revision revision = 0;                           ///< of the source
    QDateTime time;                                  ///< when the report came
    std::shared_ptr<const project::Project> project; ///< its set-up; null: not known
};

/// The code of the last compile, by itself or as a part of a run, and what it came from.
struct CodeState {
    std::shared_ptr<const compile::CompileResult> code; ///< null: nothing has compiled yet
    QString source;
    Revision revision = 0;
    QByteArray headers; ///< HeaderDocuments::digest()
};

/// The last run and the last compile, whether they still belong to what is on the screen, and the
/// runs before. The one place where panels learn of results: a signal says what has changed, and
/// everything is in place before the first one is sent.
class Results : public QObject {
    Q_OBJECT

  public:
    Results(const ProjectDocument& document, RunController& controller, QObject* parent = nullptr);
    ~Results() override;

    const RunState& run() const { return m_run; }
    /// The last run's report; null: none yet.
    const session::RunReport* report() const { return m_run.report.get(); }
    const CodeState& code() const { return m_code; }
    /// Whether source, headers, set-up or device have changed since the last run.
    bool stale() const { return m_stale; }
    /// Whether the source or a header has changed since the last compile that gave code.
    bool codeStale() const { return m_codeStale; }
    /// Whether the text on the screen is the one that was sent off last.
    bool ofRequested() const;
    /// Likewise of the headers.
    bool headersOfRequested() const;
    bool running() const { return m_running; }
    RunHistory& history() { return *m_history; }

    /// The source of a run or a compile, or what was sent off last; nothing: it is none of these.
    std::optional<QString> sourceOf(Revision revision) const;
    /// Of what was sent off last; 0: nothing was.
    Revision requested() const { return m_requested.revision; }

    /// Remembers what is sent off now: the answer belongs to this source.
    void begin();
    /// Another project: all results are gone.
    void clear();
    /// The device is another one, or something else that results depend on.
    void look();

  signals:
    void runChanged();  ///< there is a new report, or none any more
    void codeChanged(); ///< there is new code, or none any more
    void staleChanged(bool stale);
    void codeStaleChanged(bool stale);
    void runningChanged(bool running);

  private:
    struct Request {
        QString source;
        Revision revision = 0;
        QByteArray headers;
        QString device; ///< the selector
        std::shared_ptr<const project::Project> project;
    };

    void takeReport(const session::RunReport& report);
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
