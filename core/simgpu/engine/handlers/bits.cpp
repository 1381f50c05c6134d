// SPDX-License-Identifier: GPL-3.0-or-later
// Logic, shifts and bit fields (PTX ISA 9.0, sections 9.7.1, 9.7.8).
#include "core/simgpu/engine/handlers/lanes.h"

namespace warpbench::simgpu::engine {
namespace {

struct And {
    template <class T>
    static T apply(T a, T b) {
        return T(a & b);
    }
};
struct Or {
    template <class T>
    static T apply(T a, T b) {
        return T(a | b);
    }
};
struct Xor {
    template <class T>
    static T apply(T a, T b) {
        return T(a ^ b);
    }
};
struct Not {
    template <class T>
    static T apply(T a) {
        return T(~a);
    }
};
struct Cnot {
    template <class T>
    static T apply(T a) {
        return a == 0 ? T{1} : T{0};
    }
};
/// Shift amounts are clamped to the width, not masked.
struct Shl {
    template <class T>
    static T apply(T a, u32 n) {
        return n >= 8 * sizeof(T) ? T{0} : T(a << (n & (8 * sizeof(T) - 1)));
    }
};
struct Shr {
    template <class T>
    static T apply(T a, u32 n) {
        constexpr u32 kWidth = 8 * sizeof(T);
        if constexpr (T(-1) < T(0))
            return T(a >> (n >= kWidth ? kWidth - 1 : n));
        else
            return n >= kWidth ? T{0} : T(a >> (n & (kWidth - 1)));
    }
};
struct Popc {
    template <class T>
    static u32 apply(T a) {
        return u32(__builtin_popcountll(a));
    }
};
struct Clz {
    template <class T>
    static u32 apply(T a) {
        return a == 0 ? u32(8 * sizeof(T)) : u32(__builtin_clzll(a)) - u32(64 - 8 * sizeof(T));
    }
};
struct Brev {
    template <class T>
    static T apply(T a) {
        u64 x = a;
        x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
        x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
        x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
        return T(__builtin_bswap64(x) >> (64 - 8 * sizeof(T)));
    }
};
template <bool kShift>
struct Bfind {
    template <class T>
    static u32 apply(T a) {
        using U = std::make_unsigned_t<T>;
        const U bits = a < T(0) ? U(~U(a)) : U(a);
        if (bits == 0)
            return 0xffffffffu;
        const u32 position = 63 - u32(__builtin_clzll(bits));
        return kShift ? u32(8 * sizeof(T)) - 1 - position : position;
    }
};
/// The low 8 bits of a position or length count; all of them for 64-bit values (seen on an H200),
/// where more than 255 is as good as 255.
template <class T>
inline u32 bitCount(u32 operand) {
    return sizeof(T) == 8 ? (operand < 255 ? operand : 255) : operand & 0xff;
}
struct Bfe {
    template <class T>
    static T apply(T a, u32 position, u32 length) {
        using U = std::make_unsigned_t<T>;
        constexpr u32 kTop = 8 * sizeof(T) - 1;
        const u32 pos = bitCount<T>(position);
        const u32 len = bitCount<T>(length);
        const bool isSigned = T(-1) < T(0);
        const u32 signPosition = pos + len - 1 < kTop ? pos + len - 1 : kTop;
        const bool sign = isSigned && len != 0 && (U(a) >> signPosition & 1);
        const U shifted = pos > kTop ? U{0} : U(U(a) >> pos);
        // Bits that the field has beyond the top of `a` repeat the sign, as do those above it.
        u32 kept = pos > kTop ? 0 : kTop + 1 - pos;
        kept = kept < len ? kept : len;
        const U mask = kept > kTop ? U(~U{0}) : U((U{1} << kept) - 1);
        return T((shifted & mask) | (sign ? U(~mask) : U{0}));
    }
};
/// d, a (inserted), b (background), position, length: the last two in a side list.
struct Bfi {
    template <class T>
    static T apply(T a, T b, u32 position, u32 length) {
        constexpr u32 kWidth = 8 * sizeof(T);
        const u32 pos = bitCount<T>(position);
        const u32 len = bitCount<T>(length);
        if (pos >= kWidth || len == 0)
            return b;
        const T field = len >= kWidth ? T(~T{0}) : T((T{1} << len) - 1);
        const T mask = T(field << pos);
        return T((b & ~mask) | (T(a << pos) & mask));
    }
};
template <bool kWrap>
struct Bmsk {
    static u32 apply(u32 position, u32 width) {
        const u32 pos = kWrap ? position & 31 : position;
        const u32 len = kWrap ? width & 31 : width;
        if (pos >= 32)
            return 0;
        const u32 ones = len >= 32 ? 0xffffffffu : (1u << len) - 1;
        return ones << pos;
    }
};
template <class T, bool kWrap>
struct Szext {
    static T apply(T a, u32 width) {
        const u32 n = kWrap ? width & 31 : width;
        if (n >= 32)
            return a;
        if (n == 0)
            return 0;
        return T(T(u32(a) << (32 - n)) >> (32 - n));
    }
};
template <bool kLeft, bool kWrap>
struct Shf {
    static u32 apply(u32 low, u32 high, u32 amount) {
        const u32 n = kWrap ? amount & 31 : (amount > 32 ? 32 : amount);
        const u64 both = u64(high) << 32 | low;
        return kLeft ? u32(both << n >> 32) : u32(both >> n);
    }
};
/// d = lut applied bit by bit: the table's bit (a << 2 | b << 1 | c).
const Inst* lop3(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, ip->b);
    const u32* c = row32(w, ip->c);
    const u32 table = u32(ip->imm);
    u32 terms[8];
    for (u32 i = 0; i < 8; ++i)
        terms[i] = 0u - (table >> i & 1u);
    forLanes(w, row32(w, ip->d), [=](u32 l) {
        const u32 x = a[l], y = b[l], z = c[l];
        return (terms[0] & ~x & ~y & ~z) | (terms[1] & ~x & ~y & z) | (terms[2] & ~x & y & ~z) |
               (terms[3] & ~x & y & z) | (terms[4] & x & ~y & ~z) | (terms[5] & x & ~y & z) |
               (terms[6] & x & y & ~z) | (terms[7] & x & y & z);
    });
    return ip + 1;
}

// Inst::aux: the mode; a, b, c: the two words and the selector.
enum PrmtMode : u32 { kPrmtDefault, kPrmtF4e, kPrmtB4e, kPrmtRc8, kPrmtEcl, kPrmtEcr, kPrmtRc16 };

u32 prmtOne(u32 a, u32 b, u32 selector, u32 mode) {
    const u64 both = u64(b) << 32 | a;
    const auto byteAt = [&](u32 i) { return u32(both >> (8 * (i & 7)) & 0xff); };
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i) {
        const u32 s = selector & 3;
        u32 byte = 0;
        switch (mode) {
        case kPrmtF4e:
            byte = byteAt(s + i);
            break;
        case kPrmtB4e:
            byte = byteAt((s - i) & 7);
            break;
        case kPrmtRc8:
            byte = byteAt(s);
            break;
        case kPrmtEcl:
            byte = byteAt(i > s ? i : s);
            break;
        case kPrmtEcr:
            byte = byteAt(i < s ? i : s);
            break;
        case kPrmtRc16:
            byte = byteAt((s & 1) * 2 + (i & 1));
            break;
        default: {
            const u32 nibble = selector >> (4 * i) & 15;
            byte = byteAt(nibble);
            if (nibble & 8)
                byte = byte & 0x80 ? 0xff : 0;
        }
        }
        result |= byte << (8 * i);
    }
    return result;
}

