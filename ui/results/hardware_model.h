// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/launch_figures.h"

namespace warpbench::ui {

/// What a real GPU's own counters told of a run's launches. No two runs on a GPU count quite alike,
/// so that less than can be read is no difference to a pinned run.
class HardwareModel final : public LaunchFigures<cuda::HardwareFigures> {
    Q_OBJECT

  public:
    using LaunchFigures::LaunchFigures;

    /// How often the launches were repeated for it.
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
