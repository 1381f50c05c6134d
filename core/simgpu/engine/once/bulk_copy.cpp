// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk copies with tensor maps, to several blocks of a cluster, or with a reduction (PTX ISA 9.0,
// sections 9.7.9.25 and 5.5). Done at once, like all asynchronous copies here.
#include "core/simgpu/engine/once/bulk_copy.h"

#include "core/simgpu/engine/decode/bulk_copy.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/mbarrier.h"
#include "core/simgpu/engine/pointer.h"
#include "core/simgpu/engine/tensor_map.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

using Reduction = BulkCopy::Reduction;
using Element = TensorMap::Element;

constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << kSharedRankShift) - 1;

template <class T>
T integerReduced(Reduction reduction, T old, T value) {
    switch (reduction) {
    case Reduction::add:
        return static_cast<T>(std::uint64_t(old) + std::uint64_t(value));
    case Reduction::min:
        return std::min(old, value);
    case Reduction::max:
        return std::max(old, value);
    case Reduction::inc:
        return old >= value ? T{0} : static_cast<T>(old + 1);
    case Reduction::dec:
        return old == 0 || old > value ? value : static_cast<T>(old - 1);
    case Reduction::bitAnd:
        return old & value;
    case Reduction::bitOr:
        return old | value;
    case Reduction::bitXor:
        return old ^ value;
    case Reduction::none:
        break;
    }
    return value;
}

double floatReduced(Reduction reduction, double old, double value) {
    if (reduction == Reduction::add)
        return old + value;
    if (old != old || value != value)
        return old != old ? value : old;
    return (reduction == Reduction::min) == (value < old) ? value : old;
}

/// Replaces *at by f(*at), atomically: blocks on other threads reduce into the same tensor.
template <class Bits, class F>
void update(std::uint8_t* at, F f) {
    auto* word = reinterpret_cast<Bits*>(at);
    Bits old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &old, static_cast<Bits>(f(old)), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        ;
}

void reduceInto(std::uint8_t* at, const std::uint8_t* from, Element element, Reduction reduction) {
    const auto integers = [&]<class T>(T value) {
        std::memcpy(&value, from, sizeof(T));
        using Bits = std::make_unsigned_t<T>;
        update<Bits>(at, [&](Bits old) { return integerReduced(reduction, T(old), value); });
    };
    switch (element) {
    case Element::u8:
        return integers(std::uint8_t{});
    case Element::u16:
        return integers(std::uint16_t{});
    case Element::u32:
        return integers(std::uint32_t{});
    case Element::s32:
        return integers(std::int32_t{});
    case Element::u64:
        return integers(std::uint64_t{});
    case Element::s64:
        return integers(std::int64_t{});
    case Element::f16:
    case Element::bf16: {
        const bool isHalf = element == Element::f16;
        const auto valueOf = [&](std::uint16_t b) {
            return double(isHalf ? halfToFloat(b) : bfloatToFloat(b));
        };
        std::uint16_t value = 0;
        std::memcpy(&value, from, 2);
        return update<std::uint16_t>(at, [&](std::uint16_t old) {
            const double result = floatReduced(reduction, valueOf(old), valueOf(value));
            return isHalf ? floatToHalf(result) : floatToBfloat(result);
        });
    }
    case Element::f32: {
        float value = 0;
        std::memcpy(&value, from, 4);
        return update<std::uint32_t>(at, [&](std::uint32_t old) {
            const float o = std::bit_cast<float>(old);
            return std::bit_cast<std::uint32_t>(
                reduction == Reduction::add
                    ? o + value
                    : static_cast<float>(floatReduced(reduction, o, value)));
        });
    }
    case Element::f64: {
        double value = 0;
        std::memcpy(&value, from, 8);
        return update<std::uint64_t>(at, [&](std::uint64_t old) {
            return std::bit_cast<std::uint64_t>(
                floatReduced(reduction, std::bit_cast<double>(old), value));
        });
    }
    }
}

/// Whether bulk copies support a reduction of such elements: the forms without a tensor map that
/// ptxas accepts for sm_90, where bits count as unsigned integers.
bool reduces(Reduction reduction, Element element) {
    const bool isHalf = element == Element::f16 || element == Element::bf16;
    const bool isInteger = element >= Element::u32 && element <= Element::s64;
    switch (reduction) {
    case Reduction::add:
        return element >= Element::u32 && element != Element::s64;
    case Reduction::min:
    case Reduction::max:
        return isHalf || isInteger;
    case Reduction::inc:
    case Reduction::dec:
        return element == Element::u32;
    case Reduction::bitAnd:
    case Reduction::bitOr:
    case Reduction::bitXor:
        return isInteger;
    case Reduction::none:
        break;
    }
    return true;
}

