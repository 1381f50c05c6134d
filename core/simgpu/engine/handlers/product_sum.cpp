// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of products from shared memory, a whole run of records at once: see ProductSum. The sum
// stays in the processor's registers, and the address patterns are determined once.
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/floating.h"
#include "core/simgpu/engine/handlers/memory.h"

namespace warpbench::simgpu::engine {
namespace {

/// 16 numbers.
#if defined(__AVX512F__)
struct Floats {
    __m512 v;
    static Floats load(const void* from) { return {_mm512_loadu_ps(from)}; }
    static Floats all(f32 x) { return {_mm512_set1_ps(x)}; }
    void add(Floats a, Floats b) { v = _mm512_fmadd_ps(a.v, b.v, v); }
    void store(f32* to) const { _mm512_storeu_ps(to, v); }
};
#elif defined(__AVX2__)
struct Floats {
    __m256 low, high;
    static Floats load(const void* from) {
        const auto* numbers = static_cast<const f32*>(from);
        return {_mm256_loadu_ps(numbers), _mm256_loadu_ps(numbers + 8)};
    }
    static Floats all(f32 x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
    void add(const Floats& a, const Floats& b) {
        low = _mm256_fmadd_ps(a.low, b.low, low);
        high = _mm256_fmadd_ps(a.high, b.high, high);
    }
    void store(f32* to) const {
        _mm256_storeu_ps(to, low);
        _mm256_storeu_ps(to + 8, high);
    }
};
#else
struct Floats {
    f32 v[kHalfWarp];
    static Floats load(const void* from) {
        Floats numbers;
        std::memcpy(numbers.v, from, sizeof numbers.v);
        return numbers;
    }
    static Floats all(f32 x) {
        Floats numbers;
        for (f32& number : numbers.v)
            number = x;
        return numbers;
    }
    void add(const Floats& a, const Floats& b) {
        for (u32 l = 0; l < kHalfWarp; ++l)
            v[l] = __builtin_fmaf(a.v[l], b.v[l], v[l]);
    }
    void store(f32* to) const { std::memcpy(to, v, sizeof v); }
};
#endif

template <Pattern kPattern>
inline Floats factor(const u8* at) {
    if constexpr (kPattern == Pattern::uniform)
        return Floats::all(loadFrom<f32>(at));
    else
        return Floats::load(at);
}

/// Half a warp. A NaN remains in all later sums, so its bits are corrected at the end.
template <Pattern kX, Pattern kY>
inline void sumHalf(const ProductSum& s, const u8* x, const u8* y, const f32* from, f32* to) {
    Floats sum = Floats::load(from);
    for (const ProductSum::Factors& f : s.factors)
        sum.add(factor<kX>(x + f.x), factor<kY>(y + f.y));
    alignas(64) f32 sums[kHalfWarp];
    sum.store(sums);
    for (u32 l = 0; l < kHalfWarp; ++l)
        to[l] = canonical(sums[l]);
}

/// Whether half a warp's factors can be moved at once, and are inside the memory.
/// \param at  the address of the row's first lane
inline bool isInside(u64 at, Pattern pattern, s32 lowest, s32 highest, u64 size) {
    const u64 bytes = pattern == Pattern::uniform ? 4 : 4 * kHalfWarp;
    const s64 first = s64(at) + lowest, end = s64(at) + highest + s64(bytes);
    return pattern != Pattern::scattered && (at & 3) == 0 && at < size && first >= 0 &&
           u64(end) <= size;
}

const Inst* sumProducts(const Inst* ip, Warp& w) {
    const ProductSum& s = w.code->productSums[ip->aux2];
    if (__builtin_expect(w.mask != kFullMask, 0))
        return s.single(ip, w);
    const u64 *x = row64(w, s.x), *y = row64(w, s.y);
    Pattern patternX[2], patternY[2];
    for (u32 half = 0; half < 2; ++half) {
        const u32 first = half * kHalfWarp;
        patternX[half] = patternOf<4>(x + first);
        patternY[half] = patternOf<4>(y + first);
        if (!isInside(x[first], patternX[half], s.lowest.x, s.highest.x, w.sharedSize) ||
            !isInside(y[first], patternY[half], s.lowest.y, s.highest.y, w.sharedSize))
            return s.single(ip, w);
    }
    // The patterns found by the first two loads, for accesses after the sum: see AddressShape.
    w.shapes[ip[0].aux & (kShapes - 1)] = {u8(patternX[0]), u8(patternX[1])};
    w.shapes[ip[1].aux & (kShapes - 1)] = {u8(patternY[0]), u8(patternY[1])};
    for (u32 half = 0; half < 2; ++half) {
        const u32 first = half * kHalfWarp;
        const u8 *const fromX = w.shared + x[first], *const fromY = w.shared + y[first];
        const f32* const from = row<f32>(w, s.from) + first;
        f32* const to = row<f32>(w, s.to) + first;
        constexpr Pattern kUniform = Pattern::uniform, kSide = Pattern::contiguous;
        if (patternX[half] == kUniform && patternY[half] == kUniform)
            sumHalf<kUniform, kUniform>(s, fromX, fromY, from, to);
        else if (patternX[half] == kUniform)
            sumHalf<kUniform, kSide>(s, fromX, fromY, from, to);
        else if (patternY[half] == kUniform)
            sumHalf<kSide, kUniform>(s, fromX, fromY, from, to);
        else
            sumHalf<kSide, kSide>(s, fromX, fromY, from, to);
    }
    return ip + s.records;
}

} // namespace

void WARPBENCH_ISA::addProductSums(FormTable& table) {
    table.add("$productSum.f32", "", sumProducts);
}

} // namespace warpbench::simgpu::engine
