// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/texture/operands.h"
#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <string>

/// Resolves handles to objects while a kernel runs, raising faults for invalid ones.
namespace warpbench::simgpu::engine {

/// The object for a handle. Raises a fault and returns null if it does not exist, was destroyed, or
/// its memory was freed. Cached in the record's slot, so it is looked up once per worker.
const Texture* textureAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle);
const Surface* surfaceAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle);

/// Whether an instruction's geometry fits the image; raises a fault if not. Layers are not
/// compared: an image without layers has one.
bool fitsGeometry(Warp& w, const Inst* ip, std::uint32_t lane, const Image& image,
                  const ImageGeometry& geometry);

/// "a 2D surface of 10 × 8 elements"
std::string describeImage(const Image& image, const char* noun);

/// Reports a read of unwritten bytes; the launch continues.
void reportUnwritten(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                     std::uint32_t bytes);

/// The counters for a record.
inline Counters& countersOf(Warp& w, const Inst* ip) {
    return w.block->worker.byInstruction[static_cast<std::size_t>(ip - w.code->insts.data())];
}

/// Null unless reads are checked.
inline const DeviceMemory* watchedMemory(const Launch& launch) {
    return launch.request.checks.uninitialized ? launch.program.memory.get() : nullptr;
}

} // namespace warpbench::simgpu::engine
