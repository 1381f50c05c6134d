// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/debug_control.h"

#include <utility>

namespace warpbench::simgpu::engine {

void DebugControl::beginAnew() {
    const std::lock_guard lock(m_mutex);
    m_untoldEnds = 0;
    m_pauseRequested = false;
}

void DebugControl::setCourse(const Course& course) {
    const std::lock_guard lock(m_mutex);
    m_course = course;
}

void DebugControl::setSharedTypes(SharedTypes types) {
    const std::lock_guard lock(m_typesMutex);
    m_sharedTypes = std::make_shared<const SharedTypes>(std::move(types));
}

std::shared_ptr<const DebugControl::SharedTypes> DebugControl::sharedTypes() const {
    const std::lock_guard lock(m_typesMutex);
    return m_sharedTypes;
}

Course DebugControl::course() const {
    const std::lock_guard lock(m_mutex);
    return m_course;
}

void DebugControl::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    const std::lock_guard lock(m_mutex);
    m_breakpoints = std::move(breakpoints);
    ++m_version;
}

std::vector<Breakpoint> DebugControl::breakpoints() const {
    const std::lock_guard lock(m_mutex);
    return m_breakpoints;
}

void DebugControl::watchWrites(const MemoryRange& range) {
    const std::lock_guard lock(m_mutex);
    m_watched = range;
    m_lastWrite.reset();
    ++m_version;
}

MemoryRange DebugControl::watchedWrites() const {
    const std::lock_guard lock(m_mutex);
    return m_watched;
}

void DebugControl::noteWrite(const NotedWrite& write) {
    const std::lock_guard lock(m_mutex);
    m_lastWrite = write;
}

std::optional<NotedWrite> DebugControl::lastWrite() const {
    const std::lock_guard lock(m_mutex);
    return m_lastWrite;
}

Pause DebugControl::wait(std::chrono::duration<double> limit) {
    std::unique_lock lock(m_mutex);
    const auto something = [&] { return (m_pause && !m_step) || m_untoldEnds > 0; };
    if (!m_changed.wait_for(lock, limit, something))
        return {};
    if (m_untoldEnds > 0) {
        --m_untoldEnds;
        Pause end;
        end.reason = PauseReason::ended;
        return end;
    }
    return *m_pause;
}

bool DebugControl::resume(const Step& step) {
    const std::lock_guard lock(m_mutex);
    if (!m_pause || m_step)
        return false;
    m_step = step;
    m_changed.notify_all();
    return true;
}

void DebugControl::endPause() {
    const std::lock_guard lock(m_mutex);
    m_pause.reset(); // immediately, although the launch's thread has yet to notice
    m_changed.notify_all();
}

bool DebugControl::inspect(const std::function<void(const Inspector&)>& f) {
    const std::lock_guard lock(m_mutex);
    if (!m_pause || m_step)
        return false;
    f(*m_inspector);
    return true;
}

std::optional<Step> DebugControl::hold(const Pause& pause, const Inspector& inspector,
                                       const std::atomic<bool>* cancel) {
    std::unique_lock lock(m_mutex);
    const auto cancelled = [&] { return cancel && cancel->load(); };
    m_pause = pause;
    m_inspector = &inspector;
    m_step.reset();
    if (pause.reason != PauseReason::keep)
        m_pauseRequested = false;
    m_changed.notify_all();
    m_changed.wait(lock, [&] { return m_step || cancelled(); });
    m_pause.reset();
    m_inspector = nullptr;
    return cancelled() ? std::nullopt : std::exchange(m_step, std::nullopt);
}

void DebugControl::ended() {
    const std::lock_guard lock(m_mutex);
    ++m_untoldEnds;
    m_pauseRequested = false;
    m_changed.notify_all();
}

} // namespace warpbench::simgpu::engine
