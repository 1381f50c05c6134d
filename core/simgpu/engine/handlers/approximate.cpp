// SPDX-License-Identifier: GPL-3.0-or-later
// The .approx functions: on a GPU a table and an interpolation, here the host's correctly rounded
// or near-correctly rounded functions. Results differ from a real GPU's in the last bits, within
// the error that the PTX ISA allows it.
#include "core/simgpu/engine/handlers/floating.h"

namespace warpbench::simgpu::engine {
namespace {

struct Ex2 {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(std::exp2(f64(a))); }
};
struct Lg2 {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(std::log2(f64(a))); }
};
struct Sin {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(std::sin(f64(a))); }
};
struct Cos {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(std::cos(f64(a))); }
};
struct Tanh {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(std::tanh(f64(a))); }
};
struct Rsqrt {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return f32(1.0 / __builtin_sqrt(f64(a))); }
};
struct RsqrtF64 {
    static constexpr int kOperands = 1;
    static f64 apply(f64 a, f64, f64) {
        const f64 y = 1.0 / __builtin_sqrt(a);
        if (!(y > 0 && y < __builtin_inf()))
            return y;
        // Rounded twice so far: one step of Newton's method, with the rest of the product.
        const f64 h = a * y, rest = __builtin_fma(a, y, -h);
        const f64 error = __builtin_fma(-h, y, 1.0) - rest * y;
        return __builtin_fma(0.5 * y, error, y);
    }
};
struct Sqrt {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return __builtin_sqrtf(a); }
};
struct Rcp {
    static constexpr int kOperands = 1;
    static f32 apply(f32 a, f32, f32) { return 1.0f / a; }
};
struct Div {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) { return a / b; }
};
/// Beyond 2^126 the reciprocal of the divisor is subnormal and counts as zero.
struct DivApproximate {
    static constexpr int kOperands = 2;
    static f32 apply(f32 a, f32 b, f32) {
        const bool large = std::fabs(b) > 0x1p126f && std::fabs(b) <= 0x1.fffffep127f;
        return large ? a * std::copysign(0.0f, b) : a / b;
    }
};
/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 look at the upper 32 bits of a number alone, so that
/// a NaN whose payload lies below them is an infinity, and give the upper 32 bits of a result.
/// Subnormal inputs and results count as zero (PTX ISA 9.0, sections 9.7.3.14 and 9.7.3.17).
template <bool kRoot>
struct UpperHalf {
    static constexpr u64 kUpper = 0xffffffff00000000u, kSign = 0x8000000000000000u;
    static u64 flushed(u64 bits) { return (bits & 0x7ff0000000000000u) == 0 ? bits & kSign : bits; }
    static f64 apply(f64 a) {
        const f64 x = std::bit_cast<f64>(flushed(std::bit_cast<u64>(a) & kUpper));
        const f64 result = kRoot ? 1.0 / __builtin_sqrt(x) : 1.0 / x;
        if (result != result)
            return std::bit_cast<f64>(u64{0x7fffffff00000000u});
        return std::bit_cast<f64>(flushed(std::bit_cast<u64>(result)) & kUpper);
    }
};

template <class Op>
void addApproximate(FormTable& table, const char* opcode, const char* shape) {
    table.addJoined({opcode, ".approx.f32"}, shape, plainFloat<Op, f32>);
    table.addJoined({opcode, ".approx.f32!"}, shape, withModifiers<Op, f32>);
}

} // namespace

void WARPBENCH_ISA::addApproximateForms(FormTable& table) {
    addApproximate<Ex2>(table, "ex2", "ff");
    addApproximate<Lg2>(table, "lg2", "ff");
    addApproximate<Sin>(table, "sin", "ff");
    addApproximate<Cos>(table, "cos", "ff");
    addApproximate<Tanh>(table, "tanh", "ff");
    addApproximate<Rsqrt>(table, "rsqrt", "ff");
    addApproximate<Sqrt>(table, "sqrt", "ff");
    addApproximate<Rcp>(table, "rcp", "ff");
    addApproximate<DivApproximate>(table, "div", "fff");
    table.add("div.full.f32", "fff", plainFloat<Div, f32>);
    table.add("div.full.f32!", "fff", withModifiers<Div, f32>);
    table.add("rcp.approx.f64!", "gg", unary<UpperHalf<false>, f64, f64>);
    table.add("rsqrt.approx.f64!", "gg", unary<UpperHalf<true>, f64, f64>);
    table.add("rsqrt.approx.f64", "gg", plainFloat<RsqrtF64, f64>);
}

} // namespace warpbench::simgpu::engine
