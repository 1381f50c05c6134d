// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "device_array.h"

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

namespace programs {

namespace {

using Number = long long;

struct IsSmall {
    __host__ __device__ bool operator()(Number x) const { return x < 300; }
};
struct ByTens {
    __host__ __device__ bool operator()(Number a, Number b) const { return a / 10 > b / 10; }
};

template <class T>
std::vector<T> toHost(const thrust::device_vector<T>& values, std::size_t count) {
    std::vector<T> result(count);
    thrust::copy(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count),
                 result.begin());
    return result;
}

bool sort(int n) {
    auto want = numbers<Number>(n, 1'000'000);
    thrust::device_vector<Number> values(want.begin(), want.end());
    thrust::sort(values.begin(), values.end());
    std::sort(want.begin(), want.end());
    return toHost(values, want.size()) == want;
}

bool mergeSort(int n) {
    auto want = numbers<Number>(n, 1000);
    thrust::device_vector<Number> values(want.begin(), want.end());
    thrust::stable_sort(values.begin(), values.end(), ByTens());
    std::stable_sort(want.begin(), want.end(), ByTens());
    return toHost(values, want.size()) == want;
}

bool scan(int n) {
    auto want = numbers<Number>(n, 1000);
    thrust::device_vector<Number> values(want.begin(), want.end());
    thrust::inclusive_scan(values.begin(), values.end(), values.begin());
    std::inclusive_scan(want.begin(), want.end(), want.begin());
    return toHost(values, want.size()) == want;
}

bool reduce(int n) {
    const auto host = numbers<Number>(n, 1'000'000);
    const thrust::device_vector<Number> values(host.begin(), host.end());
    return thrust::reduce(values.begin(), values.end(), Number{-1}, thrust::maximum<Number>()) ==
           *std::max_element(host.begin(), host.end());
}

// In place: each block writes over what earlier ones have read.
bool unique(int n) {
    auto want = numbers<Number>(n, 2);
    thrust::device_vector<Number> values(want.begin(), want.end());
    const auto end = thrust::unique(values.begin(), values.end());
    want.erase(std::unique(want.begin(), want.end()), want.end());
    return static_cast<std::size_t>(end - values.begin()) == want.size() &&
           toHost(values, want.size()) == want;
}

bool partition(int n) {
    auto want = numbers<Number>(n, 1000);
    thrust::device_vector<Number> values(want.begin(), want.end());
    const auto middle = thrust::stable_partition(values.begin(), values.end(), IsSmall());
    const auto wanted = std::stable_partition(want.begin(), want.end(), IsSmall());
    return middle - values.begin() == wanted - want.begin() && toHost(values, want.size()) == want;
}

bool setUnion(int n) {
    auto a = numbers<Number>(n, 5000), b = numbers<Number>(n / 2 + 1, 5000);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::vector<Number> want(a.size() + b.size());
    want.erase(std::set_union(a.begin(), a.end(), b.begin(), b.end(), want.begin()), want.end());
    const thrust::device_vector<Number> first(a.begin(), a.end()), second(b.begin(), b.end());
    thrust::device_vector<Number> both(a.size() + b.size());
    const auto end =
        thrust::set_union(first.begin(), first.end(), second.begin(), second.end(), both.begin());
    return static_cast<std::size_t>(end - both.begin()) == want.size() &&
           toHost(both, want.size()) == want;
}

} // namespace

std::vector<Case> thrustCases() {
    return {{"thrust::sort", sort},           {"thrust::stable_sort", mergeSort},
            {"thrust::inclusive_scan", scan}, {"thrust::reduce", reduce},
            {"thrust::unique", unique},       {"thrust::stable_partition", partition},
            {"thrust::set_union", setUnion}};
}

} // namespace programs
