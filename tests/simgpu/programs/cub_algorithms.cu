// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "device_array.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>
#include <functional>
#include <numeric>

namespace programs {

namespace {

/// Calls an algorithm as CUB wants it: once for the size of its scratch memory, once to do it.
template <class Algorithm>
bool perform(const Algorithm& algorithm) {
    std::size_t bytes = 0;
    if (algorithm(nullptr, bytes) != cudaSuccess)
        return false;
    const DeviceArray<char> scratch(bytes + 1);
    return algorithm(scratch.data(), bytes) == cudaSuccess &&
           cudaDeviceSynchronize() == cudaSuccess;
}

bool radixSortPairs(int n) {
    const auto keys = numbers<unsigned>(n, 1'000'000'000);
    std::vector<int> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    const DeviceArray<unsigned> in(keys), out(keys.size());
    const DeviceArray<int> values(order), sorted(order.size());
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, in.data(), out.data(), values.data(),
                                               sorted.data(), n);
    });
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
    return done && sorted.all() == order;
}

bool radixSortDoubles(int n) {
    auto want = numbers<double>(n, 1'000'000);
    for (double& value : want)
        value = value / 7 - 60'000;
    const DeviceArray<double> in(want), out(want.size());
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeysDescending(scratch, bytes, in.data(), out.data(), n);
    });
    std::sort(want.begin(), want.end(), std::greater<double>());
    return done && out.all() == want;
}

bool histogram(int n) {
    const auto values = numbers<int>(n, 1024);
    const DeviceArray<int> in(values), bins(256);
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, in.data(), bins.data(), 257, 0,
                                                   1024, n);
    });
    std::vector<int> want(256);
    for (const int value : values)
        ++want[static_cast<std::size_t>(value / 4)];
    return done && bins.all() == want;
}

bool select(int n) {
    const auto values = numbers<int>(n, 1000);
    std::vector<char> flags(values.size());
    std::vector<int> want;
    for (std::size_t i = 0; i < values.size(); ++i) {
        flags[i] = values[i] % 3 == 0;
        if (flags[i])
            want.push_back(values[i]);
    }
    const DeviceArray<int> in(values), out(values.size()), count(1);
    const DeviceArray<char> chosen(flags);
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSelect::Flagged(scratch, bytes, in.data(), chosen.data(), out.data(),
                                          count.data(), n);
    });
    return done && count.all().front() == static_cast<int>(want.size()) &&
           out.first(want.size()) == want;
}

bool runLengths(int n) {
    auto values = numbers<int>(n, 50);
    std::sort(values.begin(), values.end());
    std::vector<int> lengths;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i == 0 || values[i] != values[i - 1])
            lengths.push_back(0);
        ++lengths.back();
    }
    const DeviceArray<int> in(values), firsts(values.size()), runs(values.size()), count(1);
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(scratch, bytes, in.data(), firsts.data(),
                                                  runs.data(), count.data(), n);
    });
    return done && count.all().front() == static_cast<int>(lengths.size()) &&
           runs.first(lengths.size()) == lengths;
}

bool segmentedMaximum(int n) {
    const auto values = numbers<int>(n, 1000);
    const int segments = (n + 36) / 37;
    std::vector<int> offsets, want;
    for (int i = 0; i <= segments; ++i)
        offsets.push_back(std::min(n, i * 37));
    for (int i = 0; i < segments; ++i)
        want.push_back(*std::max_element(values.begin() + offsets[static_cast<std::size_t>(i)],
                                         values.begin() + offsets[static_cast<std::size_t>(i) + 1]));
    const DeviceArray<int> in(values), bounds(offsets), out(want.size());
    const bool done = perform([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Max(scratch, bytes, in.data(), out.data(), segments,
                                               bounds.data(), bounds.data() + 1);
    });
    return done && out.all() == want;
}

} // namespace

std::vector<Case> cubCases() {
    return {{"cub::DeviceRadixSort, pairs", radixSortPairs},
            {"cub::DeviceRadixSort, doubles", radixSortDoubles},
            {"cub::DeviceHistogram", histogram},
            {"cub::DeviceSelect", select},
            {"cub::DeviceRunLengthEncode", runLengths},
            {"cub::DeviceSegmentedReduce", segmentedMaximum}};
}

} // namespace programs
