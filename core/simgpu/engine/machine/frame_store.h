// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/warp.h"

#include <deque>
#include <utility>
#include <vector>

namespace warpbench::simgpu::engine {

/// The frames of a worker's calls. One comes and goes with each call, so they are used again, with
/// the memory that they have for rows.
class FrameStore {
  public:
    /// As a new one.
    Frame* take() {
        if (m_free.empty())
            return &m_frames.emplace_back();
        Frame* const frame = m_free.back();
        m_free.pop_back();
        return frame;
    }
    void give(Frame* frame) {
        std::vector<std::uint32_t> saved = std::move(frame->saved);
        saved.clear();
        *frame = Frame{};
        frame->saved = std::move(saved);
        m_free.push_back(frame);
    }
    /// Results of a call, while rows of an earlier activation come back over them.
    std::vector<std::uint32_t> results;

  private:
    std::deque<Frame> m_frames;
    std::vector<Frame*> m_free; ///< used last first: that one is warm in the cache
};

} // namespace warpbench::simgpu::engine
