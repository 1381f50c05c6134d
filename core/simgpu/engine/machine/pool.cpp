// SPDX-License-Identifier: GPL-3.0-or-later
// The simulating threads: started by the first launch, kept until the process ends, with a lower
// priority than the user interface. The launching thread works with them: one thread less to wake,
// and a processor core that is certainly free.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/threads.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <system_error>
#include <thread>

namespace warpbench::simgpu::engine {

namespace {

/// Calls of one launch; each free thread takes the next.
struct Job {
    const std::function<void(std::uint32_t)>& task;
    std::uint32_t next = 1; ///< the first unstarted one; 0 is the caller's own
    std::uint32_t count = 0;
    std::uint32_t running = 0;
    std::exception_ptr failure;
    std::condition_variable done;
};

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
        Job job{task, 1, count, 0, {}, {}};
        if (count > 1) {
            const std::lock_guard lock(m_mutex);
            startThreads();
            m_jobs.push_back(&job);
        }
        for (std::uint32_t i = 1; i < count; ++i)
            m_wake.notify_one();
        std::exception_ptr failure;
        try {
            task(0);
        } catch (...) { // the others still use what is here
            failure = std::current_exception();
        }
        std::unique_lock lock(m_mutex);
        // Unstarted calls are not needed any more: the threads may be busy with another launch for
        // a long time.
        std::erase(m_jobs, &job);
        job.done.wait(lock, [&] { return job.running == 0; });
        if (!failure)
            failure = job.failure;
        if (failure)
            std::rethrow_exception(failure);
    }

  private:
    /// Never joined: the library is never unloaded, and its threads end with the process. If the
    /// system cannot start more threads, the existing ones do the work, or the caller alone.
    void startThreads() {
        while (m_started + 1 < m_size) {
            try {
                std::thread([this] { serve(); }).detach();
            } catch (const std::system_error&) {
                return;
            }
            ++m_started;
        }
    }

    void serve() {
        host::lowerPriority();
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_wake.wait(lock, [&] { return !m_jobs.empty(); });
            Job& job = *m_jobs.front();
            const std::uint32_t index = job.next++;
            if (job.next >= job.count)
                m_jobs.pop_front();
            ++job.running;
            lock.unlock();
            std::exception_ptr failure;
            try {
                job.task(index);
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            if (failure)
                job.failure = failure;
            if (--job.running == 0)
                job.done.notify_one();
        }
    }

    std::uint32_t m_size = 1;
    std::uint32_t m_started = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job*> m_jobs; ///< with unstarted calls
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
