// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/done_flag.h"

namespace warpbench::simgpu::host {

void DoneFlag::set() noexcept {
    m_set.store(true, std::memory_order_release);
    m_set.notify_all();
}

void DoneFlag::wait() const noexcept {
    m_set.wait(false, std::memory_order_acquire);
}

} // namespace warpbench::simgpu::host
