// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/guard_zones.h"

#include "core/base/bytes_text.h"
#include "core/cuda/memory.h"

#include <fmt/format.h>

#include <array>

namespace warpbench::session {

namespace {

using Zone = std::array<std::uint8_t, kGuardBytes>;

/// Adjacent bytes differ, and none is 0 or 255, the values that kernels write most.
constexpr Zone kPattern = [] {
    Zone zone{};
    for (std::size_t i = 0; i < zone.size(); ++i)
        zone[i] = std::uint8_t(1 + (i * 89 + i / 256) % 254);
    return zone;
}();

} // namespace

void fillGuardZones(const cuda::Context& context, CUdeviceptr begin, std::uint64_t bytes) {
    cuda::copyToDevice(context, begin - kGuardBytes, kPattern.data(), kGuardBytes);
    cuda::copyToDevice(context, begin + bytes, kPattern.data(), kGuardBytes);
}

std::optional<GuardDamage> findGuardDamage(const cuda::Context& context, CUdeviceptr begin,
                                           std::uint64_t bytes) {
    std::optional<GuardDamage> damage;
    Zone zone;
    const auto look = [&](CUdeviceptr at, std::int64_t offset) {
        cuda::copyToHost(context, zone.data(), at, kGuardBytes);
        for (std::size_t i = 0; i < zone.size(); ++i) {
            if (zone[i] == kPattern[i])
                continue;
            if (!damage)
                damage = GuardDamage{0, offset + std::int64_t(i)};
            ++damage->bytes;
        }
    };
    look(begin + bytes, std::int64_t(bytes)); // usually written past the end
    look(begin - kGuardBytes, -std::int64_t(kGuardBytes));
    return damage;
}

Fault guardFault(const GuardDamage& damage, const std::string& kernel, const std::string& buffer,
                 std::uint64_t bufferBytes) {
    Fault fault;
    fault.kind = "out_of_bounds";
    fault.kernel = kernel;
    fault.buffer = buffer;
    fault.offset = damage.offset;
    const std::uint64_t distance = damage.offset < 0 ? std::uint64_t(-damage.offset)
                                                     : std::uint64_t(damage.offset) - bufferBytes;
    const std::string where = damage.offset < 0 ? byteCount(distance) + " before its beginning"
                              : distance == 0   ? std::string("right after its end")
                                                : byteCount(distance) + " after its end";
    fault.text = fmt::format("kernel \"{}\" changed {} outside of buffer \"{}\", the first {}; the "
                             "simulated GPU names the line",
                             kernel, byteCount(damage.bytes), buffer, where);
    return fault;
}

} // namespace warpbench::session
