// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/launch_figures.h"

namespace warpbench::ui {

/// A real GPU's performance counters for a run's launches. Counts vary from run to run, so small
/// differences to a pinned run are not shown.
class HardwareModel final : public LaunchFigures<cuda::HardwareFigures> {
    Q_OBJECT

  public:
    using LaunchFigures::LaunchFigures;

    /// How often the launches were repeated to collect the counters.
    int passes() const { return empty() ? 0 : at(0).passes; }

  private:
    using Figures = cuda::HardwareFigures;

    const std::optional<Figures>& figuresOf(const session::LaunchReport& launch) const override;
    std::vector<int> allRows() const override;
    FigureWords wordsOf(int row) const override;
    bool any(int row, const Figures& figures) const override;
    QString textOf(int row, const Figures& figures) const override;
    QString changeOf(int row, const Figures& now, const Figures& before) const override;
    bool isConcern(int row, const Figures& figures) const override;
};

} // namespace warpbench::ui
