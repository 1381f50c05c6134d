// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch_watch.h"

#include "core/launch_files/json_text.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/launch/operation.h"
#include "core/simgpu/engine/debug/source_names.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace warpbench::simgpu::driver {

using launch_files::jsonText;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Between two looks whether it is time for a line, at most.
constexpr Seconds kLook{0.2};
/// Until the first state of the profile, and what is added to a tenth of the time between others.
constexpr Seconds kProfilePause{0.5};

std::string settingOf(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string dimensions(const engine::Dim3& size) {
    std::string text = std::to_string(size[0]);
    for (std::size_t axis = 1; axis < 3; ++axis)
        if (volume(size) != size[0])
            text += " x " + std::to_string(size[axis]);
    return text;
}

std::string number(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Of one kernel, over the whole program.
struct KernelTotal {
    std::uint64_t launches = 0;
    double seconds = 0;
    engine::Dim3 grid{}, block{}; ///< of the last launch
    std::optional<engine::Counters> counters;

    void add(const WatchedLaunch& launch, double launchSeconds) {
        ++launches;
        seconds += launchSeconds;
        grid = launch.grid;
        block = launch.block;
    }
};

std::string jsonOf(const engine::Counters& counters) {
    const std::pair<const char*, std::uint64_t> figures[] = {
#define WBSIM_COUNTER(member, key, text) {key, counters.member},
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    };
    std::string text;
    for (const auto& [name, value] : figures)
        text += (text.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + std::to_string(value);
    return text + "}";
}

/// One per process. Never destroyed, because programs also launch from static destructors.
class Watch {
  public:
    Watch() {
        if (!m_profile.empty())
            std::atexit([] {
                const std::lock_guard lock(of().m_mutex);
                of().writeProfile(of().m_kernels);
            });
        if (isOn())
            std::thread([this] { look(); }).detach();
    }
    static Watch& of() {
        static auto* const watch = new Watch;
        return *watch;
    }

    bool isOn() const { return !m_profile.empty() || m_isSlowSaid; }

    std::list<WatchedLaunch>::iterator begin(const KernelLaunch& launch) {
        const std::lock_guard lock(m_mutex);
        WatchedLaunch& watched = m_running.emplace_back();
        watched.kernel = launch.function->info().name;
        watched.grid = launch.grid;
        watched.block = launch.block;
        watched.number = ++m_launches;
        watched.start = Clock::now();
        return std::prev(m_running.end());
    }

    void end(std::list<WatchedLaunch>::iterator launch,
             const std::optional<engine::Counters>& counters) {
        const std::lock_guard lock(m_mutex);
        KernelTotal& total = m_kernels[launch->kernel];
        const double seconds = Seconds(Clock::now() - launch->start).count();
        total.add(*launch, seconds);
        m_seconds += seconds;
        if (counters) {
            if (!total.counters)
                total.counters.emplace();
            *total.counters += *counters;
        }
        m_running.erase(launch);
    }

  private:
    [[noreturn]] void look() {
        const Seconds pause = m_isSlowSaid ? std::min(kLook, Seconds(m_nextLine / 10)) : kLook;
        for (;;) {
            std::this_thread::sleep_for(pause);
            const std::lock_guard lock(m_mutex);
            if (m_isSlowSaid)
                sayWhatIsSlow();
            if (!m_profile.empty())
                writeStateOfProfile();
        }
    }

    /// For a program that is killed: what it has launched so far, and what is running.
    void writeStateOfProfile() {
        const auto now = Clock::now();
        const Seconds elapsed = now - m_start;
        if (elapsed < m_nextState)
            return;
        m_nextState = 1.1 * elapsed + kProfilePause;
        std::map<std::string, KernelTotal> kernels = m_kernels;
        for (const WatchedLaunch& launch : m_running)
            kernels[launch.kernel].add(launch, Seconds(now - launch.start).count());
        writeProfile(kernels);
    }

    void sayWhatIsSlow() {
        const auto now = Clock::now();
        const WatchedLaunch* longest = nullptr;
        for (const WatchedLaunch& launch : m_running)
            if (!longest || launch.start < longest->start)
                longest = &launch;
        const double running = longest ? Seconds(now - longest->start).count() : 0;
        if (m_seconds + running < m_nextLine)
            return;
        m_nextLine = 2 * (m_seconds + running);
        const std::string line =
            running > m_seconds ? lineOf(*longest, running) : lineOfAll(m_seconds + running);
        std::fprintf(stderr, "warpbench: %s%s\n", line.c_str(),
                     m_isFirstLine ? "; the GPU is simulated: use a smaller problem for a quick run"
                                   : "");
        m_isFirstLine = false;
    }

    static std::string lineOf(const WatchedLaunch& launch, double seconds) {
        const std::uint64_t blocks = volume(launch.grid);
        const std::uint64_t begun = std::min(launch.blocksBegun.load(), blocks);
        return "kernel " + engine::functionName(launch.kernel) + " (launch " +
               std::to_string(launch.number) + ") has run for " + number("%.0f", seconds) + " s; " +
               std::to_string(begun) + " of its " + std::to_string(blocks) + " blocks of " +
               dimensions(launch.block) + " threads have started";
    }

    std::string lineOfAll(double seconds) const {
        const auto slowest =
            std::max_element(m_kernels.begin(), m_kernels.end(), [](const auto& a, const auto& b) {
                return a.second.seconds < b.second.seconds;
            });
        const KernelTotal& total = slowest->second;
        return "kernels have run for " + number("%.0f", seconds) + " s in " +
               std::to_string(m_launches) + " launches, " +
               number("%.0f", 100 * total.seconds / seconds) + " % of it in " +
               engine::functionName(slowest->first) + " (" + std::to_string(total.launches) +
               " launches, grid " + dimensions(total.grid) + ", block " + dimensions(total.block) +
               ")";
    }

    void writeProfile(const std::map<std::string, KernelTotal>& kernels) const {
        std::FILE* file = std::fopen(m_profile.c_str(), "ae");
        if (!file)
            return;
        const auto start = std::to_string(m_start.time_since_epoch().count());
        for (const auto& [kernel, total] : kernels) {
            std::string line =
                "{\"process\":" + start + ",\"kernel\":" + jsonText(engine::functionName(kernel)) +
                ",\"launches\":" + std::to_string(total.launches) +
                ",\"seconds\":" + number("%.9g", total.seconds) + ",\"grid\":\"" +
                dimensions(total.grid) + "\",\"block\":\"" + dimensions(total.block) + "\"";
            if (total.counters)
                line += ",\"counters\":" + jsonOf(*total.counters);
            std::fputs((line + "}\n").c_str(), file);
        }
        std::fclose(file);
    }

    const std::string m_profile = settingOf("WARPBENCH_SIMGPU_PROFILE");
    double m_nextLine = std::atof(settingOf("WARPBENCH_SIMGPU_SLOW").c_str()); ///< seconds
    const bool m_isSlowSaid = m_nextLine > 0;
    const Clock::time_point m_start = Clock::now();
    Seconds m_nextState = kProfilePause; ///< after the start

    std::mutex m_mutex;
    std::list<WatchedLaunch> m_running;
    std::map<std::string, KernelTotal> m_kernels;
    std::uint64_t m_launches = 0;
    double m_seconds = 0; ///< of launches that have ended
    bool m_isFirstLine = true;
};

} // namespace

LaunchWatch::LaunchWatch(const KernelLaunch& launch)
    : m_isWatched(Watch::of().isOn()) {
    if (m_isWatched)
        m_launch = Watch::of().begin(launch);
}

LaunchWatch::~LaunchWatch() {
    if (m_isWatched)
        Watch::of().end(m_launch, m_counters);
}

std::atomic<std::uint64_t>* LaunchWatch::blocksBegun() const {
    return m_isWatched ? &m_launch->blocksBegun : nullptr;
}

void LaunchWatch::setMetrics(const std::optional<engine::Metrics>& metrics) {
    if (metrics)
        m_counters = *metrics;
}

bool metricsOfEnvironment() {
    return settingOf("WARPBENCH_SIMGPU_METRICS") == "1";
}

} // namespace warpbench::simgpu::driver
