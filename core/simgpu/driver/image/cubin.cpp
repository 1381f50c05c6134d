// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/cubin.h"

#include "core/simgpu/driver/model.h"

#include <algorithm>
#include <cstddef>

namespace warpbench::simgpu::driver {

namespace {

// The 64-bit forms of the System V ABI, chapters 4 "ELF Header" and "Sections".
struct ElfHeader {
    unsigned char ident[16]; ///< [4] 2: 64 bits, [5] 1: little-endian, [7] the ABI, [8] its version
    std::uint16_t type;
    std::uint16_t machine;
    std::uint32_t version;
    std::uint64_t entry;
    std::uint64_t programOffset;
    std::uint64_t sectionOffset;
    std::uint32_t flags;
    std::uint16_t headerBytes;
    std::uint16_t programBytes;
    std::uint16_t programCount;
    std::uint16_t sectionBytes;
    std::uint16_t sectionCount;
    std::uint16_t nameSection;
};

struct SectionHeader {
    std::uint32_t name;
    std::uint32_t type;
    std::uint64_t flags;
    std::uint64_t address;
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint32_t link;
    std::uint32_t info;
    std::uint64_t alignment;
    std::uint64_t entryBytes;
};

constexpr std::uint16_t kMachineCuda = 190;
// ELFOSABI_CUDA_V2 and ELFOSABI_CUDA of LLVM.
constexpr unsigned char kCudaAbi = 0x41;
constexpr unsigned char kOldCudaAbi = 0x33;
constexpr std::uint32_t kTypeNoBits = 8;
constexpr std::uint64_t kFlagCompressed = 0x800;
constexpr std::uint16_t kNamesElsewhere = 0xffff;
/// Named by ptxas of CUDA 13.0; in relocatable code, a dot and a number follow.
constexpr std::string_view kDebugPtx = ".nv_debug_ptx_txt";

/// Compares byte by byte: data that starts like an ELF file may be a text of five bytes.
bool isCubin(const ByteView& image) {
    if (image.size() < sizeof(ElfHeader))
        return false;
    const auto byte = [&](std::uint64_t at) { return image.read<unsigned char>(at); };
    const bool gpu = byte(4) == 2 && byte(5) == 1 && byte(6) == 1 &&
                     (byte(7) == kCudaAbi || byte(7) == kOldCudaAbi) && byte(8) != 0;
    return gpu && image.read<std::uint16_t>(offsetof(ElfHeader, machine)) == kMachineCuda;
}

/// 90 for sm_90; 0: unknown. The bits are those of LLVM's EF_CUDA_SM in both ABI versions, as
/// written by ptxas of CUDA 12 and 13.
int archOf(const ElfHeader& header) {
    switch (header.ident[8]) {
    case 7:
        return static_cast<int>(header.flags & 0xff);
    case 8:
        return static_cast<int>(header.flags >> 8 & 0xff);
    default:
        return 0;
    }
}

std::vector<SectionHeader> sectionsOf(const ByteView& image, const ElfHeader& header) {
    if (header.sectionOffset == 0)
        return {};
    // More than 65279 of them are counted in the first one.
    const std::uint64_t count = header.sectionCount
                                    ? header.sectionCount
                                    : image.read<SectionHeader>(header.sectionOffset).bytes;
    const std::uint64_t step = std::max<std::uint64_t>(header.sectionBytes, sizeof(SectionHeader));
    std::vector<SectionHeader> sections;
    for (std::uint64_t i = 0; i < count; ++i)
        sections.push_back(image.read<SectionHeader>(header.sectionOffset + i * step));
    return sections;
}

bool holdsPtx(const ByteView& names, const SectionHeader& section) {
    if (section.type == kTypeNoBits || section.flags & kFlagCompressed)
        return false;
    const std::string_view name = names.from(section.name).text();
    return name.starts_with(kDebugPtx) && name.size() > kDebugPtx.size() &&
           (name[kDebugPtx.size()] == '\0' || name[kDebugPtx.size()] == '.');
}

/// \throws ImageError if it is machine code for another GPU
void requireRunnable(const ElfHeader& header, const Model& model) {
    const int arch = archOf(header);
    // Machine code runs on chips with the same major version and an equal or later minor version.
    if (arch && (arch / 10 != model.ccMajor || arch % 10 > model.ccMinor))
        throw ImageError{CUDA_ERROR_NO_BINARY_FOR_GPU,
                         "this cubin is for sm_" + std::to_string(arch) + ", which " + model.name +
                             " (sm_" + std::to_string(model.ccMajor * 10 + model.ccMinor) +
                             ") cannot run"};
}

std::vector<std::string> debugPtxOf(const ByteView& image, const ElfHeader& header) {
    const std::vector<SectionHeader> sections = sectionsOf(image, header);
    if (sections.empty())
        return {};
    const std::size_t at =
        header.nameSection == kNamesElsewhere ? sections[0].link : header.nameSection;
    const SectionHeader none{};
    const SectionHeader& nameSection = at < sections.size() ? sections[at] : none;
    const ByteView names = image.part(nameSection.offset, nameSection.bytes);
    std::vector<std::string> texts;
    std::size_t total = 0;
    for (const SectionHeader& section : sections) {
        if (!holdsPtx(names, section))
            continue;
        const ByteView text = image.part(section.offset, section.bytes);
        total += text.size();
        if (total > kMostPtxBytes)
            throw ImageError{CUDA_ERROR_INVALID_IMAGE, "this cubin holds too much PTX"};
        texts.emplace_back(text.text());
        // Lines end with a zero.
        std::replace(texts.back().begin(), texts.back().end(), '\0', '\n');
    }
    return texts;
}

} // namespace

std::vector<std::string> ptxOfCubin(const ByteView& image, const Model& model) {
    if (isCubin(image)) {
        const auto header = image.read<ElfHeader>(0);
        requireRunnable(header, model);
        // They come last: if they are present, the file is complete.
        image.part(header.programOffset, std::uint64_t{header.programCount} * header.programBytes);
        std::vector<std::string> texts = debugPtxOf(image, header);
        if (!texts.empty())
            return texts;
    }
    throw ImageError{CUDA_ERROR_NO_BINARY_FOR_GPU,
                     "this image is machine code (a cubin); the simulated GPU executes PTX only: "
                     "give it the PTX, compile for a virtual architecture such as compute_" +
                         std::to_string(model.ccMajor * 10 + model.ccMinor) +
                         ", or with -G, which keeps the PTX in the cubin"};
}

} // namespace warpbench::simgpu::driver
