// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/disk_cache.h"

#include "core/cache/compile_json.h"
#include "core/formats/elf_reader.h"
#include "core/platform/files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

// A file: magic, schema, bytes of the two parts, key, checksum of the parts; then the result as
// CBOR without its device code; then the device code.
constexpr std::uint32_t kMagic = 0x43434257; // "WBCC"
/// Counts up whenever the form of a file or of the result within changes.
constexpr std::uint32_t kSchema = 1;
constexpr std::size_t kHeadBytes = 4 + 4 + 8 + 8 + 16 + 16;

constexpr const char* kExtension = ".wbc";
/// A larger file cannot be a result.
constexpr std::uint64_t kMostBytes = std::uint64_t(1) << 32;

struct Head {
    std::uint64_t resultBytes = 0;
    std::uint64_t cubinBytes = 0;
    CacheKey key;
    CacheKey checksum;
};

void put(std::vector<std::byte>& out, std::uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i)
        out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

void putKey(std::vector<std::byte>& out, const CacheKey& key) {
    put(out, key.high, 8);
    put(out, key.low, 8);
}

CacheKey takeKey(ByteReader& reader) {
    const std::uint64_t high = reader.u64();
    return {high, reader.u64()};
}

std::vector<std::byte> encode(const CacheKey& key, const CompileResult& result) {
    const std::vector<std::uint8_t> text = nlohmann::json::to_cbor(toJsonWithoutCubin(result));
    std::vector<std::byte> payload(text.size());
    std::transform(text.begin(), text.end(), payload.begin(),
                   [](std::uint8_t value) { return static_cast<std::byte>(value); });
    if (result.cubin)
        payload.insert(payload.end(), result.cubin->begin(), result.cubin->end());

    std::vector<std::byte> file;
    file.reserve(kHeadBytes + payload.size());
    put(file, kMagic, 4);
    put(file, kSchema, 4);
    put(file, text.size(), 8);
    put(file, payload.size() - text.size(), 8);
    putKey(file, key);
    putKey(file, hashBytes(payload));
    file.insert(file.end(), payload.begin(), payload.end());
    return file;
}

std::optional<Head> readHead(ByteReader& reader) {
    const bool ours = reader.u32() == kMagic && reader.u32() == kSchema;
    Head head;
    head.resultBytes = reader.u64();
    head.cubinBytes = reader.u64();
    head.key = takeKey(reader);
    head.checksum = takeKey(reader);
    if (!ours || reader.failed())
        return std::nullopt;
    return head;
}

/// Empty unless the file is whole, of this form, and of this key.
std::optional<CompileResult> decode(const CacheKey& key, std::span<const std::byte> file) {
    ByteReader reader(file);
    const std::optional<Head> head = readHead(reader);
    if (!head || head->key != key)
        return std::nullopt;
    const std::span<const std::byte> payload = file.subspan(kHeadBytes);
    const auto text = reader.take(head->resultBytes);
    const auto cubin = reader.take(head->cubinBytes);
    if (reader.failed() || !reader.atEnd() || hashBytes(payload) != head->checksum)
        return std::nullopt;
    const auto* begin = reinterpret_cast<const std::uint8_t*>(text.data());
    CompileResult result = resultFromJson(nlohmann::json::from_cbor(begin, begin + text.size()));
    if (!cubin.empty())
        result.cubin = std::make_shared<const std::vector<std::byte>>(cubin.begin(), cubin.end());
    return result;
}

} // namespace

DiskCache::DiskCache(fs::path folder, std::uint64_t limitBytes)
    : m_folder(std::move(folder))
    , m_limitBytes(limitBytes) {}

fs::path DiskCache::fileOf(const CacheKey& key) const {
    return m_folder / (key.hex() + kExtension);
}

std::optional<CompileResult> DiskCache::load(const CacheKey& key) const {
    const fs::path file = fileOf(key);
    std::error_code ignored;
    std::string bytes;
    try {
        bytes = platform::readFile(file, ErrorKind::environment, kMostBytes);
    } catch (const Error&) {
        return std::nullopt; // usually because it does not exist
    } catch (const std::exception&) {
        // More than there is memory for: none of ours.
    }
    try {
        if (std::optional<CompileResult> result = decode(key, std::as_bytes(std::span(bytes)))) {
            // The time of last use, for eviction.
            fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
            return result;
        }
    } catch (const std::exception&) {
        // Whole but not readable: written by another version with the same schema number.
    }
    fs::remove(file, ignored);
    return std::nullopt;
}

void DiskCache::store(const CacheKey& key, const CompileResult& result) {
    try {
        const std::vector<std::byte> bytes = encode(key, result);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        // A file torn by a power failure is detected by its checksum.
        platform::replaceFile(fileOf(key), text, ErrorKind::environment, platform::Flush::no);
        evictIfNeeded(bytes.size());
    } catch (const std::exception&) {
        // Not kept: the next compile is only slower.
    }
}

void DiskCache::evictIfNeeded(std::uint64_t added) {
    const std::lock_guard lock(m_mutex);
    if (m_bytes)
        *m_bytes += added;
    if (!m_bytes || *m_bytes > m_limitBytes)
        m_bytes = evict();
}

/// Measures the folder and, if it is too full, reduces it to four fifths of the limit. \returns the
/// remaining bytes
std::uint64_t DiskCache::evict() const {
    struct Entry {
        fs::path path;
        fs::file_time_type used;
        std::uint64_t bytes = 0;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code error;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code gone; // another process may evict at the same time
        const Entry entry{it->path(), it->last_write_time(gone), it->file_size(gone)};
        if (gone)
            continue;
        if (entry.path.extension() == platform::kUnfinishedEnding) {
            // Left by a process that ended while writing.
            if (now - entry.used > std::chrono::hours(1))
                fs::remove(entry.path, gone);
            continue;
        }
        if (entry.path.extension() != kExtension)
            continue;
        total += entry.bytes;
        entries.push_back(entry);
    }
    if (total <= m_limitBytes)
        return total;
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= m_limitBytes / 5 * 4)
            break;
        std::error_code ignored;
        fs::remove(entry.path, ignored);
        total -= entry.bytes;
    }
    return total;
}

} // namespace warpbench::compile
