// SPDX-License-Identifier: GPL-3.0-or-later
// clusterlaunchcontrol (PTX ISA 9.0, sections 9.7.13.17 and 18): a running cluster takes over one
// that has not started. The 16 bytes of the response contain the coordinates of its first block,
// and whether there is one.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/mbarrier.h"

#include <array>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kResponseBytes = 16;
using Response = std::array<std::uint32_t, 4>;

Response cancelNext(Launch& launch) {
    const auto cluster = launch.takeCluster();
    if (!cluster)
        return {};
    const Dim3 first = launch.firstBlockOf(*cluster);
    return {first[0], first[1], first[2], 1};
}

/// Writes the response and signals the mbarrier. Addresses are in one block, generic or shared.
bool respond(Warp& w, const Inst* ip, std::uint32_t lane, const Response& response,
             std::uint64_t address, std::uint64_t barrier) {
    std::uint8_t* to = sharedAddress(w, ip, lane, address, kResponseBytes, kResponseBytes);
    std::uint8_t* object = to ? sharedAddress(w, ip, lane, barrier, 8, 8) : nullptr;
    if (!object)
        return false;
    checkRange(w, ip, lane, address, kResponseBytes, MemorySpace::shared, AccessKind::bulkCopy,
               true);
    std::memcpy(to, response.data(), kResponseBytes);
    noteBulkCopy(w);
    Mbarrier::complete(object, kResponseBytes);
    return true;
}

/// a: address of the response, b: mbarrier, aux: to every block of the cluster.
const Inst* tryCancel(const Inst* ip, Warp& w) {
    const std::uint64_t *addresses = row64(w, ip->a), *barriers = row64(w, ip->b);
    constexpr std::uint64_t kOffset = (std::uint64_t{1} << kSharedRankShift) - 1;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const Response response = cancelNext(w.block->launch);
        const std::uint64_t address = addresses[lane] & ~kWindowMask;
        const std::uint64_t barrier = barriers[lane] & ~kWindowMask;
        if (!ip->aux) {
            if (!respond(w, ip, lane, response, address, barrier))
                return nullptr;
            continue;
        }
        for (std::uint64_t rank = 0; rank < w.block->cluster->blocks.size(); ++rank) {
            const std::uint64_t block = (rank + 1) << kSharedRankShift;
            if (!respond(w, ip, lane, response, block | (address & kOffset),
                         block | (barrier & kOffset)))
                return nullptr;
        }
    }
    return ip + 1;
}

/// a: the upper half of the response.
const Inst* isCanceled(const Inst* ip, Warp& w) {
    const std::uint64_t* upper = row64(w, ip->a);
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        bits |= static_cast<std::uint32_t>(upper[lane] >> 32 & 1) << lane;
    std::uint32_t& p = predicate(w, ip->d);
    p = (bits & w.mask) | (p & ~w.mask);
    return ip + 1;
}

} // namespace

void addClusterCancelForms(FormTable& table) {
    table.add("$cancel.try", "", tryCancel);
    table.add("$cancel.query", "", isCanceled);
}

} // namespace warpbench::simgpu::engine
