// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::ui {

/// Sweeps the project aside, as `warpbench-cli sweep` does, and keeps what came of it. The last
/// run's results stay what they are.
class SweepRunner : public QObject {
    Q_OBJECT

  public:
    SweepRunner(ProjectDocument& document, RunController& controller, QObject* parent = nullptr);

    /// Sweeps from the beginning. Nothing where something else runs.
    void start(const sweep::Budget& budget);
    /// Goes on after the trials that there are. \pre canContinue()
    void goOn(const sweep::Budget& budget);
    void stop();
    /// Shows a sweep's file, which can be gone on with. \throws Error
    void open(const QString& path);
    /// Writes the trials as `sweep --out` does, in the format of the ending. \throws Error
    void save(const QString& path) const;
    /// Gives the project a trial's values. One step of the history.
    void apply(std::size_t trial);

    bool sweeping() const { return m_sweeping; }
    /// Whether there are trials of an unfinished sweep over the same names and values.
    bool canContinue() const;
    /// Source or set-up have changed since, other than by apply() and in the sweep itself.
    bool isStale() const;
    /// What there is; null: nothing yet.
    const session::SweepReport* report() const { return m_report.get(); }
    /// Why the last one could not be done; empty: it could.
    const QString& problem() const { return m_problem; }

  signals:
    void changed(); ///< begun, trials came, ended, or none any more
    void ended();   ///< in whatever way

  private:
    void begin(const sweep::Budget& budget, std::vector<sweep::Trial> earlier, std::string state);
    void show(const session::SweepReport& report);
    void end();
    void forget();

    ProjectDocument& m_document;
    RunController& m_controller;
    std::shared_ptr<const session::SweepReport> m_report;
    /// What the trials belong to; of an opened file nobody knows.
    struct Origin {
        project::Project project; ///< without what the sweep itself gives values
        QString source;
        bool operator==(const Origin&) const = default;
    };
    Origin originOfNow() const;
    std::optional<Origin> m_origin;
    std::optional<project::Sweep> m_swept; ///< what it went over; empty: not known
    QString m_problem;
    bool m_sweeping = false;
};

} // namespace warpbench::ui
