// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Arrays as pictures, as the window shows them.
namespace warpbench::memory {

using Rgb = std::array<std::uint8_t, 3>;

/// A colour for a number from 0 to 1, from dark blue over green to yellow. Its lightness rises
/// evenly, so that it reads equally in grey and for the colour-blind.
Rgb scaleColor(double t);
/// What NaN is drawn as.
inline constexpr Rgb kNanColor{255, 0, 255};

/// One channel of a colour: floats from 0 to 1, integers over their type's whole range.
/// \param from  the value's bytes
int colorChannel(Scalar scalar, const std::byte* from);

/// Whether an array is a picture: two dimensions of real numbers, or of vectors of three or four
/// channels; or three dimensions of bytes, of which the last are three or four channels.
bool isPicture(const DType& dtype, std::span<const std::int64_t> shape);

/// Such an array as the bytes of a .png file. Numbers are drawn by the scale, from the least to the
/// greatest finite one; channels by their values, without the fourth.
std::string pngOf(const HostArray& array);

} // namespace warpbench::memory
