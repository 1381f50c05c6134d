// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::ui {

/// Values of a name that change a launch's block size.
struct BlockSizes {
    std::string name;                ///< a parameter or define; empty: none
    std::vector<std::string> values; ///< as accepted by a project's parameters
    QString why;                     ///< why no size can be tried, as a sentence
};
/// The name that determines a launch's block size. The values are those of the project's sweep, if
/// it has any, or else give whole warps up to 1024 threads.
BlockSizes blockSizesOf(const project::Project& project, int launch);

/// The result of a launch with one block size.
struct BlockTrial {
    std::string value;
    session::RunStatus status = session::RunStatus::ok;
    session::LaunchReport launch; ///< empty if the launch did not finish
    QString message;              ///< why it is ignored; empty: it counts
};

/// Runs the project with one block size after the other. Keeps the last run's results.
class BlockSweep : public QObject {
    Q_OBJECT

  public:
    BlockSweep(ProjectDocument& document, RunController& controller, QObject* parent = nullptr);

    /// Does nothing while something else runs, or if no size can be tried.
    /// \param simulated  uses estimates, because times of a simulated device are meaningless
    void start(int launch, bool simulated);
    bool measuring() const { return m_measuring; }
    /// The number of planned trials and the finished ones, in the order of BlockSizes::values.
    std::size_t planned() const { return m_sizes.values.size(); }
    const std::vector<BlockTrial>& trials() const { return m_trials; }
    int launch() const { return m_launch; }
    const std::string& name() const { return m_sizes.name; }
    const std::optional<session::DeviceInfo>& device() const { return m_device; }
    /// Whether source or set-up have changed since then.
    bool isStale() const { return m_stale; }

  signals:
    void changed(); ///< a trial was added, or the sweep began, ended, became stale or was cleared

  private:
    void next();
    void take(const session::RunReport& report);
    void giveUp();
    void forget();
    void documentChanged();

    ProjectDocument& m_document;
    RunController& m_controller;
    session::RunRequest m_base;
    BlockSizes m_sizes;
    std::vector<BlockTrial> m_trials;
    std::optional<session::DeviceInfo> m_device;
    int m_launch = 0;
    bool m_measuring = false;
    bool m_stale = false;
};

} // namespace warpbench::ui
