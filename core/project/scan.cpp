// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/elementwise.h"
#include "core/project/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpbench::project {

namespace {

constexpr int kMostBlocks = 1024; // each adds up what those before it have

/// The values of a pack of elements, from `at` on; beyond the end neutral ones.
std::string loadFunction(const ElementCode& code, const std::string& value) {
    std::vector<std::string> values;
    std::vector<std::string> ofPack;
    std::vector<std::string> alone;
    std::string loads;
    for (const Operand& operand : code.packed()) {
        if (!operand.read) {
            continue;
        }
        const std::string& name = operand.name();
        values.push_back(fmt::format("const T_{0}& v_{0}", name));
        ofPack.push_back("w_" + name + ".at[e]");
        alone.push_back("b_" + name + "[own + e]");
        loads += fmt::format("            Pack_{0} w_{0};\n"
                             "            w_{0}.whole = reinterpret_cast<const "
                             "Pack_{0}*>(b_{0})[own / kPack].whole;\n",
                             name);
    }
    values.emplace_back("long long at");
    ofPack.emplace_back("own + e");
    alone.emplace_back("own + e");
    return fmt::format("    const auto element = [&]({}) {{\n        (void)at;\n{}"
                       "        return C({});\n    }};\n"
                       "    const auto load = [&](long long own, C (&values)[kPack]) {{\n"
                       "        if (own + kPack <= count) {{\n{}"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e)\n"
                       "                values[e] = element({});\n"
                       "        }} else {{\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e)\n"
                       "                values[e] = own + e < count ? element({}) : neutral;\n"
                       "        }}\n"
                       "        C sum = values[0];\n"
                       "#pragma unroll\n"
                       "        for (int e = 1; e < kPack; ++e)\n"
                       "            sum = join(sum, values[e]);\n"
                       "        return sum;\n"
                       "    }};\n",
                       fmt::join(values, ", "), code.indices(), value, loads,
                       fmt::join(ofPack, ", "), fmt::join(alone, ", "));
}

constexpr const char* kPieces =
    R"(    // Blocks take their pieces in the order in which they begin, so that none waits for one that
    // has not begun.
    __shared__ unsigned ticket;
    if (threadIdx.x == 0)
        ticket = atomicAdd(&NAME_begun, 1u);
    __syncthreads();
    const unsigned piece = ticket;
    const long long tile = (long long)blockDim.x * kPack;
    const long long tiles = (count + tile - 1) / tile;
    const long long begin = tiles * piece / gridDim.x * tile;
    const long long end = tiles * (piece + 1) / gridDim.x * tile;
    // What the threads before this one have together, and in `all` what all of them have.
    __shared__ C of[1024];
    const auto before = [&](C value, C& all) {
        __syncthreads(); // nobody needs the former values any more
        of[threadIdx.x] = value;
        __syncthreads();
        for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
            const C other = threadIdx.x >= distance ? of[threadIdx.x - distance] : neutral;
            __syncthreads();
            of[threadIdx.x] = join(other, of[threadIdx.x]);
            __syncthreads();
        }
        all = of[blockDim.x - 1];
        return threadIdx.x > 0 ? of[threadIdx.x - 1] : neutral;
    };
    // First what the piece comes to, for the blocks behind it.
    C values[kPack];
    C all;
    C carry = neutral;
    for (long long at = begin; at < end; at += tile) {
        before(load(at + threadIdx.x * kPack, values), all);
        carry = join(carry, all);
    }
    if (threadIdx.x == 0) {
        NAME_sums[piece] = carry;
        __threadfence(); // the sum is there before it is said to be
        NAME_ready[piece] = 1;
    }
    // Then what the pieces before it come to: each thread has some that lie side by side.
    const unsigned share = (piece + blockDim.x - 1) / blockDim.x;
    C sum = neutral;
    for (unsigned b = threadIdx.x * share; b < (threadIdx.x + 1) * share && b < piece; ++b) {
        while (NAME_ready[b] == 0) {
        }
        __threadfence();
        sum = join(sum, NAME_sums[b]);
    }
    before(sum, carry);
    for (long long at = begin; at < end; at += tile) {
        const long long own = at + threadIdx.x * kPack;
        C running = join(carry, before(load(own, values), all));
        carry = join(carry, all);
)";

constexpr const char* kEnd = R"(    }
    // The last block leaves all as it was, for the next launch.
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&NAME_ended, 1u) == gridDim.x - 1) {
            for (unsigned b = 0; b < gridDim.x; ++b)
                NAME_ready[b] = 0;
            atomicExch(&NAME_begun, 0u);
            atomicExch(&NAME_ended, 0u);
        }
    }
)";

/// What each element of a pack gets, from `running` and `values` on.
std::string storeLines(const ElementCode& code, const Buffer& target, bool exclusive) {
    return fmt::format("        Pack_{0} w_{0};\n"
                       "#pragma unroll\n"
                       "        for (int e = 0; e < kPack; ++e) {{\n"
                       "            const C next = join(running, values[e]);\n"
                       "            w_{0}.at[e] = {1};\n"
                       "            running = next;\n"
                       "        }}\n"
                       "        if (own + kPack <= count)\n"
                       "            reinterpret_cast<Pack_{0}*>(b_{0})[own / kPack].whole = "
                       "w_{0}.whole;\n"
                       "        else\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e)\n"
                       "                if (own + e < count)\n"
                       "                    b_{0}[own + e] = w_{0}.at[e];\n",
                       target.name, code.converted(target, exclusive ? "running" : "next"));
}

} // namespace

GeneratedKernel scanKernel(const Project& project, const Step& step, const Expression& block) {
    const Assignment one = onlyAssignment(step.text);
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
    code.reads(one.value, one.place);
    code.writes(one.target, one.place);
    readJoining(code, step);
    code.complete();
    const std::string value = code.code(one.value);
    const Joining joining = joiningOf(code, step);
    const Buffer& target = *code.packed().front().buffer;
    const std::string body =
        code.declarations() + code.helpers() +
        fmt::format("    const auto join = [&](C left, C right) {{ return C({}); }};\n"
                    "    const C neutral = {};\n",
                    joining.function, joining.neutral) +
        loadFunction(code, value) + kPieces + storeLines(code, target, step.exclusive) + kEnd;
    const std::string state =
        fmt::format("__device__ volatile {} NAME_sums[{}]; // what each piece comes to\n"
                    "__device__ volatile unsigned NAME_ready[{}]; // whether its sum is there\n"
                    "__device__ unsigned NAME_begun, NAME_ended; // blocks\n\n",
                    code.computeName(), kMostBlocks, kMostBlocks);
    return finishKernel(known, code, {"scan", state, body}, block, kMostBlocks,
                        2 * code.bytesRead() + code.bytesWritten());
}

} // namespace warpbench::project
