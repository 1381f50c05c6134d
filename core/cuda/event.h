// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"

#include <cuda.h>

#include <memory>

namespace warpbench::cuda {

class ObjectBox;

/// A point in a stream's work. Copies share it. It keeps its context alive.
class Event {
  public:
    enum class Timing { on, off };

    Event() noexcept = default; ///< no event: only to be assigned to and asked
    explicit operator bool() const noexcept { return m_box != nullptr; }

    /// \param timing  off is cheaper where the event only orders work
    /// \throws CudaError
    static Event create(const Context& context, Timing timing = Timing::on);

    void record(const Stream& stream) const;
    bool isDone() const;
    void synchronize() const;
    /// Milliseconds from this event to a later one, on the device's clock (a simulated GPU's: the
    /// host's). Both must have been recorded with timing on, and be done. \throws CudaError
    double millisecondsUntil(const Event& later) const;

    CUevent handle() const noexcept;
    const ContextPtr& contextState() const noexcept;

  private:
    explicit Event(std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<ObjectBox> m_box;
};

} // namespace warpbench::cuda
