// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor maps that a kernel modifies in shared or global memory, and makes available to tensor
// copies.
#include "core/simgpu/engine/tensor_map.h"

#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kMapBytes = 128;

/// By PTX's numbers, which differ from CUtensorMapDataType.
void setElement(TensorMap& map, std::uint64_t number) {
    using E = TensorMap::Element;
    static constexpr E kElements[] = {E::u8,  E::u16, E::u32, E::s32,  E::u64, E::s64, E::f16,
                                      E::f32, E::f32, E::f64, E::bf16, E::f32, E::f32};
    map.element = kElements[number];
    map.flushSubnormals = number == 8 || number == 12;
    map.roundToTf32 = number == 11 || number == 12;
}

/// \param dimension  0 to 4
void replace(TensorMap& map, TensorMapField field, std::size_t dimension, std::uint64_t value) {
    static constexpr std::uint8_t kSwizzleBytes[] = {0, 32, 64, 128};
    switch (field) {
    case TensorMapField::address:
        map.address = value;
        break;
    case TensorMapField::rank: // less one
        map.rank = static_cast<std::uint8_t>(value + 1);
        break;
    case TensorMapField::boxSize:
        map.box[dimension] = static_cast<std::uint16_t>(std::min<std::uint64_t>(value, 0xffff));
        break;
    case TensorMapField::tensorSize:
        map.lasts[dimension] = static_cast<std::uint32_t>(value) - 1;
        break;
    case TensorMapField::stride:
        if (dimension < map.strides.size())
            map.strides[dimension] = value;
        break;
    case TensorMapField::step:
        map.steps[dimension] = static_cast<std::uint8_t>(std::min<std::uint64_t>(value, 0xff));
        break;
    case TensorMapField::element:
        setElement(map, value);
        break;
    case TensorMapField::swizzle:
        map.swizzleBytes = kSwizzleBytes[value];
        break;
    case TensorMapField::fill:
        map.fillNan = value != 0;
        break;
    }
}

std::uint8_t* mapAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                    MemorySpace space, bool store) {
    constexpr std::uint32_t kMapAlignment = 64;
    if (space == MemorySpace::shared)
        return sharedAddress(w, ip, lane, address, kMapBytes, kMapAlignment);
    return hostAddress(w, ip, lane, address, kMapBytes, kMapAlignment, store,
                       space == MemorySpace::generic);
}

/// a: the map, b: the new value, aux: its space, aux2: the field, imm: the dimension.
template <class T>
const Inst* replaceField(const Inst* ip, Warp& w) {
    const std::uint64_t* addresses = row64(w, ip->a);
    const T* values = reinterpret_cast<const T*>(row32(w, ip->b));
    const auto space = static_cast<MemorySpace>(ip->aux);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint8_t* at = mapAt(w, ip, lane, addresses[lane], space, true);
        if (!at)
            return nullptr;
        TensorMap map;
        std::memcpy(&map, at, sizeof map);
        if (map.magic != TensorMap::kMagic)
            return raise(w, ip, FaultKind::trap, lane, addresses[lane], kMapBytes,
                         "the tensor map was not made by cuTensorMapEncode…");
        checkRange(w, ip, lane, addresses[lane], kMapBytes, space, AccessKind::plain, true);
        replace(map, static_cast<TensorMapField>(ip->aux2), static_cast<std::size_t>(ip->imm),
                values[lane]);
        std::memcpy(at, &map, sizeof map);
    }
    return ip + 1;
}

/// a: to global memory, b: from shared memory. The whole warp copies, as a rule one map.
const Inst* copyMap(const Inst* ip, Warp& w) {
    const std::uint64_t *to = row64(w, ip->a), *from = row64(w, ip->b);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const auto first = static_cast<std::uint32_t>(std::countr_zero(w.mask));
        if (lane != first && to[lane] == to[first] && from[lane] == from[first])
            continue;
        const std::uint8_t* source = mapAt(w, ip, lane, from[lane], MemorySpace::shared, false);
        std::uint8_t* target =
            source ? mapAt(w, ip, lane, to[lane], MemorySpace::global, true) : nullptr;
        if (!target)
            return nullptr;
        checkRange(w, ip, lane, from[lane], kMapBytes, MemorySpace::shared, AccessKind::plain,
                   false);
        checkRange(w, ip, lane, to[lane], kMapBytes, MemorySpace::global, AccessKind::plain, true);
        std::memcpy(target, source, kMapBytes);
    }
    return ip + 1;
}

} // namespace

void addTensorMapForms(FormTable& table) {
    table.add("$tensormap.replace.r", "", replaceField<std::uint32_t>);
    table.add("$tensormap.replace.q", "", replaceField<std::uint64_t>);
    table.add("$tensormap.copy", "", copyMap);
}

} // namespace warpbench::simgpu::engine
