// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace warpbench::arrays {

/// Host memory that holds a HostArray: the heap, page-locked memory from a pool, shared memory of a
/// worker, or a mapped file. Released with its last user.
class HostBlock {
  public:
    HostBlock(std::byte* data, std::size_t size, std::function<void()> release);
    ~HostBlock();
    HostBlock(const HostBlock&) = delete;
    HostBlock& operator=(const HostBlock&) = delete;

    /// Zeroed heap memory, aligned to 64 bytes.
    /// \throws Error (environment) if the machine has less free memory: the system would grant the
    ///         request anyway and later kill a process that uses the memory
    static std::shared_ptr<HostBlock> onHeap(std::size_t bytes);

    std::byte* data() noexcept { return m_data; }
    const std::byte* data() const noexcept { return m_data; }
    std::size_t size() const noexcept { return m_size; } ///< bytes

  private:
    std::byte* m_data;
    std::size_t m_size;
    std::function<void()> m_release;
};

/// An n-dimensional array on the host, C-ordered, shape outermost first. A plain value: copies
/// share the block. Fill an array before sharing it; from then on it is read-only by convention
/// (`bytes() const`).
class HostArray {
  public:
    HostArray() = default;
    /// A zeroed array on the heap. \throws Error (project) if a dimension is negative or the size
    /// in bytes overflows
    HostArray(DType dtype, std::vector<std::int64_t> shape);
    /// An array in a given block, `offset` bytes into it.
    HostArray(DType dtype, std::vector<std::int64_t> shape, std::shared_ptr<HostBlock> block,
              std::size_t offset = 0);

    const DType& dtype() const noexcept { return m_dtype; }
    const std::vector<std::int64_t>& shape() const noexcept { return m_shape; }
    std::int64_t elements() const noexcept { return m_elements; }
    std::size_t sizeBytes() const noexcept { return std::size_t(m_elements) * m_dtype.size(); }
    bool empty() const noexcept { return m_elements == 0; }

    std::span<std::byte> bytes() noexcept;
    std::span<const std::byte> bytes() const noexcept;

    /// The data as `T`, whose size must divide the element size: the scalar itself, a complex
    /// number's part, a lane of a vector. Call once, not per element. \throws Error (internal)
    /// otherwise, in every build
    template <class T>
    std::span<T> as() {
        requirePart(sizeof(T));
        return {reinterpret_cast<T*>(bytes().data()), sizeBytes() / sizeof(T)};
    }
    template <class T>
    std::span<const T> as() const {
        requirePart(sizeof(T));
        return {reinterpret_cast<const T*>(bytes().data()), sizeBytes() / sizeof(T)};
    }

    const std::shared_ptr<HostBlock>& block() const noexcept { return m_block; }

  private:
    void requirePart(std::size_t bytes) const;

    DType m_dtype;
    std::vector<std::int64_t> m_shape;
    std::int64_t m_elements = 0;
    std::shared_ptr<HostBlock> m_block;
    std::size_t m_offset = 0;
};

/// The product of the dimensions; 1 for the empty shape of a scalar.
/// \throws Error (project) on a negative dimension or overflow of int64
std::int64_t elementCount(std::span<const std::int64_t> shape);

} // namespace warpbench::arrays
