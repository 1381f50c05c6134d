// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/done_flag.h"

#include <windows.h>

namespace warpbench::simgpu::host {

void DoneFlag::set() noexcept {
    m_set.store(true, std::memory_order_release);
    WakeByAddressAll(&m_set);
}

void DoneFlag::wait() const noexcept {
    static_assert(sizeof(m_set) == sizeof(bool) && std::atomic<bool>::is_always_lock_free);
    bool unset = false;
    while (!isSet()) // it may wake for no reason
        WaitOnAddress(const_cast<std::atomic<bool>*>(&m_set), &unset, sizeof unset, INFINITE);
}

} // namespace warpbench::simgpu::host
