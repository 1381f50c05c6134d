// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/host_sort.h"

#include "core/arrays/dtype.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace warpbench::libraries {

namespace {

using arrays::HostArray;
using arrays::Scalar;

/// An unsigned number of the same width that sorts like the key.
std::uint64_t radixKey(Scalar scalar, const std::byte* from) {
    const std::size_t bytes = arrays::sizeOf(scalar);
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, bytes); // little-endian, like the GPU
    const std::uint64_t sign = std::uint64_t(1) << (8 * bytes - 1);
    if (arrays::isInteger(scalar))
        return arrays::isSigned(scalar) ? bits ^ sign : bits;
    if (bits == sign) // -0.0
        bits = 0;
    return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
}

} // namespace

std::vector<std::size_t> radixOrder(const HostArray& keys) {
    const Scalar scalar = keys.dtype().scalar();
    const std::size_t size = arrays::sizeOf(scalar);
    std::vector<std::uint64_t> values(keys.sizeBytes() / size);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = radixKey(scalar, keys.bytes().data() + i * size);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order;
}

HostArray reordered(const HostArray& from, const std::vector<std::size_t>& order) {
    HostArray to(from.dtype(), from.shape());
    const std::size_t size = from.dtype().size();
    for (std::size_t i = 0; i < order.size(); ++i)
        std::memcpy(to.bytes().data() + i * size, from.bytes().data() + order[i] * size, size);
    return to;
}

} // namespace warpbench::libraries
