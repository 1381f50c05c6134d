// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/special_registers.h"

#include <array>
#include <charconv>
#include <unordered_map>

namespace warpbench::simgpu::ptx {

namespace {

using enum SpecialRegister;

struct Facts {
    std::string_view name; ///< without "%" and number
    SpecialRegister special;
    bool isVector = false;
    int numbered = 0;             ///< how many numbers it takes: %envreg0 to %envreg31
    std::string_view suffix = {}; ///< after the number
};

constexpr std::array kFacts = {
    Facts{"tid", tid, true},
    Facts{"ntid", ntid, true},
    Facts{"laneid", laneid},
    Facts{"warpid", warpid},
    Facts{"nwarpid", nwarpid},
    Facts{"ctaid", ctaid, true},
    Facts{"nctaid", nctaid, true},
    Facts{"smid", smid},
    Facts{"nsmid", nsmid},
    Facts{"gridid", gridid},
    Facts{"clusterid", clusterid, true},
    Facts{"nclusterid", nclusterid, true},
    Facts{"cluster_ctaid", cluster_ctaid, true},
    Facts{"cluster_nctaid", cluster_nctaid, true},
    Facts{"cluster_ctarank", cluster_ctarank},
    Facts{"cluster_nctarank", cluster_nctarank},
    Facts{"is_explicit_cluster", is_explicit_cluster},
    Facts{"lanemask_eq", lanemask_eq},
    Facts{"lanemask_le", lanemask_le},
    Facts{"lanemask_lt", lanemask_lt},
    Facts{"lanemask_ge", lanemask_ge},
    Facts{"lanemask_gt", lanemask_gt},
    Facts{"clock", clock},
    Facts{"clock_hi", clock_hi},
    Facts{"clock64", clock64},
    Facts{"globaltimer", globaltimer},
    Facts{"globaltimer_lo", globaltimer_lo},
    Facts{"globaltimer_hi", globaltimer_hi},
    Facts{"envreg", envreg, false, 32},
    Facts{"total_smem_size", total_smem_size},
    Facts{"aggr_smem_size", aggr_smem_size},
    Facts{"dynamic_smem_size", dynamic_smem_size},
    Facts{"current_graph_exec", current_graph_exec},
    Facts{"pm", pm, false, 8},
    Facts{"pm", pm64, false, 8, "_64"},
};

/// The five names of the shared memory that the system keeps for itself, by `dim`.
constexpr std::array<std::string_view, 5> kReservedSharedMemory = {"begin", "end", "cap", "0", "1"};
constexpr std::string_view kReservedPrefix = "reserved_smem_offset_";

using SpecialNames = std::unordered_map<std::string, SpecialName>;

SpecialNames makeTable() {
    SpecialNames table;
    for (const Facts& facts : kFacts) {
        if (facts.numbered == 0)
            table["%" + std::string(facts.name)] = {facts.special, 0, facts.isVector};
        for (int number = 0; number < facts.numbered; ++number)
            table["%" + std::string(facts.name) + std::to_string(number) +
                  std::string(facts.suffix)] = {facts.special, static_cast<std::uint8_t>(number)};
    }
    for (std::size_t part = 0; part < kReservedSharedMemory.size(); ++part)
        table["%" + std::string(kReservedPrefix) + std::string(kReservedSharedMemory[part])] = {
            reserved_smem_offset, static_cast<std::uint8_t>(part)};
    return table;
}

} // namespace

std::optional<SpecialName> specialNamed(std::string_view name) {
    static const SpecialNames table = makeTable();
    const auto found = table.find(std::string(name));
    if (found == table.end())
        return std::nullopt;
    return found->second;
}

std::string nameOf(SpecialRegister special, std::uint8_t dim) {
    if (special == reserved_smem_offset)
        return "%" + std::string(kReservedPrefix) +
               std::string(kReservedSharedMemory[dim % kReservedSharedMemory.size()]);
    for (const Facts& facts : kFacts) {
        if (facts.special != special)
            continue;
        std::string name = "%" + std::string(facts.name);
        if (facts.numbered > 0)
            name += std::to_string(dim);
        name += facts.suffix;
        if (facts.isVector)
            name += std::string(".") + "xyzw"[dim & 3];
        return name;
    }
    return "%unknown";
}

bool changesWhileRunning(SpecialRegister special) {
    using S = SpecialRegister;
    switch (special) {
    case S::clock:
    case S::clock_hi:
    case S::clock64:
    case S::globaltimer:
    case S::globaltimer_lo:
    case S::globaltimer_hi:
    case S::pm:
    case S::pm64:
        return true;
    default:
        return false;
    }
}

} // namespace warpbench::simgpu::ptx
