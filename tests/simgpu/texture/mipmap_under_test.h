// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/texture/gpu_under_test.h"

#include <vector>

namespace warpbench::test {

/// A square mipmapped array of float4. All texels of layer l in level k are k + 10 l.
class MipmapUnderTest {
  public:
    MipmapUnderTest(const Gpu& gpu, std::size_t size, std::size_t layers, unsigned int levels,
                    unsigned int flags = CUDA_ARRAY3D_LAYERED)
        : m_gpu(gpu)
        , m_descriptor{size, size, layers, CU_AD_FORMAT_FLOAT, 4, layers ? flags : 0} {
        GPU_DO(gpu, cuMipmappedArrayCreate, &m_handle, &m_descriptor, levels);
        for (unsigned int level = 0; level < levels && size >> level; ++level) {
            const CUDA_ARRAY3D_DESCRIPTOR part = descriptorOf(level);
            const std::size_t slice = part.Width * part.Height * 4;
            std::vector<float> values(slice * (layers ? layers : 1));
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(level + 10 * (i / slice));
            upload(level, bytesOf(values));
        }
    }
    ~MipmapUnderTest() {
        for (const CUtexObject object : m_objects)
            GPU_FN(m_gpu, cuTexObjectDestroy)(object);
        GPU_FN(m_gpu, cuMipmappedArrayDestroy)(m_handle);
    }
    MipmapUnderTest(const MipmapUnderTest&) = delete;
    MipmapUnderTest& operator=(const MipmapUnderTest&) = delete;

    CUmipmappedArray handle() const { return m_handle; }
    /// A texture object for it, with the same lifetime.
    CUtexObject texture(const CUDA_TEXTURE_DESC& texture,
                        const CUDA_RESOURCE_VIEW_DESC* view) const {
        CUDA_RESOURCE_DESC resource{};
        resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        resource.res.mipmap.hMipmappedArray = m_handle;
        CUtexObject object = 0;
        GPU_DO(m_gpu, cuTexObjectCreate, &object, &resource, &texture, view);
        m_objects.push_back(object);
        return object;
    }
    void upload(unsigned int level, const std::vector<std::byte>& bytes) const {
        CUarray array = nullptr;
        GPU_DO(m_gpu, cuMipmappedArrayGetLevel, &array, m_handle, level);
        copyArray(m_gpu, descriptorOf(level), array, nullptr, bytes.data());
    }

  private:
    CUDA_ARRAY3D_DESCRIPTOR descriptorOf(unsigned int level) const {
        CUDA_ARRAY3D_DESCRIPTOR part = m_descriptor;
        part.Width >>= level;
        part.Height >>= level;
        return part;
    }

    const Gpu& m_gpu;
    const CUDA_ARRAY3D_DESCRIPTOR m_descriptor;
    CUmipmappedArray m_handle = nullptr;
    mutable std::vector<CUtexObject> m_objects;
};

} // namespace warpbench::test
