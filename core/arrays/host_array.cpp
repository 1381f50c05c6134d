// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/host_array.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/platform/system.h"

#include <cstring>
#include <limits>
#include <new>

namespace warpbench::arrays {

namespace {

constexpr std::align_val_t kHeapAlignment{64};

/// Bytes of an array, checked: a file or a project may ask for anything.
std::size_t checkedBytes(const DType& dtype, std::int64_t elements) {
    constexpr auto kLimit = std::size_t(std::numeric_limits<std::ptrdiff_t>::max());
    if (std::size_t(elements) > kLimit / dtype.size()) {
        throw Error(ErrorKind::project,
                    {"WB1268",
                     "an array of {count} elements of {type} is larger than any memory",
                     "make its shape smaller",
                     {{"count", elements}, {"type", dtype.name()}}});
    }
    return std::size_t(elements) * dtype.size();
}

void refuseTooMuch(std::size_t bytes) {
    constexpr std::size_t kAlwaysFine = std::size_t(16) << 20;
    if (bytes <= kAlwaysFine) {
        return;
    }
    // Leaves the rest to other programs.
    const std::uint64_t available = platform::availableMemoryBytes() / 8 * 7;
    if (bytes > available) {
        // The buffers are too large: a sweep continues with smaller ones.
        throw Error(ErrorKind::device,
                    {"WB1269",
                     "an array of {size} is needed on the host, and {available} are left for it",
                     "make the buffers smaller, or close other programs",
                     {{"size", bytesText(bytes)}, {"available", bytesText(available)}}});
    }
}

} // namespace

HostBlock::HostBlock(std::byte* data, std::size_t size, std::function<void()> release)
    : m_data(data)
    , m_size(size)
    , m_release(std::move(release)) {}

HostBlock::~HostBlock() {
    if (m_release) {
        m_release();
    }
}

std::shared_ptr<HostBlock> HostBlock::onHeap(std::size_t bytes) {
    refuseTooMuch(bytes);
    auto* data = static_cast<std::byte*>(::operator new(bytes == 0 ? 1 : bytes, kHeapAlignment));
    std::memset(data, 0, bytes);
    return std::make_shared<HostBlock>(data, bytes,
                                       [data] { ::operator delete(data, kHeapAlignment); });
}

HostArray::HostArray(DType dtype, std::vector<std::int64_t> shape)
    : m_dtype(std::move(dtype))
    , m_shape(std::move(shape))
    , m_elements(elementCount(m_shape)) {
    m_block = HostBlock::onHeap(checkedBytes(m_dtype, m_elements));
}

HostArray::HostArray(DType dtype, std::vector<std::int64_t> shape, std::shared_ptr<HostBlock> block,
                     std::size_t offset)
    : m_dtype(std::move(dtype))
    , m_shape(std::move(shape))
    , m_elements(elementCount(m_shape))
    , m_block(std::move(block))
    , m_offset(offset) {
    const std::size_t bytes = checkedBytes(m_dtype, m_elements);
    if (m_offset > m_block->size() || bytes > m_block->size() - m_offset) {
        throw Error(ErrorKind::internal,
                    {"WB1270",
                     "an array of {size} does not fit its block of {limit}",
                     {},
                     {{"size", saidByteCount(bytes)}, {"limit", saidByteCount(m_block->size())}}});
    }
}

std::span<std::byte> HostArray::bytes() noexcept {
    return m_block ? std::span(m_block->data() + m_offset, sizeBytes()) : std::span<std::byte>();
}

std::span<const std::byte> HostArray::bytes() const noexcept {
    return m_block ? std::span<const std::byte>(m_block->data() + m_offset, sizeBytes())
                   : std::span<const std::byte>();
}

void HostArray::requirePart(std::size_t bytes) const {
    if (m_dtype.size() % bytes != 0) {
        throw Error(ErrorKind::internal,
                    {"WB1271",
                     "elements of {type} were looked at in parts of {size}",
                     {},
                     {{"type", m_dtype.name()}, {"size", saidByteCount(bytes)}}});
    }
}

std::int64_t elementCount(std::span<const std::int64_t> shape) {
    std::int64_t product = 1;
    bool empty = false;
    for (const std::int64_t extent : shape) {
        if (extent < 0) {
            throw Error(ErrorKind::project, {"WB1272",
                                             "a dimension of {size} is negative",
                                             "give every dimension a size of 0 or more",
                                             {{"size", extent}}});
        }
        if (extent == 0) {
            empty = true;
            continue;
        }
        if (product > std::numeric_limits<std::int64_t>::max() / extent) {
            throw Error(ErrorKind::project,
                        {"WB1273", "the number of elements does not fit 64 bits",
                         "make the shape smaller"});
        }
        product *= extent;
    }
    return empty ? 0 : product;
}

} // namespace warpbench::arrays
