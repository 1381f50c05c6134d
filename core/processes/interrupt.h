// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace warpbench::platform {

/// Calls a function when the user presses Ctrl-C (SIGINT) or the system asks the program to end
/// (SIGTERM), as long as this object lives. If several live at once, the newest is called.
class InterruptWatcher {
  public:
    /// \param onInterrupt  called on a separate thread, so it may lock and wait. The second
    ///                     interrupt ends the program, as without a watcher.
    explicit InterruptWatcher(std::function<void()> onInterrupt);
    ~InterruptWatcher();
    InterruptWatcher(const InterruptWatcher&) = delete;
    InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::platform
