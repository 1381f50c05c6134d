// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without contraction of a·b + c (see CMakeLists.txt): every machine must make the same
// bits.
#include "core/formulas/philox.h"

#include <array>
#include <bit>
#include <cmath>

namespace warpbench::project {

namespace {

double powerOfTwo(int exponent) {
    return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52);
}

/// c[0] + c[1]·x + c[2]·x² + …, by Horner's rule.
template <std::size_t N>
double polynomial(const std::array<double, N>& c, double x) {
    double value = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) {
        value = value * x + c[i];
    }
    return value;
}

/// Natural logarithm of a normal number in (0, 1), by log m = 2 artanh((m − 1) / (m + 1)) for m
/// near 1. The C library's may differ between machines in the last bit.
double portableLog(double x) {
    constexpr double kLog2High = 0x1.62e42fefap-1; // ln 2 with 33 bits, so that n·it is exact
    constexpr double kLog2Low = 0x1.cf79abc9e3b3ap-40;
    constexpr double kSqrtHalf = 0.70710678118654752440;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int exponent = int(bits >> 52) - 1022;
    double m = std::bit_cast<double>((bits & ((std::uint64_t(1) << 52) - 1)) |
                                     (std::uint64_t(1022) << 52)); // in [1/2, 1)
    if (m < kSqrtHalf) {
        m *= 2;
        --exponent;
    }
    const double s = (m - 1) / (m + 1); // |s| < 0.1716
    // artanh's series to s^23: the next term is below 1e-19.
    constexpr std::array<double, 12> kSeries{1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,
                                             1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                             1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};
    const double artanh = s * polynomial(kSeries, s * s);
    return double(exponent) * kLog2High + (2 * artanh + double(exponent) * kLog2Low);
}

// Coefficients of AS 241, PPND16 (M. J. Wichura, Applied Statistics 37 (1988) 477–484).
constexpr std::array<double, 8> kA{3.3871328727963666080e0,  1.3314166789178437745e+2,
                                   1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                   4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                   3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr std::array<double, 8> kB{1.0,
                                   4.2313330701600911252e+1,
                                   6.8718700749205790830e+2,
                                   5.3941960214247511077e+3,
                                   2.1213794301586595867e+4,
                                   3.9307895800092710610e+4,
                                   2.8729085735721942674e+4,
                                   5.2264952788528545610e+3};
constexpr std::array<double, 8> kC{1.42343711074968357734e0,  4.63033784615654529590e0,
                                   5.76949722146069140550e0,  3.64784832476320460504e0,
                                   1.27045825245236838258e0,  2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array<double, 8> kD{1.0,
                                   2.05319162663775882187e0,
                                   1.67638483018380384940e0,
                                   6.89767334985100004550e-1,
                                   1.48103976427480074590e-1,
                                   1.51986665636164571966e-2,
                                   5.47593808499534494600e-4,
                                   1.05075007164441684324e-9};
constexpr std::array<double, 8> kE{6.65790464350110377720e0,  5.46378491116411436990e0,
                                   1.78482653991729133580e0,  2.96560571828504891230e-1,
                                   2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                   2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array<double, 8> kF{1.0,
                                   5.99832206555887937690e-1,
                                   1.36929880922735805310e-1,
                                   1.48753612908506148525e-2,
                                   7.86869131145613259100e-4,
                                   1.84631831751005468180e-5,
                                   1.42151175831644588870e-7,
                                   2.04426310338993978564e-15};

} // namespace

double unitInterval(std::uint64_t random, int bits) {
    return double(random >> (64 - bits)) * powerOfTwo(-bits);
}

double standardNormal(std::uint64_t random) {
    const double p = (double(random >> 12) + 0.5) * powerOfTwo(-52); // exact, never 0 or 1
    const double q = p - 0.5;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(kA, r) / polynomial(kB, r);
    }
    const double tail = q < 0 ? p : 1 - p; // 1 - p is also exact
    double r = std::sqrt(-portableLog(tail));
    double value = 0;
    if (r <= 5) {
        r -= 1.6;
        value = polynomial(kC, r) / polynomial(kD, r);
    } else {
        r -= 5;
        value = polynomial(kE, r) / polynomial(kF, r);
    }
    return q < 0 ? -value : value;
}

const std::array<std::array<double, 8>, 6>& normalCoefficients() {
    static const std::array<std::array<double, 8>, 6> all{kA, kB, kC, kD, kE, kF};
    return all;
}

std::uint64_t integerBelow(std::uint64_t random, std::uint64_t range) {
    // The upper half of a 128-bit product, from four 64-bit ones.
    const std::uint64_t aLow = random & 0xFFFFFFFF;
    const std::uint64_t aHigh = random >> 32;
    const std::uint64_t bLow = range & 0xFFFFFFFF;
    const std::uint64_t bHigh = range >> 32;
    const std::uint64_t middle = aHigh * bLow + (aLow * bLow >> 32);
    const std::uint64_t cross = aLow * bHigh + (middle & 0xFFFFFFFF);
    return aHigh * bHigh + (middle >> 32) + (cross >> 32);
}

} // namespace warpbench::project
