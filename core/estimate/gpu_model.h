// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// The figures from which a GPU's times are calculated. Rates are per GPU or per multiprocessor
/// (SM), as named; cycles are of its SM clock under load. gpu_models.inc has each figure's source.
struct GpuModel {
    std::string name;
    int computeCapability = 90; ///< 10 × major + minor
    int multiprocessors = 132;
    double clockGHz = 1.98;
    // Lanes per cycle and SM.
    double floatLanes = 128;
    double integerLanes = 64;
    double doubleLanes = 64;
    double specialLanes = 16;
    double matrixSpeed = 1; ///< of `mma.sync`, for compute capability 9.0
    // Memory.
    double dramGBs = 4800;            ///< from the data sheet
    double readShare = 0.9;           ///< share of it that reads reach
    double writeShare = 0.9;          ///< share of it that writes reach
    std::uint64_t l2Bytes = 0;        ///< from the data sheet
    double l2Effective = 0.75;        ///< share of it that repeated reads can use
    double l2BytesPerCycle = 40;      ///< per SM, for read hits
    double l2WriteBytesPerCycle = 20; ///< per SM
    double l2LookupCycles = 1.75;     ///< of an SM's share of L2, per line that is looked up
    std::uint64_t l1Bytes = 262144;   ///< per SM, including shared memory
    double l1Latency = 34, l2Latency = 280, dramLatency = 690;
    double storeLineCycles = 3.7;  ///< of an SM, per 128-byte line of a store
    double randomRowFactor = 1.75; ///< DRAM time factor for accesses to many pages at once
    double constantWordCycles = 2; ///< of an SM, per distinct word of an indexed constant
    // Launches.
    double floorUs = 3.7;     ///< between two events around an empty kernel
    double launchUs = 2.8;    ///< part of it that adds to the kernel's own time
    double blockCycles = 157; ///< of an SM, per launched block
    double gapCycles = 400;   ///< between a block's end and the first instruction of the next
    // Atomics on global memory.
    double atomicSectorNs = 0.6; ///< one sector in one slice of L2
    double sameAddressNs = 0.73; ///< each additional lane at an address
    double sameFloatNs = 1.76;   ///< the same for floating-point numbers
    double sliceBytes = 512;     ///< range of addresses served by one slice
    double slices = 61;
    bool calibrated = false; ///< launch, latency and atomics figures were measured on it
    std::string source;

    bool operator==(const GpuModel&) const = default;
};

const std::vector<GpuModel>& gpuModels();
/// By device name ("NVIDIA H200", "Simulated RTX 4090"); null if none matches.
const GpuModel* findModel(std::string_view device);

} // namespace warpbench::estimate
