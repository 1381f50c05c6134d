// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/lane.h"

#include "core/platform/system.h"

#include <algorithm>

namespace warpbench::session {

Lane::Lane(const char* name, Waiting waiting)
    : m_name(name)
    , m_waiting(waiting)
    , m_thread([this] { work(); }) {}

Lane::~Lane() {
    close();
    m_thread.join();
}

// A job's contents (the caller's handlers) are destroyed outside the lock: their destructors are
// also the caller's, and may call this lane.

void Lane::post(Job job) {
    std::deque<Job> replaced;
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return;
        std::deque<Job> kept;
        for (Job& waiting : m_jobs) {
            const bool goes =
                m_waiting == Waiting::newest_only || (!job.tag.empty() && waiting.tag == job.tag);
            (goes ? replaced : kept).push_back(std::move(waiting));
        }
        m_jobs = std::move(kept);
        m_jobs.push_back(std::move(job));
    }
    m_changed.notify_all();
}

void Lane::cancel(Ticket ticket) {
    Job taken;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running == ticket) {
            m_stop.request_stop();
            return;
        }
        const auto found = std::find_if(m_jobs.begin(), m_jobs.end(),
                                        [&](const Job& job) { return job.ticket == ticket; });
        if (found == m_jobs.end())
            return;
        taken = std::move(*found);
        m_jobs.erase(found);
    }
    if (taken.cancelled)
        taken.cancelled();
}

void Lane::close() {
    std::deque<Job> dropped;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        dropped.swap(m_jobs);
        m_stop.request_stop();
    }
    m_changed.notify_all();
}

void Lane::work() {
    platform::nameThread(m_name);
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_closed || !m_jobs.empty(); });
        if (m_closed)
            return;
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_running = job.ticket;
        m_stop = std::stop_source();
        const std::stop_token stop = m_stop.get_token();
        lock.unlock();
        job.work(stop);
        job = {};
        lock.lock();
        m_running = 0;
    }
}

} // namespace warpbench::session
