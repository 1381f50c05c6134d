// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/opcode.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::ptx {

namespace {

constexpr std::array<OpcodeTraits, kOpcodes> kTraits{{
    {},
#define WARPBENCH_OPCODE(id, text, kind, traits, decoder) {text, OpcodeKind::kind, traits},
#include "core/simgpu/ptx/opcodes.inc"
#undef WARPBENCH_OPCODE
}};

static_assert(std::is_sorted(kTraits.begin(), kTraits.end(),
                             [](const OpcodeTraits& a, const OpcodeTraits& b) {
                                 return a.text < b.text;
                             }),
              "opcodes.inc is searched by name");

} // namespace

const OpcodeTraits& traitsOf(Opcode opcode) noexcept {
    return kTraits[static_cast<std::size_t>(opcode)];
}

Opcode opcodeNamed(std::string_view text) noexcept {
    const auto* const found = std::lower_bound(
        kTraits.begin() + 1, kTraits.end(), text,
        [](const OpcodeTraits& row, std::string_view wanted) { return row.text < wanted; });
    return found != kTraits.end() && found->text == text
               ? static_cast<Opcode>(found - kTraits.begin())
               : Opcode::unknown;
}

} // namespace warpbench::simgpu::ptx
