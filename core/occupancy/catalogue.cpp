// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs for "what if". An entry adds only the number of multiprocessors to the limits of its
// compute capability. Sources: NVIDIA's architecture white papers and product data sheets.
#include "core/occupancy/occupancy.h"

#include <algorithm>
#include <cctype>

namespace warpbench::occupancy {

namespace {

struct Gpu {
    const char* name;
    int ccMajor, ccMinor;
    int multiprocessors;
    const char* source;
};

constexpr const char* kPascalSource = "NVIDIA Pascal (GP100, GP104) white papers";
constexpr const char* kVoltaSource = "NVIDIA Tesla V100 white paper";
constexpr const char* kTuringSource = "NVIDIA Turing white paper";
constexpr const char* kAmpereSource = "NVIDIA A100 and GA102 white papers, data sheets";
constexpr const char* kAdaSource = "NVIDIA Ada white paper, data sheets";
constexpr const char* kHopperSource = "NVIDIA H100 white paper, H200 data sheet";
constexpr const char* kBlackwellSource = "NVIDIA RTX Blackwell white paper, data sheets";

const Gpu kGpus[] = {
    {"GTX 1080", 6, 1, 20, kPascalSource},
    {"GTX 1080 Ti", 6, 1, 28, kPascalSource},
    {"P100", 6, 0, 56, kPascalSource},
    {"V100", 7, 0, 80, kVoltaSource},
    {"T4", 7, 5, 40, kTuringSource},
    {"RTX 2070", 7, 5, 36, kTuringSource},
    {"RTX 2080", 7, 5, 46, kTuringSource},
    {"RTX 2080 Ti", 7, 5, 68, kTuringSource},
    {"A100", 8, 0, 108, kAmpereSource},
    {"A30", 8, 0, 56, kAmpereSource},
    {"A10", 8, 6, 72, kAmpereSource},
    {"A40", 8, 6, 84, kAmpereSource},
    {"RTX A4000", 8, 6, 48, kAmpereSource},
    {"RTX A6000", 8, 6, 84, kAmpereSource},
    {"RTX 3060", 8, 6, 28, kAmpereSource},
    {"RTX 3070", 8, 6, 46, kAmpereSource},
    {"RTX 3080", 8, 6, 68, kAmpereSource},
    {"RTX 3090", 8, 6, 82, kAmpereSource},
    {"Jetson AGX Orin", 8, 7, 16, kAmpereSource},
    {"L4", 8, 9, 58, kAdaSource},
    {"L40", 8, 9, 142, kAdaSource},
    {"L40S", 8, 9, 142, kAdaSource},
    {"RTX 4060", 8, 9, 24, kAdaSource},
    {"RTX 4070", 8, 9, 46, kAdaSource},
    {"RTX 4080", 8, 9, 76, kAdaSource},
    {"RTX 4090", 8, 9, 128, kAdaSource},
    {"RTX 6000 Ada", 8, 9, 142, kAdaSource},
    {"H100 PCIe", 9, 0, 114, kHopperSource},
    {"H100 SXM", 9, 0, 132, kHopperSource},
    {"H200", 9, 0, 132, kHopperSource},
    {"GH200", 9, 0, 132, kHopperSource},
    {"B200", 10, 0, 148, kBlackwellSource},
    {"RTX 5070", 12, 0, 48, kBlackwellSource},
    {"RTX 5080", 12, 0, 84, kBlackwellSource},
    {"RTX 5090", 12, 0, 170, kBlackwellSource},
    {"RTX PRO 6000", 12, 0, 188, kBlackwellSource},
};

/// Lower case without blanks, so that "rtx4090" finds "RTX 4090".
std::string folded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (!std::isspace(static_cast<unsigned char>(c)))
            out += char(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

} // namespace

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = [] {
        std::vector<CatalogueEntry> all;
        for (const Gpu& gpu : kGpus) {
            CatalogueEntry entry{gpu.name, limitsFor(gpu.ccMajor, gpu.ccMinor), gpu.source};
            entry.limits.multiprocessors = gpu.multiprocessors;
            all.push_back(std::move(entry));
        }
        return all;
    }();
    return entries;
}

const CatalogueEntry* findGpu(std::string_view name) {
    const std::string wanted = folded(name);
    if (wanted.empty())
        return nullptr;
    const CatalogueEntry* found = nullptr;
    for (const CatalogueEntry& entry : catalogue()) {
        const std::string candidate = folded(entry.name);
        if (candidate == wanted)
            return &entry;
        if (candidate.find(wanted) != std::string::npos) {
            if (found)
                return nullptr;
            found = &entry;
        }
    }
    return found;
}

} // namespace warpbench::occupancy
