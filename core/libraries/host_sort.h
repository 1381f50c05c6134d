// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstddef>
#include <vector>

namespace warpbench::libraries {

/// The indices of the elements in CUB's sort order (cub::DeviceRadixSort): equal keys keep their
/// order, -0.0 equals 0.0, and NaN sorts beyond the infinity of its sign.
/// \param keys  integers, float32 or float64
std::vector<std::size_t> radixOrder(const arrays::HostArray& keys);

/// The elements in another order, of the same type and shape.
arrays::HostArray reordered(const arrays::HostArray& from, const std::vector<std::size_t>& order);

} // namespace warpbench::libraries
