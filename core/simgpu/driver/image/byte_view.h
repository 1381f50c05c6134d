// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace warpbench::simgpu::driver {

/// Why an image cannot be loaded: the error code and the sentence for the error log.
struct ImageError {
    CUresult code = CUDA_ERROR_INVALID_IMAGE;
    std::string text;
};

/// The most PTX that is unpacked from one image. It protects against images that declare a false
/// size; the largest known PTX (a library with all kernel variants) is a tenth of it.
constexpr std::size_t kMostPtxBytes = std::size_t{256} << 20;

/// The bytes of an untrusted image: reads outside them throw.
class ByteView {
  public:
    /// Assumed for an image of unknown size: its own headers are trusted up to here.
    static constexpr std::size_t kUnknownBytes = std::size_t{1} << 32;

    /// \param what  names the image in the error that is thrown if it ends too early
    ByteView(const void* data, std::size_t bytes, const char* what)
        : m_data(static_cast<const char*>(data))
        , m_bytes(bytes)
        , m_what(what) {}

    const char* data() const noexcept { return m_data; }
    std::size_t size() const noexcept { return m_bytes; }
    std::string_view text() const noexcept { return {m_data, m_bytes}; }

    /// \throws ImageError CUDA_ERROR_INVALID_IMAGE if there are fewer bytes
    ByteView part(std::uint64_t offset, std::uint64_t bytes) const {
        if (offset > m_bytes || bytes > m_bytes - offset)
            throw ImageError{CUDA_ERROR_INVALID_IMAGE, std::string(m_what) + " is damaged"};
        return {m_data + offset, static_cast<std::size_t>(bytes), m_what};
    }
    ByteView from(std::uint64_t offset) const {
        return part(offset, offset < m_bytes ? m_bytes - offset : 0);
    }
    /// \throws ImageError CUDA_ERROR_INVALID_IMAGE if there are fewer bytes
    template <typename Value>
    Value read(std::uint64_t offset) const {
        Value value;
        std::memcpy(&value, part(offset, sizeof value).data(), sizeof value);
        return value;
    }

  private:
    const char* m_data;
    std::size_t m_bytes;
    const char* m_what;
};

} // namespace warpbench::simgpu::driver