const Inst* prmt(const Inst* ip, Warp& w) {
    const u32* a = row32(w, ip->a);
    const u32* b = row32(w, ip->b);
    const u32* c = row32(w, ip->c);
    forActive(w, row32(w, ip->d), [&](u32 l) { return prmtOne(a[l], b[l], c[l], ip->aux); });
    return ip + 1;
}

/// The n-th set bit from a base position: fns.b32 d, mask, base, offset.
struct Fns {
    static u32 apply(u32 mask, u32 base, s32 offset) {
        if (base > 31)
            return 0xffffffffu;
        if (offset == 0)
            return mask >> base & 1 ? base : 0xffffffffu;
        s32 position = s32(base);
        const s32 step = offset > 0 ? 1 : -1;
        s32 left = offset > 0 ? offset : -offset;
        for (; position >= 0 && position < 32; position += step) {
            if (mask >> position & 1 && --left == 0)
                return u32(position);
        }
        return 0xffffffffu;
    }
};

/// Inst::b and c name the first two sources; a is d's first; position and length follow in aux2's
/// two halves.
template <class T>
const Inst* bfi(const Inst* ip, Warp& w) {
    const T* a = row<T>(w, ip->a);
    const T* b = row<T>(w, ip->b);
    const u32* position = row32(w, ip->c);
    const u32* length = row32(w, u16(ip->aux2));
    forActive(w, row<T>(w, ip->d),
              [&](u32 l) { return Bfi::apply<T>(a[l], b[l], position[l], length[l]); });
    return ip + 1;
}

// Predicates are whole words: one operation for all lanes.
template <class Op>
const Inst* predicateBinary(const Inst* ip, Warp& w) {
    setPredicate(w, ip->d, Op::apply(predicate(w, ip->a), predicate(w, ip->b)));
    return ip + 1;
}
const Inst* predicateNot(const Inst* ip, Warp& w) {
    setPredicate(w, ip->d, ~predicate(w, ip->a));
    return ip + 1;
}

