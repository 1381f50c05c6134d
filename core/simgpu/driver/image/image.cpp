// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/image.h"

#include "core/simgpu/driver/image/cubin.h"
#include "core/simgpu/driver/image/fatbin.h"
#include "core/simgpu/driver/image/host_object.h"
#include "core/simgpu/driver/image/jit_options.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace warpbench::simgpu::driver {

namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243b1;
constexpr std::uint32_t kElfMagic = 0x464c457f; // "\x7fELF"

/// nvcc's wrapper of a fat binary in a host program (fatbinary_section.h).
struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version;
    const void* data;
    const void* fileName;
};

/// The first four bytes, or those up to a zero: the shortest image is an empty text.
std::uint32_t magicOf(const Image& image) {
    const auto* bytes = static_cast<const unsigned char*>(image.data);
    std::uint32_t magic = 0;
    for (unsigned int i = 0; i < 4 && (image.size == 0 || i < image.size); ++i) {
        magic |= std::uint32_t{bytes[i]} << (8 * i);
        if (bytes[i] == 0)
            break;
    }
    return magic;
}

/// \throws ImageError if it is not a fat binary of this process
Image unwrapped(const Image& image) {
    if (image.size != 0)
        throw ImageError{CUDA_ERROR_INVALID_IMAGE,
                         "this is the wrapper of a fat binary, which holds an address of the "
                         "program that it was part of; give the fat binary itself"};
    Wrapper wrapper;
    std::memcpy(&wrapper, image.data, sizeof wrapper);
    const Image inner{wrapper.data, 0, image.name, Image::Kind::any};
    if (!inner.data || magicOf(inner) != kFatbinMagic)
        throw ImageError{CUDA_ERROR_INVALID_IMAGE, "the wrapper does not contain a fat binary"};
    return inner;
}

/// The start of the first token, after white space and comments; the text's size if there is
/// none.
std::size_t firstToken(std::string_view text) {
    const auto behind = [&](std::string_view end, std::size_t from) {
        const std::size_t found = text.find(end, from);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    for (std::size_t at = 0;;) {
        at = std::min(text.find_first_not_of(" \t\r\n\v\f", at), text.size());
        if (text.substr(at).starts_with("//"))
            at = behind("\n", at + 2);
        else if (text.substr(at).starts_with("/*"))
            at = behind("*/", at + 2);
        else
            return at;
    }
}

/// A text is treated as PTX if it starts as PTX must, as in driver 580.
std::string ptxText(std::string text) {
    constexpr std::string_view kBeginning = ".version";
    if (!std::string_view(text).substr(firstToken(text)).starts_with(kBeginning))
        throw ImageError{CUDA_ERROR_INVALID_IMAGE,
                         "this is neither a fat binary nor a cubin, nor PTX, which begins with "
                         ".version"};
    return text;
}

std::vector<std::string> read(const Image& image, const Model& model) {
    const std::size_t bytes = image.size ? image.size : ByteView::kUnknownBytes;
    const auto view = [&](const char* what) { return ByteView(image.data, bytes, what); };
    if (image.kind == Image::Kind::object)
        return ptxOfObject(view("this object"), model);
    if (image.kind == Image::Kind::archive)
        return ptxOfArchive(view("this archive"), model);
    switch (magicOf(image)) {
    case kWrapperMagic:
        return read(unwrapped(image), model);
    case kFatbinMagic:
        return ptxOfFatbin(view("this fat binary"), model);
    case kElfMagic:
        return ptxOfCubin(view("this cubin"), model);
    case 0:
        throw ImageError{CUDA_ERROR_INVALID_IMAGE, "the image is empty"};
    default: {
        const auto* text = static_cast<const char*>(image.data);
        return {ptxText(image.size ? std::string(text, strnlen(text, image.size)) : text)};
    }
    }
}

} // namespace

std::vector<std::string> ptxOf(const Image& image, const Model& model, JitOptions& options) {
    try {
        return read(image, model);
    } catch (const ImageError& error) {
        options.error((image.name.empty() ? "" : std::string(image.name) + ": ") + error.text);
        fail(error.code);
    }
}

std::string readFile(const char* path) {
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), CUDA_ERROR_FILE_NOT_FOUND);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace warpbench::simgpu::driver