Element elementOf(ptx::Type type) {
    using T = ptx::Type;
    switch (type) {
    case T::s32:
        return Element::s32;
    case T::s64:
        return Element::s64;
    case T::f16:
        return Element::f16;
    case T::bf16:
        return Element::bf16;
    case T::f32:
        return Element::f32;
    case T::f64:
        return Element::f64;
    default:
        return ptx::sizeOf(type) == 8 ? Element::u64 : Element::u32;
    }
}

/// One copy of one lane. Each step is false after it raised a fault.
class Copy {
  public:
    Copy(Warp& w, const Inst* ip, const BulkCopy& copy, std::uint32_t lane)
        : m_w(w)
        , m_ip(ip)
        , m_copy(copy)
        , m_lane(lane) {}

    bool run() { return m_copy.rank ? runTensor() : runRange(); }

  private:
    std::uint64_t address(std::uint16_t row) const { return row64(m_w, row)[m_lane]; }
    bool fail(FaultKind kind, std::uint64_t at, std::uint64_t size, const char* text) {
        raise(m_w, m_ip, kind, m_lane, at, size, text);
        return false;
    }

    /// The shared addresses that a copy to shared memory fills: one, or one in each block of the
    /// mask at the same place.
    std::vector<std::uint64_t> targets(std::uint64_t shared) const {
        if (m_copy.blocks == kNoRow)
            return {shared};
        std::vector<std::uint64_t> result;
        const std::uint32_t mask = row32(m_w, m_copy.blocks)[m_lane];
        for (std::uint64_t rank = 0; rank < 16; ++rank) {
            if (mask >> rank & 1)
                result.push_back((shared & kOffsetMask) | (rank + 1) << kSharedRankShift);
        }
        return result;
    }
    /// The mbarriers to signal: with .cta_group::2 and a mask, in each pair of blocks the one whose
    /// rank has the parity of the given mbarrier's block.
    std::vector<std::uint64_t> barriers(std::uint64_t named) const {
        std::vector<std::uint64_t> result = targets(named);
        if (!m_copy.pairBarriers || m_copy.blocks == kNoRow)
            return result;
        const std::uint64_t rank = (named & ~kWindowMask) >> kSharedRankShift;
        const std::uint64_t parity = (rank ? rank - 1 : m_w.block->rank) & 1;
        for (std::uint64_t& at : result) {
            const std::uint64_t block = (((at >> kSharedRankShift) - 1) & ~1u) | parity;
            at = (at & kOffsetMask) | (block + 1) << kSharedRankShift;
        }
        return result;
    }
    bool complete(std::uint64_t bytes) {
        if (m_copy.barrier == kNoRow)
            return true;
        noteBulkCopy(m_w);
        for (const std::uint64_t at : barriers(address(m_copy.barrier))) {
            std::uint8_t* object = sharedAddress(m_w, m_ip, m_lane, at, 8, 8);
            if (!object)
                return false;
            Mbarrier::complete(object, bytes);
        }
        return true;
    }

    bool runRange() {
        const std::uint32_t size = row32(m_w, m_copy.size)[m_lane];
        if (size % 16 != 0)
            return fail(FaultKind::misaligned, size, size,
                        "a bulk copy with a size that is not a multiple of 16");
        if (size == 0)
            return complete(0);
        const bool toGlobal = m_copy.way == BulkCopy::Way::sharedToGlobal;
        const bool inside = m_copy.way == BulkCopy::Way::sharedToShared;
        const std::uint64_t shared = address(m_copy.shared);
        std::uint8_t* local = nullptr;
        if (toGlobal || inside) {
            local = sharedAddress(m_w, m_ip, m_lane, shared, size, 16);
            if (!local)
                return false;
            checkRange(m_w, m_ip, m_lane, shared, size, MemorySpace::shared, AccessKind::plain,
                       false);
        }
        if (inside) {
            std::uint8_t* to = sharedAddress(m_w, m_ip, m_lane, address(m_copy.toShared), size, 16);
            if (!to)
                return false;
            checkRange(m_w, m_ip, m_lane, address(m_copy.toShared), size, MemorySpace::shared,
                       AccessKind::bulkCopy, true);
            move(to, local, size);
            return complete(size);
        }
        const std::uint64_t global = address(m_copy.global);
        if (global % 16 != 0)
            return fail(FaultKind::misaligned, global, size, nullptr);
        std::uint8_t* host = hostAddress(m_w, m_ip, m_lane, global, size, 1, toGlobal, false);
        if (!host)
            return false;
        if (m_copy.bytes != kNoRow) {
            moveMasked(host, local, global, size);
            return true;
        }
        checkRange(m_w, m_ip, m_lane, global, size, MemorySpace::global,
                   m_copy.reduction == Reduction::none ? AccessKind::plain : AccessKind::strong,
                   toGlobal);
        if (toGlobal) {
            move(host, local, size);
            return true;
        }
        for (const std::uint64_t target : targets(shared)) {
            std::uint8_t* to = sharedAddress(m_w, m_ip, m_lane, target, size, 16);
            if (!to)
                return false;
            checkRange(m_w, m_ip, m_lane, target, size, MemorySpace::shared, AccessKind::bulkCopy,
                       true);
            std::memcpy(to, host, size);
        }
        return complete(size);
    }
    /// Copies, or reduces element by element.
    void move(std::uint8_t* to, const std::uint8_t* from, std::uint32_t size) const {
        if (m_copy.reduction == Reduction::none) {
            std::memmove(to, from, size);
            return;
        }
        const auto step = static_cast<std::uint32_t>(ptx::sizeOf(m_copy.type));
        for (std::uint32_t at = 0; at + step <= size; at += step)
            reduceInto(to + at, from + at, elementOf(m_copy.type), m_copy.reduction);
    }

