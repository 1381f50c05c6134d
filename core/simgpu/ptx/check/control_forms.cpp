// SPDX-License-Identifier: GPL-3.0-or-later
// PTX ISA 9.0, sections 9.7.12, 9.7.13 and 9.7.19: branches, barriers, warp-wide operations and
// others.
#include "core/simgpu/ptx/check/form_tables.h"

namespace warpbench::simgpu::ptx {

std::span<const FormText> controlForms() {
    static constexpr FormText kForms[] = {
        {"bra", "uni?", "", "@"},
        {"brx", "idx uni?", "", "u32 @", 60, 30},
        {"call", "uni?", "", "*"},
        {"ret", "uni?", "", ""},
        {"exit trap brkpt", "", "", ""},
        {"pmevent", "", "", "#(0..15)"},
        {"pmevent", "mask", "", "#(0..65535)"},
        {"nanosleep", "", "u32", "0", 63, 70},
        {"griddepcontrol", "launch_dependents|wait", "", "", 78, 90},
        {"setmaxnreg", "inc|dec sync aligned", "u32", "#(24..256,8n)", 80, 90},
        // Barriers
        {"bar", "sync", "", "u32(0..15) u32(32n)?"},
        {"bar", "arrive", "", "u32(0..15) u32(32n,not0)"},
        {"bar", "red popc", "u32", "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred"},
        {"bar", "red and|or", "pred", "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred"},
        {"bar", "<cta sync", "", "u32(0..15) u32(32n)?", 78},
        {"bar", "<cta arrive", "", "u32(0..15) u32(32n,not0)", 78},
        {"bar", "<cta red popc", "u32", "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred", 78},
        {"bar", "<cta red and|or", "pred", "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred",
         78},
        {"bar", "<warp sync", "", "u32", 60, 30},
        {"barrier", "sync aligned?", "", "u32(0..15) u32(32n)?", 60, 30},
        {"barrier", "<arrive aligned?", "", "u32(0..15) u32(32n,not0)", 60, 30},
        {"barrier", "<red popc aligned?", "u32",
         "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred", 60, 30},
        {"barrier", "<red and|or aligned?", "pred",
         "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred", 60, 30},
        {"barrier", "<cta sync aligned?", "", "u32(0..15) u32(32n)?", 78, 30},
        {"barrier", "<cta <arrive aligned?", "", "u32(0..15) u32(32n,not0)", 78, 30},
        {"barrier", "<cta <red popc aligned?", "u32",
         "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred", 78, 30},
        {"barrier", "<cta <red and|or aligned?", "pred",
         "=0 u32(0..15) !pred / =0 u32(0..15) u32(32n) !pred", 78, 30},
        {"barrier", "<cluster <arrive aligned?", "", "", 78, 90},
        {"barrier", "<cluster <arrive release|relaxed aligned?", "", "", 80, 90},
        {"barrier", "<cluster <wait aligned?", "", "", 78, 90},
        {"barrier", "<cluster <wait acquire aligned?", "", "", 80, 90},
        {"membar", "cta|gl|sys", "", ""},
        {"membar", "<proxy alias", "", "", 75, 70},
        {"membar", "<proxy async", "", "", 80, 90},
        {"fence", "sc|acq_rel|acquire|release? @scope", "", "", 60, 70},
        {"fence", "proxy alias", "", "", 75, 70},
        {"fence", "proxy async", "", "", 80, 90},
        {"fence", "proxy async global|shared::cta|shared::cluster", "", "", 80, 90},
        {"fence", "mbarrier_init release cluster", "", "", 80, 90},
        {"fence",
         "acquire|release sync_restrict::shared::cluster|sync_restrict::shared::cta cluster", "",
         "", 86, 90},
        {"fence",
         "proxy async|async::generic acquire|release "
         "sync_restrict::shared::cluster|sync_restrict::shared::cta cluster",
         "", "", 86, 90},
        {"fence", "proxy tensormap::generic release @scope", "", "", 83, 90},
        {"fence", "proxy tensormap::generic acquire @scope", "", "[* #128", 83, 90},
        // Operations of a warp
        {"vote", "sync ballot", "b32", "=0 !pred u32", 60, 30},
        {"vote", "sync all|any|uni", "pred", "=0 !pred u32", 60, 30},
        {"vote", "ballot", "b32", "=0 !pred", 0, 0, true},
        {"vote", "all|any|uni", "pred", "=0 !pred", 0, 0, true},
        {"shfl", "sync up|down|bfly|idx", "b32", "=|0 0 b32 b32 u32", 60, 30},
        {"shfl", "up|down|bfly|idx", "b32", "=|0 0 u32 u32", 0, 0, true},
        {"match", "any sync", "b32|b64", "=u32 0 u32", 60, 70},
        {"match", "all sync", "b32|b64", "=|u32 0 u32", 60, 70},
        {"redux", "sync add|min|max", "u32|s32", "=0 0 u32", 70, 80},
        {"redux", "sync and|or|xor", "b32", "=u32 u32 u32", 70, 80},
        {"redux", "sync min|max abs? NaN?", "f32", "=0 0 u32", 86, kSm100a},
        {"activemask", "", "b32", "=0", 62, 30},
        {"elect", "sync", "", "=_^b32 u32", 80, 90},
    };
    return kForms;
}

} // namespace warpbench::simgpu::ptx
