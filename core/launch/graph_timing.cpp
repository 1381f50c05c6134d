// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/graph_timing.h"

#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/launch/cache_flusher.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace warpbench::launch {

namespace {

/// A pass over a list of launches that begins and ends on one stream, so that it can be captured.
/// Work for the default stream, which cannot be captured, goes on that one.
class ForkedPass {
  public:
    ForkedPass(std::span<const ReadyLaunch> launches, const TimingOptions& options)
        : m_launches(launches)
        , m_options(options)
        , m_context(launches.front().stream.context())
        , m_main(cuda::Stream::create(m_context))
        , m_ordering(cuda::Event::create(m_context, cuda::Event::Timing::off)) {
        const cuda::Stream byDefault = cuda::Stream::defaultOf(m_context);
        for (const ReadyLaunch& launch : launches) {
            m_streams.push_back(launch.stream == byDefault ? m_main : launch.stream);
            if (!(m_streams.back() == m_main) &&
                std::find(m_others.begin(), m_others.end(), m_streams.back()) == m_others.end())
                m_others.push_back(m_streams.back());
        }
    }

    const cuda::Context& context() const { return m_context; }
    const cuda::Stream& main() const { return m_main; }

    void queue() const {
        m_ordering.record(m_main);
        for (const cuda::Stream& other : m_others)
            other.wait(m_ordering);
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            const ReadyLaunch& launch = m_launches[i];
            if (m_options.before)
                m_options.before(i, m_streams[i]);
            for (int k = 0; k < launch.repeat; ++k)
                launch.queueOn(m_streams[i]);
            if (m_options.after)
                m_options.after(i, m_streams[i]);
        }
        for (const cuda::Stream& other : m_others) {
            m_ordering.record(other);
            m_main.wait(m_ordering);
        }
    }

  private:
    std::span<const ReadyLaunch> m_launches;
    const TimingOptions& m_options;
    cuda::Context m_context;
    cuda::Stream m_main;
    cuda::Event m_ordering;
    std::vector<cuda::Stream> m_streams; ///< of each launch
    std::vector<cuda::Stream> m_others;  ///< besides the main one
};

/// Times passes, each waited for.
class WholePasses {
  public:
    WholePasses(const ForkedPass& pass, const TimingOptions& options)
        : m_pass(pass)
        , m_options(options)
        , m_start(cuda::Event::create(pass.context()))
        , m_stop(cuda::Event::create(pass.context())) {
        if (options.flushL2)
            m_flusher.emplace(pass.context());
    }

    std::vector<double> time(const std::function<void()>& work) {
        std::vector<double> samples;
        const cuda::Stream& stream = m_pass.main();
        // Each of them may be as large as an int.
        const std::int64_t all = std::int64_t(m_options.warmup) + m_options.repeats;
        for (std::int64_t i = 0; i < all; ++i) {
            if (m_options.cancel && m_options.cancel->load(std::memory_order_relaxed))
                throw Error(ErrorKind::cancelled, timingWasCancelled());
            if (m_options.restore)
                m_options.restore(stream);
            if (m_flusher)
                m_flusher->flush(stream);
            stream.synchronize();
            m_start.record(stream);
            work();
            m_stop.record(stream);
            stream.synchronize();
            if (i >= m_options.warmup)
                samples.push_back(m_start.millisecondsUntil(m_stop));
            ++m_done;
            if (m_options.progress)
                m_options.progress(shown(m_done), shown(2 * all));
        }
        return samples;
    }

  private:
    static int shown(std::int64_t count) {
        return int(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
    }

    const ForkedPass& m_pass;
    const TimingOptions& m_options;
    cuda::Event m_start;
    cuda::Event m_stop;
    std::optional<CacheFlusher> m_flusher;
    std::int64_t m_done = 0;
};

cuda::Graph captured(const ForkedPass& pass) {
    try {
        return cuda::Graph::capture(pass.main(), [&] { pass.queue(); });
    } catch (const Error& error) { // from the driver or a library
        const auto* ofDriver = dynamic_cast<const cuda::CudaError*>(&error);
        if (error.kind() == ErrorKind::cancelled || (ofDriver && ofDriver->sticky()))
            throw;
        throw Error(ErrorKind::device, {"WB1705",
                                        "the launches cannot be recorded as a graph: {problem}",
                                        "remove \"graph\" of the timing",
                                        {{"problem", error.said()}}});
    }
}

} // namespace

GraphTiming timeAsGraph(std::span<const ReadyLaunch> launches, const TimingOptions& options) {
    GraphTiming result;
    if (launches.empty())
        return result;
    const cuda::ContextScope scope(launches.front().stream.context());
    const ForkedPass pass(launches, options);
    WholePasses passes(pass, options);
    try {
        result.warmMs = passes.time([&] { pass.queue(); });
        const auto began = std::chrono::steady_clock::now();
        const cuda::Graph graph = captured(pass);
        const cuda::GraphExec exec = graph.instantiate();
        result.captureMs =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began)
                .count();
        result.nodes = graph.nodeCount();
        exec.upload(pass.main());
        result.replayMs = passes.time([&] { exec.launch(pass.main()); });
    } catch (const cuda::CudaError&) {
        // A simulated launch that is cancelled fails; report the cancellation instead.
        if (options.cancel && options.cancel->load())
            throw Error(ErrorKind::cancelled, timingWasCancelled());
        throw;
    }
    return result;
}

} // namespace warpbench::launch
