// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/launch/arguments.h"
#include "tests/cuda/kernels.h"
#include "tests/cuda/simulated.h"

#include <cstdint>
#include <vector>

/// A launch to try things with, of a kernel in tests/cuda/kernels.h.
namespace warpbench::test {

inline constexpr std::uint32_t kValues = 1000;

/// A launch of `fill`, writing base + i to kValues values.
struct Fill {
    cuda::DeviceMemory memory;
    launch::PackedArguments arguments;

    Fill(const cuda::Context& context, std::uint32_t base)
        : memory(cuda::DeviceMemory::allocate(context, kValues * 4))
        , arguments("fill",
                    std::vector<launch::ArgumentValue>{
                        launch::ArgumentValue::pointer(memory.pointer(), "buffer out"),
                        launch::ArgumentValue::of(base, "uint32 value"),
                        launch::ArgumentValue::of(kValues, "uint32 n")},
                    std::vector<launch::ParameterSpec>{{8, "out"}, {4, "value"}, {4, "n"}}) {}

    std::vector<std::uint32_t> read(const cuda::Context& context) const {
        std::vector<std::uint32_t> values(kValues);
        cuda::copyToHost(context, values.data(), memory.pointer(), kValues * 4);
        return values;
    }
    static std::vector<std::uint32_t> expected(std::uint32_t base) {
        std::vector<std::uint32_t> values(kValues);
        for (std::uint32_t i = 0; i < kValues; ++i)
            values[i] = base + i;
        return values;
    }
};

inline cuda::LaunchConfig fillConfig() {
    cuda::LaunchConfig config;
    config.grid.x = (kValues + 127) / 128;
    config.block.x = 128;
    return config;
}

} // namespace warpbench::test
