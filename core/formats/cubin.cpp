// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/cubin.h"

#include "core/formats/elf_reader.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace warpbench::compile {

namespace {

// Attributes of `.nv.info`, by measurement on NVRTC 13.0 cubins of sm_75 to sm_121.
enum Attribute : std::uint8_t {
    kMaxThreads = 0x05,
    kFrameSize = 0x11,
    kMinStackSize = 0x12,
    kParameter = 0x17,
    kRegisterCap = 0x1b,
    kRegisters = 0x2f,
    kParameterLong = 0x45, // if the parameters exceed about 4 KB in total
    kBarriers = 0x4c,
    kSpillSites = 0x55,
};

// Formats of an entry: only the last has a payload, whose length is in the entry's header.
constexpr std::uint8_t kFormatPayload = 4;

// A symbol that can be launched (STO_CUDA_ENTRY of cuda's ELF).
constexpr std::uint8_t kSymbolEntry = 0x10;

// From sm_90 on, the system reserves this much of every block's shared memory, and includes it in
// the section's size if there is a section.
constexpr std::int64_t kReservedShared = 1024;
constexpr std::uint8_t kAbiOfCuda13 = 8;

struct InfoEntry {
    std::uint8_t format = 0;
    std::uint8_t attribute = 0;
    std::uint16_t value = 0; ///< for entries without a payload
    std::span<const std::byte> payload;
};

template <class Visit>
void forEachEntry(std::span<const std::byte> notes, Visit&& visit) {
    ByteReader reader(notes);
    while (!reader.atEnd()) {
        InfoEntry entry;
        entry.format = reader.u8();
        entry.attribute = reader.u8();
        entry.value = reader.u16();
        if (entry.format == kFormatPayload)
            entry.payload = reader.take(entry.value);
        if (reader.failed())
            return;
        visit(entry);
    }
}

void readParameter(const InfoEntry& entry, CubinKernel& kernel) {
    ByteReader payload(entry.payload);
    payload.skip(4);
    CubinKernel::Parameter parameter;
    parameter.ordinal = payload.u16();
    parameter.offset = payload.u16();
    const std::uint32_t raw = payload.u32();
    parameter.size = entry.attribute == kParameter ? raw >> 18 : raw & 0xffff;
    if (!payload.failed())
        kernel.parameters.push_back(parameter);
}

void readKernelEntry(const InfoEntry& entry, CubinKernel& kernel) {
    ByteReader payload(entry.payload);
    switch (entry.attribute) {
    case kParameter:
    case kParameterLong:
        readParameter(entry, kernel);
        break;
    case kRegisterCap:
        kernel.registerCap = entry.value;
        break;
    case kBarriers:
        kernel.barriers = entry.value & 0xff;
        break;
    case kMaxThreads: {
        std::int64_t threads = 1;
        for (int i = 0; i < 3; ++i)
            threads *= std::clamp<std::int64_t>(payload.u32(), 1, 65536);
        if (!payload.failed())
            kernel.maxBlockThreads = threads;
        break;
    }
    case kSpillSites:
        while (!payload.atEnd()) {
            const std::uint32_t kind = payload.u32();
            const std::uint32_t offset = payload.u32();
            if (!payload.failed() && kind == 1)
                kernel.spillOffsets.push_back(offset);
        }
        break;
    default:
        break;
    }
}

void readFileEntry(const InfoEntry& entry, const ElfFile& elf,
                   std::map<std::string_view, CubinKernel>& kernels) {
    if (entry.format != kFormatPayload)
        return;
    ByteReader payload(entry.payload);
    const std::uint32_t symbol = payload.u32();
    const std::uint32_t value = payload.u32();
    if (payload.failed() || symbol >= elf.symbols().size())
        return;
    const auto kernel = kernels.find(elf.symbols()[symbol].name);
    if (kernel == kernels.end())
        return;
    if (entry.attribute == kRegisters)
        kernel->second.registers = static_cast<int>(value);
    else if (entry.attribute == kFrameSize)
        kernel->second.frameBytes = value;
    else if (entry.attribute == kMinStackSize)
        kernel->second.minStackBytes = value;
}

/// The rest of a name after a prefix; empty if it has another prefix.
std::string_view after(std::string_view name, std::string_view prefix) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
}

void readSectionSizes(const ElfFile& elf, CubinFacts& facts,
                      std::map<std::string_view, CubinKernel>& kernels) {
    const auto find = [&](std::string_view name) -> CubinKernel* {
        const auto found = kernels.find(name);
        return found == kernels.end() ? nullptr : &found->second;
    };
    for (const ElfFile::Section& section : elf.sections()) {
        const auto size = static_cast<std::int64_t>(section.size);
        if (CubinKernel* kernel = find(after(section.name, ".text."))) {
            kernel->codeBytes = size;
            // Before CUDA 13 they are here, as nvdisasm says (SHF_BARRIERS); now in .nv.info.
            if (elf.abiVersion() < kAbiOfCuda13)
                kernel->barriers = static_cast<int>(section.flags >> 20 & 0x7f);
        } else if (kernel = find(after(section.name, ".nv.shared.")); kernel)
            kernel->sharedBytes = facts.computeCapability >= 90 && size >= kReservedShared
                                      ? size - kReservedShared
                                      : size;
        else if (kernel = find(after(section.name, ".nv.constant0.")); kernel)
            kernel->constantBytes = size;
        else if (section.name == ".nv.global" || section.name == ".nv.global.init")
            facts.globalBytes += size;
        else if (section.name == ".nv.constant3")
            facts.constantBytes += size;
    }
}

} // namespace

const CubinKernel* CubinFacts::kernel(const std::string& lowered) const {
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const CubinKernel& k) { return k.name == lowered; });
    return found == kernels.end() ? nullptr : &*found;
}

std::optional<CubinFacts> readCubin(std::span<const std::byte> cubin) {
    const std::optional<ElfFile> elf = ElfFile::parse(cubin);
    if (!elf)
        return std::nullopt;
    CubinFacts facts;
    // Measured: the architecture moved by a byte with version 8 of the cubin's ABI (CUDA 13).
    const unsigned shift = elf->abiVersion() >= kAbiOfCuda13 ? 8 : 0;
    facts.computeCapability = static_cast<int>((elf->flags() >> shift) & 0xff);

    std::map<std::string_view, CubinKernel> kernels;
    for (const ElfFile::Symbol& symbol : elf->symbols())
        if ((symbol.other & kSymbolEntry) != 0 && !symbol.name.empty())
            kernels[symbol.name].name = symbol.name;
    readSectionSizes(*elf, facts, kernels);
    for (const ElfFile::Section& section : elf->sections()) {
        if (section.name == ".nv.info") {
            forEachEntry(section.content,
                         [&](const InfoEntry& entry) { readFileEntry(entry, *elf, kernels); });
            continue;
        }
        const auto kernel = kernels.find(after(section.name, ".nv.info."));
        if (kernel != kernels.end())
            forEachEntry(section.content,
                         [&](const InfoEntry& entry) { readKernelEntry(entry, kernel->second); });
    }
    for (auto& [name, kernel] : kernels) {
        std::sort(kernel.parameters.begin(), kernel.parameters.end(),
                  [](const auto& a, const auto& b) { return a.ordinal < b.ordinal; });
        facts.kernels.push_back(std::move(kernel));
    }
    return facts;
}

} // namespace warpbench::compile
