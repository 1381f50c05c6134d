// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/elementwise.h"
#include "core/project/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpbench::project {

namespace {

// A piece is what a block scans, of one tile or more. It waits for those of its group and for the
// group before it, which keeps the chain of waiting blocks short and the order in which values are
// joined always the same. More and smaller pieces lengthen that chain: with 64 Mi elements on an
// H200, 4096 pieces take 230 us, 16384 of one tile 280 (docs/verified.md); so they do where a block
// adds up all groups before it by itself, which leaves no chain.
constexpr int kMostPieces = 4096;
constexpr int kGroup = 256; // pieces
constexpr int kRows = 4;    // packs that a thread has of a tile: more need too many registers

const std::string kTile =
    fmt::format("    constexpr int kRows = {}; // packs that a thread has of a tile\n"
                "    const long long row = (long long)blockDim.x * kPack;\n"
                "    const long long tile = row * kRows;\n",
                kRows);

/// How a piece says what it comes to: "TELL" and "HEAR" of the text, and the variables for it.
struct Told {
    std::string variables;
    std::string tell;
    std::string hear;
};

/// A value of 32 bits goes with its turn in one word, which is whole or not there; a longer one has
/// to be there before it is said to be.
Told toldBy(const ElementCode& code) {
    const memory::Scalar scalar = scalarOf(code.compute());
    if (memory::sizeOf(scalar) > 4) {
        const std::string tell = toldLines(code, "NAME_sums[piece]", "carry", "        ");
        return {fmt::format(
                    "__device__ volatile {0} NAME_sums[{1}]; // what each piece comes to\n"
                    "__device__ volatile unsigned NAME_ready[{1}]; // in which turn it was there\n",
                    code.computeName(), kMostPieces),
                tell + "        __threadfence(); // the sum is there before it is said to be\n"
                       "        NAME_ready[piece] = turn;\n",
                "        while (NAME_ready[b] != turn) {\n"
                "        }\n"
                "        __threadfence();\n"
                "        sum = join(sum, " +
                    heard(code, "NAME_sums[b]") + ");\n"};
    }
    const bool real = memory::isFloating(scalar);
    return {fmt::format("// What each piece comes to, and above it in which turn it was there.\n"
                        "__device__ volatile unsigned long long NAME_words[{}];\n",
                        kMostPieces),
            fmt::format("        NAME_words[piece] = (unsigned long long)turn << 32 | {};\n",
                        real ? "__float_as_uint(carry)" : "(unsigned)carry"),
            fmt::format("        unsigned long long word;\n"
                        "        while ((word = NAME_words[b]) >> 32 != turn) {{\n"
                        "        }}\n"
                        "        sum = join(sum, {});\n",
                        real ? "__uint_as_float((unsigned)word)" : "C((unsigned)word)")};
}

/// The values of a tile of elements, from `at` on; beyond the end neutral ones. All loads of a tile
/// come before the first value is used: that many are under way at once.
std::string loadFunction(const ElementCode& code, const std::string& value) {
    std::vector<std::string> values;
    std::vector<std::string> ofPack;
    std::vector<std::string> alone;
    std::string packs;
    std::string loads;
    for (const Operand& operand : code.packed()) {
        if (!operand.read) {
            continue;
        }
        const std::string& name = operand.name();
        values.push_back(fmt::format("const T_{0}& v_{0}", name));
        ofPack.push_back("w_" + name + "[r].at[e]");
        alone.push_back("b_" + name + "[own + e]");
        packs += fmt::format("            Pack_{0} w_{0}[kRows];\n", name);
        loads += fmt::format("                w_{0}[r].whole = reinterpret_cast<const "
                             "Pack_{0}*>(b_{0})[(at + r * row) / kPack + threadIdx.x].whole;\n",
                             name);
    }
    values.emplace_back("long long at");
    ofPack.emplace_back("own + e");
    alone.emplace_back("own + e");
    return fmt::format("    const auto element = [&]({}) {{\n        (void)at;\n{}"
                       "        return C({});\n    }};\n"
                       "    const auto load = [&](long long at, C (&values)[kRows][kPack]) {{\n"
                       "        if (at + tile <= count) {{\n{}"
                       "#pragma unroll\n"
                       "            for (int r = 0; r < kRows; ++r) {{\n{}            }}\n"
                       "#pragma unroll\n"
                       "            for (int r = 0; r < kRows; ++r) {{\n"
                       "                const long long own = at + r * row + threadIdx.x * kPack;\n"
                       "                (void)own;\n"
                       "#pragma unroll\n"
                       "                for (int e = 0; e < kPack; ++e)\n"
                       "                    values[r][e] = element({});\n"
                       "            }}\n"
                       "            return;\n"
                       "        }}\n"
                       "#pragma unroll\n"
                       "        for (int r = 0; r < kRows; ++r) {{\n"
                       "            const long long own = at + r * row + threadIdx.x * kPack;\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e)\n"
                       "                values[r][e] = own + e < count ? element({}) : neutral;\n"
                       "        }}\n"
                       "    }};\n",
                       fmt::join(values, ", "), code.indices(), value, packs, loads,
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
    const unsigned turn = NAME_turn + 1; // marks what is of this launch, and not of one before
    const long long tiles = (count + tile - 1) / tile;
    const long long begin = tiles * piece / gridDim.x * tile;
    const long long end = tiles * (piece + 1) / gridDim.x * tile;
    const bool one = end - begin == tile; // then its values stay where they are
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned warps = (blockDim.x + 31) / 32;
    const unsigned lanes = min(32u, blockDim.x - warp * 32); // of this warp
    const unsigned mask = ~0u >> (32 - lanes);
    const auto shifted = [&](C value, unsigned distance) { return SHIFTED; };
    // What the lanes up to this one have together, and those before it.
    const auto upTo = [&](C value) {
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const C other = shifted(value, distance);
            if (lane >= distance)
                value = join(other, value);
        }
        return value;
    };
    const auto ahead = [&](C upTo) {
        const C other = shifted(upTo, 1);
        return lane > 0 ? other : neutral;
    };
    // What is before each of the thread's packs in its tile, and in `all` what the tile comes to.
    __shared__ C ofWarps[kRows * 32];
    __shared__ C ofTile;
    C values[kRows][kPack];
    C before[kRows];
    C all;
    const auto scan = [&] {
        __syncthreads(); // nobody needs the former tile's any more
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            C sum = values[r][0];
#pragma unroll
            for (int e = 1; e < kPack; ++e)
                sum = join(sum, values[r][e]);
            sum = upTo(sum);
            before[r] = ahead(sum);
            if (lane == lanes - 1)
                ofWarps[r * warps + warp] = sum;
        }
        __syncthreads();
        if (warp == 0) {
            const unsigned share = (kRows * warps + lanes - 1) / lanes;
            const unsigned from = min(lane * share, kRows * warps);
            const unsigned to = min(from + share, kRows * warps);
            C sum = neutral;
            for (unsigned i = from; i < to; ++i) {
                const C own = ofWarps[i];
                ofWarps[i] = sum;
                sum = join(sum, own);
            }
            const C together = upTo(sum);
            const C others = ahead(together);
            for (unsigned i = from; i < to; ++i)
                ofWarps[i] = join(others, ofWarps[i]);
            if (lane == lanes - 1)
                ofTile = together;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < kRows; ++r)
            before[r] = join(ofWarps[r * warps + warp], before[r]);
        all = ofTile;
    };
    // First what the piece comes to, for the blocks behind it.
    C carry = neutral;
    for (long long at = begin; at < end; at += tile) {
        load(at, values);
        scan();
        carry = join(carry, all);
    }
    if (threadIdx.x == 0) {
TELL    }
    // Then what is before it: the pieces of its group, each thread having some that lie side by
    // side, and the groups before, which the last piece of the group before has added up.
    __shared__ C carried;
    const unsigned group = piece / kGroup;
    const unsigned share = (kGroup + blockDim.x - 1) / blockDim.x;
    C sum = neutral;
    for (unsigned i = threadIdx.x * share; i < (threadIdx.x + 1) * share; ++i) {
        const unsigned b = group * kGroup + i;
        if (b >= piece)
            break;
HEAR    }
    sum = upTo(sum);
    __syncthreads(); // nobody needs the tile's any more
    if (lane == lanes - 1)
        ofWarps[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = neutral;
        if (group > 0) {
            while (NAME_groupReady[group - 1] != turn) {
            }
            __threadfence();
            sum = HEARGROUP;
        }
        for (unsigned w = 0; w < warps; ++w)
            sum = join(sum, ofWarps[w]);
        carried = sum;
        if (piece % kGroup == kGroup - 1) {
TELLGROUP            __threadfence();
            NAME_groupReady[group] = turn;
        }
    }
    __syncthreads();
    carry = carried;
    for (long long at = begin; at < end; at += tile) {
        if (!one) {
            load(at, values);
            scan();
        }
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            const long long own = at + r * row + threadIdx.x * kPack;
            C running = join(carry, before[r]);
)";

constexpr const char* kScanEnd = R"(        }
        carry = join(carry, all);
    }
    // The last block leaves all as it was, for the next launch.
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&NAME_ended, 1u) == gridDim.x - 1) {
            NAME_turn = turn;
            atomicExch(&NAME_begun, 0u);
            atomicExch(&NAME_ended, 0u);
        }
    }
)";

