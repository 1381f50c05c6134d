// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/picture.h"

#include <optional>

namespace warpbench::ui {

/// How the image view draws a buffer, as chosen by the user.
struct ImageStyle {
    static constexpr int kAllChannels = -1;

    arrays::ColorMap map = arrays::ColorMap::viridis;
    bool logarithmic = false;        ///< has no effect on the diverging map
    std::optional<double> low, high; ///< range of the colours; empty: that of the finite values
    int channel = kAllChannels;      ///< the one to draw as numbers, of an image with channels

    bool operator==(const ImageStyle&) const = default;
};

/// The colours of numbers in a range. The diverging map has its middle at 0, so that a number and
/// its negative are equally strong.
class ColorScale {
  public:
    /// \param style  only its map and `logarithmic` are used
    /// \param low, high  finite; above 0 if the scale is logarithmic
    ColorScale(const ImageStyle& style, double low, double high);

    /// Whether a style's scale is logarithmic. Such a scale has no colours for 0 and below, which
    /// get the lowest one.
    static bool isLogarithmic(const ImageStyle& style);

    double low() const { return m_low; }
    double high() const { return m_high; }
    /// The number at a place of the range. \param share  0: low, 1: high
    double valueAt(double share) const;
    arrays::Rgb colorOf(double value) const;

  private:
    double shareOf(double value) const;

    arrays::ColorMap m_map;
    bool m_logarithmic;
    double m_low;
    double m_high;
};

} // namespace warpbench::ui
