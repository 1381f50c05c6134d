// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sensors/sensor_log.h"

#include "core/platform/system.h"

#include <algorithm>
#include <utility>

namespace warpbench::cuda {

namespace {

/// A device that has just started working has not reached its clocks yet.
constexpr auto kBeforeTheFirst = std::chrono::milliseconds(2);

} // namespace

SensorLog::SensorLog(Read read, std::chrono::milliseconds apart, std::size_t most)
    : m_read(std::move(read))
    , m_most(std::max<std::size_t>(most, 2))
    , m_apart(apart)
    , m_thread([this] { work(); }) {}

SensorLog::~SensorLog() {
    end();
}

void SensorLog::end() noexcept {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

GpuConditions SensorLog::finish() {
    end();
    readOnce();
    return std::move(m_conditions);
}

void SensorLog::work() {
    platform::nameThread("wb-sensors");
    Clock::time_point next = m_began + std::min<Clock::duration>(kBeforeTheFirst, m_apart);
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_until(lock, next, [&] { return m_ending; })) {
        lock.unlock();
        readOnce();
        next = std::max(next + m_apart, Clock::now()); // a reading may take longer
        lock.lock();
    }
}

void SensorLog::readOnce() {
    const Clock::time_point before = Clock::now();
    SensorReading reading = m_read();
    const auto middle = before + (Clock::now() - before) / 2;
    reading.atMs = std::chrono::duration<double, std::milli>(middle - m_began).count();
    m_conditions.add(reading);
    std::vector<SensorReading>& kept = m_conditions.timeline;
    kept.push_back(reading);
    if (kept.size() <= m_most)
        return;
    for (std::size_t i = 1; 2 * i < kept.size(); ++i)
        kept[i] = kept[2 * i];
    kept.resize((kept.size() + 1) / 2);
    m_apart *= 2;
}

} // namespace warpbench::cuda
