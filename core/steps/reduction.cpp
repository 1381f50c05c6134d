// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/elementwise.h"
#include "core/steps/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::project {

namespace {

constexpr int kMostPartialResults = 512; // each leaves a value for the last block
constexpr std::size_t kLeastPacks = 2;   // per thread: fewer blocks leave fewer values

/// The work of a thread for an element: it combines it with its value.
std::string elementFunction(const ElementCode& code, const std::string& value) {
    std::vector<std::string> values;
    for (const Operand& operand : code.packed()) {
        values.push_back(fmt::format("const T_{0}& v_{0}", operand.name()));
    }
    values.emplace_back("long long at");
    return fmt::format("    C mine = neutral;\n"
                       "    const auto element = [&]({}) {{\n        (void)at;\n{}"
                       "        mine = join(mine, C({}));\n    }};\n",
                       fmt::join(values, ", "), code.indices(), value);
}

/// The work of each thread: several packs at a time, which it loads before it combines the first,
/// and then the remainder.
std::string loops(const ElementCode& code) {
    std::vector<std::string> ofPack;
    std::string packs;
    std::string loads;
    for (const Operand& operand : code.packed()) {
        const std::string& name = operand.name();
        ofPack.push_back("w_" + name + "[r].at[e]");
        packs += fmt::format("        Pack_{0} w_{0}[kAtOnce];\n", name);
        loads += fmt::format("            w_{0}[r].whole = reinterpret_cast<const Pack_{0}*>(b_{0})"
                             "[next + r * threads].whole;\n",
                             name);
    }
    const std::size_t atOnce = 4 / std::clamp<std::size_t>(ofPack.size(), 1, 4);
    return fmt::format("    constexpr int kAtOnce = {0}; // packs that are under way\n"
                       "    long long next = thread;\n"
                       "    for (; next + (kAtOnce - 1) * threads < count / kPack; "
                       "next += kAtOnce * threads) {{\n"
                       "{1}#pragma unroll\n"
                       "        for (int r = 0; r < kAtOnce; ++r) {{\n{2}        }}\n"
                       "#pragma unroll\n"
                       "        for (int r = 0; r < kAtOnce; ++r)\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e)\n"
                       "                element({3}, (next + r * threads) * kPack + e);\n"
                       "    }}\n",
                       atOnce, packs, loads, fmt::join(ofPack, ", ")) +
           packedLoops(code, "next");
}

constexpr const char* kTogether =
    R"(    // What the threads of a block have, for the first, always two by two in the same order.
    __shared__ C of[32]; // warps
WARP    const auto ofWarp = [&](C value) {
#pragma unroll
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            const C other = SHIFTED;
            if (lanes == 32 || lane + distance < lanes) // only the first's value counts
                value = join(value, other);
        }
        return value;
    };
    const auto together = [&](C value) {
        value = ofWarp(value);
        if (lane == 0)
            of[warp] = value;
        __syncthreads();
        if (warp == 0)
            value = ofWarp(lane < warps ? of[lane] : neutral);
        return value;
    };
    const C ofBlock = together(mine);
    __shared__ bool last;
    if (threadIdx.x == 0) {
TELL        __threadfence(); // the last block sees the value of each that it counts
        last = atomicAdd(&NAME_ended, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    mine = neutral;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        mine = join(mine, HEARD);
    const C all = together(mine);
    if (threadIdx.x == 0) {
        atomicExch(&NAME_ended, 0u); // for the next launch
)";

std::string togetherText(const ElementCode& code, const Expression& block) {
    std::string text = replaced(kTogether, "SHIFTED", shuffled(code, "__shfl_down_sync"));
    text = replaced(text, "WARP", warpLines(block));
    text = replaced(text, "TELL", toldLines(code, "NAME_parts[blockIdx.x]", "ofBlock", "        "));
    return replaced(text, "HEARD", heard(code, "NAME_parts[b]"));
}

} // namespace

GeneratedKernel reduceKernel(const Project& project, const Step& step, const Expression& block) {
    const Assignment one = onlyAssignment(step.text);
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
    code.takeHalf();
    code.takeComplex();
    code.leaves(one.target, one.place);
    code.reads(one.value, one.place);
    readJoining(code, step);
    keepsUnsigned(code, step, one.value);
    code.complete();
    const std::string value = code.code(one.value);
    const Joining joining = joiningOf(code, step);
    const std::string body =
        code.declarations() + code.helpers() +
        fmt::format("    const auto join = [&](C left, C right) {{ return C({}); }};\n"
                    "    const C neutral = {};\n",
                    joining.function, joining.neutral) +
        elementFunction(code, value) + kThreadLines + loops(code) + togetherText(code, block) +
        fmt::format("        b_{}[0] = {};\n    }}\n", code.result()->name,
                    code.converted(*code.result(), "all"));
    const std::string state =
        fmt::format("__device__ volatile {} NAME_parts[{}]; // what each block has\n"
                    "__device__ unsigned NAME_ended; // blocks that have left theirs\n\n",
                    code.computeName(), kMostPartialResults);
    return finishKernel(known, code, {"reduce", state, body, kLeastPacks}, block,
                        kMostPartialResults, code.bytesRead());
}

} // namespace warpbench::project
