// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/call_values.h"

#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// Where a byte of local memory is: the memories of a warp's lanes alternate by words.
std::uint8_t* localByte(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t offset) {
    if (!checkLocal(w, ip, lane, offset, 1, 1))
        return nullptr;
    return w.local + ((offset >> 2) * kLanes + lane) * 4 + (offset & 3);
}

/// Null after raising a fault.
std::uint8_t* byteAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                     bool store) {
    if (isWindow(address, kLocalWindow))
        return localByte(w, ip, lane, address - kLocalWindow);
    return hostAddress(w, ip, lane, address, 1, 1, store, true);
}

} // namespace

const CallSite& callSiteOf(const Warp& w, const Inst* ip) {
    return w.code->calls[static_cast<std::size_t>(ip->imm)];
}

std::uint32_t argumentWord(Warp& w, const CallSite& site, std::size_t index, std::uint32_t lane,
                           std::uint32_t word) {
    return row32(w, site.arguments[index].row + word)[lane];
}

std::uint64_t argument(Warp& w, const CallSite& site, std::size_t index, std::uint32_t lane) {
    std::uint64_t value = argumentWord(w, site, index, lane, 0);
    if (site.arguments[index].words > 1)
        value |= std::uint64_t{argumentWord(w, site, index, lane, 1)} << 32;
    return value;
}

void giveResult(Warp& w, const CallSite& site, std::uint32_t lane, std::uint64_t value) {
    if (site.returns.empty())
        return;
    row32(w, site.returns[0].row)[lane] = static_cast<std::uint32_t>(value);
    if (site.returns[0].words > 1)
        row32(w, site.returns[0].row + 1u)[lane] = static_cast<std::uint32_t>(value >> 32);
}

bool readBytes(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address, void* out,
               std::uint32_t size) {
    auto* to = static_cast<std::uint8_t*>(out);
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint8_t* from = byteAt(w, ip, lane, address + i, false);
        if (!from)
            return false;
        to[i] = *from;
    }
    return true;
}

bool readString(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::string& text) {
    constexpr std::size_t kLongest = 1u << 20;
    for (;; ++address) {
        char c = 0;
        if (!readBytes(w, ip, lane, address, &c, 1))
            return false;
        if (c == 0 || text.size() >= kLongest)
            return true;
        text += c;
    }
}

bool writeBytes(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                const void* from, std::uint32_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(from);
    for (std::uint32_t i = 0; i < size; ++i) {
        std::uint8_t* to = byteAt(w, ip, lane, address + i, true);
        if (!to)
            return false;
        *to = bytes[i];
    }
    if (isWindow(address, kLocalWindow))
        markLocalWritten(w, lane, address - kLocalWindow, size);
    else if (!isWindow(address, kSharedWindow))
        w.block->launch.program.memory->markInitialized(address, size);
    return true;
}

} // namespace warpbench::simgpu::engine
