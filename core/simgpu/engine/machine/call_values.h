// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// Arguments, results and memory of a call to a function that the simulated GPU provides, lane by
/// lane.
namespace warpbench::simgpu::engine {

const CallSite& callSiteOf(const Warp& w, const Inst* ip);

/// A word of parameter `index`.
std::uint32_t argumentWord(Warp& w, const CallSite& site, std::size_t index, std::uint32_t lane,
                           std::uint32_t word);
/// A parameter of 4 or 8 bytes.
std::uint64_t argument(Warp& w, const CallSite& site, std::size_t index, std::uint32_t lane);
void giveResult(Warp& w, const CallSite& site, std::uint32_t lane, std::uint64_t value);

/// Reads bytes at a generic address. False after raising a fault.
bool readBytes(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address, void* out,
               std::uint32_t size);
bool readString(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::string& text);
/// Writes bytes at a generic address. False after raising a fault.
bool writeBytes(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                const void* from, std::uint32_t size);

} // namespace warpbench::simgpu::engine
