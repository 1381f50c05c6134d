// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::estimate {

/// What a GPU's time is worked out from. Rates are of the whole GPU or of one multiprocessor (SM)
/// as named, cycles are of its SM clock under load. Each figure's source is in gpu_models.inc.
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
    double matrixSpeed = 1; ///< of a 9.0's `mma.sync`
    // Memory.
    double dramGBs = 4800;            ///< of the data sheet
    double readShare = 0.9;           ///< of it that reading reaches
    double writeShare = 0.9;          ///< of it that writing reaches
    std::uint64_t l2Bytes = 0;        ///< of the data sheet
    double l2Effective = 0.75;        ///< share of it that repeated reading can use
    double l2BytesPerCycle = 40;      ///< per SM, reading hits
    double l2WriteBytesPerCycle = 20; ///< per SM
    std::uint64_t l1Bytes = 262144;   ///< per SM, with shared memory
    double l1Latency = 34, l2Latency = 280, dramLatency = 690;
    double storeLineCycles = 3.7;  ///< of an SM per 128-byte line of a store
    double randomRowFactor = 1.75; ///< DRAM time of accesses to many pages at once
    double constantWordCycles = 2; ///< of an SM per distinct word of an indexed constant
    // Launches.
    double floorUs = 3.7;     ///< between two events with an empty kernel in between
    double launchUs = 2.8;    ///< of it, what adds to the kernel's own time
    double blockCycles = 157; ///< of an SM per block launched
    double gapCycles = 400;   ///< between a block's end and its successor's first instruction
    // Atomics on global memory.
    double atomicSectorNs = 0.6; ///< one slice of L2, one sector
    double sameAddressNs = 0.73; ///< one more lane at an address
    double sameFloatNs = 1.76;   ///< the same for floating-point numbers
    double sliceBytes = 512;     ///< of addresses that one slice serves
    double slices = 61;
    bool calibrated = false; ///< the figures of launches, latencies and atomics were measured on it
    std::string source;

    bool operator==(const GpuModel&) const = default;
};

const std::vector<GpuModel>& gpuModels();
/// By the name of the device ("NVIDIA H200", "Simulated RTX 4090"); null where none fits.
const GpuModel* findModel(std::string_view device);

} // namespace warpbench::estimate
