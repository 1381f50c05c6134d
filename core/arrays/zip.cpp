// SPDX-License-Identifier: GPL-3.0-or-later
// PKWARE's APPNOTE.TXT, sections 4.3 and 4.5 (stored and deflated members, ZIP64).
#include "core/arrays/zip.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

namespace warpbench::arrays {

namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kEnd64LocatorSignature = 0x07064b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::uint64_t kMaxEntries = 100'000;

[[noreturn]] void failZip(ErrorText said) {
    throw ZipError(std::move(said));
}

/// Little-endian numbers at checked offsets.
class Bytes {
  public:
    explicit Bytes(std::span<const std::byte> bytes)
        : m_bytes(bytes) {}

    std::size_t size() const { return m_bytes.size(); }
    std::uint64_t number(std::uint64_t offset, std::size_t count) const {
        const auto part = slice(offset, count);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            value |= std::uint64_t(part[i]) << (8 * i);
        }
        return value;
    }
    std::uint16_t u16(std::uint64_t offset) const { return std::uint16_t(number(offset, 2)); }
    std::uint32_t u32(std::uint64_t offset) const { return std::uint32_t(number(offset, 4)); }
    std::uint64_t u64(std::uint64_t offset) const { return number(offset, 8); }
    std::span<const std::byte> slice(std::uint64_t offset, std::uint64_t count) const {
        if (offset > m_bytes.size() || count > m_bytes.size() - offset) {
            failZip(phrase("it ends too early, or points beyond its end"));
        }
        return m_bytes.subspan(std::size_t(offset), std::size_t(count));
    }

  private:
    std::span<const std::byte> m_bytes;
};

struct Directory {
    std::uint64_t entries = 0;
    std::uint64_t offset = 0;
};

Directory findDirectory(const Bytes& bytes) {
    if (bytes.size() < kEndSize) {
        failZip(phrase("it is too short"));
    }
    // The end record is last, followed only by a comment of at most 65535 bytes.
    const std::size_t latest = bytes.size() - kEndSize;
    const std::size_t earliest = latest > 0xFFFF ? latest - 0xFFFF : 0;
    for (std::size_t at = latest + 1; at-- > earliest;) {
        if (bytes.u32(at) != kEndSignature) {
            continue;
        }
        Directory directory{bytes.u16(at + 10), bytes.u32(at + 16)};
        const bool large = directory.entries == 0xFFFF || directory.offset == 0xFFFFFFFF;
        if (large && at >= 20 && bytes.u32(at - 20) == kEnd64LocatorSignature) {
            const std::uint64_t end64 = bytes.u64(at - 20 + 8);
            if (bytes.u32(end64) != kEnd64Signature) {
                failZip(phrase("its ZIP64 directory is missing"));
            }
            directory = {bytes.u64(end64 + 32), bytes.u64(end64 + 48)};
        }
        return directory;
    }
    failZip(phrase("its ZIP directory is missing"));
}

/// ZIP64's extra field contains, in this order, those sizes that do not fit in 32 bits.
void readZip64(const Bytes& bytes, std::uint64_t at, std::uint64_t length, ZipMember& member) {
    const std::uint64_t end = at + length;
    while (end - at >= 4) {
        const std::uint16_t tag = bytes.u16(at);
        const std::uint64_t size = bytes.u16(at + 2);
        at += 4;
        if (size > end - at) {
            failZip(phrase("an extra field is longer than its entry"));
        }
        if (tag == 1) {
            std::uint64_t next = at;
            for (std::uint64_t* value : {&member.unpacked, &member.packed, &member.local}) {
                if (*value == 0xFFFFFFFF) {
                    if (at + size - next < 8) {
                        failZip(phrase("a ZIP64 field is too short"));
                    }
                    *value = bytes.u64(next);
                    next += 8;
                }
            }
        }
        at += size;
    }
}

