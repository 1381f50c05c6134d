// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/image.h"

#include "core/formats/fatbin.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>

namespace warpbench::recorder {

namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243b1;
constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
constexpr std::uint32_t kElfMagic = 0x464c457f; // "\x7fELF"
constexpr std::uint32_t kLinkVersion = 2;       ///< of a wrapper: its parts are to be linked

/// What nvcc puts into a host program in front of a fat binary (fatbinary_section.h).
struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version;
    const void* data;
    const void* const* parts; ///< with a null behind the last one
};

struct FatbinHead {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t headBytes;
    std::uint64_t bytes; ///< behind the head
};

/// The first four bytes, or those up to a zero: the shortest image is an empty text.
std::uint32_t magicOf(const void* data) {
    const auto* const bytes = static_cast<const unsigned char*>(data);
    std::uint32_t magic = 0;
    for (unsigned int i = 0; i < 4; ++i) {
        magic |= std::uint32_t{bytes[i]} << (8 * i);
        if (bytes[i] == 0)
            break;
    }
    return magic;
}

std::span<const std::byte> fatbinAt(const void* data) {
    FatbinHead head{};
    std::memcpy(&head, data, sizeof head);
    return {static_cast<const std::byte*>(data), std::size_t(head.headBytes + head.bytes)};
}

/// Whether memory belongs to a library or program, which stays as long as its code is loaded.
bool isPartOfLibrary(const void* data) {
    Dl_info info{};
    return dladdr(data, &info) != 0;
}

void addPtxOf(std::span<const std::byte> fatbin, int computeCapability,
              std::vector<std::string>& texts) {
    const auto entries = compile::readFatbin(fatbin);
    if (!entries)
        return;
    if (const auto* ptx = compile::chooseFrom(*entries, computeCapability).ptx)
        texts.push_back(ptx->contents);
}

} // namespace

std::shared_ptr<Image> Image::inMemory(const void* data) {
    auto image = std::make_shared<Image>();
    if (data)
        image->add(data);
    return image;
}

std::shared_ptr<Image> Image::inFile(const char* file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string contents{std::istreambuf_iterator<char>(stream),
                               std::istreambuf_iterator<char>()};
    const bool isWhole = magicOf(contents.c_str()) != kFatbinMagic ||
                         (contents.size() >= sizeof(FatbinHead) &&
                          fatbinAt(contents.data()).size() <= contents.size());
    return inMemory(isWhole ? contents.c_str() : nullptr);
}

std::shared_ptr<Image> Image::linkedOf(std::vector<std::shared_ptr<Image>> parts) {
    auto image = std::make_shared<Image>();
    image->m_parts = std::move(parts);
    return image;
}

void Image::add(const void* data) {
    const std::uint32_t magic = magicOf(data);
    if (magic == kWrapperMagic) {
        Wrapper wrapper{};
        std::memcpy(&wrapper, data, sizeof wrapper);
        if (wrapper.version != kLinkVersion)
            add(wrapper.data);
        else
            for (const void* const* part = wrapper.parts; part && *part; ++part)
                add(*part);
    } else if (magic == kFatbinMagic && isPartOfLibrary(data)) {
        m_places.push_back(data);
    } else if (magic == kFatbinMagic) {
        const auto bytes = fatbinAt(data);
        m_copies.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    } else if (magic != kElfMagic) {
        m_copies.emplace_back(static_cast<const char*>(data));
    }
}

const std::vector<std::string>& Image::texts(int computeCapability) {
    const std::lock_guard lock(m_mutex);
    if (m_texts)
        return *m_texts;
    std::vector<std::string> texts;
    for (const std::string& copy : m_copies) {
        if (magicOf(copy.c_str()) == kFatbinMagic)
            addPtxOf(std::as_bytes(std::span(copy)), computeCapability, texts);
        else
            texts.push_back(copy);
    }
    for (const void* const place : m_places)
        addPtxOf(fatbinAt(place), computeCapability, texts);
    for (const std::shared_ptr<Image>& part : m_parts)
        for (const std::string& text : part->texts(computeCapability))
            texts.push_back(text);
    return m_texts.emplace(std::move(texts));
}

} // namespace warpbench::recorder
