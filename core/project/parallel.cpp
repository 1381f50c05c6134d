// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/parallel.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace warpbench::project {

void parallelFor(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t, std::int64_t)>& work) {
    if (count <= 0) {
        return;
    }
    const std::int64_t grains = (count - 1) / grain + 1;
    const auto threads =
        std::min<std::int64_t>(grains, std::max(1u, std::thread::hardware_concurrency()));
    if (threads == 1) {
        work(0, count);
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
            pool.emplace_back([&work, &failures, t, first, last] {
                try {
                    work(first, last);
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