std::vector<ZipMember> readDirectory(const Bytes& bytes) {
    const Directory directory = findDirectory(bytes);
    if (directory.entries > kMaxEntries) {
        failZip(phrase("it has more than {limit} members", {{"limit", kMaxEntries}}));
    }
    std::vector<ZipMember> members;
    std::uint64_t at = directory.offset;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (bytes.u32(at) != kEntrySignature) {
            failZip(phrase("its directory is damaged"));
        }
        ZipMember member;
        member.flags = bytes.u16(at + 8);
        member.method = bytes.u16(at + 10);
        member.crc = bytes.u32(at + 16);
        member.packed = bytes.u32(at + 20);
        member.unpacked = bytes.u32(at + 24);
        const std::uint64_t nameLength = bytes.u16(at + 28);
        const std::uint64_t extraLength = bytes.u16(at + 30);
        const std::uint64_t commentLength = bytes.u16(at + 32);
        member.local = bytes.u32(at + 42);
        const auto name = bytes.slice(at + kEntrySize, nameLength);
        member.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
        bytes.slice(at + kEntrySize + nameLength, extraLength);
        readZip64(bytes, at + kEntrySize + nameLength, extraLength, member);
        members.push_back(std::move(member));
        at += kEntrySize + nameLength + extraLength + commentLength;
    }
    return members;
}

/// Decompresses raw deflate data; the result grows with real output, so false sizes do no harm.
std::vector<std::byte> inflateRaw(std::span<const std::byte> packed, std::size_t limit) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        throw std::bad_alloc();
    }
    struct End {
        z_stream* stream;
        ~End() { inflateEnd(stream); }
    } end{&stream};
    std::vector<std::byte> out;
    std::size_t consumed = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        constexpr std::size_t kInput = std::size_t(1) << 30;
        const std::size_t input = std::min(packed.size() - consumed, kInput);
        const std::size_t filled = out.size();
        if (filled > limit) {
            failZip(phrase("a member is larger than it may be"));
        }
        const std::size_t room =
            std::min({std::max<std::size_t>(filled, 1 << 16), limit + 1 - filled, kInput});
        out.resize(filled + room);
        // zlib's interface is older than const.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + consumed));
        stream.avail_in = uInt(input);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
        stream.avail_out = uInt(room);
        status = inflate(&stream, Z_NO_FLUSH);
        const std::size_t used = input - stream.avail_in;
        consumed += used;
        out.resize(filled + room - stream.avail_out);
        const bool stuck = used == 0 && out.size() == filled;
        if ((status != Z_OK && status != Z_STREAM_END) || (status == Z_OK && stuck)) {
            failZip(phrase("a member's compressed data are damaged"));
        }
    }
    if (out.size() > limit) {
        failZip(phrase("a member is larger than it may be"));
    }
    return out;
}

} // namespace

std::vector<ZipMember> zipMembers(std::span<const std::byte> archive) {
    return readDirectory(Bytes(archive));
}

std::vector<std::byte> extractZipMember(std::span<const std::byte> archive, const ZipMember& member,
                                        std::size_t limit) {
    const Bytes bytes(archive);
    if ((member.flags & 1) != 0) {
        failZip(phrase("member '{member}' is encrypted", {{"member", member.name}}));
    }
    if (bytes.u32(member.local) != kLocalSignature) {
        failZip(phrase("member '{member}' has no header", {{"member", member.name}}));
    }
    const std::uint64_t start =
        member.local + kLocalSize + bytes.u16(member.local + 26) + bytes.u16(member.local + 28);
    const auto packed = bytes.slice(start, member.packed);
    std::vector<std::byte> data;
    if (member.method == 0) {
        if (packed.size() > limit) {
            failZip(phrase("a member is larger than it may be"));
        }
        data.assign(packed.begin(), packed.end());
    } else if (member.method == Z_DEFLATED) {
        data = inflateRaw(packed, limit);
    } else {
        failZip(phrase("member '{member}' is compressed in a way other than deflate",
                       {{"member", member.name}}));
    }
    if (data.size() != member.unpacked ||
        crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()) != member.crc) {
        failZip(phrase("member '{member}' is damaged: its checksum is wrong",
                       {{"member", member.name}}));
    }
    return data;
}

} // namespace warpbench::arrays
