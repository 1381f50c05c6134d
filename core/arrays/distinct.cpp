// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/distinct.h"

#include "core/arrays/element.h"
#include "core/arrays/summary.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <mutex>
#include <utility>

namespace warpbench::arrays {

namespace {

constexpr std::int64_t kKeysAtOnce = 1024;
/// Values between looks at other threads.
constexpr std::int64_t kDistinctGrain = std::int64_t(1) << 18;
constexpr std::size_t kFewestSlots = 64;

std::uint64_t keyOf(double value) {
    if (std::isnan(value))
        value = std::numeric_limits<double>::quiet_NaN();
    return std::bit_cast<std::uint64_t>(value + 0.0); // -0 + 0 is 0
}

/// The finalizer of MurmurHash3: keys of reals often differ in their high bits alone.
std::uint64_t hashOf(std::uint64_t key) {
    key = (key ^ key >> 33) * 0xFF51'AFD7'ED55'8CCD;
    key = (key ^ key >> 33) * 0xC4CE'B9FE'1A85'EC53;
    return key ^ key >> 33;
}

/// Keys of contiguous values, equal for equal values. \param count  up to kKeysAtOnce
void readKeys(Scalar scalar, const std::byte* from, std::size_t count, std::uint64_t* keys) {
    if (isInteger(scalar)) {
        std::array<std::int64_t, kKeysAtOnce> values;
        readInt64s(scalar, from, {values.data(), count});
        std::transform(values.begin(), values.begin() + std::ptrdiff_t(count), keys,
                       [](std::int64_t value) { return std::uint64_t(value); });
    } else if (isComplex(scalar)) {
        std::array<std::complex<double>, kKeysAtOnce> values;
        readComplexes(scalar, from, {values.data(), count});
        std::transform(values.begin(), values.begin() + std::ptrdiff_t(count), keys,
                       [](const auto& value) { return keyOf(magnitudeOf(value)); });
    } else {
        std::array<double, kKeysAtOnce> values;
        readDoubles(scalar, from, {values.data(), count});
        std::transform(values.begin(), values.begin() + std::ptrdiff_t(count), keys, keyOf);
    }
}

} // namespace

void DistinctValues::add(const HostArray& array) {
    const ElementReader reader(array); // refuses structs
    const std::int64_t count = reader.components();
    std::mutex mutex; // of this set
    const auto isOverNow = [&] {
        const std::lock_guard lock(mutex);
        return isOver();
    };
    project::parallelFor(count / kDistinctGrain + (count % kDistinctGrain != 0), 1,
                         [&](std::int64_t first, std::int64_t last) {
                             DistinctValues found;
                             for (std::int64_t grain = first;
                                  grain < last && !found.isOver() && !isOverNow(); ++grain)
                                 found.add(reader.scalar(), array.bytes().data(),
                                           grain * kDistinctGrain,
                                           std::min(count, (grain + 1) * kDistinctGrain));
                             const std::lock_guard lock(mutex);
                             insert(found);
                         });
}

/// \param begin, end  values in `data`
void DistinctValues::add(Scalar scalar, const std::byte* data, std::int64_t begin,
                         std::int64_t end) {
    std::array<std::uint64_t, kKeysAtOnce> keys;
    for (std::int64_t at = begin; at < end && !isOver(); at += kKeysAtOnce) {
        const auto some = std::size_t(std::min(kKeysAtOnce, end - at));
        readKeys(scalar, data + std::size_t(at) * sizeOf(scalar), some, keys.data());
        std::for_each(keys.begin(), keys.begin() + std::ptrdiff_t(some),
                      [this](std::uint64_t key) { insert(key); });
    }
}

void DistinctValues::insert(std::uint64_t key) {
    if (isOver())
        return;
    if (key == 0) {
        m_count += m_hasZero ? 0 : 1;
        m_hasZero = true;
    } else {
        if (m_slots.size() < 2 * std::size_t(m_count + 1))
            grow();
        place(key);
    }
    if (isOver())
        m_slots = {};
}

void DistinctValues::insert(const DistinctValues& others) {
    if (others.isOver()) {
        m_count = others.m_count;
        m_slots = {};
        return;
    }
    if (others.m_hasZero)
        insert(0);
    for (const std::uint64_t key : others.m_slots) {
        if (key != 0)
            insert(key);
    }
}

/// \param key  not 0
void DistinctValues::place(std::uint64_t key) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hashOf(key) & mask;
    while (m_slots[at] != 0 && m_slots[at] != key)
        at = (at + 1) & mask;
    m_count += m_slots[at] == 0 ? 1 : 0;
    m_slots[at] = key;
}

void DistinctValues::grow() {
    const std::vector<std::uint64_t> before = std::exchange(
        m_slots, std::vector<std::uint64_t>(std::max(kFewestSlots, 2 * m_slots.size())));
    m_count = m_hasZero ? 1 : 0;
    for (const std::uint64_t key : before) {
        if (key != 0)
            place(key);
    }
}

} // namespace warpbench::arrays