/// What each element of a pack gets, from `running` and `values` on.
std::string storeLines(const ElementCode& code, const Buffer& target, bool exclusive) {
    return fmt::format("            Pack_{0} w_{0};\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e) {{\n"
                       "                const C next = join(running, values[r][e]);\n"
                       "                w_{0}.at[e] = {1};\n"
                       "                running = next;\n"
                       "            }}\n"
                       "            if (own + kPack <= count)\n"
                       "                reinterpret_cast<Pack_{0}*>(b_{0})[own / kPack].whole = "
                       "w_{0}.whole;\n"
                       "            else\n"
                       "#pragma unroll\n"
                       "                for (int e = 0; e < kPack; ++e)\n"
                       "                    if (own + e < count)\n"
                       "                        b_{0}[own + e] = w_{0}.at[e];\n",
                       target.name, code.converted(target, exclusive ? "running" : "next"));
}

std::string piecesText(const ElementCode& code) {
    const Told told = toldBy(code);
    std::string text = replaced(kPieces, "kGroup", std::to_string(kGroup));
    text = replaced(text, "SHIFTED", shuffled(code, "__shfl_up_sync"));
    text = replaced(text, "TELLGROUP",
                    toldLines(code, "NAME_groups[group]", "join(sum, carry)", "            "));
    text = replaced(text, "HEARGROUP", heard(code, "NAME_groups[group - 1]"));
    return replaced(replaced(text, "TELL", told.tell), "HEAR", told.hear);
}

} // namespace

GeneratedKernel scanKernel(const Project& project, const Step& step, const Expression& block) {
    const Assignment one = onlyAssignment(step.text);
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
    code.takeHalf();
    code.takeComplex();
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
        kTile + loadFunction(code, value) + piecesText(code) +
        storeLines(code, target, step.exclusive) + kScanEnd;
    const std::string state =
        toldBy(code).variables +
        fmt::format("__device__ volatile {0} NAME_groups[{1}]; // what all pieces "
                    "up to a group's end come to\n"
                    "__device__ volatile unsigned NAME_groupReady[{1}];\n"
                    "__device__ volatile unsigned NAME_turn; // launches so far\n"
                    "__device__ unsigned NAME_begun, NAME_ended; // blocks\n\n",
                    code.computeName(), kMostPieces / kGroup);
    return finishKernel(known, code, {"scan", state, body, kRows}, block, kMostPieces,
                        code.bytesRead() + code.bytesWritten());
}

} // namespace warpbench::project
