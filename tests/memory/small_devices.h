// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/memory.h"
#include "core/memory/device_pool.h"
#include "tests/cuda/simulated.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

/// Shared by the tests of the device pool: devices so small that they fill up quickly.
namespace warpbench::test {

inline constexpr std::size_t kMiB = std::size_t(1) << 20;
inline constexpr std::size_t kDeviceBytes = 64 * kMiB;

/// Two of them; before anything asks for the simulated driver.
inline void makeSmallDevices() {
    qputenv("WARPBENCH_SIMGPU", "h200,h200");
    qputenv("WARPBENCH_SIMGPU_MEMORY", QByteArray::number(qulonglong(kDeviceBytes)));
    QCOMPARE(simulated().device(0).totalMemoryBytes(), std::uint64_t(kDeviceBytes));
}

/// Whether memory can be mapped where it is wanted. A simulated device on Windows has none that
/// can.
inline bool canMap(const cuda::Context& context) {
    return context.device().attributeOrZero(
               CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0;
}

/// Whether all of a block holds a byte, once the stream has come there.
inline bool holds(const cuda::Stream& stream, const memory::PooledDeviceBlock& block,
                  std::uint8_t byte) {
    std::vector<std::byte> data(block.size());
    cuda::copyToHostAsync(stream, data.data(), block.pointer(), data.size());
    stream.synchronize();
    // Each byte is its neighbour: a loop takes long under the thread sanitizer.
    return data.empty() || (data.front() == std::byte(byte) &&
                            std::memcmp(data.data(), data.data() + 1, data.size() - 1) == 0);
}

} // namespace warpbench::test
