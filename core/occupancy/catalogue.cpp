// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs for "what if". An entry adds only the number of multiprocessors to the limits of its
// compute capability. Sources: NVIDIA's architecture white papers and product data sheets.
#include "core/occupancy/occupancy.h"

#include <algorithm>
#include <cctype>

namespace warpbench::occupancy {

namespace {

struct Row {
    const char* name;
    int ccMajor, ccMinor;
    int multiprocessors;
    const char* source;
};

constexpr const char* kPascal = "NVIDIA Pascal (GP100, GP104) white papers";
constexpr const char* kVolta = "NVIDIA Tesla V100 white paper";
constexpr const char* kTuring = "NVIDIA Turing white paper";
constexpr const char* kAmpere = "NVIDIA A100 and GA102 white papers, data sheets";
constexpr const char* kAda = "NVIDIA Ada white paper, data sheets";
constexpr const char* kHopper = "NVIDIA H100 white paper, H200 data sheet";
constexpr const char* kBlackwell = "NVIDIA RTX Blackwell white paper, data sheets";

const Row kRows[] = {
    {"GTX 1080", 6, 1, 20, kPascal},
    {"GTX 1080 Ti", 6, 1, 28, kPascal},
    {"P100", 6, 0, 56, kPascal},
    {"V100", 7, 0, 80, kVolta},
    {"T4", 7, 5, 40, kTuring},
    {"RTX 2070", 7, 5, 36, kTuring},
    {"RTX 2080", 7, 5, 46, kTuring},
    {"RTX 2080 Ti", 7, 5, 68, kTuring},
    {"A100", 8, 0, 108, kAmpere},
    {"A30", 8, 0, 56, kAmpere},
    {"A10", 8, 6, 72, kAmpere},
    {"A40", 8, 6, 84, kAmpere},
    {"RTX A4000", 8, 6, 48, kAmpere},
    {"RTX A6000", 8, 6, 84, kAmpere},
    {"RTX 3060", 8, 6, 28, kAmpere},
    {"RTX 3070", 8, 6, 46, kAmpere},
    {"RTX 3080", 8, 6, 68, kAmpere},
    {"RTX 3090", 8, 6, 82, kAmpere},
    {"Jetson AGX Orin", 8, 7, 16, kAmpere},
    {"L4", 8, 9, 58, kAda},
    {"L40", 8, 9, 142, kAda},
    {"L40S", 8, 9, 142, kAda},
    {"RTX 4060", 8, 9, 24, kAda},
    {"RTX 4070", 8, 9, 46, kAda},
    {"RTX 4080", 8, 9, 76, kAda},
    {"RTX 4090", 8, 9, 128, kAda},
    {"RTX 6000 Ada", 8, 9, 142, kAda},
    {"H100 PCIe", 9, 0, 114, kHopper},
    {"H100 SXM", 9, 0, 132, kHopper},
    {"H200", 9, 0, 132, kHopper},
    {"GH200", 9, 0, 132, kHopper},
    {"B200", 10, 0, 148, kBlackwell},
    {"RTX 5070", 12, 0, 48, kBlackwell},
    {"RTX 5080", 12, 0, 84, kBlackwell},
    {"RTX 5090", 12, 0, 170, kBlackwell},
    {"RTX PRO 6000", 12, 0, 188, kBlackwell},
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
        for (const Row& row : kRows) {
            CatalogueEntry entry{row.name, limitsFor(row.ccMajor, row.ccMinor), row.source};
            entry.limits.multiprocessors = row.multiprocessors;
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
