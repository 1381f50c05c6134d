// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>

namespace warpbench::simgpu::engine {

/// An mbarrier in shared memory: 64 bits, opaque to the kernel. The state that arrive returns is a
/// copy.
struct Mbarrier {
    std::uint64_t expected = 0; ///< arrivals per phase, 20 bits
    std::uint64_t pending = 0;  ///< arrivals still pending, 20 bits
    std::int64_t bytes = 0;     ///< of pending transactions, 22 bits with sign
    std::uint64_t phase = 0;    ///< 2 bits

    static Mbarrier of(std::uint64_t bits) {
        Mbarrier m;
        m.expected = bits & 0xfffff;
        m.pending = bits >> 20 & 0xfffff;
        m.bytes = static_cast<std::int64_t>(bits << 2) >> 42;
        m.phase = bits >> 62;
        return m;
    }
    std::uint64_t bits() const {
        return expected | pending << 20 | (static_cast<std::uint64_t>(bytes) & 0x3fffff) << 40 |
               phase << 62;
    }
    /// Bytes of a copy have arrived.
    static void complete(std::uint8_t* object, std::uint64_t bytes) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, object, 8);
        Mbarrier m = of(bits);
        m.bytes -= static_cast<std::int64_t>(bytes);
        m.completeIfDone();
        bits = m.bits();
        std::memcpy(object, &bits, 8);
    }
    void completeIfDone() {
        if (pending == 0 && bytes == 0) {
            phase = (phase + 1) & 3;
            pending = expected;
        }
    }
};

} // namespace warpbench::simgpu::engine
