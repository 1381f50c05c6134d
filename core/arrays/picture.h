// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Arrays as images, as the window shows them.
namespace warpbench::arrays {

using Rgb = std::array<std::uint8_t, 3>;

/// Colours for numbers. `viridis` goes from dark blue through green to yellow. Its lightness rises
/// uniformly, so that it also works in grey and for colour-blind readers. `diverging` goes from
/// blue through near white, the colour of its middle, to red.
enum class ColorMap { viridis, gray, diverging };

/// \param t  0 to 1; numbers outside get the nearer end's colour
Rgb scaleColor(double t, ColorMap map = ColorMap::viridis);
/// The colour for NaN.
inline constexpr Rgb kNanColor{255, 0, 255};

/// One channel of a colour: floats from 0 to 1, integers over the full range of their type.
/// \param from  the value's bytes
int colorChannel(Scalar scalar, const std::byte* from);

/// Whether an array is an image: two dimensions of real numbers, or of vectors with three or four
/// channels; or three dimensions of bytes or floats, the last of which has three or four channels.
bool isPicture(const DType& dtype, std::span<const std::int64_t> shape);

/// Encodes such an array as a .png file. Numbers use the colour scale, from the smallest to the
/// largest finite value; channels use their values, without the fourth.
std::string pngOf(const HostArray& array);

} // namespace warpbench::arrays
