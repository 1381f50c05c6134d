// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::ptx {

namespace {

struct TypeFacts {
    std::string_view name;
    int size;
};

/// By Type. Sizes after PTX ISA 9.0, section 5.2.
constexpr std::array kTypes = {
    TypeFacts{"", 0},       TypeFacts{"b8", 1},         TypeFacts{"b16", 2},
    TypeFacts{"b32", 4},    TypeFacts{"b64", 8},        TypeFacts{"b128", 16},
    TypeFacts{"u8", 1},     TypeFacts{"u16", 2},        TypeFacts{"u32", 4},
    TypeFacts{"u64", 8},    TypeFacts{"s8", 1},         TypeFacts{"s16", 2},
    TypeFacts{"s32", 4},    TypeFacts{"s64", 8},        TypeFacts{"f16", 2},
    TypeFacts{"f16x2", 4},  TypeFacts{"bf16", 2},       TypeFacts{"bf16x2", 4},
    TypeFacts{"tf32", 4},   TypeFacts{"f32", 4},        TypeFacts{"f64", 8},
    TypeFacts{"e4m3", 1},   TypeFacts{"e5m2", 1},       TypeFacts{"e4m3x2", 2},
    TypeFacts{"e5m2x2", 2}, TypeFacts{"e2m1x2", 1},     TypeFacts{"e2m3x2", 2},
    TypeFacts{"e3m2x2", 2}, TypeFacts{"ue8m0x2", 2},    TypeFacts{"u16x2", 4},
    TypeFacts{"s16x2", 4},  TypeFacts{"f32x2", 8},      TypeFacts{"pred", 0},
    TypeFacts{"texref", 0}, TypeFacts{"samplerref", 0}, TypeFacts{"surfref", 0},
    TypeFacts{"e2m1", 0},   TypeFacts{"e2m3", 1},       TypeFacts{"e3m2", 1},
    TypeFacts{"ue8m0", 1},  TypeFacts{"ue4m3", 1},      TypeFacts{"e2m1x4", 2},
    TypeFacts{"e2m3x4", 4}, TypeFacts{"e3m2x4", 4},     TypeFacts{"e4m3x4", 4},
    TypeFacts{"e5m2x4", 4}, TypeFacts{"u8x4", 4},       TypeFacts{"s8x4", 4},
    TypeFacts{"u4", 0},     TypeFacts{"s4", 0},         TypeFacts{"u2", 0},
    TypeFacts{"s2", 0},     TypeFacts{"b1", 0},
};
static_assert(kTypes.size() == static_cast<std::size_t>(Type::b1) + 1);

} // namespace

int sizeOf(Type type) noexcept {
    return kTypes[static_cast<std::size_t>(type)].size;
}

bool isSignedInteger(Type type) noexcept {
    return type >= Type::s8 && type <= Type::s64;
}

std::string_view nameOf(Type type) noexcept {
    return kTypes[static_cast<std::size_t>(type)].name;
}

Type typeNamed(std::string_view name) noexcept {
    if (name.empty())
        return Type::none;
    // Asked for each modifier of each instruction: most names differ in their ends already.
    const auto isIt = [&](const TypeFacts& facts) {
        return facts.name.front() == name.front() && facts.name.back() == name.back() &&
               facts.name == name;
    };
    const auto found = std::find_if(kTypes.begin() + 1, kTypes.end(), isIt);
    return found == kTypes.end() ? Type::none : static_cast<Type>(found - kTypes.begin());
}

} // namespace warpbench::simgpu::ptx
