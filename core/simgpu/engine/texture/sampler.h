// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/texture/texture.h"

#include <array>
#include <cstdint>
#include <optional>

/// Sampling: what tex and tld4 compute for one thread (CUDA C Programming Guide, "Texture
/// Fetching"). Anisotropic filtering is not supported; the same filter is used for magnification
/// and minification.
namespace warpbench::simgpu::engine {

class DeviceMemory;

/// The coordinates that a thread samples.
struct SamplePoint {
    bool integer = false;                 ///< use `index`; otherwise `at`
    std::array<float, 3> at{};            ///< coordinates; the direction for cube maps
    std::array<std::int32_t, 3> index{};  ///< texels of the first level
    std::uint32_t layer = 0;              ///< clamped to the existing layers
    std::array<std::int32_t, 3> offset{}; ///< added to each texel index before addressing
    /// Level of detail, before bias and clamping. Without one it is 0, clamped but without bias, as
    /// on an H200.
    std::optional<float> level = std::nullopt;
};

/// Reads the texels of one texture for one instruction, and tracks the reads.
class TexelReader {
  public:
    /// \param watched  memory to check texels for uninitialized reads; null: not checked
    /// \param places   receives the texels' places; null: not needed
    TexelReader(const Texture& texture, const DeviceMemory* watched,
                std::vector<TexelPlace>* places = nullptr)
        : m_texture(texture)
        , m_watched(watched)
        , m_places(places) {}

    const Texture& texture() const noexcept { return m_texture; }
    /// An existing texel.
    Texel read(std::uint32_t level, std::uint64_t slice, std::uint64_t x, std::uint64_t y,
               std::uint64_t z);

    std::uint64_t bytesRead() const noexcept { return m_bytesRead; }
    /// Address of the first unwritten texel that was read; 0: none.
    std::uint64_t unwritten() const noexcept { return m_unwritten; }

  private:
    const Texture& m_texture;
    const DeviceMemory* m_watched;
    std::vector<TexelPlace>* m_places;
    std::uint64_t m_bytesRead = 0;
    std::uint64_t m_unwritten = 0;
};

/// tex: uses the texture's filter.
Texel sample(TexelReader& reader, const SamplePoint& point);

/// tld4: one channel of the four texels that a linear filter would blend, counter-clockwise from
/// the lower left: (i, j+1), (i+1, j+1), (i+1, j), (i, j).
Texel gather(TexelReader& reader, const SamplePoint& point, std::uint32_t channel);

/// The level of detail for the given coordinate differences between pixels.
float levelOfGradients(const Texture& texture, const SamplePoint& point,
                       const std::array<float, 3>& dx, const std::array<float, 3>& dy);

} // namespace warpbench::simgpu::engine
