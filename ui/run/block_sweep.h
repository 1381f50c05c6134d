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

/// Which values of a name give a launch other sizes of its blocks.
struct BlockSizes {
    std::string name;                ///< a parameter or define; empty: there is none
    std::vector<std::string> values; ///< as a project's parameters take them
    QString why;                     ///< nothing can be tried, a sentence
};
/// The name that a launch's blocks are made of, with the project's own values of it where its sweep
/// has some, else those that give whole warps up to 1024 threads.
BlockSizes blockSizesOf(const project::Project& project, int launch);

/// A launch that was run with one of them.
struct BlockTrial {
    std::string value;
    session::RunStatus status = session::RunStatus::ok;
    session::LaunchReport launch; ///< empty where the launch did not come to its end
    QString message;              ///< why it does not count; empty: it does
};

/// Runs the project with one block size after the other. The last run's results stay what they are.
class BlockSweep : public QObject {
    Q_OBJECT

  public:
    BlockSweep(ProjectDocument& document, RunController& controller, QObject* parent = nullptr);

    /// Nothing where something else runs, or where no size can be tried.
    /// \param simulated  the device's times say nothing: they are estimated instead
    void start(int launch, bool simulated);
    bool measuring() const { return m_measuring; }
    /// How many there will be, and those that there are, in the order of BlockSizes::values.
    std::size_t planned() const { return m_sizes.values.size(); }
    const std::vector<BlockTrial>& trials() const { return m_trials; }
    int launch() const { return m_launch; }
    const std::string& name() const { return m_sizes.name; }
    const std::optional<session::DeviceInfo>& device() const { return m_device; }
    /// Whether source or set-up have changed since.
    bool isStale() const { return m_stale; }

  signals:
    void changed(); ///< a trial more, begun, ended, out of date, or none any more

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
