// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/copy_plan.h"

#include "core/simgpu/driver/checked.h"
#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/runtime.h"

#include <cstring>

namespace warpbench::simgpu::driver {

namespace {

/// Larger sources are waited for rather than copied twice.
constexpr std::size_t kSnapshotBytes = 1u << 20;

/// One half of a CUDA_MEMCPY3D.
struct HalfBox {
    CUmemorytype type;
    const void* host;
    CUdeviceptr device;
    CUarray array;
    std::size_t x; ///< bytes
    std::size_t y, z;
    std::size_t pitch;  ///< bytes; 0: the width
    std::size_t height; ///< rows per slice; 0: the box's
};

struct Extent {
    std::size_t width, height, depth; ///< bytes, rows, slices; none is 0
};

Copy::End endInArray(const HalfBox& half, const Extent& box,
                     std::shared_ptr<const void>& keepAlive) {
    auto array = Runtime::get().arrays.find(fromHandle(half.array));
    require(array != nullptr, CUDA_ERROR_INVALID_HANDLE);
    require(checkedSum(half.x, box.width) <= array->rowBytes() &&
            checkedSum(half.y, box.height) <= array->rows() &&
            checkedSum(half.z, box.depth) <= array->slices());
    Copy::End end;
    end.pitch = array->rowBytes();
    end.slice = end.pitch * array->rows();
    end.address = array->address() + half.z * end.slice + half.y * end.pitch + half.x;
    keepAlive = std::move(array);
    return end;
}

Copy::End planEnd(const HalfBox& half, const Extent& box, std::shared_ptr<const void>& keepAlive) {
    if (half.type == CU_MEMORYTYPE_ARRAY)
        return endInArray(half, box, keepAlive);
    Copy::End end;
    const std::uint64_t rowEnd = checkedSum(half.x, box.width);
    end.pitch = half.pitch ? half.pitch : rowEnd;
    end.slice = checkedProduct(end.pitch, half.height ? half.height : box.height);
    require(rowEnd <= end.pitch || checkedProduct(box.height, box.depth) == 1);
    require(half.type == CU_MEMORYTYPE_HOST || half.type == CU_MEMORYTYPE_DEVICE ||
            half.type == CU_MEMORYTYPE_UNIFIED);
    const std::uint64_t base = half.type == CU_MEMORYTYPE_HOST ? addressOf(half.host) : half.device;
    require(base != 0);
    const std::uint64_t offset = checkedSum(checkedProduct(half.z, end.slice),
                                            checkedSum(checkedProduct(half.y, end.pitch), half.x));
    end.address = checkedSum(base, offset);
    const std::uint64_t reach =
        checkedReach(box.depth, end.slice, checkedReach(box.height, end.pitch, box.width));
    checkedSum(end.address, reach);
    if (half.type == CU_MEMORYTYPE_DEVICE || placeOf(end.address).device)
        requireDeviceRange(end.address, reach);
    return end;
}

std::size_t reachOf(const Copy& copy, const Copy::End& end) {
    return (copy.depth - 1) * end.slice + (copy.height - 1) * end.pitch + copy.width;
}

bool isPageable(const Copy::End& end) {
    return placeOf(end.address).device == nullptr;
}

bool isEmpty(const Copy& copy) {
    return copy.width == 0 || copy.height == 0 || copy.depth == 0;
}

} // namespace

Copy planCopy(const CUDA_MEMCPY3D& asked) {
    Copy copy;
    copy.asked = asked;
    copy.width = asked.WidthInBytes;
    copy.height = asked.Height;
    copy.depth = asked.Depth;
    if (isEmpty(copy))
        return copy;
    const Extent box{copy.width, copy.height, copy.depth};
    copy.from =
        planEnd({asked.srcMemoryType, asked.srcHost, asked.srcDevice, asked.srcArray,
                 asked.srcXInBytes, asked.srcY, asked.srcZ, asked.srcPitch, asked.srcHeight},
                box, copy.keepFrom);
    copy.to = planEnd({asked.dstMemoryType, asked.dstHost, asked.dstDevice, asked.dstArray,
                       asked.dstXInBytes, asked.dstY, asked.dstZ, asked.dstPitch, asked.dstHeight},
                      box, copy.keepTo);
    return copy;
}

CUDA_MEMCPY3D to3D(const CUDA_MEMCPY2D& asked) {
    CUDA_MEMCPY3D box{};
    box.srcXInBytes = asked.srcXInBytes;
    box.srcY = asked.srcY;
    box.srcMemoryType = asked.srcMemoryType;
    box.srcHost = asked.srcHost;
    box.srcDevice = asked.srcDevice;
    box.srcArray = asked.srcArray;
    box.srcPitch = asked.srcPitch;
    box.dstXInBytes = asked.dstXInBytes;
    box.dstY = asked.dstY;
    box.dstMemoryType = asked.dstMemoryType;
    box.dstHost = asked.dstHost;
    box.dstDevice = asked.dstDevice;
    box.dstArray = asked.dstArray;
    box.dstPitch = asked.dstPitch;
    box.WidthInBytes = asked.WidthInBytes;
    box.Height = asked.Height;
    box.Depth = 1;
    return box;
}

Copy planLinear(std::uint64_t to, Side toSide, std::uint64_t from, Side fromSide,
                std::size_t bytes) {
    Copy copy;
    copy.width = bytes;
    if (bytes == 0)
        return copy;
    const auto check = [&](std::uint64_t address, Side side) {
        require(address != 0);
        if (side == Side::device || placeOf(address).device)
            requireDeviceRange(address, bytes);
    };
    check(to, toSide);
    check(from, fromSide);
    copy.to = {to, bytes, bytes};
    copy.from = {from, bytes, bytes};
    CUDA_MEMCPY3D& asked = copy.asked;
    asked.srcMemoryType = fromSide == Side::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    asked.srcHost = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(from));
    asked.srcDevice = from;
    asked.dstMemoryType = toSide == Side::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    asked.dstHost = reinterpret_cast<void*>(static_cast<std::uintptr_t>(to));
    asked.dstDevice = to;
    asked.WidthInBytes = bytes;
    asked.Height = 1;
    asked.Depth = 1;
    return copy;
}

void copyNow(Stream& stream, Copy copy) {
    if (isEmpty(copy)) {
        stream.context()->requireUsable();
        return;
    }
    stream.submitAndWait(std::move(copy));
}

void copyLater(Stream& stream, Copy copy) {
    if (isEmpty(copy)) {
        stream.context()->requireUsable();
        return;
    }
    bool wait = false;
    if (!stream.capturing()) {
        const std::size_t reach = reachOf(copy, copy.from);
        wait = isPageable(copy.to);
        if (!wait && isPageable(copy.from)) {
            if (reach <= kSnapshotBytes) {
                auto snapshot = std::make_shared<std::vector<std::byte>>(reach);
                std::memcpy(
                    snapshot->data(),
                    reinterpret_cast<const void*>(static_cast<std::uintptr_t>(copy.from.address)),
                    reach);
                copy.from.address = addressOf(snapshot->data());
                copy.keepFrom = std::move(snapshot);
            } else {
                wait = true;
            }
        }
    }
    const TaskPtr task = stream.submit(std::move(copy));
    if (wait && task)
        task->wait();
}

} // namespace warpbench::simgpu::driver
