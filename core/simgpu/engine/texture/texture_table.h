// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <memory>
#include <mutex>

namespace warpbench::simgpu::engine {

/// The texture and surface objects of one device. Handles are never reused in a process, so a
/// destroyed object can be distinguished from one that never existed. Thread-safe.
class TextureTable {
  public:
    /// \return the handle passed to kernels
    std::uint64_t add(std::shared_ptr<const Texture> texture);
    std::uint64_t add(std::shared_ptr<const Surface> surface);
    /// False if it does not exist.
    bool removeTexture(std::uint64_t handle);
    bool removeSurface(std::uint64_t handle);

    /// The current objects, to be used by a launch.
    std::shared_ptr<const TextureSet> snapshot() const;

  private:
    mutable std::mutex m_mutex;
    TextureSet m_objects;
    mutable std::shared_ptr<const TextureSet> m_snapshot; ///< null: recreated on demand
};

/// Whether a handle was ever assigned, even if the object is destroyed.
bool wasTextureHandle(std::uint64_t handle) noexcept;
bool wasSurfaceHandle(std::uint64_t handle) noexcept;

} // namespace warpbench::simgpu::engine
