// SPDX-License-Identifier: GPL-3.0-or-later
// suld, sust and sured, thread by thread.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/texture/objects.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>

namespace warpbench::simgpu::engine {

namespace {

/// Bytes that one thread reads or writes, and where.
struct SurfaceAccess {
    std::uint8_t* at = nullptr; ///< null: out of bounds; the access does nothing
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    TexelPlace place; ///< for a profile
};

std::uint32_t accessBytes(const SurfaceOperands& o, const Surface& surface) {
    if (o.action == SurfaceAction::storeFormatted)
        return surface.image.format.bytes();
    return std::uint32_t{o.elementBytes} * static_cast<std::uint32_t>(o.values.size());
}

std::int64_t extentAlong(const ImageLevel& level, std::size_t axis) {
    return axis == 0   ? std::int64_t{level.width}
           : axis == 1 ? std::int64_t{level.height}
                       : std::int64_t{level.depth};
}

std::string describeOutside(const Surface& surface, const SurfaceOperands& o,
                            const std::array<std::int64_t, 3>& at, std::int64_t layer) {
    const char* verb = o.action == SurfaceAction::load     ? "read"
                       : o.action == SurfaceAction::reduce ? "reduction"
                                                           : "write";
    constexpr const char* kAxes[] = {"x", "y", "z"};
    std::string text = std::string(verb) + " outside the surface: ";
    for (std::size_t axis = 0; axis < o.geometry.dimensions; ++axis)
        text += std::string(axis ? ", " : "") + kAxes[axis] + " = " + std::to_string(at[axis]) +
                (axis == 0 ? " bytes" : "");
    if (o.geometry.layered)
        text += ", layer " + std::to_string(layer);
    const Image& image = surface.image;
    return text + " of " + describeImage(image, "surface") + " of " +
           std::to_string(image.format.bytes()) + " bytes";
}

/// The place for a thread's coordinates; nullopt after raising a fault. x is in bytes, as in the
/// instruction, or in elements (.p).
std::optional<SurfaceAccess> locate(Warp& w, const Inst* ip, const SurfaceOperands& o,
                                    std::uint32_t lane, const Surface& surface) {
    const Image& image = surface.image;
    const ImageLevel& level = image.levels.front();
    const std::uint32_t bytes = accessBytes(o, surface);
    std::array<std::int64_t, 3> at{}, limit{};
    for (std::size_t axis = 0; axis < o.geometry.dimensions; ++axis) {
        at[axis] = static_cast<std::int32_t>(row32(w, o.coordinates[axis])[lane]);
        limit[axis] = extentAlong(level, axis) - 1;
    }
    if (o.texelCoordinates)
        at[0] *= image.format.bytes();
    limit[0] = std::int64_t{level.width} * image.format.bytes() - bytes;
    std::int64_t layer =
        o.geometry.layered ? static_cast<std::int32_t>(row32(w, o.layer)[lane]) : 0;
    const std::int64_t lastLayer = std::int64_t{image.layers} - 1;
    bool outside = layer < 0 || layer > lastLayer;
    for (std::size_t axis = 0; axis < o.geometry.dimensions; ++axis)
        outside |= at[axis] < 0 || at[axis] > limit[axis];
    if (outside && (o.outside == OutsideRule::trap || limit[0] < 0)) {
        const std::string text = describeOutside(surface, o, at, layer);
        raise(w, ip, FaultKind::outOfBounds, lane, 0, bytes, text.c_str());
        return std::nullopt;
    }
    if (outside && o.outside == OutsideRule::zero)
        return SurfaceAccess{nullptr, 0, bytes, {}};
    for (std::size_t axis = 0; axis < o.geometry.dimensions; ++axis)
        at[axis] = std::clamp<std::int64_t>(at[axis], 0, limit[axis]);
    layer = std::clamp<std::int64_t>(layer, 0, lastLayer);
    const std::uint64_t address =
        level.address + static_cast<std::uint64_t>(layer + at[2]) * level.slicePitch +
        static_cast<std::uint64_t>(at[1]) * level.rowPitch + static_cast<std::uint64_t>(at[0]);
    const bool split = o.action == SurfaceAction::reduce && address % o.elementBytes != 0;
    if (split || static_cast<std::uint64_t>(at[0]) % bytes != 0) {
        const std::string text = "x = " + std::to_string(at[0]) +
                                 " bytes is not a multiple of the " + std::to_string(bytes) +
                                 " bytes that are accessed";
        raise(w, ip, FaultKind::misaligned, lane, address, bytes, text.c_str());
        return std::nullopt;
    }
    return SurfaceAccess{
        reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address)), address, bytes,
        placeOfTexel(image, level, static_cast<std::uint64_t>(layer + at[2]),
                     static_cast<std::uint64_t>(at[0]), static_cast<std::uint64_t>(at[1]), bytes)};
}

std::uint64_t valueAt(Warp& w, const SurfaceOperands& o, std::size_t index, std::uint32_t lane) {
    return o.elementBytes == 8 ? row64(w, o.values[index])[lane] : row32(w, o.values[index])[lane];
}

