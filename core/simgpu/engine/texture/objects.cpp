// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/objects.h"

#include "core/simgpu/engine/hex.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/observers.h"
#include "core/simgpu/engine/texture/texture_table.h"

namespace warpbench::simgpu::engine {

namespace {

/// Whether the memory behind an image is unchanged since the object was made.
bool isAlive(const Image& image, const DeviceMemory& memory) {
    if (image.shape == Image::Shape::array)
        return !image.owner.expired();
    const ImageLevel& level = image.levels.front();
    const std::uint64_t bytes =
        level.rowPitch * (level.height - 1) + std::uint64_t{level.width} * image.format.bytes();
    const auto allocation = memory.find(level.address, bytes);
    return allocation && allocation->base == image.allocation;
}

/// Describes an invalid handle for this kind of object.
std::string describeHandle(const char* noun, std::uint64_t handle, bool wasIssued,
                           bool isOtherKind) {
    if (handle == 0)
        return std::string("the ") + noun + " object is 0";
    const std::string name = std::string(noun) + " object " + hex(handle);
    if (wasIssued)
        return "use of " + name + ", which was destroyed or belongs to another device";
    return hex(handle) + " is not a " + noun + " object" +
           (isOtherKind ? (noun[0] == 't' ? ": it is a surface object" : ": it is a texture object")
                        : "");
}

const Inst* raiseHandle(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle,
                        const std::string& text) {
    return raise(w, ip, handle ? FaultKind::outOfBounds : FaultKind::nullPointer, lane, 0, 0,
                 text.c_str());
}

/// Looks an object up, once per worker and record.
template <class Object, class Map>
const Object* findObject(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle,
                         Map TextureSet::*map, const char* noun) {
    RangeSlot& slot = w.rangeSlots[ip->c];
    if (slot.base == handle && slot.size != 0)
        return reinterpret_cast<const Object*>(static_cast<std::uintptr_t>(slot.size));
    const Launch& launch = w.block->launch;
    const TextureSet* set = launch.request.textures.get();
    const bool isTexture = noun[0] == 't';
    if (set) {
        const Map& objects = set->*map;
        if (const auto it = objects.find(handle); it != objects.end()) {
            if (isAlive(it->second->image, *launch.program.memory)) {
                slot = {handle, reinterpret_cast<std::uintptr_t>(it->second.get())};
                return it->second.get();
            }
            raiseHandle(w, ip, lane, handle,
                        std::string("the memory behind ") + noun + " object " + hex(handle) +
                            " has been freed");
            return nullptr;
        }
    }
    const bool was = isTexture ? wasTextureHandle(handle) : wasSurfaceHandle(handle);
    const bool other = isTexture ? wasSurfaceHandle(handle) : wasTextureHandle(handle);
    raiseHandle(w, ip, lane, handle, describeHandle(noun, handle, was, other));
    return nullptr;
}

} // namespace

const Texture* textureAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle) {
    return findObject<Texture>(w, ip, lane, handle, &TextureSet::textures, "texture");
}

const Surface* surfaceAt(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t handle) {
    return findObject<Surface>(w, ip, lane, handle, &TextureSet::surfaces, "surface");
}

std::string describeImage(const Image& image, const char* noun) {
    const ImageLevel& level = image.levels.front();
    std::string text = "a ";
    if (image.cube)
        text += "cube-map ";
    else if (image.shape == Image::Shape::linear)
        text += "linear ";
    else
        text += std::to_string(image.dimensions) + "D ";
    if (image.layered)
        text += "layered ";
    text += std::string(noun) + " of " + std::to_string(level.width);
    if (image.dimensions > 1)
        text += " × " + std::to_string(level.height);
    if (image.dimensions > 2)
        text += " × " + std::to_string(level.depth);
    text += " elements";
    if (image.layers > 1)
        text += " in " + std::to_string(image.layers) + (image.cube ? " faces" : " layers");
    return text;
}

bool fitsGeometry(Warp& w, const Inst* ip, std::uint32_t lane, const Image& image,
                  const ImageGeometry& geometry) {
    const std::uint8_t dimensions = geometry.cube ? 2 : geometry.dimensions;
    if (image.dimensions == dimensions && image.cube == geometry.cube)
        return true;
    const std::string wanted = geometry.cube ? "a cube map" : std::to_string(dimensions) + "D";
    const std::string text =
        "the instruction expects " + wanted + ", the object is " + describeImage(image, "image");
    raise(w, ip, FaultKind::outOfBounds, lane, 0, 0, text.c_str());
    return false;
}

void reportUnwritten(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                     std::uint32_t bytes) {
    w.block->worker.report(FaultKind::uninitialized, recordOf(w, ip), 0, [&] {
        return makeFault(w, ip, FaultKind::uninitialized, lane, address, bytes, nullptr);
    });
}

} // namespace warpbench::simgpu::engine
