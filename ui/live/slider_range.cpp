// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/slider_range.h"

#include <QString>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

constexpr double kRatio = 16; ///< of the end of the range to its middle

} // namespace

std::optional<SliderRange> SliderRange::of(const std::string& expression) {
    const QString text = QString::fromStdString(expression).trimmed();
    bool isNumber = false;
    SliderRange range;
    range.m_base = text.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(range.m_base))
        return std::nullopt;
    text.toLongLong(&range.m_isWhole);
    return range;
}

double SliderRange::valueAt(int step) const {
    const double place = double(step) / kSteps; // 0 … 1
    double value = 0;
    if (m_base != 0)
        value = m_base * std::pow(kRatio, 2 * place - 1);
    else
        value = m_isWhole ? 100 * place : 2 * place - 1;
    return m_isWhole ? std::round(value) : value;
}

int SliderRange::stepOf(double value) const {
    double place = 0;
    if (m_base != 0)
        place = value / m_base > 0 ? (std::log(value / m_base) / std::log(kRatio) + 1) / 2 : 0;
    else
        place = m_isWhole ? value / 100 : (value + 1) / 2;
    return int(std::lround(std::clamp(place, 0.0, 1.0) * kSteps));
}

} // namespace warpbench::ui
