// SPDX-License-Identifier: GPL-3.0-or-later
// Limits per compute capability. Sources: CUDA C++ Programming Guide 13.0, table "Technical
// Specifications per Compute Capability"; libcu++ arch_traits.h; for cc below 7.5 NVIDIA's former
// occupancy spreadsheet. Granularities: cuda_occupancy.h of CUDA 13.0. A test compares this table
// with tests/occupancy/data/compute-capability-limits.csv, which names the source of each row.
#include "core/occupancy/occupancy.h"

#include <algorithm>

namespace warpbench::occupancy {

namespace {

using KiB = std::vector<int>;

const KiB kVolta{0, 8, 16, 32, 64, 96};
const KiB kTuring{32, 64};
const KiB kAmpere{0, 8, 16, 32, 64, 100, 132, 164};
const KiB kAmpereSmall{0, 8, 16, 32, 64, 100};
const KiB kHopper{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

struct Row {
    int ccMajor, ccMinor;
    int threadsPerSm, blocksPerSm;
    int registersPerBlock;
    int subPartitions;
    std::int64_t sharedPerSm, sharedOptin, sharedReserved;
    int sharedUnit;
    int barriers;
    const KiB* carveOuts; ///< null: dedicated shared memory
};

// clang-format off
const Row kRows[] = {
    //  cc     threads blk  regs/blk sub  shared/SM opt-in  res.  unit bar carve-outs
    { 5,  0,   2048, 32,   65536,  4,    65536,  49152,    0,  256,  0, nullptr},
    { 5,  2,   2048, 32,   65536,  4,    98304,  49152,    0,  256,  0, nullptr},
    { 5,  3,   2048, 32,   32768,  4,    65536,  49152,    0,  256,  0, nullptr},
    { 6,  0,   2048, 32,   65536,  2,    65536,  49152,    0,  256,  0, nullptr},
    { 6,  1,   2048, 32,   65536,  4,    98304,  49152,    0,  256,  0, nullptr},
    { 6,  2,   2048, 32,   32768,  4,    65536,  49152,    0,  256,  0, nullptr},
    { 7,  0,   2048, 32,   65536,  4,    98304,  98304,    0,  256,  0, &kVolta},
    { 7,  2,   2048, 32,   65536,  4,    98304,  98304,    0,  256,  0, &kVolta},
    { 7,  5,   1024, 16,   65536,  4,    65536,  65536,    0,  256,  0, &kTuring},
    { 8,  0,   2048, 32,   65536,  4,   167936, 166912, 1024,  128,  0, &kAmpere},
    { 8,  6,   1536, 16,   65536,  4,   102400, 101376, 1024,  128,  0, &kAmpereSmall},
    { 8,  7,   1536, 16,   65536,  4,   167936, 166912, 1024,  128,  0, &kAmpere},
    { 8,  8,   1536, 16,   65536,  4,   102400, 101376, 1024,  128,  0, &kAmpereSmall},
    { 8,  9,   1536, 24,   65536,  4,   102400, 101376, 1024,  128,  0, &kAmpereSmall},
    { 9,  0,   2048, 32,   65536,  4,   233472, 232448, 1024,  128, 64, &kHopper},
    {10,  0,   2048, 32,   65536,  4,   233472, 232448, 1024,  128, 64, &kHopper},
    {10,  1,   1536, 24,   65536,  4,   233472, 232448, 1024,  128, 24, &kHopper},
    {10,  3,   2048, 32,   65536,  4,   233472, 232448, 1024,  128, 64, &kHopper},
    {11,  0,   1536, 24,   65536,  4,   233472, 232448, 1024,  128, 24, &kHopper},
    {12,  0,   1536, 24,   65536,  4,   102400, 101376, 1024,  128, 24, &kAmpereSmall},
    {12,  1,   1536, 24,   65536,  4,   102400, 101376, 1024,  128, 24, &kAmpereSmall},
};
// clang-format on

DeviceLimits limitsOf(const Row& row) {
    DeviceLimits limits;
    limits.ccMajor = row.ccMajor;
    limits.ccMinor = row.ccMinor;
    limits.maxThreadsPerSm = row.threadsPerSm;
    limits.maxBlocksPerSm = row.blocksPerSm;
    limits.registersPerBlock = row.registersPerBlock;
    limits.subPartitions = row.subPartitions;
    limits.sharedPerSm = row.sharedPerSm;
    limits.sharedPerBlockOptin = row.sharedOptin;
    limits.sharedReservedPerBlock = row.sharedReserved;
    limits.sharedUnit = row.sharedUnit;
    limits.barriersPerSm = row.barriers;
    if (row.carveOuts)
        limits.carveOutsKiB = *row.carveOuts;
    return limits;
}

} // namespace

const std::vector<DeviceLimits>& knownLimits() {
    static const std::vector<DeviceLimits> limits = [] {
        std::vector<DeviceLimits> all;
        for (const Row& row : kRows)
            all.push_back(limitsOf(row));
        return all;
    }();
    return limits;
}

DeviceLimits limitsFor(int ccMajor, int ccMinor) {
    // The newest known chip that is not newer than the requested one; otherwise the oldest one.
    const auto& known = knownLimits();
    const DeviceLimits* best = &known.front();
    for (const DeviceLimits& limits : known) {
        if (std::pair(limits.ccMajor, limits.ccMinor) <= std::pair(ccMajor, ccMinor))
            best = &limits;
    }
    DeviceLimits found = *best;
    found.estimated = found.ccMajor != ccMajor || found.ccMinor != ccMinor;
    found.ccMajor = ccMajor;
    found.ccMinor = ccMinor;
    return found;
}

} // namespace warpbench::occupancy