template <class Op>
void addLogic(FormTable& table, const char* opcode) {
    table.addJoined({opcode, ".b16"}, "rrr", binary<Op, u16, u16, u16>);
    table.addJoined({opcode, ".b32"}, "rrr", binary<Op, u32, u32, u32>);
    table.addJoined({opcode, ".b64"}, "qqq", binary<Op, u64, u64, u64>);
    table.addJoined({opcode, ".pred"}, "ppp", predicateBinary<Op>);
}

template <class T>
void addFinds(FormTable& table, const char* type, const char* shape, const char* bfeShape) {
    table.addJoined({"bfind.", type}, shape, unary<Bfind<false>, u32, T>);
    table.addJoined({"bfind.shiftamt.", type}, shape, unary<Bfind<true>, u32, T>);
    table.addJoined({"bfe.", type}, bfeShape, ternary<Bfe, T, T, u32, u32>);
}

} // namespace

void WARPBENCH_ISA::addBitForms(FormTable& table) {
    addLogic<And>(table, "and");
    addLogic<Or>(table, "or");
    addLogic<Xor>(table, "xor");
    table.add("not.b16", "rr", unary<Not, u16, u16>);
    table.add("not.b32", "rr", unary<Not, u32, u32>);
    table.add("not.b64", "qq", unary<Not, u64, u64>);
    table.add("not.pred", "pp", predicateNot);
    table.add("cnot.b16", "rr", unary<Cnot, u16, u16>);
    table.add("cnot.b32", "rr", unary<Cnot, u32, u32>);
    table.add("cnot.b64", "qq", unary<Cnot, u64, u64>);

    table.add("shl.b16", "rrr", binary<Shl, u16, u16, u32>);
    table.add("shl.b32", "rrr", binary<Shl, u32, u32, u32>);
    table.add("shl.b64", "qqr", binary<Shl, u64, u64, u32>);
    table.add("shr.b16 shr.u16", "rrr", binary<Shr, u16, u16, u32>);
    table.add("shr.s16", "rrr", binary<Shr, s16, s16, u32>);
    table.add("shr.b32 shr.u32", "rrr", binary<Shr, u32, u32, u32>);
    table.add("shr.s32", "rrr", binary<Shr, s32, s32, u32>);
    table.add("shr.b64 shr.u64", "qqr", binary<Shr, u64, u64, u32>);
    table.add("shr.s64", "qqr", binary<Shr, s64, s64, u32>);
    table.add("shf.l.wrap.b32", "rrrr", ternary<Shf<true, true>, u32, u32, u32, u32>);
    table.add("shf.l.clamp.b32", "rrrr", ternary<Shf<true, false>, u32, u32, u32, u32>);
    table.add("shf.r.wrap.b32", "rrrr", ternary<Shf<false, true>, u32, u32, u32, u32>);
    table.add("shf.r.clamp.b32", "rrrr", ternary<Shf<false, false>, u32, u32, u32, u32>);

    table.add("popc.b32", "rr", unary<Popc, u32, u32>);
    table.add("popc.b64", "rq", unary<Popc, u32, u64>);
    table.add("clz.b32", "rr", unary<Clz, u32, u32>);
    table.add("clz.b64", "rq", unary<Clz, u32, u64>);
    table.add("brev.b32", "rr", unary<Brev, u32, u32>);
    table.add("brev.b64", "qq", unary<Brev, u64, u64>);
    addFinds<u32>(table, "u32", "rr", "rrrr");
    addFinds<s32>(table, "s32", "rr", "rrrr");
    addFinds<u64>(table, "u64", "rq", "qqrr");
    addFinds<s64>(table, "s64", "rq", "qqrr");
    table.add("bfi.b32", "rrrrr", bfi<u32>);
    table.add("bfi.b64", "qqqrr", bfi<u64>);
    table.add("bmsk.clamp.b32", "rrr", binary<Bmsk<false>, u32, u32, u32>);
    table.add("bmsk.wrap.b32", "rrr", binary<Bmsk<true>, u32, u32, u32>);
    table.add("szext.clamp.u32", "rrr", binary<Szext<u32, false>, u32, u32, u32>);
    table.add("szext.clamp.s32", "rrr", binary<Szext<s32, false>, s32, s32, u32>);
    table.add("szext.wrap.u32", "rrr", binary<Szext<u32, true>, u32, u32, u32>);
    table.add("szext.wrap.s32", "rrr", binary<Szext<s32, true>, s32, s32, u32>);
    table.add("lop3.b32", "rrrri", lop3);
    table.add("$prmt", "rrrr", prmt);
    table.add("fns.b32", "rrrr", ternary<Fns, u32, u32, u32, s32>);
}

} // namespace warpbench::simgpu::engine