    void moveMasked(std::uint8_t* to, const std::uint8_t* from, std::uint64_t global,
                    std::uint32_t size) const {
        const std::uint32_t mask = row32(m_w, m_copy.bytes)[m_lane];
        for (std::uint32_t at = 0; at < size; ++at) {
            if (!(mask >> at % 16 & 1))
                continue;
            checkRange(m_w, m_ip, m_lane, global + at, 1, MemorySpace::global, AccessKind::plain,
                       true);
            to[at] = from[at];
        }
    }

    bool readMap() {
        const std::uint64_t at = address(m_copy.global);
        const std::uint8_t* bytes =
            hostAddress(m_w, m_ip, m_lane, at, sizeof m_map, 1, false, true);
        if (!bytes)
            return false;
        std::memcpy(&m_map, bytes, sizeof m_map);
        if (m_map.magic != TensorMap::kMagic || m_map.rank != m_copy.rank)
            return fail(FaultKind::trap, at, 128,
                        m_map.magic != TensorMap::kMagic
                            ? "the tensor map was not made by cuTensorMapEncode…"
                            : "the tensor map has another number of dimensions");
        if (m_map.address % 16 != 0)
            return fail(FaultKind::illegalInstruction, at, 128,
                        "the tensor map's address is not a multiple of 16 bytes");
        if (!m_map.hasSizes())
            return fail(FaultKind::illegalInstruction, at, 128,
                        "the tensor map has a box or an element stride that no tensor map may have "
                        "(1 to 256 elements, 1 to 8)");
        if (m_map.im2col != m_copy.im2col)
            return fail(FaultKind::illegalInstruction, at, 128,
                        m_map.im2col ? "the tensor map is for im2col copies"
                                     : "the tensor map is for tiled copies");
        if (m_copy.fourRows && m_map.box[1] != 1)
            return fail(FaultKind::illegalInstruction, at, 128,
                        "the tensor map's box is more than one row, but the copy takes four");
        for (std::size_t d = 0; d < m_copy.coordinateCount(); ++d)
            m_start[d] = static_cast<std::int32_t>(row32(m_w, m_copy.coordinates[d])[m_lane]);
        return mayRun(at);
    }
    /// Cases that GPUs reject as an illegal instruction although the PTX ISA has no rule about
    /// them: seen on an H200.
    bool mayRun(std::uint64_t map) {
        const auto isNegative = [](std::int64_t start) { return start < 0; };
        if (m_copy.way == BulkCopy::Way::sharedToGlobal && !m_copy.im2col &&
            std::any_of(m_start.begin(),
                        m_start.begin() + static_cast<std::ptrdiff_t>(m_copy.coordinateCount()),
                        isNegative))
            return fail(FaultKind::illegalInstruction, map, 128,
                        "a tensor copy to global memory begins at a negative coordinate");
        if (m_start[0] * m_map.elementBytes() % 16 != 0)
            return fail(FaultKind::illegalInstruction, map, 128,
                        "the first coordinate of a tensor copy is not a multiple of 16 bytes");
        if (m_copy.reduction != Reduction::none && !reduces(m_copy.reduction, m_map.element))
            return fail(FaultKind::illegalInstruction, map, 128,
                        "a reduction that elements of this type do not have");
        return true;
    }

