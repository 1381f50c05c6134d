// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/live_memory.h"

#include "core/recorder/memory_map.h"
#include "core/recorder/real_driver.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace warpbench::recorder {

using launch_files::MemoryPart;

namespace {

const char* kindOf(CUdeviceptr address) {
    if (!real().cuPointerGetAttribute)
        return "device";
    unsigned int type = 0, isManaged = 0;
    real().cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, address);
    real().cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
    return isManaged ? "managed" : type == CU_MEMORYTYPE_HOST ? "host" : "device";
}

} // namespace

void LiveMemory::askFor(std::span<const std::byte> words) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= words.size();
         at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, words.data() + at, sizeof word);
        if (word >= 0x10000 && word < (std::uint64_t(1) << 48) && !partAt(word))
            ask(word);
    }
}

void LiveMemory::ask(std::uint64_t address) {
    CUdeviceptr base = 0;
    std::size_t bytes = 0;
    if (isOfVariable(address) || !real().cuMemGetAddressRange_v2 ||
        real().cuMemGetAddressRange_v2(&base, &bytes, address) != CUDA_SUCCESS || bytes == 0)
        return;
    m_asked[base] = {base, bytes, kindOf(base)};
}

void LiveMemory::leaveOut(const std::vector<launch_files::ModuleVariable>& variables) {
    m_variables = variables;
}

bool LiveMemory::isOfVariable(std::uint64_t address) const {
    return std::any_of(m_variables.begin(), m_variables.end(), [&](const auto& variable) {
        return address >= variable.base && address - variable.base < variable.size;
    });
}

std::optional<MemoryPart> LiveMemory::partAt(std::uint64_t address) {
    if (auto known = MemoryMap::ofProcess().partAt(address))
        return known;
    const auto behind = m_asked.upper_bound(address);
    if (behind == m_asked.begin())
        return std::nullopt;
    const MemoryPart& part = std::prev(behind)->second;
    return address - part.base < part.size ? std::optional(part) : std::nullopt;
}

const std::byte* LiveMemory::contents(std::uint64_t address, std::uint64_t bytes) {
    // Memory that the driver was asked for may have another address on the host.
    const auto part = MemoryMap::ofProcess().partAt(address);
    if (part && part->kind == "host")
        return reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(address));
    m_copy.resize(bytes);
    return real().cuMemcpyDtoH_v2(m_copy.data(), address, bytes) == CUDA_SUCCESS ? m_copy.data()
                                                                                 : nullptr;
}

} // namespace warpbench::recorder
