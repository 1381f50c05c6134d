// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/number.h"

#include <cstdint>

namespace warpbench::arrays {

/// Maps integers of any type to int64, preserving order and distances. uint64 values are shifted
/// down by 2^63; all others are unchanged.
class IntegerOrder {
  public:
    explicit IntegerOrder(Scalar scalar) noexcept
        : m_flip(scalar == Scalar::uint64 ? kSign : 0) {}

    /// \param bits  as returned by readInt64
    std::int64_t of(std::int64_t bits) const noexcept {
        return std::int64_t(std::uint64_t(bits) ^ m_flip);
    }
    double toDouble(std::int64_t order) const noexcept {
        return m_flip != 0 ? double(std::uint64_t(of(order))) : double(order);
    }
    project::Number toNumber(std::int64_t order) const {
        const std::int64_t bits = of(order);
        return m_flip != 0 && bits < 0 ? project::Number(std::uint64_t(bits))
                                       : project::Number(bits);
    }
    /// \param number  an integer in the range of the type
    std::int64_t fromNumber(const project::Number& number) const {
        return of(std::int64_t(project::asInteger(number)->bits()));
    }

  private:
    static constexpr std::uint64_t kSign = std::uint64_t(1) << 63;
    std::uint64_t m_flip;
};

} // namespace warpbench::arrays
