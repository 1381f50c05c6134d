// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "tests/simgpu/sweep/matrix_forms.h"
#include "tests/simgpu/sweep/opcode_forms.h"
#include "tests/simgpu/sweep/tile_cases.h"
#include "tests/simgpu/sweep/wmma_forms.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace warpbench::test {

/// Runs a form with its inputs: 64 result bits for each triple.
/// \throws std::exception if the driver cannot load the module, or the launch fails
inline std::vector<std::uint64_t> resultsOf(const cuda::Context& context, const OpcodeForm& form,
                                            const std::vector<std::uint64_t>& triples,
                                            unsigned threadsPerBlock = 128) {
    const auto count = static_cast<std::uint32_t>(triples.size() / 3);
    const cuda::Module module = cuda::Module::fromPtx(context, moduleFor(form));
    const auto in = cuda::DeviceMemory::allocate(context, triples.size() * 8);
    const auto out = cuda::DeviceMemory::allocate(context, std::size_t{count} * 8);
    cuda::copyToDevice(context, in.pointer(), triples.data(), triples.size() * 8);
    std::uint64_t outAddress = out.pointer(), inAddress = in.pointer();
    std::uint32_t n = count;
    void* arguments[] = {&outAddress, &inAddress, &n};
    cuda::LaunchConfig config;
    config.block.x = threadsPerBlock;
    config.grid.x = (count + threadsPerBlock - 1) / threadsPerBlock;
    module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    std::vector<std::uint64_t> results(count);
    cuda::copyToHost(context, results.data(), out.pointer(), results.size() * 8);
    return results;
}

/// D's registers, by lane, of one warp's mma.
/// \throws std::exception as above
inline std::vector<std::uint32_t> resultsOf(const cuda::Context& context, const MatrixForm& form,
                                            const MatrixInputs& inputs) {
    const cuda::Module module = cuda::Module::fromPtx(context, moduleFor(form));
    const std::size_t bytes = inputs.registers.size() * 4;
    const auto in = cuda::DeviceMemory::allocate(context, bytes);
    const auto out = cuda::DeviceMemory::allocate(context, inputs.expected.size() * 4);
    cuda::copyToDevice(context, in.pointer(), inputs.registers.data(), bytes);
    std::uint64_t outAddress = out.pointer(), inAddress = in.pointer();
    void* arguments[] = {&outAddress, &inAddress};
    cuda::LaunchConfig config;
    config.block.x = 32;
    module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    std::vector<std::uint32_t> results(inputs.expected.size());
    cuda::copyToHost(context, results.data(), out.pointer(), results.size() * 4);
    return results;
}

/// D's registers, by thread.
/// \throws std::exception as above
inline std::vector<std::uint32_t> resultsOf(const cuda::Context& context, const TileCase& c) {
    const cuda::Module module = cuda::Module::fromPtx(context, c.ptx);
    std::vector<cuda::DeviceMemory> memory;
    std::vector<std::uint64_t> addresses;
    for (const auto* words : {&c.expected, &c.registers, &c.image}) {
        memory.push_back(cuda::DeviceMemory::allocate(context, words->size() * 4 + 4));
        addresses.push_back(memory.back().pointer());
    }
    cuda::copyToDevice(context, addresses[1], c.registers.data(), c.registers.size() * 4);
    if (!c.image.empty())
        cuda::copyToDevice(context, addresses[2], c.image.data(), c.image.size() * 4);
    void* arguments[] = {&addresses[0], &addresses[1], &addresses[2]};
    cuda::LaunchConfig config;
    config.block.x = c.threads;
    module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    std::vector<std::uint32_t> results(c.expected.size());
    cuda::copyToHost(context, results.data(), addresses[0], results.size() * 4);
    return results;
}

/// D as stored in memory.
/// \throws std::exception as above
inline std::vector<std::uint8_t> resultsOf(const cuda::Context& context, const WmmaForm& form,
                                           const WmmaInputs& inputs) {
    const cuda::Module module = cuda::Module::fromPtx(context, moduleFor(form));
    std::vector<cuda::DeviceMemory> memory;
    std::vector<std::uint64_t> addresses;
    for (const auto* matrix : {&inputs.expected, &inputs.a, &inputs.b, &inputs.c}) {
        memory.push_back(cuda::DeviceMemory::allocate(context, matrix->size()));
        addresses.push_back(memory.back().pointer());
    }
    cuda::copyToDevice(context, addresses[1], inputs.a.data(), inputs.a.size());
    cuda::copyToDevice(context, addresses[2], inputs.b.data(), inputs.b.size());
    cuda::copyToDevice(context, addresses[3], inputs.c.data(), inputs.c.size());
    void* arguments[] = {&addresses[0], &addresses[1], &addresses[2], &addresses[3]};
    cuda::LaunchConfig config;
    config.block.x = 32;
    module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    std::vector<std::uint8_t> results(inputs.expected.size());
    cuda::copyToHost(context, results.data(), addresses[0], results.size());
    return results;
}

/// FNV-1a of D's registers: stored in golden_tiles.txt.
inline std::uint64_t digestOf(const std::vector<std::uint32_t>& results) {
    std::uint64_t digest = 0xcbf29ce484222325u;
    for (const std::uint32_t word : results) {
        for (int byte = 0; byte < 4; ++byte)
            digest = (digest ^ (word >> (8 * byte) & 255)) * 0x100000001b3u;
    }
    return digest;
}

/// FNV-1a of the results that the PTX ISA defines: stored in a golden file.
inline std::uint64_t digestOf(const OpcodeForm& form, const std::vector<std::uint64_t>& triples,
                              const std::vector<std::uint64_t>& results) {
    std::uint64_t digest = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (form.undefined && form.undefined(&triples[3 * i]))
            continue;
        for (int byte = 0; byte < 8; ++byte)
            digest = (digest ^ (results[i] >> (8 * byte) & 255)) * 0x100000001b3u;
    }
    return digest;
}

} // namespace warpbench::test
