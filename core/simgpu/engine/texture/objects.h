// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/texture/operands.h"
#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <string>

/// From handles to objects while a kernel runs, and the faults on the way.
namespace warpbench::simgpu::engine {

/// The object behind a handle; null after raising a fault where there is none, it was destroyed, or
/// its memory was freed. Remembered in the record's slot, so that it is looked up once per worker.
const Texture* textureAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle);
const Surface* surfaceAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle);

/// Whether an instruction's geometry fits the image; raises a fault where not. Layers are not part
/// of it: an image without layers has one.
bool fitsGeometry(Warp& w, const Inst* ip, std::uint32_t lane, const Image& image,
                  const ImageGeometry& geometry);

/// "a 2D surface of 10 × 8 elements"
std::string describeImage(const Image& image, const char* noun);

/// Reports a read of bytes that nobody wrote; the launch goes on.
void reportUnwritten(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                     std::uint32_t bytes);

/// What the metrics count for a record.
inline Counters& countersOf(Warp& w, const Inst* ip) {
    return w.block->worker.byInstruction[static_cast<std::size_t>(ip - w.code->insts.data())];
}

/// Null where reads are not to be checked.
inline const DeviceMemory* watchedMemory(const Launch& launch) {
    return launch.request.checks.uninitialized ? launch.program.memory.get() : nullptr;
}

} // namespace warpbench::simgpu::engine
