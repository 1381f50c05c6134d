// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/timing.h"

#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/profiler.h"
#include "core/launch/cache_flusher.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace warpbench::launch {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Passes are queued together as long as they take no longer than this, so that cancelling and
/// progress remain responsive.
constexpr auto kBatchTime = std::chrono::milliseconds(20);
constexpr int kLargestBatch = 64;
constexpr int kOverheadSamples = 9;

struct EventPair {
    cuda::Event start;
    cuda::Event stop;
};

/// A launch's name in a profiler.
struct LaunchRange {
    explicit LaunchRange(const ReadyLaunch& launch) {
        if (!launch.title.empty())
            range.emplace(launch.title);
    }
    std::optional<cuda::ProfilerRange> range;
};

/// Runs passes over a list of launches and reads their events.
class PassRunner {
  public:
    PassRunner(std::span<const ReadyLaunch> launches, const TimingOptions& options)
        : m_launches(launches)
        , m_options(options)
        , m_context(launches.front().stream.context())
        , m_main(launches.front().stream)
        , m_samples(launches.size())
        , m_starts(launches.size()) {
        if (options.flushL2)
            m_flusher.emplace(m_context);
        for (const ReadyLaunch& launch : launches)
            if (!(launch.stream == m_main) &&
                std::find(m_others.begin(), m_others.end(), launch.stream) == m_others.end())
                m_others.push_back(launch.stream);
        m_ordering = cuda::Event::create(m_context, cuda::Event::Timing::off);
    }

    void run();
    double measureOverhead() const;
    std::vector<std::vector<double>>& samples() { return m_samples; }
    std::vector<std::vector<double>>& starts() { return m_starts; }

  private:
    /// \param slot  of the events  \param pass  of all, from 0
    void queuePass(int slot, std::int64_t pass);
    void prepareBuffers();
    void waitForOthers();
    void collect(int passes, std::int64_t firstPass);
    void stopIfCancelled() const;
    void makeEvents(int passes);
    std::int64_t morePasses(std::int64_t counted) const;

    std::span<const ReadyLaunch> m_launches;
    const TimingOptions& m_options;
    cuda::Context m_context;
    cuda::Stream m_main;
    std::vector<cuda::Stream> m_others; ///< streams of the list besides the first launch's
    cuda::Event m_ordering;
    std::optional<CacheFlusher> m_flusher;
    std::vector<EventPair> m_events; ///< pass-major
    std::vector<std::vector<double>> m_samples;
    std::vector<std::vector<double>> m_starts; ///< of the samples, ms; empty if not requested
};

void PassRunner::makeEvents(int passes) {
    while (m_events.size() < std::size_t(passes) * m_launches.size())
        m_events.push_back({cuda::Event::create(m_context), cuda::Event::create(m_context)});
}

void PassRunner::stopIfCancelled() const {
    if (m_options.cancel && m_options.cancel->load(std::memory_order_relaxed))
        throw Error(ErrorKind::cancelled, timingWasCancelled());
}

/// Work of an earlier pass on other streams must finish before this pass restores buffers.
void PassRunner::waitForOthers() {
    for (const cuda::Stream& other : m_others) {
        m_ordering.record(other);
        m_main.wait(m_ordering);
    }
}

void PassRunner::prepareBuffers() {
    waitForOthers();
    if (m_options.restore)
        m_options.restore(m_main);
    if (m_flusher)
        m_flusher->flush(m_main);
    if (m_others.empty())
        return;
    m_ordering.record(m_main);
    for (const cuda::Stream& other : m_others)
        other.wait(m_ordering);
}

void PassRunner::queuePass(int slot, std::int64_t number) {
    prepareBuffers();
    for (std::size_t i = 0; i < m_launches.size(); ++i) {
        const ReadyLaunch& launch = m_launches[i];
        const EventPair& pair = m_events[std::size_t(slot) * m_launches.size() + i];
        if (m_options.before)
            m_options.before(i, launch.stream);
        const LaunchRange range(launch);
        if (!launch.joined)
            pair.start.record(launch.stream);
        for (int k = 0; k < launch.repeat; ++k)
            launch.queue(number);
        // An event between the two would keep the second one from starting early.
        if (i + 1 == m_launches.size() || !m_launches[i + 1].joined)
            pair.stop.record(launch.stream);
        if (m_options.after)
            m_options.after(i, launch.stream);
    }
}