void load(Warp& w, const SurfaceOperands& o, std::uint32_t lane, const SurfaceAccess& access) {
    for (std::size_t e = 0; e < o.values.size(); ++e) {
        std::uint64_t value = 0;
        if (access.at)
            std::memcpy(&value, access.at + e * o.elementBytes, o.elementBytes);
        if (o.elementBytes == 8)
            row64(w, o.values[e])[lane] = value;
        else
            row32(w, o.values[e])[lane] = static_cast<std::uint32_t>(value);
    }
}

void store(Warp& w, const SurfaceOperands& o, std::uint32_t lane, const SurfaceAccess& access) {
    for (std::size_t e = 0; e < o.values.size(); ++e) {
        const std::uint64_t value = valueAt(w, o, e, lane);
        std::memcpy(access.at + e * o.elementBytes, &value, o.elementBytes);
    }
}

void storeFormatted(Warp& w, const SurfaceOperands& o, std::uint32_t lane,
                    const SurfaceAccess& access, const Surface& surface) {
    Texel texel{};
    for (std::size_t c = 0; c < std::min(texel.size(), o.values.size()); ++c)
        texel[c] = row32(w, o.values[c])[lane];
    encodeTexel(surface.image.format, texel, access.at);
}

template <class T>
T reduced(SurfaceReduction reduction, T old, T value) {
    using Unsigned = std::make_unsigned_t<T>;
    switch (reduction) {
    case SurfaceReduction::add:
        return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(value));
    case SurfaceReduction::min:
        return std::min(old, value);
    case SurfaceReduction::max:
        return std::max(old, value);
    case SurfaceReduction::bitAnd:
        return static_cast<T>(old & value);
    case SurfaceReduction::bitOr:
        break;
    }
    return static_cast<T>(old | value);
}

template <class T>
void reduceAs(SurfaceReduction reduction, std::uint8_t* at, std::uint64_t value) {
    std::atomic_ref<T> target(*reinterpret_cast<T*>(at));
    T old = target.load(std::memory_order_relaxed);
    while (!target.compare_exchange_weak(old, reduced(reduction, old, static_cast<T>(value)),
                                         std::memory_order_relaxed)) {
    }
}

void reduce(Warp& w, const SurfaceOperands& o, std::uint32_t lane, const SurfaceAccess& access,
            const Surface& surface) {
    const std::uint64_t value = valueAt(w, o, 0, lane);
    // sured.p uses the surface's signedness.
    const bool isSigned =
        o.isSigned ||
        (o.texelCoordinates && surface.image.format.kind == TexelFormat::Kind::signedInteger);
    if (o.elementBytes == 8)
        isSigned ? reduceAs<std::int64_t>(o.reduction, access.at, value)
                 : reduceAs<std::uint64_t>(o.reduction, access.at, value);
    else
        isSigned ? reduceAs<std::int32_t>(o.reduction, access.at, value)
                 : reduceAs<std::uint32_t>(o.reduction, access.at, value);
}

/// An access, for the check of uninitialized reads.
void watch(Warp& w, const Inst* ip, const SurfaceOperands& o, std::uint32_t lane,
           const SurfaceAccess& access) {
    DeviceMemory& memory = *w.block->launch.program.memory;
    const bool reads = o.action == SurfaceAction::load || o.action == SurfaceAction::reduce;
    if (reads && !memory.isInitialized(access.address, access.bytes))
        reportUnwritten(w, ip, lane, access.address, access.bytes);
    if (o.action != SurfaceAction::load)
        memory.markInitialized(access.address, access.bytes);
}

void count(Counters& counters, const SurfaceOperands& o, std::uint64_t bytes) {
    if (o.action == SurfaceAction::load || o.action == SurfaceAction::reduce)
        counters.bytesLoaded += bytes;
    if (o.action != SurfaceAction::load)
        counters.bytesStored += bytes;
    if (o.action == SurfaceAction::reduce)
        counters.atomics += bytes / o.elementBytes;
}

const Inst* accessSurface(const Inst* ip, Warp& w) {
    const SurfaceOperands& o = w.code->surfaces[ip->aux2];
    const LaunchRequest& request = w.block->launch.request;
    WorkerProfile* const profile = w.block->worker.profile.get();
    std::uint64_t bytes = 0;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const Surface* surface = surfaceAt(w, ip, lane, row64(w, o.object)[lane]);
        if (!surface || !fitsGeometry(w, ip, lane, surface->image, o.geometry))
            return nullptr;
        const auto access = locate(w, ip, o, lane, *surface);
        if (!access)
            return nullptr;
        if (access->at) {
            bytes += access->bytes;
            if (profile)
                profile->texels.push_back(access->place);
            if (request.checks.uninitialized)
                watch(w, ip, o, lane, *access);
        }
        if (o.action == SurfaceAction::load)
            load(w, o, lane, *access);
        else if (!access->at)
            continue;
        else if (o.action == SurfaceAction::store)
            store(w, o, lane, *access);
        else if (o.action == SurfaceAction::storeFormatted)
            storeFormatted(w, o, lane, *access, *surface);
        else
            reduce(w, o, lane, *access, *surface);
    }
    if (request.metrics)
        count(countersOf(w, ip), o, bytes);
    if (profile)
        profile->noteTexels(w, ip, o.action != SurfaceAction::load,
                            o.action == SurfaceAction::reduce);
    return ip + 1;
}

} // namespace

void addSurfaceForms(FormTable& table) {
    table.add("$surface", "", accessSurface);
}

} // namespace warpbench::simgpu::engine
