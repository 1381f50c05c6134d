// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/random_text.h"

#include "core/formulas/philox.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpbench::project {

std::string bitsFunctions(std::uint64_t seed) {
    return fmt::format(
        R"(// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11): the seed is the key, the element the counter,
// whose low word comes multiplied by 0xD2511F53, as the first round has it.
static __device__ unsigned long long NAME_bits(unsigned long long product, unsigned high, bool second)
{{
    unsigned k0 = {}u, k1 = {}u;
    unsigned c0 = high ^ k0, c1 = 0, c2 = (unsigned)(product >> 32) ^ k1, c3 = (unsigned)product;
#pragma unroll
    for (int round = 1; round < 10; ++round) {{
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
        const unsigned high0 = __umulhi(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
        const unsigned high1 = __umulhi(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
    }}
    return second ? (unsigned long long)c2 << 32 | c3 : (unsigned long long)c0 << 32 | c1;
}}

static __device__ unsigned long long NAME_bits(unsigned long long element, bool second)
{{
    return NAME_bits(0xD2511F53ULL * (unsigned)element, (unsigned)(element >> 32), second);
}}

)",
        std::uint32_t(seed), std::uint32_t(seed >> 32));
}

std::string oddFunction() {
    return R"(static __device__ float NAME_odd(double value)
{
    const float cut = __double2float_rz(value);
    return __uint_as_float(__float_as_uint(cut) | (cut != value));
}

)";
}

namespace {

constexpr const char* kLogFunction =
    R"(// Natural logarithm of a number in (0, 1).
static __device__ double NAME_log(double x)
{
    const unsigned long long bits = __double_as_longlong(x);
    int exponent = (int)(bits >> 52) - 1022;
    double m = __longlong_as_double((bits & 0xfffffffffffffULL) | 1022ULL << 52);
    if (m < 0.70710678118654752440) {
        m *= 2;
        --exponent;
    }
    const double s = __ddiv_rn(m - 1, m + 1);
    const double s2 = __dmul_rn(s, s);
    double series = 1.0 / 23;
#pragma unroll
    for (int n = 21; n >= 1; n -= 2)
        series = __dadd_rn(__dmul_rn(series, s2), 1.0 / n);
    const double artanh = __dmul_rn(s, series);
    return __dadd_rn(__dmul_rn(exponent, 0.6931471803691238),
                     __dadd_rn(__dmul_rn(2, artanh), __dmul_rn(exponent, 1.9082149292705877e-10)));
}

)";

} // namespace

std::string normalFunctions() {
    std::string rows;
    for (const auto& coefficients : normalCoefficients()) {
        rows += fmt::format("    {{{}}},\n", fmt::join(coefficients, ", "));
    }
    return fmt::format(
               R"(// The inverse of the normal distribution, by algorithm AS 241 (Wichura, 1988).
static __constant__ double NAME_coefficients[6][8] = {{
{}}};

static __device__ double NAME_polynomial(int row, double x)
{{
    double value = NAME_coefficients[row][7];
#pragma unroll
    for (int i = 6; i >= 0; --i)
        value = __dadd_rn(__dmul_rn(value, x), NAME_coefficients[row][i]);
    return value;
}}

)",
               rows) +
           kLogFunction +
           R"(// A probability less 1/2, both without rounding.
static __device__ double NAME_centred(unsigned long long random)
{
    return ((double)(random >> 12) + 0.5) * (1.0 / 4503599627370496.0) - 0.5;
}

// Up to 0.425 from the middle.
static __device__ double NAME_middle(double q)
{
    const double r = __dsub_rn(0.180625, __dmul_rn(q, q));
    return __ddiv_rn(__dmul_rn(q, NAME_polynomial(0, r)), NAME_polynomial(1, r));
}

static __device__ double NAME_tail(double q)
{
    const double r = __dsqrt_rn(-NAME_log(0.5 - fabs(q)));
    const double value =
        r <= 5 ? __ddiv_rn(NAME_polynomial(2, r - 1.6), NAME_polynomial(3, r - 1.6))
               : __ddiv_rn(NAME_polynomial(4, r - 5), NAME_polynomial(5, r - 5));
    return q < 0 ? -value : value;
}

)";
}

namespace {

/// The values for the parts of a pack, the first of which is part `at`. \param get  for each, as
/// `e`
std::string packLines(const std::string& at, const std::string& get) {
    return fmt::format(R"(        Pack pack;
        const unsigned long long element = begin + {0} / kParts;
        const unsigned long long product = 0xD2511F53ULL * (unsigned)element;
#pragma unroll
        for (int e = 0; e < kPack; ++e) {{
            const unsigned long long random = NAME_bits(
                product + e / kParts * 0xD2511F53ULL, (unsigned)(element >> 32), e % kParts != 0);
            {1}
        }}
        reinterpret_cast<Pack*>(out + {0})->whole = pack.whole;
)",
                       at, get);
}

/// Four columns to the right.
std::string indented(const std::string& lines) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        const bool directive = lines[at] == '#';
        text += (directive ? "" : "    ") + lines.substr(at, end - at);
        at = end;
    }
    return text;
}

} // namespace

// All without signs and the thread in 32 bits: of float64 28 instructions are before the loop,
// not 42 (sm_90).
std::string uniformLoops() {
    return R"(    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned threads = gridDim.x * blockDim.x;
    const unsigned long long packs = packed ? parts / kPack : 0;
    for (unsigned long long p = thread; p < packs; p += threads) {
)" + packLines("p * kPack", "pack.at[e] = value(random);") +
           R"(    }
#pragma unroll 1
    for (unsigned long long at = packs * kPack + thread; at < parts; at += threads)
        out[at] = value(NAME_bits(begin + at / kParts, at % kParts != 0));
)";
}

std::string normalLoops() {
    return fmt::format(R"(    constexpr int kTile = {}; // parts that a block makes at once
    __shared__ unsigned short tails[kTile];
    __shared__ int found;
    for (unsigned long long tile = blockIdx.x * (long long)kTile; tile < parts;
         tile += gridDim.x * (long long)kTile) {{
        if (threadIdx.x == 0)
            found = 0;
        __syncthreads();
        const int here = parts - tile < kTile ? (int)(parts - tile) : kTile;
        const auto make = [&](T& part, int at, unsigned long long random) {{
            const double q = NAME_centred(random);
            part = value(NAME_middle(q));
            if (fabs(q) > 0.425) // for those below
                tails[atomicAdd(&found, 1)] = at;
        }};
        const int whole = packed ? here / kPack * kPack : 0;
        for (int p = threadIdx.x * kPack; p < whole; p += blockDim.x * kPack) {{
)",
                       kNormalTile) +
           indented(packLines("(tile + p)", "make(pack.at[e], p + e, random);")) +
           R"(        }
        const auto randomAt = [&](int at) {
            return NAME_bits(begin + (tile + at) / kParts, (tile + at) % kParts != 0);
        };
#pragma unroll 1
        for (int at = whole + threadIdx.x; at < here; at += blockDim.x)
            make(out[tile + at], at, randomAt(at));
        __syncthreads();
        for (int t = threadIdx.x; t < found; t += blockDim.x)
            out[tile + tails[t]] = value(NAME_tail(NAME_centred(randomAt(tails[t]))));
        __syncthreads();
    }
)";
}

} // namespace warpbench::project
