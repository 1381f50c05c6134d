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

void Lane::post(Job job) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return;
        if (m_waiting == Waiting::newest_only)
            m_jobs.clear();
        else if (!job.tag.empty())
            std::erase_if(m_jobs, [&](const Job& waiting) { return waiting.tag == job.tag; });
        m_jobs.push_back(std::move(job));
    }
    m_changed.notify_all();
}

void Lane::cancel(Ticket ticket) {
    std::function<void()> cancelled;
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
        cancelled = std::move(found->cancelled);
        m_jobs.erase(found);
    }
    if (cancelled)
        cancelled();
}

void Lane::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_jobs.clear();
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
        lock.lock();
        m_running = 0;
    }
}

} // namespace warpbench::session
