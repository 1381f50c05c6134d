// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace warpbench::simgpu::driver {

class Context;

/// A texture object and the descriptors it was made from. Its engine counterpart is in the device's
/// TextureTable as long as this object exists.
struct TextureObject {
    TextureObject(std::shared_ptr<Context> owner, const CUDA_RESOURCE_DESC& resourceDesc,
                  const CUDA_TEXTURE_DESC& textureDesc, const CUDA_RESOURCE_VIEW_DESC* viewDesc);
    ~TextureObject();
    TextureObject(const TextureObject&) = delete;
    TextureObject& operator=(const TextureObject&) = delete;

    const std::shared_ptr<Context> context;
    const CUDA_RESOURCE_DESC resource;
    const CUDA_TEXTURE_DESC texture;
    std::optional<CUDA_RESOURCE_VIEW_DESC> view;
    std::uint64_t handle = 0; ///< what kernels receive
};

struct SurfaceObject {
    SurfaceObject(std::shared_ptr<Context> owner, const CUDA_RESOURCE_DESC& resourceDesc);
    ~SurfaceObject();
    SurfaceObject(const SurfaceObject&) = delete;
    SurfaceObject& operator=(const SurfaceObject&) = delete;

    const std::shared_ptr<Context> context;
    const CUDA_RESOURCE_DESC resource;
    std::uint64_t handle = 0;
};

/// Validates the descriptors as cuTexObjectCreate does and converts them to the engine's texture.
/// \throws CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_HANDLE (of an array),
///         CUDA_ERROR_NOT_SUPPORTED (formats)
std::shared_ptr<const engine::Texture> makeTexture(Context& context,
                                                   const CUDA_RESOURCE_DESC& resource,
                                                   const CUDA_TEXTURE_DESC& texture,
                                                   const CUDA_RESOURCE_VIEW_DESC* view);
/// The same for cuSurfObjectCreate, which accepts arrays only.
std::shared_ptr<const engine::Surface> makeSurface(Context& context,
                                                   const CUDA_RESOURCE_DESC& resource);

} // namespace warpbench::simgpu::driver
