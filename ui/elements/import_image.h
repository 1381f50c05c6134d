// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <QString>

#include <cstdint>
#include <variant>
#include <vector>

namespace warpbench::ui {

/// Whether a buffer can hold an image: two dimensions of numbers or of vectors with 3 or 4 lanes,
/// or three dimensions of numbers, the last of 3 or 4.
bool holdsImage(const arrays::DType& dtype, const std::vector<std::int64_t>& shape);

/// The pixels of an image file (.png, .jpg, .bmp) as the contents of a buffer that holdsImage().
/// Numbers are shades of grey. A channel is 0 to 255 in an integer, and 0 to 1 in a float. Callable
/// from any thread. \returns the contents, or why there are none
std::variant<arrays::HostArray, QString> readImage(const QString& path, const arrays::DType& dtype,
                                                   const std::vector<std::int64_t>& shape);

} // namespace warpbench::ui