    /// 16-byte chunks change places within a line of the swizzle's width, by the line's number.
    std::uint64_t swizzled(std::uint64_t offset) const {
        const std::uint64_t chunks = m_map.swizzleBytes / 16;
        return chunks ? offset ^ ((offset >> 7 & (chunks - 1)) << 4) : offset;
    }

    bool runTensor() {
        if (!readMap())
            return false;
        std::uint64_t rows = m_map.im2col ? m_map.pixels : m_copy.fourRows ? 4 : 1;
        for (std::size_t d = 1; d < m_map.rank && !m_map.im2col; ++d)
            rows *= m_map.extent(d);
        const std::uint64_t rowBytes = std::uint64_t{m_map.extent(0)} * m_map.elementBytes();
        const std::uint64_t bytes = rows * rowBytes;
        // A swizzled line is a unit.
        const std::uint64_t span = m_map.swizzleBytes ? (bytes + 127) / 128 * 128 : bytes;
        const bool store = m_copy.way == BulkCopy::Way::sharedToGlobal;
        const std::uint64_t shared = address(m_copy.shared);
        for (const std::uint64_t target : targets(shared)) {
            std::uint8_t* box =
                sharedAddress(m_w, m_ip, m_lane, target,
                              static_cast<std::uint32_t>(std::min<std::uint64_t>(span, ~0u)), 128);
            if (!box)
                return false;
            checkRange(m_w, m_ip, m_lane, target, static_cast<std::uint32_t>(bytes),
                       MemorySpace::shared, store ? AccessKind::plain : AccessKind::bulkCopy,
                       !store);
            m_box = box;
            m_boxOffset = target & kOffsetMask;
            std::array<std::int64_t, 5> pixel = m_start;
            for (std::uint64_t row = 0; row < rows; ++row) {
                if (!moveRow(m_map.im2col ? placed(pixel) : tilePlace(row), row * rowBytes))
                    return false;
                advance(pixel);
            }
        }
        return complete(bytes);
    }

    /// The position of a box's row in the tensor: its indices for dimension 1 and up.
    using Place = std::array<std::int64_t, 5>;
    Place tilePlace(std::uint64_t row) const {
        Place place{};
        if (m_copy.fourRows) {
            place[1] = m_start[row + 1];
            return place;
        }
        for (std::size_t d = 1; d < m_map.rank; ++d) {
            place[d] =
                m_start[d] + static_cast<std::int64_t>(row % m_map.extent(d)) * m_map.steps[d];
            row /= m_map.extent(d);
        }
        return place;
    }
    /// The pixel that a filter at some place looks at (PTX ISA 9.0, section 5.5.4).
    Place placed(Place filter) const {
        for (std::size_t d = 0; d < m_copy.offsetCount; ++d)
            filter[d + 1] += row32(m_w, m_copy.offsets[d])[m_lane] & 0xffff;
        return filter;
    }
    /// The filter's next place: along W, H, D within the corners, then the next image.
    void advance(Place& filter) const {
        if (!m_map.im2col)
            return;
        for (std::size_t d = 1; d + 1 < m_map.rank; ++d) {
            filter[d] += m_map.steps[d];
            if (filter[d] <= std::int64_t{m_map.lasts[d]} + m_map.upper[d - 1])
                return;
            filter[d] = m_map.lower[d - 1];
        }
        ++filter[m_map.rank - 1u];
    }

    /// A row of the box, `at` bytes from its start.
    bool moveRow(const Place& place, std::uint64_t at) {
        std::uint64_t global = m_map.address;
        bool inside = true;
        for (std::size_t d = 1; d < m_map.rank; ++d) {
            inside = inside && place[d] >= 0 && place[d] <= std::int64_t{m_map.lasts[d]};
            global += static_cast<std::uint64_t>(place[d]) * m_map.strides[d - 1];
        }
        const std::uint32_t size = m_map.elementBytes();
        for (std::uint32_t e = 0; e < m_map.extent(0); ++e) {
            const std::int64_t index = m_start[0] + std::int64_t{e} * m_map.steps[0];
            const bool there = inside && index >= 0 && index <= std::int64_t{m_map.lasts[0]};
            const std::uint64_t offset = m_boxOffset + at + std::uint64_t{e} * size;
            std::uint8_t* element = m_box + (swizzled(offset) - m_boxOffset);
            if (!there) {
                if (m_copy.way == BulkCopy::Way::globalToShared)
                    fill(element, size);
                continue;
            }
            const std::uint64_t from = global + static_cast<std::uint64_t>(index) * size;
            if (const std::uint32_t run = runFrom(e, index, offset, from); run > 1) {
                moveRun(element, from, run * size);
                e += run - 1;
            } else if (!moveElement(element, from, size)) {
                return false;
            }
        }
        return true;
    }

