// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/warp.h"

#include <deque>
#include <utility>
#include <vector>

namespace warpbench::simgpu::engine {

/// Recycles the frames of a worker's calls together with their row buffers, because every call
/// needs one.
class FrameStore {
  public:
    /// In the state of a new one.
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
    /// Results of a call, saved while the rows of an earlier activation are restored.
    std::vector<std::uint32_t> results;

  private:
    std::deque<Frame> m_frames;
    std::vector<Frame*> m_free; ///< most recently used last, as it is still in the cache
};

} // namespace warpbench::simgpu::engine
