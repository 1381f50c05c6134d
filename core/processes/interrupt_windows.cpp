// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/win32.h"
#include "core/processes/interrupt.h"

#include <mutex>
#include <utility>

namespace warpbench::platform {

namespace {

std::mutex handlerMutex;
std::function<void()>* handler = nullptr; ///< of the watcher; null after it was called

/// Runs on a thread that the system creates for it, so it may lock and wait.
BOOL WINAPI onControl(DWORD event) {
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        return FALSE;
    const std::lock_guard lock(handlerMutex);
    std::function<void()>* const mine = std::exchange(handler, nullptr);
    if (!mine)
        return FALSE; // the second one ends the program
    (*mine)();
    return TRUE;
}

} // namespace

class InterruptWatcher::Impl {
  public:
    explicit Impl(std::function<void()> onInterrupt)
        : m_onInterrupt(std::move(onInterrupt)) {
        {
            const std::lock_guard lock(handlerMutex);
            m_oldHandler = std::exchange(handler, &m_onInterrupt);
        }
        SetConsoleCtrlHandler(onControl, TRUE);
    }

    ~Impl() {
        SetConsoleCtrlHandler(onControl, FALSE);
        const std::lock_guard lock(handlerMutex); // waits for a call in progress
        handler = m_oldHandler;
    }

  private:
    std::function<void()> m_onInterrupt;
    std::function<void()>* m_oldHandler = nullptr; ///< of an older watcher
};

InterruptWatcher::InterruptWatcher(std::function<void()> onInterrupt)
    : m_impl(std::make_unique<Impl>(std::move(onInterrupt))) {}
InterruptWatcher::~InterruptWatcher() = default;

} // namespace warpbench::platform
