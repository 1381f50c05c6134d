// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include "core/base/cancellation.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace warpbench::project {

namespace {

/// Number of grains between two checks of the stop token.
constexpr std::int64_t kGrainsPerSlice = 16;

void inSlices(std::int64_t first, std::int64_t last, std::int64_t slice,
              const std::function<void(std::int64_t, std::int64_t)>& work,
              const std::stop_token& stop) {
    for (std::int64_t at = first; at < last; at += slice) {
        throwIfCancelled(stop);
        work(at, std::min(last, at + slice));
    }
}

} // namespace

void parallelFor(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t, std::int64_t)>& work) {
    if (count <= 0) {
        return;
    }
    const std::int64_t grains = (count - 1) / grain + 1;
    const auto threads =
        std::min<std::int64_t>(grains, std::max(1u, std::thread::hardware_concurrency()));
    const std::stop_token stop = currentStopToken();
    const std::int64_t slice = kGrainsPerSlice * grain;
    if (threads == 1) {
        inSlices(0, count, slice, work, stop);
        return;
    }
    const std::int64_t share = ((grains - 1) / threads + 1) * grain;
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(threads));
    {
        std::vector<std::jthread> pool;
        for (std::int64_t t = 0; t < threads; ++t) {
            const std::int64_t first = t * share;
            const std::int64_t last = std::min(count, first + share);
            if (first >= last) {
                break;
            }
            pool.emplace_back([&, t, first, last] {
                try {
                    inSlices(first, last, slice, work, stop);
                } catch (...) {
                    failures[static_cast<std::size_t>(t)] = std::current_exception();
                }
            });
        }
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
}

} // namespace warpbench::project
