// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/texture_table.h"

#include <atomic>

namespace warpbench::simgpu::engine {

namespace {

// Outside every address that a program can have, so that a pointer passed for a handle is noticed.
constexpr std::uint64_t kTextureBase = 0x5401'0000'0000'0000;
constexpr std::uint64_t kSurfaceBase = 0x5402'0000'0000'0000;

std::atomic<std::uint64_t> nextTexture{kTextureBase + 1};
std::atomic<std::uint64_t> nextSurface{kSurfaceBase + 1};

} // namespace

bool wasTextureHandle(std::uint64_t handle) noexcept {
    return handle > kTextureBase && handle < nextTexture.load();
}

bool wasSurfaceHandle(std::uint64_t handle) noexcept {
    return handle > kSurfaceBase && handle < nextSurface.load();
}

std::uint64_t TextureTable::add(std::shared_ptr<const Texture> texture) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t handle = nextTexture.fetch_add(1);
    m_objects.textures.emplace(handle, std::move(texture));
    m_snapshot.reset();
    return handle;
}

std::uint64_t TextureTable::add(std::shared_ptr<const Surface> surface) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t handle = nextSurface.fetch_add(1);
    m_objects.surfaces.emplace(handle, std::move(surface));
    m_snapshot.reset();
    return handle;
}

bool TextureTable::removeTexture(std::uint64_t handle) {
    const std::lock_guard lock(m_mutex);
    m_snapshot.reset();
    return m_objects.textures.erase(handle) != 0;
}

bool TextureTable::removeSurface(std::uint64_t handle) {
    const std::lock_guard lock(m_mutex);
    m_snapshot.reset();
    return m_objects.surfaces.erase(handle) != 0;
}

std::shared_ptr<const TextureSet> TextureTable::snapshot() const {
    const std::lock_guard lock(m_mutex);
    if (!m_snapshot)
        m_snapshot = std::make_shared<const TextureSet>(m_objects);
    return m_snapshot;
}

} // namespace warpbench::simgpu::engine