    /// Number of elements from `e` on that are contiguous in the tensor and in one chunk of the
    /// box, in memory that was already found: they are copied at once. Otherwise 1.
    /// \param index  of the element in its row of the tensor
    std::uint32_t runFrom(std::uint32_t e, std::int64_t index, std::uint64_t offset,
                          std::uint64_t global) const {
        constexpr std::uint64_t kChunk = 16; // bytes, see swizzled
        if (m_map.steps[0] != 1 || m_copy.reduction != Reduction::none)
            return 1;
        const std::uint32_t size = m_map.elementBytes();
        const std::uint64_t inTensor = static_cast<std::uint64_t>(m_map.lasts[0] - index) + 1;
        const std::uint64_t run = std::min<std::uint64_t>(
            {(kChunk - offset % kChunk) / size, m_map.extent(0) - e, inTensor});
        const RangeSlot& slot = m_w.rangeSlots[m_ip->c];
        const std::uint64_t at = global - slot.base;
        const bool isKnown = at < slot.size && slot.size - at >= run * size &&
                             (slot.writable || m_copy.way != BulkCopy::Way::sharedToGlobal);
        return isKnown ? static_cast<std::uint32_t>(run) : 1;
    }
    /// See runFrom.
    void moveRun(std::uint8_t* elements, std::uint64_t global, std::uint32_t bytes) {
        const bool store = m_copy.way == BulkCopy::Way::sharedToGlobal;
        std::uint8_t* const host = pointerTo(global);
        checkRange(m_w, m_ip, m_lane, global, bytes, MemorySpace::global, AccessKind::plain, store);
        std::memcpy(store ? host : elements, store ? elements : host, bytes);
        if (store || m_map.element != Element::f32)
            return;
        for (std::uint32_t at = 0; at < bytes; at += 4)
            adjust(elements + at);
    }
    bool moveElement(std::uint8_t* element, std::uint64_t global, std::uint32_t size) {
        const bool store = m_copy.way == BulkCopy::Way::sharedToGlobal;
        std::uint8_t* host = hostAddress(m_w, m_ip, m_lane, global, size, 1, store, false);
        if (!host)
            return false;
        checkRange(m_w, m_ip, m_lane, global, size, MemorySpace::global,
                   m_copy.reduction == Reduction::none ? AccessKind::plain : AccessKind::strong,
                   store);
        if (m_copy.reduction != Reduction::none) {
            reduceInto(host, element, m_map.element, m_copy.reduction);
        } else if (store) {
            std::memcpy(host, element, size);
        } else {
            std::memcpy(element, host, size);
            if (m_map.element == Element::f32)
                adjust(element);
        }
        return true;
    }
    /// Adjusts loaded values for maps of the FTZ and TFLOAT32 kinds.
    void adjust(std::uint8_t* element) const {
        std::uint32_t bits = 0;
        std::memcpy(&bits, element, 4);
        if (m_map.flushSubnormals && (bits & 0x7f800000u) == 0)
            bits &= 0x80000000u;
        if (m_map.roundToTf32 && (bits & 0x7f800000u) != 0x7f800000u)
            bits = (bits + 0x1000u) & 0xffffe000u;
        std::memcpy(element, &bits, 4);
    }
    void fill(std::uint8_t* element, std::uint32_t size) const {
        // 0x7ff7 in every 16 bits, whatever the type: seen on an H200.
        static constexpr std::uint8_t kNan[8] = {0xf7, 0x7f, 0xf7, 0x7f, 0xf7, 0x7f, 0xf7, 0x7f};
        static constexpr std::uint8_t kZero[8] = {};
        std::memcpy(element, m_map.fillNan ? kNan : kZero, size);
    }

    Warp& m_w;
    const Inst* m_ip;
    const BulkCopy& m_copy;
    const std::uint32_t m_lane;
    TensorMap m_map;
    std::array<std::int64_t, 5> m_start{}; ///< coordinates
    std::uint8_t* m_box = nullptr;
    std::uint64_t m_boxOffset = 0; ///< bytes from the start of its block's shared memory
};

const Inst* bulkCopy(const Inst* ip, Warp& w) {
    const BulkCopy& copy = *w.code->bulkCopies[ip->aux2];
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        if (!Copy(w, ip, copy, static_cast<std::uint32_t>(std::countr_zero(rest))).run())
            return nullptr;
    }
    return ip + 1;
}

} // namespace

void addBulkForms(FormTable& table) {
    table.add("$bulk", "", bulkCopy);
}

} // namespace warpbench::simgpu::engine
