// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace warpbench::ui {

/// The values that a slider offers for a parameter: from a sixteenth of its value to sixteen times
/// that, in even ratios; for 0 from -1 to 1, or for a whole number from 0 to 100.
class SliderRange {
  public:
    static constexpr int kSteps = 1000;

    /// None for an expression that is not a plain number.
    static std::optional<SliderRange> of(const std::string& expression);

    double base() const { return m_base; }
    /// \param step  0 … kSteps
    double valueAt(int step) const;
    int stepOf(double value) const; ///< the nearest

  private:
    double m_base = 0;
    bool m_isWhole = false;
};

} // namespace warpbench::ui
