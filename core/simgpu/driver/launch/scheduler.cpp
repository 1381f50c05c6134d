// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/scheduler.h"

#include "core/simgpu/driver/api.h"
#include "core/simgpu/host/threads.h"

#include <cmath>
#include <random>
#include <system_error>

namespace warpbench::simgpu::driver {

TaskPtr Scheduler::submit(std::function<void()> work, std::span<const TaskPtr> after,
                          int priority) {
    auto task = std::make_shared<Task>();
    task->m_work = std::move(work);
    task->m_priority = priority;
    std::vector<TaskPtr> marks;
    {
        const std::lock_guard lock(m_mutex);
        for (const TaskPtr& before : after) {
            if (before && !before->done()) {
                before->m_successors.push_back(task);
                ++task->m_waitingFor;
            }
        }
        if (task->m_waitingFor == 0)
            makeReady(task, marks);
    }
    for (TaskPtr& mark : marks)
        finish(std::move(mark));
    return task;
}

// With m_mutex held. Marks are finished by the caller, once the lock is released.
void Scheduler::makeReady(TaskPtr task, std::vector<TaskPtr>& marks) {
    if (!task->m_work) {
        marks.push_back(std::move(task));
        return;
    }
    const auto place =
        m_ready.emplace(std::pair(task->m_priority, m_sequence++), std::move(task)).first;
    if (m_ready.size() > m_idle && m_threads < kMaxThreads && startThread())
        return;
    // If the system cannot start more threads, the existing ones will run the task eventually.
    if (m_threads == 0) {
        m_ready.erase(place);
        fail(CUDA_ERROR_OPERATING_SYSTEM);
    }
    m_wake.notify_one();
}

bool Scheduler::startThread() {
    try {
        std::thread([this] { run(); }).detach();
    } catch (const std::system_error&) {
        return false;
    }
    ++m_threads;
    return true;
}

void Scheduler::finish(TaskPtr first) {
    std::vector<TaskPtr> ended{std::move(first)};
    while (!ended.empty()) {
        const TaskPtr task = std::move(ended.back());
        ended.pop_back();
        const std::lock_guard lock(m_mutex);
        task->m_finished = Task::Clock::now();
        task->m_done.set();
        for (TaskPtr& next : task->m_successors) {
            if (--next->m_waitingFor == 0)
                makeReady(std::move(next), ended);
        }
        task->m_successors.clear();
    }
}

void Scheduler::run() {
    host::lowerPriority();
    std::unique_lock lock(m_mutex);
    for (;;) {
        ++m_idle;
        m_wake.wait(lock, [&] { return !m_ready.empty(); });
        --m_idle;
        TaskPtr task = std::move(m_ready.begin()->second);
        m_ready.erase(m_ready.begin());
        lock.unlock();
        dawdle();
        task->m_work();
        // Destroys the work's captures here instead of with the last reference to the task.
        task->m_work = nullptr;
        dawdle();
        finish(std::move(task));
        lock.lock();
    }
}

void Scheduler::dawdle() const {
    const auto longest = m_jitter.load(std::memory_order_relaxed);
    if (longest.count() <= 0)
        return;
    thread_local std::minstd_rand random{std::random_device{}()};
    // Mostly short, occasionally long, so that one task falls behind a chain of others.
    const double share = std::pow(std::uniform_real_distribution<>()(random), 8);
    std::this_thread::sleep_for(longest * share);
}

} // namespace warpbench::simgpu::driver
