// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/files.h"

#include "core/base/bytes_text.h"
#include "core/base/path_text.h"

#include <algorithm>
#include <vector>

namespace warpbench::platform {

namespace {

constexpr std::size_t kChunkBytes = std::size_t(1) << 16;

} // namespace

void InputFile::read(std::uint64_t offset, std::span<std::byte> to) const {
    while (!to.empty()) {
        const std::size_t count = readSome(offset, reinterpret_cast<char*>(to.data()), to.size());
        if (count == 0)
            throw Error(m_kind, {"WB1014",
                                 "cannot read {file}: it ends too early",
                                 "check that nothing else writes it",
                                 {{"file", utf8(m_file)}}});
        offset += count;
        to = to.subspan(count);
    }
}

std::string InputFile::all(std::uint64_t limit) const {
    const auto tooLarge = [&] {
        throw Error(m_kind, {"WB1015",
                             "cannot read {file}: it has more than {limit}",
                             "give a smaller file",
                             {{"file", utf8(m_file)}, {"limit", saidByteCount(limit)}}});
    };
    if (m_sizeBytes > limit)
        tooLarge();
    std::string contents;
    contents.reserve(std::size_t(m_sizeBytes) + 1);
    std::vector<char> chunk(std::min<std::uint64_t>(kChunkBytes, m_sizeBytes + 4096));
    while (const std::size_t count = readSome(contents.size(), chunk.data(), chunk.size())) {
        if (count > limit - contents.size())
            tooLarge();
        contents.append(chunk.data(), count);
    }
    return contents;
}

std::string readFile(const std::filesystem::path& file, ErrorKind kind, std::uint64_t limit) {
    return InputFile(file, kind).all(limit);
}

void replaceFile(const std::filesystem::path& file, std::string_view contents, ErrorKind kind,
                 Flush flush) {
    replaceFile(file, std::span(&contents, 1), kind, flush);
}

} // namespace warpbench::platform
