// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image.h"

#include "core/simgpu/driver/jit_options.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace warpbench::simgpu::driver {

namespace {

// The container of fat binaries. fatbinary_section.h of the CUDA Toolkit names the wrapper; the
// inner layout is as published by projects that read it (cuda-fatbin-decompression, ZLUDA), and
// was checked against what `fatbinary` of CUDA 13.0 writes.
constexpr std::uint32_t kWrapperMagic = 0x466243b1;
constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
constexpr std::uint16_t kKindPtx = 1;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000;

struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version;
    const void* data;
    const void* fileName;
};

struct FatbinHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t headerBytes;
    std::uint64_t bytes; ///< behind this header
};

struct EntryHeader {
    std::uint16_t kind;
    std::uint16_t version;
    std::uint32_t headerBytes;
    std::uint64_t bytes; ///< of the payload, padding included
    std::uint32_t compressedBytes;
    std::uint32_t optionsOffset;
    std::uint16_t minor;
    std::uint16_t major;
    std::uint32_t arch; ///< 90 for compute_90
    std::uint32_t nameOffset;
    std::uint32_t nameBytes;
    std::uint64_t flags;
    std::uint64_t reserved;
    std::uint64_t uncompressedBytes;
};

template <typename Struct>
Struct readAt(const std::byte* bytes) {
    Struct value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// One LZ4 block (lz4.org, "LZ4 Block format description"). False where it is damaged.
bool unpackLz4(const std::byte* in, std::size_t inBytes, std::string& out, std::size_t outBytes) {
    std::size_t i = 0;
    const auto byteAt = [&](std::size_t at) { return std::to_integer<std::size_t>(in[at]); };
    const auto longer = [&](std::size_t length) {
        if (length != 15)
            return length;
        for (std::size_t more = 255; more == 255 && i < inBytes; ++i) {
            more = byteAt(i);
            length += more;
        }
        return length;
    };
    while (i < inBytes && out.size() < outBytes) {
        const std::size_t token = byteAt(i++);
        const std::size_t literals = longer(token >> 4);
        if (literals > inBytes - i || literals > outBytes - out.size())
            return false;
        out.append(reinterpret_cast<const char*>(in + i), literals);
        i += literals;
        if (i + 2 > inBytes)
            break;
        const std::size_t distance = byteAt(i) | byteAt(i + 1) << 8;
        i += 2;
        const std::size_t match = longer(token & 15) + 4;
        if (distance == 0 || distance > out.size() || match > outBytes - out.size())
            return false;
        for (std::size_t k = 0; k < match; ++k)
            out.push_back(out[out.size() - distance]);
    }
    return out.size() == outBytes;
}

constexpr const char* kDamaged = "this fat binary is damaged";

[[noreturn]] void refuse(JitOptions& options, const std::string& why, CUresult code) {
    options.error(why);
    fail(code);
}

std::string payloadOf(const EntryHeader& entry, const std::byte* payload, JitOptions& options) {
    if (entry.compressedBytes > entry.bytes)
        refuse(options, kDamaged, CUDA_ERROR_INVALID_IMAGE);
    if (entry.flags & kFlagZstd)
        refuse(options,
               "the PTX of this fat binary is packed with zstd, which the simulated GPU does not "
               "read; build it with --no-compress or --compress-mode=speed",
               CUDA_ERROR_NO_BINARY_FOR_GPU);
    std::string text;
    if (entry.flags & kFlagLz4) {
        if (!unpackLz4(payload, entry.compressedBytes, text, entry.uncompressedBytes))
            refuse(options, "the packed PTX of this fat binary is damaged",
                   CUDA_ERROR_INVALID_IMAGE);
    } else {
        text.assign(reinterpret_cast<const char*>(payload), entry.bytes);
    }
    text.resize(std::strlen(text.c_str()));
    return text;
}

/// \param size  bytes that there are; 0: unknown, the image's own word is taken for it
std::string ptxOfFatbin(const std::byte* image, std::size_t size, int ccMajor, int ccMinor,
                        JitOptions& options) {
    if (size != 0 && size < sizeof(FatbinHeader))
        refuse(options, kDamaged, CUDA_ERROR_INVALID_IMAGE);
    const auto header = readAt<FatbinHeader>(image);
    if (size != 0 && (header.headerBytes > size || header.bytes > size - header.headerBytes))
        refuse(options, kDamaged, CUDA_ERROR_INVALID_IMAGE);
    const std::byte* at = image + header.headerBytes;
    const std::byte* const end = at + header.bytes;
    const auto arch = static_cast<std::uint32_t>(ccMajor * 10 + ccMinor);
    const std::byte* best = nullptr;
    std::uint32_t bestArch = 0;
    std::string seen;
    while (static_cast<std::size_t>(end - at) >= sizeof(EntryHeader)) {
        const auto entry = readAt<EntryHeader>(at);
        const auto left = static_cast<std::uint64_t>(end - at);
        if (entry.headerBytes < sizeof(EntryHeader) || entry.headerBytes > left ||
            entry.bytes > left - entry.headerBytes)
            refuse(options, kDamaged, CUDA_ERROR_INVALID_IMAGE);
        const bool ptx = entry.kind == kKindPtx;
        seen += (seen.empty() ? "" : ", ") +
                std::string(ptx ? "PTX for compute_" : "code for sm_") + std::to_string(entry.arch);
        if (ptx && entry.arch <= arch && entry.arch >= bestArch) {
            best = at;
            bestArch = entry.arch;
        }
        at += entry.headerBytes + entry.bytes;
    }
    if (!best)
        refuse(options,
               "the simulated GPU executes PTX, and this fat binary has none that a device of "
               "compute capability " +
                   std::to_string(ccMajor) + "." + std::to_string(ccMinor) + " can run (it has: " +
                   seen + "); compile with -gencode arch=compute_XX,code=compute_XX",
               CUDA_ERROR_NO_BINARY_FOR_GPU);
    const auto entry = readAt<EntryHeader>(best);
    return payloadOf(entry, best + entry.headerBytes, options);
}

} // namespace

std::string ptxOf(const void* image, std::size_t size, int ccMajor, int ccMinor,
                  JitOptions& options) {
    const auto* bytes = static_cast<const std::byte*>(image);
    // The shortest image is an empty text: look at no more than there is.
    std::uint32_t magic = 0;
    for (std::size_t i = 0; i < 4 && (size == 0 || i < size); ++i) {
        magic |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
        if (bytes[i] == std::byte{0})
            break;
    }
    if (magic == kWrapperMagic)
        return ptxOf(readAt<Wrapper>(bytes).data, 0, ccMajor, ccMinor, options);
    if (magic == kFatbinMagic)
        return ptxOfFatbin(bytes, size, ccMajor, ccMinor, options);
    if (magic == 0x464c457f) // "\x7fELF"
        refuse(options,
               "this image is machine code (a cubin); the simulated GPU executes PTX only: give it "
               "the PTX, or compile for a virtual architecture such as compute_" +
                   std::to_string(ccMajor * 10 + ccMinor),
               CUDA_ERROR_NO_BINARY_FOR_GPU);
    if (magic == 0)
        refuse(options, "the image is empty", CUDA_ERROR_INVALID_IMAGE);
    const auto* text = reinterpret_cast<const char*>(bytes);
    return size ? std::string(text, strnlen(text, size)) : std::string(text);
}

std::string readFile(const char* path) {
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), CUDA_ERROR_FILE_NOT_FOUND);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace warpbench::simgpu::driver
