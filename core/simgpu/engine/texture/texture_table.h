// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <memory>
#include <mutex>

namespace warpbench::simgpu::engine {

/// The texture and surface objects of one device. Handles are used once in a process, so that an
/// object that was destroyed is told from one that never was. Thread-safe.
class TextureTable {
  public:
    /// \return the handle that kernels get
    std::uint64_t add(std::shared_ptr<const Texture> texture);
    std::uint64_t add(std::shared_ptr<const Surface> surface);
    /// False where there is none.
    bool removeTexture(std::uint64_t handle);
    bool removeSurface(std::uint64_t handle);

    /// The objects as they are now: what a launch works with.
    std::shared_ptr<const TextureSet> snapshot() const;

  private:
    mutable std::mutex m_mutex;
    TextureSet m_objects;
    mutable std::shared_ptr<const TextureSet> m_snapshot; ///< null: made again when asked for
};

/// Whether a handle was given out, for whatever became of it since.
bool wasTextureHandle(std::uint64_t handle) noexcept;
bool wasSurfaceHandle(std::uint64_t handle) noexcept;

} // namespace warpbench::simgpu::engine
