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

/// Sweeps the project like `warpbench-cli sweep` and stores the results. Keeps the last run's
/// results.
class SweepRunner : public QObject {
    Q_OBJECT

  public:
    SweepRunner(ProjectDocument& document, RunController& controller, QObject* parent = nullptr);

    /// Starts a new sweep. Does nothing while something else runs.
    void start(const sweep::Budget& budget);
    /// Continues after the existing trials. \pre canContinue()
    void goOn(const sweep::Budget& budget);
    void stop();
    /// Shows the file of a sweep, which can be continued. \throws Error
    void open(const QString& path);
    /// Writes the trials like `sweep --out`, in the format of the suffix. \throws Error
    void save(const QString& path) const;
    /// Applies a trial's values to the project as one step of the history.
    void apply(std::size_t trial);

    bool sweeping() const { return m_sweeping; }
    /// Whether there is an unfinished sweep over the same names and values.
    bool canContinue() const;
    /// Whether source or set-up have changed since then, except by apply() and in the sweep itself.
    bool isStale() const;
    /// The results; null: none yet.
    const session::SweepReport* report() const { return m_report.get(); }
    /// The error of the last sweep; empty: success.
    const QString& problem() const { return m_problem; }

  signals:
    void changed(); ///< started, new trials, ended, or cleared
    void ended();   ///< successfully or not

  private:
    void begin(const sweep::Budget& budget, std::vector<sweep::Trial> earlier, std::string state);
    void show(const session::SweepReport& report);
    void end();
    void forget();

    ProjectDocument& m_document;
    RunController& m_controller;
    std::shared_ptr<const session::SweepReport> m_report;
    /// What the trials belong to; unknown for an opened file.
    struct Origin {
        project::Project project; ///< without the values that the sweep sets
        QString source;
        bool operator==(const Origin&) const = default;
    };
    Origin originOfNow() const;
    std::optional<Origin> m_origin;
    std::optional<project::Sweep> m_swept; ///< the sweep that ran; empty: unknown
    QString m_problem;
    bool m_sweeping = false;
};

} // namespace warpbench::ui
