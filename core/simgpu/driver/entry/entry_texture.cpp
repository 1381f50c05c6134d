// SPDX-License-Identifier: GPL-3.0-or-later
// Texture and surface objects.
#include "core/simgpu/driver/runtime.h"

using namespace warpbench::simgpu::driver;

namespace {

std::shared_ptr<TextureObject> textureOf(CUtexObject handle) {
    auto object = Runtime::get().textures.find(handle);
    require(object != nullptr);
    return object;
}

std::shared_ptr<SurfaceObject> surfaceOf(CUsurfObject handle) {
    auto object = Runtime::get().surfaces.find(handle);
    require(object != nullptr);
    return object;
}

/// Work that was submitted may still use the object.
void waitFor(const Context& context) {
    for (const TaskPtr& tail : context.tails())
        tail->wait();
}

} // namespace

CUresult CUDAAPI cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc,
                                   const CUDA_TEXTURE_DESC* pTexDesc,
                                   const CUDA_RESOURCE_VIEW_DESC* pResViewDesc) {
    return entry([&] {
        require(pTexObject != nullptr && pResDesc != nullptr && pTexDesc != nullptr);
        auto object =
            std::make_shared<TextureObject>(currentContext(), *pResDesc, *pTexDesc, pResViewDesc);
        *pTexObject = object->handle;
        Runtime::get().textures.insert(*pTexObject, std::move(object));
    });
}

CUresult CUDAAPI cuTexObjectDestroy(CUtexObject texObject) {
    return entry([&] {
        waitFor(*textureOf(texObject)->context);
        Runtime::get().textures.remove(texObject);
    });
}

CUresult CUDAAPI cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUtexObject texObject) {
    return entry([&] {
        require(pResDesc != nullptr);
        *pResDesc = textureOf(texObject)->resource;
    });
}

CUresult CUDAAPI cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* pTexDesc, CUtexObject texObject) {
    return entry([&] {
        require(pTexDesc != nullptr);
        *pTexDesc = textureOf(texObject)->texture;
    });
}

CUresult CUDAAPI cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* pResViewDesc,
                                                CUtexObject texObject) {
    return entry([&] {
        const auto object = textureOf(texObject);
        require(pResViewDesc != nullptr && object->view.has_value());
        *pResViewDesc = *object->view;
    });
}

CUresult CUDAAPI cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc) {
    return entry([&] {
        require(pSurfObject != nullptr && pResDesc != nullptr);
        auto object = std::make_shared<SurfaceObject>(currentContext(), *pResDesc);
        *pSurfObject = object->handle;
        Runtime::get().surfaces.insert(*pSurfObject, std::move(object));
    });
}

CUresult CUDAAPI cuSurfObjectDestroy(CUsurfObject surfObject) {
    return entry([&] {
        waitFor(*surfaceOf(surfObject)->context);
        Runtime::get().surfaces.remove(surfObject);
    });
}

CUresult CUDAAPI cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc,
                                             CUsurfObject surfObject) {
    return entry([&] {
        require(pResDesc != nullptr);
        *pResDesc = surfaceOf(surfObject)->resource;
    });
}
