// SPDX-License-Identifier: GPL-3.0-or-later
// The threads that simulate: started at the first launch, kept until the process ends, at lower
// priority than what the user looks at. Who launches works with them: one thread less to wake, and
// a processor core that is surely free.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/threads.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <thread>

namespace warpbench::simgpu::engine {

namespace {

class Pool {
  public:
    Pool() {
        const std::uint32_t cores = host::usableCores();
        m_size = cores >= 4 ? cores - 1 : cores;
    }

    std::uint32_t size() const { return m_size; }

    void run(std::uint32_t count, const std::function<void(std::uint32_t)>& task) {
        if (count == 0)
            return;
        std::uint32_t left = count - 1;
        std::mutex doneMutex;
        std::condition_variable done;
        {
            const std::lock_guard lock(m_mutex);
            while (m_started + 1 < m_size) {
                // Never joined: the library is never unloaded, and its threads end with the
                // process.
                std::thread([this] { serve(); }).detach();
                ++m_started;
            }
            for (std::uint32_t i = 1; i < count; ++i) {
                m_tasks.push_back([&, i] {
                    task(i);
                    const std::lock_guard finished(doneMutex);
                    if (--left == 0)
                        done.notify_one();
                });
            }
        }
        m_wake.notify_all();
        std::exception_ptr failure;
        try {
            task(0);
        } catch (...) { // the others still use what is here
            failure = std::current_exception();
        }
        std::unique_lock lock(doneMutex);
        done.wait(lock, [&] { return left == 0; });
        if (failure)
            std::rethrow_exception(failure);
    }

  private:
    void serve() {
        host::lowerPriority();
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock lock(m_mutex);
                m_wake.wait(lock, [&] { return !m_tasks.empty(); });
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            }
            task();
        }
    }

    std::uint32_t m_size = 1;
    std::uint32_t m_started = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_tasks;
};

Pool& pool() {
    static Pool* const instance = new Pool; // outlives its threads: see serve
    return *instance;
}

} // namespace

std::uint32_t poolSize() {
    return pool().size();
}

void runOnPool(std::uint32_t count, const std::function<void(std::uint32_t)>& task) {
    pool().run(count, task);
}

} // namespace warpbench::simgpu::engine
