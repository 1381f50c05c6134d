// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax, convolutions and Fourier transforms.
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/base/parallel.h"
#include "core/formulas/array_function.h"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

namespace warpbench::project::array_functions {

namespace {

/// Products that are worth a thread's while.
constexpr std::int64_t kConvolutionGrain = 1 << 18;

} // namespace

HostArray ArrayFunction::softmax() const {
    if (scalarOf(argument(0)) == Scalar::complex128) {
        fail({"WB1232", "it works on real numbers", "take real() or abs() of them"});
    }
    const HostArray array = as(argument(0), Scalar::float64);
    const auto values = array.as<double>();
    const Lines lines(array.shape(), axis(1));
    HostArray result(Scalar::float64, array.shape());
    auto out = result.as<double>();
    CancelPoint point;
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t i = 0; i < lines.inner; ++i) {
            point(lines.length * 8); // an exponential each
            double largest = -std::numeric_limits<double>::infinity();
            for (std::int64_t n = 0; n < lines.length; ++n) {
                largest = std::max(largest, values[lines.at(o, n, i)]);
            }
            double sum = 0;
            for (std::int64_t n = 0; n < lines.length; ++n) {
                const std::size_t at = lines.at(o, n, i);
                out[at] = std::exp(values[at] - largest);
                sum += out[at];
            }
            for (std::int64_t n = 0; n < lines.length; ++n) {
                out[lines.at(o, n, i)] /= sum;
            }
        }
    }
    return result;
}

/// One- or two-dimensional, zeros beyond the edges. `full`: every overlap; `same`: the first
/// array's size, centred as SciPy does; `valid`: whole overlaps alone.
HostArray ArrayFunction::convolve(std::string_view extent, bool flipKernel) const {
    Shape a = argument(0).shape();
    Shape k = argument(1).shape();
    const std::size_t dimensions = a.size();
    if (k.size() != dimensions || dimensions < 1 || dimensions > 2) {
        fail({"WB1233", "both arrays must have one dimension, or both two", "reshape one of them"});
    }
    if (argument(0).empty() || argument(1).empty()) {
        fail({"WB1234", "an array is empty", "give at least one element each"});
    }
    Shape shape = a;
    Shape shift(dimensions, 0); // of the result's origin in the full result
    for (std::size_t d = 0; d < dimensions; ++d) {
        if (extent == "full") {
            shape[d] = a[d] + k[d] - 1;
        } else if (extent == "same") {
            shift[d] = (k[d] - 1) / 2;
        } else {
            shape[d] = a[d] - k[d] + 1;
            shift[d] = k[d] - 1;
            if (shape[d] < 1) {
                fail({"WB1235", "the kernel is larger than the array",
                      "use conv_full or conv_same"});
            }
        }
    }
    if (dimensions == 1) { // one row
        a.insert(a.begin(), 1);
        k.insert(k.begin(), 1);
        shift.insert(shift.begin(), 0);
    }
    const Scalar type = commonType();
    const HostArray array = as(argument(0), type);
    const HostArray kernel = as(argument(1), type);
    HostArray result(type, shape);
    const std::int64_t columns = shape.back();
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        const auto values = array.as<T>();
        const auto weights = kernel.as<T>();
        const auto valueAt = [&](std::int64_t n) {
            const std::int64_t y = n / columns + shift[0];
            const std::int64_t x = n % columns + shift[1];
            T sum{};
            for (std::int64_t q = std::max<std::int64_t>(0, y - a[0] + 1);
                 q < std::min(k[0], y + 1); ++q) {
                for (std::int64_t p = std::max<std::int64_t>(0, x - a[1] + 1);
                     p < std::min(k[1], x + 1); ++p) {
                    const std::int64_t at =
                        flipKernel ? q * k[1] + p : (k[0] - 1 - q) * k[1] + (k[1] - 1 - p);
                    sum = plus(sum, times(values[std::size_t((y - q) * a[1] + x - p)],
                                          weights[std::size_t(at)]));
                }
            }
            return sum;
        };
        const std::int64_t work = kernel.elements();
        const std::int64_t grain = std::max<std::int64_t>(1, kConvolutionGrain / work);
        const auto out = result.as<T>();
        const std::stop_token stop = currentStopToken();
        parallelFor(result.elements(), grain, [&](std::int64_t first, std::int64_t last) {
            const CancellationScope scope(stop);
            CancelPoint point;
            for (std::int64_t n = first; n < last; ++n) {
                point(work);
                out[std::size_t(n)] = valueAt(n);
            }
        });
        return result;
    });
}

/// Over the last one or two dimensions; the inverse is divided by the number of values.
HostArray ArrayFunction::fourier(int dimensions, bool inverse) const {
    const Shape& shape = argument(0).shape();
    if (shape.size() < std::size_t(dimensions)) {
        fail({"WB1236",
              "the array has too few dimensions",
              "give at least {count}",
              {{"count", dimensions}}});
    }
    HostArray result(Scalar::complex128, shape);
    if (result.empty()) {
        return result;
    }
    arrays::readComplexes(scalarOf(argument(0)), argument(0).bytes().data(), result.as<Complex>());
    const auto tooLong = [this] {
        fail({"WB1237", "the array is too long for a reference", "check a smaller one"});
    };
    std::array<int, 2> lengths{};
    std::int64_t size = 1;
    for (int d = 0; d < dimensions; ++d) {
        const std::int64_t length = shape[shape.size() - std::size_t(dimensions - d)];
        if (length > std::numeric_limits<int>::max() / 4) {
            tooLong();
        }
        lengths[std::size_t(d)] = int(length);
        size *= length;
    }
    const std::int64_t many = result.elements() / size;
    if (size > std::numeric_limits<int>::max()) {
        tooLong();
    }
    auto* const data = reinterpret_cast<fftw_complex*>(result.bytes().data());
    static std::mutex planner; // FFTW's planner is not thread-safe
    fftw_plan plan = nullptr;
    {
        const std::lock_guard lock(planner);
        // Rows after the first may be at any address.
        plan =
            fftw_plan_dft(dimensions, lengths.data(), data, data,
                          inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
    }
    if (!plan) {
        fail({"WB1238", "this length cannot be transformed", "use another length"});
    }
    const auto destroy = [](fftw_plan_s* made) {
        const std::lock_guard lock(planner);
        fftw_destroy_plan(made);
    };
    const std::unique_ptr<fftw_plan_s, decltype(destroy)> owner(plan, destroy);
    CancelPoint point;
    for (std::int64_t n = 0; n < many; ++n) {
        point(size * 16);
        fftw_complex* const row = data + n * size;
        fftw_execute_dft(plan, row, row);
    }
    if (inverse) {
        for (Complex& value : result.as<Complex>()) {
            value /= double(size);
        }
    }
    return result;
}

} // namespace warpbench::project::array_functions
