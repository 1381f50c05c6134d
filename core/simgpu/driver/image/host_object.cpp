// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/host_object.h"

#include "core/simgpu/driver/image/fatbin.h"

#include <algorithm>
#include <charconv>

namespace warpbench::simgpu::driver {

namespace {

// Places in an ELF header and in a section's, of 64 bits (System V ABI, chapter 4).
constexpr std::uint64_t kSectionOffset = 40, kSectionBytes = 58, kSectionCount = 60,
                        kNameSection = 62;
constexpr std::uint64_t kNameOfSection = 0, kTypeOfSection = 4, kPlaceOfSection = 24,
                        kSizeOfSection = 32;
constexpr std::uint32_t kNoBits = 8;
constexpr std::string_view kElf = "\x7f"
                                  "ELF\x02\x01"; // 64 bits, little-endian

// A fat binary's header: the magic number, a version, the sizes of the header and of the rest.
constexpr std::uint64_t kHeaderBytesAt = 6, kBodyBytesAt = 8;

bool isObject(const ByteView& image) {
    return image.text().starts_with(kElf);
}

struct Section {
    std::string_view name;
    ByteView data;
};

std::string_view nameAt(const ByteView& names, std::uint64_t offset) {
    const std::string_view rest = names.from(offset).text();
    return rest.substr(0, rest.find('\0'));
}

/// Sections that hold something, with their names.
std::vector<Section> sectionsOf(const ByteView& image) {
    const auto place = image.read<std::uint64_t>(kSectionOffset);
    const auto bytes = image.read<std::uint16_t>(kSectionBytes);
    const auto count = image.read<std::uint16_t>(kSectionCount);
    const auto header = [&](std::uint64_t index) { return image.from(place).from(index * bytes); };
    const auto dataOf = [&](const ByteView& section) {
        return image.part(section.read<std::uint64_t>(kPlaceOfSection),
                          section.read<std::uint64_t>(kSizeOfSection));
    };
    std::vector<Section> sections;
    if (count == 0)
        return sections;
    const ByteView names = dataOf(header(image.read<std::uint16_t>(kNameSection)));
    for (std::uint64_t i = 1; i < count; ++i) {
        const ByteView section = header(i);
        if (section.read<std::uint32_t>(kTypeOfSection) != kNoBits)
            sections.push_back(
                {nameAt(names, section.read<std::uint32_t>(kNameOfSection)), dataOf(section)});
    }
    return sections;
}

/// They are stored one after the other, padded with zeros.
void takeFatbins(ByteView data, const Model& model, std::vector<std::string>& texts) {
    constexpr std::uint64_t kStep = 8;
    while (data.size() >= 2 * kStep) {
        if (data.read<std::uint32_t>(0) != kFatbinMagic) {
            data = data.from(kStep);
            continue;
        }
        const std::uint64_t bytes = data.read<std::uint16_t>(kHeaderBytesAt);
        const auto body = data.from(bytes).part(0, data.read<std::uint64_t>(kBodyBytesAt));
        const std::uint64_t whole = bytes + body.size();
        for (std::string& text : ptxOfFatbin(data.part(0, whole), model))
            texts.push_back(std::move(text));
        data = data.from(std::min<std::uint64_t>((whole + kStep - 1) / kStep * kStep, data.size()));
    }
}

void takeObject(const ByteView& image, const Model& model, std::vector<std::string>& texts) {
    for (const Section& section : sectionsOf(image)) {
        if (section.name == ".nv_fatbin" || section.name == "__nv_relfatbin")
            takeFatbins(section.data, model, texts);
    }
}

std::vector<std::string> orNone(std::vector<std::string> texts) {
    if (texts.empty())
        throw ImageError{CUDA_ERROR_NO_BINARY_FOR_GPU, "it does not contain PTX"};
    return texts;
}

} // namespace

std::vector<std::string> ptxOfObject(const ByteView& image, const Model& model) {
    if (!isObject(image))
        throw ImageError{CUDA_ERROR_INVALID_IMAGE, "this is not a 64-bit object file"};
    std::vector<std::string> texts;
    takeObject(image, model, texts);
    return orNone(std::move(texts));
}

std::vector<std::string> ptxOfArchive(const ByteView& image, const Model& model) {
    constexpr std::string_view kMagic = "!<arch>\n";
    constexpr std::uint64_t kHeaderBytes = 60, kSizeAt = 48, kSizeDigits = 10;
    if (!image.text().starts_with(kMagic))
        throw ImageError{CUDA_ERROR_INVALID_IMAGE, "this is not an archive"};
    std::vector<std::string> texts;
    for (ByteView rest = image.from(kMagic.size()); rest.size() >= kHeaderBytes;) {
        const std::string_view digits = rest.part(kSizeAt, kSizeDigits).text();
        std::uint64_t bytes = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), bytes).ec != std::errc())
            throw ImageError{CUDA_ERROR_INVALID_IMAGE, "the archive is damaged"};
        const ByteView member = rest.part(kHeaderBytes, bytes);
        if (isObject(member))
            takeObject(member, model, texts);
        const std::uint64_t whole = kHeaderBytes + bytes + bytes % 2;
        rest = rest.from(std::min<std::uint64_t>(whole, rest.size()));
    }
    return orNone(std::move(texts));
}

} // namespace warpbench::simgpu::driver
