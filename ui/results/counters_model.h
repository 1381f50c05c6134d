// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/launch_figures.h"

namespace warpbench::ui {

/// The total counts of a run's launches on the simulated GPU. Counts are exact, so every difference
/// to a pinned run is significant.
class CountersModel final : public LaunchFigures<session::Counters> {
    Q_OBJECT

  public:
    using LaunchFigures::LaunchFigures;

  private:
    using Counters = session::Counters;

    const std::optional<Counters>& figuresOf(const session::LaunchReport& launch) const override;
    std::vector<int> allRows() const override;
    FigureWords wordsOf(int row) const override;
    bool any(int row, const Counters& counters) const override;
    QString textOf(int row, const Counters& counters) const override;
    QString changeOf(int row, const Counters& now, const Counters& before) const override;
    bool isConcern(int row, const Counters& counters) const override;
};

} // namespace warpbench::ui
