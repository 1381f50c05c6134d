// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/copy_threads.h"

#include "core/platform/system.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace warpbench::memory {

namespace {

/// The smallest page size.
constexpr std::size_t kPageBytes = 4096;

void touchPages(std::byte* data, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kPageBytes)
        data[at] = std::byte(0);
}

} // namespace

CopyThreads::CopyThreads(unsigned threads, std::size_t slots)
    : m_busy(slots, 0) {
    for (unsigned i = 0; i < threads; ++i)
        m_threads.emplace_back([this] { work(); });
}

CopyThreads::~CopyThreads() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void CopyThreads::start(std::size_t slot, void* target, const void* source, std::size_t bytes) {
    add({slot, target, source, bytes});
}

void CopyThreads::startTouching(std::size_t slot, void* target, std::size_t bytes) {
    add({slot, target, nullptr, bytes});
}

void CopyThreads::add(const Task& task) {
    {
        const std::lock_guard lock(m_mutex);
        assert(!m_busy[task.slot]);
        m_busy[task.slot] = 1;
        m_tasks.push_back(task);
    }
    m_wake.notify_one();
}

void CopyThreads::wait(std::size_t slot) {
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] { return !m_busy[slot]; });
}

bool CopyThreads::isDone(std::size_t slot) {
    const std::lock_guard lock(m_mutex);
    return !m_busy[slot];
}

void CopyThreads::waitForAll() {
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] {
        return std::none_of(m_busy.begin(), m_busy.end(), [](char busy) { return busy != 0; });
    });
}

void CopyThreads::work() {
    platform::nameThread("wb-copy");
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [&] { return m_ending || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
        const Task task = m_tasks.front();
        m_tasks.pop_front();
        lock.unlock();
        if (task.source)
            std::memcpy(task.target, task.source, task.bytes);
        else
            touchPages(static_cast<std::byte*>(task.target), task.bytes);
        lock.lock();
        m_busy[task.slot] = 0;
        m_finished.notify_all();
    }
}

} // namespace warpbench::memory
