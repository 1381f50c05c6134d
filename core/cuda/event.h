// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"

#include <cuda.h>

#include <memory>

namespace warpbench::cuda {

class ObjectBox;

/// A point in a stream's work. Copies share it. Keeps its context alive.
class Event {
  public:
    enum class Timing { on, off };

    Event() noexcept = default; ///< no event: can only be assigned to and tested
    explicit operator bool() const noexcept { return m_box != nullptr; }

    /// \param timing  turning it off is cheaper for events that only order work
    /// \throws CudaError
    static Event create(const Context& context, Timing timing = Timing::on);

    void record(const Stream& stream) const;
    bool isDone() const;
    void synchronize() const;
    /// Milliseconds from this event to a later one, on the device's clock (on a simulated GPU, the
    /// host's). Both must have been recorded with timing on, and be complete. \throws CudaError
    double millisecondsUntil(const Event& later) const;

    CUevent handle() const noexcept;
    const ContextPtr& contextState() const noexcept;

  private:
    explicit Event(std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<ObjectBox> m_box;
};

} // namespace warpbench::cuda
