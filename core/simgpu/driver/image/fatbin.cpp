// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/fatbin.h"

#include "core/simgpu/driver/image/cubin.h"
#include "core/simgpu/driver/image/unpack.h"
#include "core/simgpu/driver/model.h"

namespace warpbench::simgpu::driver {

namespace {

// The container of fat binaries. fatbinary_section.h of the CUDA Toolkit names the wrapper; the
// inner layout is that published by projects that read it (cuda-fatbin-decompression, ZLUDA),
// verified with `fatbinary` of CUDA 13.0.
constexpr std::uint16_t kKindPtx = 1;
constexpr std::uint16_t kKindCubin = 2;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000; ///< nvcc's default from CUDA 13.0 on

struct FatbinHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t headerBytes;
    std::uint64_t bytes; ///< after this header
};

struct EntryHeader {
    std::uint16_t kind;
    std::uint16_t version;
    std::uint32_t headerBytes;
    std::uint64_t bytes; ///< of the payload, padding included
    std::uint32_t packedBytes;
    std::uint32_t optionsOffset;
    std::uint16_t minor;
    std::uint16_t major;
    std::uint32_t arch; ///< 90 for compute_90
    std::uint32_t nameOffset;
    std::uint32_t nameBytes;
    std::uint64_t flags;
    std::uint64_t reserved;
    std::uint64_t unpackedBytes;
};

struct Entry {
    EntryHeader header{};
    ByteView payload;
};

std::vector<Entry> entriesOf(const ByteView& image) {
    const auto header = image.read<FatbinHeader>(0);
    if (header.headerBytes < sizeof header)
        image.part(image.size(), 1); // damaged
    const ByteView all = image.part(header.headerBytes, header.bytes);
    std::vector<Entry> entries;
    for (std::uint64_t at = 0; all.size() - at >= sizeof(EntryHeader);) {
        const auto entry = all.read<EntryHeader>(at);
        if (entry.headerBytes < sizeof entry)
            image.part(image.size(), 1);
        entries.push_back({entry, all.from(at).from(entry.headerBytes).part(0, entry.bytes)});
        at += entry.headerBytes + entry.bytes;
    }
    return entries;
}

std::string contentsOf(const Entry& entry) {
    const EntryHeader& header = entry.header;
    if (!(header.flags & (kFlagLz4 | kFlagZstd)))
        return std::string(entry.payload.text());
    if (header.unpackedBytes > kMostPtxBytes)
        throw ImageError{CUDA_ERROR_INVALID_IMAGE,
                         "the packed PTX of this fat binary has " +
                             std::to_string(header.unpackedBytes) +
                             " bytes according to its header, which is too many"};
    const std::string_view packed = entry.payload.part(0, header.packedBytes).text();
    std::string contents;
    const bool good = header.flags & kFlagZstd ? unpackZstd(packed, header.unpackedBytes, contents)
                                               : unpackLz4(packed, header.unpackedBytes, contents);
    if (!good)
        throw ImageError{CUDA_ERROR_INVALID_IMAGE, "the packed PTX of this fat binary is damaged"};
    return contents;
}

/// The PTX of the first cubin that has any and that the model can run; empty if there is none.
std::vector<std::string> debugPtxOf(const std::vector<Entry>& entries, const Model& model) {
    for (const Entry& entry : entries) {
        if (entry.header.kind != kKindCubin)
            continue;
        const std::string cubin = contentsOf(entry);
        try {
            return ptxOfCubin({cubin.data(), cubin.size(), "a cubin of this fat binary"}, model);
        } catch (const ImageError& error) {
            if (error.code != CUDA_ERROR_NO_BINARY_FOR_GPU)
                throw;
        }
    }
    return {};
}

} // namespace

std::vector<std::string> ptxOfFatbin(const ByteView& image, const Model& model) {
    const std::vector<Entry> entries = entriesOf(image);
    const auto arch = static_cast<std::uint32_t>(model.ccMajor * 10 + model.ccMinor);
    const Entry* best = nullptr;
    std::string seen;
    for (const Entry& entry : entries) {
        const EntryHeader& header = entry.header;
        const bool ptx = header.kind == kKindPtx;
        seen += (seen.empty() ? "" : ", ") +
                std::string(ptx ? "PTX for compute_" : "code for sm_") +
                std::to_string(header.arch);
        if (ptx && header.arch <= arch && (!best || header.arch >= best->header.arch))
            best = &entry;
    }
    if (best) {
        std::string text = contentsOf(*best);
        text.resize(std::strlen(text.c_str())); // padding
        return {std::move(text)};
    }
    std::vector<std::string> texts = debugPtxOf(entries, model);
    if (texts.empty())
        throw ImageError{
            CUDA_ERROR_NO_BINARY_FOR_GPU,
            "the simulated GPU executes PTX, but this fat binary has none that a "
            "device of compute capability " +
                std::to_string(model.ccMajor) + "." + std::to_string(model.ccMinor) +
                " can run (it has: " + seen +
                "); compile with -gencode arch=compute_XX,code=compute_XX, or with -G"};
    return texts;
}

} // namespace warpbench::simgpu::driver
