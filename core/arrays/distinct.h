// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstdint>
#include <vector>

namespace warpbench::arrays {

/// The different values of arrays, counted exactly up to a limit. Values are those of a Summary:
/// lanes of vectors, magnitudes of complex numbers. All NaN are one value, and so are 0 and -0.
class DistinctValues {
  public:
    static constexpr std::int64_t kMost = 65'536;

    /// Reads every value, on several threads, or none once there are more than kMost.
    /// \param array  of the same dtype as earlier ones
    /// \throws Error (project) for structs; (cancelled) as summaryOf()
    void add(const HostArray& array);
    std::int64_t count() const noexcept { return m_count; } ///< kMost + 1: more than kMost

  private:
    bool isOver() const noexcept { return m_count > kMost; }
    void add(Scalar scalar, const std::byte* data, std::int64_t begin, std::int64_t end);
    void insert(std::uint64_t key);
    void insert(const DistinctValues& others);
    void place(std::uint64_t key);
    void grow();

    std::int64_t m_count = 0;
    bool m_hasZero = false;             ///< key 0, which marks an empty slot
    std::vector<std::uint64_t> m_slots; ///< a hash table with linear probing, at most half full
};

} // namespace warpbench::arrays
