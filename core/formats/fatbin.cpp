// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/fatbin.h"

#include "core/formats/elf_reader.h"

#include <zstd.h>

#include <algorithm>
#include <cstdint>

namespace warpbench::compile {

namespace {

constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
constexpr std::uint16_t kFatbinPtx = 1;
constexpr std::uint16_t kFatbinCubin = 2;
constexpr std::uint64_t kPackedLz4 = 0x2000;
constexpr std::uint64_t kPackedZstd = 0x8000; ///< nvcc's default from CUDA 13.0 on
constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{1} << 30;

/// One LZ4 block (lz4.org, "LZ4 Block format description"), taken apart piece by piece.
class Lz4Block {
  public:
    Lz4Block(std::span<const std::byte> packed, std::size_t bytes)
        : m_packed(packed)
        , m_bytes(bytes) {}

    std::optional<std::string> unpack() {
        while (m_at < m_packed.size() && m_text.size() < m_bytes) {
            const unsigned token = next();
            if (!literals(length(token >> 4)))
                return std::nullopt;
            if (m_at + 2 > m_packed.size())
                break; // the last piece does not have a match
            std::size_t distance = next();
            distance |= std::size_t{next()} << 8;
            if (!match(distance, length(token & 15) + 4))
                return std::nullopt;
        }
        return m_text.size() == m_bytes ? std::optional(std::move(m_text)) : std::nullopt;
    }

  private:
    unsigned next() { return std::to_integer<unsigned>(m_packed[m_at++]); }

    /// A length of 15 is continued in bytes, the last of which is not 255.
    std::size_t length(unsigned first) {
        std::size_t all = first;
        for (unsigned more = first == 15 ? 255 : 0; more == 255 && m_at < m_packed.size();) {
            more = next();
            all += more;
        }
        return all;
    }

    bool literals(std::size_t count) {
        if (count > m_packed.size() - m_at || count > m_bytes - m_text.size())
            return false;
        m_text.append(reinterpret_cast<const char*>(m_packed.data()) + m_at, count);
        m_at += count;
        return true;
    }

    bool match(std::size_t distance, std::size_t count) {
        if (distance == 0 || distance > m_text.size() || count > m_bytes - m_text.size())
            return false;
        for (; count > 0; --count)
            m_text.push_back(m_text[m_text.size() - distance]); // they may overlap
        return true;
    }

    std::span<const std::byte> m_packed;
    std::size_t m_bytes;
    std::size_t m_at = 0;
    std::string m_text;
};

std::optional<std::string> unpacked(std::span<const std::byte> payload, std::uint64_t flags,
                                    std::uint32_t packedBytes, std::uint64_t bytes) {
    if ((flags & (kPackedLz4 | kPackedZstd)) == 0)
        return std::string(reinterpret_cast<const char*>(payload.data()), payload.size());
    if (packedBytes > payload.size() || bytes > kMostUnpackedBytes)
        return std::nullopt;
    const auto packed = payload.first(packedBytes);
    const auto size = static_cast<std::size_t>(bytes);
    if ((flags & kPackedZstd) == 0)
        return Lz4Block(packed, size).unpack();
    std::string text(size, '\0');
    if (ZSTD_decompress(text.data(), size, packed.data(), packed.size()) != size)
        return std::nullopt;
    return text;
}

/// The header of each entry.
struct EntryHead {
    std::uint16_t kind = 0;
    std::uint32_t headBytes = 0;
    std::uint64_t bytes = 0; ///< of the payload, padding included
    std::uint32_t packedBytes = 0;
    std::uint32_t arch = 0;
    std::uint64_t flags = 0;
    std::uint64_t unpackedBytes = 0;
};

EntryHead readHead(ByteReader& reader) {
    EntryHead head;
    head.kind = reader.u16();
    reader.skip(2); // version
    head.headBytes = reader.u32();
    head.bytes = reader.u64();
    head.packedBytes = reader.u32();
    reader.skip(4 + 2 + 2); // place of the options, version of PTX
    head.arch = reader.u32();
    reader.skip(4 + 4); // name
    head.flags = reader.u64();
    reader.skip(8);
    head.unpackedBytes = reader.u64();
    return head;
}

} // namespace

std::optional<std::vector<FatbinEntry>> readFatbin(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    if (reader.u32() != kFatbinMagic)
        return std::nullopt;
    reader.skip(2); // version
    const std::size_t headBytes = reader.u16();
    const std::uint64_t size = reader.u64();
    if (reader.failed() || headBytes > bytes.size() || size > bytes.size() - headBytes)
        return std::nullopt;
    std::span<const std::byte> rest = bytes.subspan(headBytes, static_cast<std::size_t>(size));
    std::vector<FatbinEntry> entries;
    while (!rest.empty()) {
        ByteReader entry(rest);
        const EntryHead head = readHead(entry);
        if (entry.failed() || head.headBytes < entry.position() || head.headBytes > rest.size() ||
            head.bytes > rest.size() - head.headBytes)
            return std::nullopt;
        const auto payload = rest.subspan(head.headBytes, static_cast<std::size_t>(head.bytes));
        rest = rest.subspan(head.headBytes + payload.size());
        if (head.kind != kFatbinPtx && head.kind != kFatbinCubin)
            continue;
        auto contents = unpacked(payload, head.flags, head.packedBytes, head.unpackedBytes);
        if (!contents)
            return std::nullopt;
        const bool ptx = head.kind == kFatbinPtx;
        if (ptx)
            contents->resize(std::min(contents->find('\0'), contents->size()));
        entries.push_back({ptx, static_cast<int>(head.arch), std::move(*contents)});
    }
    return entries;
}

FatbinChoice chooseFrom(const std::vector<FatbinEntry>& entries, int arch) {
    FatbinChoice choice;
    for (const FatbinEntry& entry : entries) {
        const bool fits = entry.arch <= arch && (entry.ptx || entry.arch / 10 == arch / 10);
        const FatbinEntry*& best = entry.ptx ? choice.ptx : choice.machineCode;
        if (fits && (!best || entry.arch >= best->arch))
            best = &entry;
    }
    return choice;
}

} // namespace warpbench::compile