void PassRunner::collect(int passes, std::int64_t firstPass) {
    m_context.synchronize();
    const Clock::time_point ended = Clock::now();
    // Recorded after everything except what other streams are still doing.
    const cuda::Event& lastStop = m_events[std::size_t(passes) * m_launches.size() - 1].stop;
    for (int pass = 0; pass < passes; ++pass) {
        if (firstPass + pass < m_options.warmup)
            continue;
        const EventPair* const pairs = &m_events[std::size_t(pass) * m_launches.size()];
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            if (m_launches[i].joined)
                continue;
            std::size_t last = i;
            while (last + 1 < m_launches.size() && m_launches[last + 1].joined)
                ++last;
            const int repeat = std::max(m_launches[i].repeat, 1);
            m_samples[i].push_back(pairs[i].start.millisecondsUntil(pairs[last].stop) / repeat);
            if (!m_options.sampleTimesSince)
                continue;
            const Milliseconds until = ended - *m_options.sampleTimesSince;
            m_starts[i].push_back(until.count() - pairs[i].start.millisecondsUntil(lastStop));
        }
    }
}

/// The total number of passes to reach after this many timed ones: a quarter more, so that
/// evaluating the samples takes little time compared with measuring them.
std::int64_t PassRunner::morePasses(std::int64_t counted) const {
    const std::int64_t room = m_options.maxRepeats - counted;
    if (m_options.untilError <= 0 || counted <= 0 || room <= 0)
        return 0;
    const bool settled =
        std::all_of(m_samples.begin(), m_samples.end(), [&](std::vector<double> samples) {
            std::sort(samples.begin(), samples.end());
            if (samples.empty()) // timed with the previous one
                return true;
            return medianError(samples).value_or(1) <= m_options.untilError;
        });
    return settled ? 0 : std::min(room, std::max<std::int64_t>(counted / 4, 8));
}

void PassRunner::run() {
    const cuda::ContextScope scope(m_context);
    // Each of them may be as large as an int.
    std::int64_t total = std::int64_t(m_options.warmup) + m_options.repeats;
    const auto shown = [](std::int64_t count) {
        return int(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
    };
    int batch = 1;
    for (std::int64_t done = 0; done < total;) {
        stopIfCancelled();
        const int passes = int(std::min<std::int64_t>(batch, total - done));
        makeEvents(passes);
        const Clock::time_point began = Clock::now();
        for (int pass = 0; pass < passes; ++pass)
            queuePass(pass, done + pass);
        collect(passes, done);
        const Clock::duration took = Clock::now() - began;
        done += passes;
        if (m_options.progress)
            m_options.progress(shown(done), shown(total));
        if (took * 2 <= kBatchTime)
            batch = std::min(batch * 2, kLargestBatch);
        else if (took > kBatchTime)
            batch = std::max(batch / 2, 1);
        if (done == total)
            total += morePasses(done - m_options.warmup);
    }
    stopIfCancelled();
}

double PassRunner::measureOverhead() const {
    const cuda::ContextScope scope(m_context);
    std::vector<EventPair> pairs;
    for (int i = 0; i < kOverheadSamples; ++i) {
        pairs.push_back({cuda::Event::create(m_context), cuda::Event::create(m_context)});
        pairs.back().start.record(m_main);
        pairs.back().stop.record(m_main);
    }
    m_context.synchronize();
    std::vector<double> samples;
    samples.reserve(pairs.size());
    for (const EventPair& pair : pairs)
        samples.push_back(pair.start.millisecondsUntil(pair.stop));
    return percentile(std::move(samples), 50);
}

} // namespace

const char* clockOf(const cuda::Device& device) {
    return device.simulated() ? "host-simulated" : "gpu-event";
}

void ReadyLaunch::queueOn(const cuda::Stream& other, std::int64_t pass) const {
    if (!kernel)
        return call(other);
    const std::size_t turn = std::size_t(pass) % (rotated.size() + 1);
    const PackedArguments* const now = turn == 0 ? arguments : rotated[turn - 1];
    kernel->launch(config, other, now ? now->pointers() : nullptr);
}

void launchOnce(std::span<const ReadyLaunch> launches) {
    for (const ReadyLaunch& launch : launches) {
        const LaunchRange range(launch);
        for (int k = 0; k < launch.repeat; ++k)
            launch.queue();
    }
}

ErrorText timingWasCancelled() {
    return {"WB1706", "the timing was cancelled"};
}

TimingResult timeLaunches(std::span<const ReadyLaunch> launches, const TimingOptions& options) {
    TimingResult result;
    if (launches.empty())
        return result;
    const cuda::Device device = launches.front().stream.context().device();
    PassRunner runner(launches, options);
    try {
        runner.run();
    } catch (const cuda::CudaError&) {
        // A simulated launch that is cancelled fails; report the cancellation instead.
        if (options.cancel && options.cancel->load())
            throw Error(ErrorKind::cancelled, timingWasCancelled());
        throw;
    }
    for (std::size_t i = 0; i < launches.size(); ++i) {
        result.launches.push_back(summarize(std::move(runner.samples()[i]), clockOf(device)));
        result.launches.back().startsMs = std::move(runner.starts()[i]);
    }
    result.eventOverheadMs = runner.measureOverhead();
    return result;
}

} // namespace warpbench::launch
