// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/color_scale.h"

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

using arrays::ColorMap;

bool ColorScale::isLogarithmic(const ImageStyle& style) {
    return style.logarithmic && style.map != ColorMap::diverging;
}

ColorScale::ColorScale(const ImageStyle& style, double low, double high)
    : m_map(style.map)
    , m_logarithmic(isLogarithmic(style))
    , m_low(low)
    , m_high(high) {}

double ColorScale::valueAt(double share) const {
    return m_logarithmic ? m_low * std::pow(m_high / m_low, share)
                         : m_low * (1 - share) + m_high * share;
}

/// The place of a number in the range; below 0 or above 1 if it is outside.
double ColorScale::shareOf(double value) const {
    if (!(m_low < m_high))
        return value > m_high ? 1 : 0;
    if (m_logarithmic)
        return value > 0 ? std::log(value / m_low) / std::log(m_high / m_low) : 0;
    // Halves, because the widest range exceeds the range of a double.
    return (value / 2 - m_low / 2) / (m_high / 2 - m_low / 2);
}

arrays::Rgb ColorScale::colorOf(double value) const {
    if (std::isnan(value))
        return arrays::kNanColor;
    if (m_map != ColorMap::diverging)
        return arrays::scaleColor(shareOf(value), m_map);
    const double strongest = std::max(std::abs(m_low), std::abs(m_high));
    return arrays::scaleColor(strongest > 0 ? 0.5 + value / strongest / 2 : 0.5, m_map);
}

} // namespace warpbench::ui
