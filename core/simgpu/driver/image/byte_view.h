// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace warpbench::simgpu::driver {

/// Why an image cannot be loaded: what the caller gets, and the sentence for its error log.
struct ImageError {
    CUresult code = CUDA_ERROR_INVALID_IMAGE;
    std::string text;
};

/// The most PTX that is taken out of one image. What packs to less than it says is no danger then,
/// and the largest PTX that is known (a library's kernels in all their forms) is a tenth of it.
constexpr std::size_t kMostPtxBytes = std::size_t{256} << 20;

/// The bytes of an image, which is not trusted: nothing outside them is read.
class ByteView {
  public:
    /// What is assumed of an image whose size nobody told: its own headers are believed up to here.
    static constexpr std::size_t kUnknownBytes = std::size_t{1} << 32;

    /// \param what  names the image in the error that is thrown where it ends too early
    ByteView(const void* data, std::size_t bytes, const char* what)
        : m_data(static_cast<const char*>(data))
        , m_bytes(bytes)
        , m_what(what) {}

    const char* data() const noexcept { return m_data; }
    std::size_t size() const noexcept { return m_bytes; }
    std::string_view text() const noexcept { return {m_data, m_bytes}; }

    /// \throws ImageError CUDA_ERROR_INVALID_IMAGE where there are fewer bytes
    ByteView part(std::uint64_t offset, std::uint64_t bytes) const {
        if (offset > m_bytes || bytes > m_bytes - offset)
            throw ImageError{CUDA_ERROR_INVALID_IMAGE, std::string(m_what) + " is damaged"};
        return {m_data + offset, static_cast<std::size_t>(bytes), m_what};
    }
    ByteView from(std::uint64_t offset) const {
        return part(offset, offset < m_bytes ? m_bytes - offset : 0);
    }
    /// \throws ImageError CUDA_ERROR_INVALID_IMAGE where there are fewer bytes
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
