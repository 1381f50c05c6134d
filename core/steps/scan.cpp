// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/elementwise.h"
#include "core/steps/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::project {

namespace {

// A block scans a piece of one or more tiles. It waits for the totals of all earlier groups and for
// the earlier pieces of its own group, all at once. A group's last piece publishes its total
// without waiting for other groups. So there is no chain of blocks, and values are always combined
// in the same order. A tile is kept in shared memory, where it takes no registers while its block
// waits; pieces of more than one are read twice.
constexpr int kMostPieces = 65536;
constexpr int kGroup = 256;       // pieces
constexpr int kTileBytes = 32768; // of values; a multiprocessor with 227 KiB has room for six

const std::string kTile = fmt::format(
    "    constexpr int kQuad = 16 / sizeof(C); // values that are moved at once\n"
    "    constexpr int kQuads = {}; // of a tile\n"
    "    constexpr long long tile = kQuads * kQuad;\n"
    "    constexpr int packs = int(tile) / kPack;\n"
    "    constexpr int kWords = sizeof(C) / 4;\n"
    "    struct alignas(16) Quad {{\n"
    "        C at[kQuad];\n"
    "    }};\n"
    "    // One place is left out after eight, so that threads' shares begin in different banks.\n"
    "    __shared__ Quad kept[kQuads + kQuads / 8];\n"
    "    const auto place = [](int quad) {{ return quad + quad / 8; }};\n",
    kTileBytes / 16);

/// How many packs of each buffer a thread loads before it uses the first: 64 bytes, if the tile
/// has as many for each thread. Twice that does not help, and does not fit in the registers of
/// six blocks if the values need computation.
int packsAtOnce(const ElementCode& code, std::size_t buffers, int threads) {
    const std::size_t ofTile = kTileBytes / arrays::sizeOf(scalarOf(code.compute())) / code.pack();
    const std::size_t ofThread = ofTile / std::max<std::size_t>(1, threads);
    return int(std::clamp<std::size_t>(ofThread, 1, 4 / std::clamp<std::size_t>(buffers, 1, 4)));
}

/// The values of a tile of elements from `at` on; neutral ones beyond the end.
std::string loadFunction(const ElementCode& code, const std::string& value, int threads) {
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
        packs += fmt::format("                Pack_{0} w_{0}[kAtOnce];\n", name);
        loads += fmt::format("                    w_{0}[r].whole = reinterpret_cast<const "
                             "Pack_{0}*>(b_{0})[at / kPack + p].whole;\n",
                             name);
    }
    values.emplace_back("long long at");
    ofPack.emplace_back("own + e");
    alone.emplace_back("own + e");
    return fmt::format(
        R"(    const auto element = [&]({0}) {{
        (void)at;
{1}        return C({2});
    }};
    const auto keep = [&](int pack, const C (&values)[kPack]) {{
#pragma unroll
        for (int q = 0; q < kPack / kQuad; ++q) {{
            Quad quad;
#pragma unroll
            for (int e = 0; e < kQuad; ++e)
                quad.at[e] = values[q * kQuad + e];
            kept[place(pack * (kPack / kQuad) + q)] = quad;
        }}
    }};
    const auto load = [&](long long at) {{
        __syncthreads(); // nobody needs the former tile any more
        constexpr int kAtOnce = {7}; // packs that are under way
        if (at + tile <= count) {{
            for (int first = threadIdx.x; first < packs; first += kAtOnce * blockDim.x) {{
                // Beyond the tile the last pack again: a load that may not happen leaves what was in
                // its registers before, which so were taken all the time.
{3}#pragma unroll
                for (int r = 0; r < kAtOnce; ++r) {{
                    const int p = min(int(first + r * blockDim.x), packs - 1);
{4}                }}
#pragma unroll
                for (int r = 0; r < kAtOnce; ++r) {{
                    const int p = first + r * blockDim.x;
                    const long long own = at + (long long)p * kPack;
                    (void)own;
                    if (p < packs) {{
                        C values[kPack];
#pragma unroll
                        for (int e = 0; e < kPack; ++e)
                            values[e] = element({5});
                        keep(p, values);
                    }}
                }}
            }}
        }} else {{
            for (int p = threadIdx.x; p < packs; p += blockDim.x) {{
                const long long own = at + (long long)p * kPack;
                C values[kPack];
#pragma unroll
                for (int e = 0; e < kPack; ++e)
                    values[e] = own + e < count ? element({6}) : neutral;
                keep(p, values);
            }}
        }}
        __syncthreads();
    }};
)",
        fmt::join(values, ", "), code.indices(), value, packs, loads, fmt::join(ofPack, ", "),
        fmt::join(alone, ", "), packsAtOnce(code, ofPack.size() - 1, threads));
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
    // A value is told in words that have 32 bits of it and above them the turn in which they were
    // there: each word is whole or not there.
    const auto tell = [&](volatile unsigned long long* words, const C& value) {
        unsigned parts[kWords];
        memcpy(parts, &value, sizeof value);
#pragma unroll
        for (int w = 0; w < kWords; ++w)
            words[w] = (unsigned long long)turn << 32 | parts[w];
    };
    const auto heard = [&](const volatile unsigned long long* words) {
        unsigned parts[kWords];
#pragma unroll
        for (int w = 0; w < kWords; ++w) {
            unsigned long long word;
            do {
                word = words[w];
            } while (word >> 32 != turn);
            parts[w] = (unsigned)word;
        }
        C value;
        memcpy(&value, parts, sizeof value);
        return value;
    };
    const long long tiles = (count + tile - 1) / tile;
    const long long begin = tiles * piece / gridDim.x * tile;
    const long long end = tiles * (piece + 1) / gridDim.x * tile;
    const bool one = end - begin == tile; // then its values stay where they are
WARP    const auto shifted = [&](C value, unsigned distance) { return SHIFTED; };
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
    // Each thread has quads of a tile that lie side by side. `before` is what is before them in the
    // tile, and `all` what the tile comes to.
    __shared__ C ofWarps[32];
    const int share = (kQuads + blockDim.x - 1) / blockDim.x;
    const int from = min(int(threadIdx.x) * share, kQuads);
    const int to = min(from + share, kQuads);
    C before, all;
    const auto scan = [&] {
        C mine = neutral;
#pragma unroll 4
        for (int q = from; q < to; ++q) {
            const Quad quad = kept[place(q)];
#pragma unroll
            for (int e = 0; e < kQuad; ++e)
                mine = join(mine, quad.at[e]);
        }
        mine = upTo(mine);
        if (lane == lanes - 1)
            ofWarps[warp] = mine;
        __syncthreads();
        all = neutral;
        for (unsigned w = 0; w < warps; ++w) {
            if (w == warp)
                before = all;
            all = join(all, ofWarps[w]);
        }
        before = join(before, ahead(mine));
    };
    // What each element of the tile comes to with those before it in the tile.
    const auto spread = [&] {
        C running = before;
#pragma unroll 4
        for (int q = from; q < to; ++q) {
            Quad quad = kept[place(q)];
#pragma unroll
            for (int e = 0; e < kQuad; ++e) {
                const C next = join(running, quad.at[e]);
                quad.at[e] = RESULT;
                running = next;
            }
            kept[place(q)] = quad;
        }
    };
    // First what the piece comes to, for the blocks behind it.
    C carry = neutral;
    for (long long at = begin; at < end; at += tile) {
        load(at);
        scan();
        carry = join(carry, all);
    }
    if (threadIdx.x == 0)
        tell(NAME_pieces + piece * kWords, carry);
    if (one) // while other blocks tell theirs
        spread();
    // Then what is before it: the groups before, and the pieces of its own.
    __shared__ C carried;
    const unsigned group = piece / kGroup;
    // What the values of all threads come to, for the first.
    const auto ofAll = [&](C sum) {
        sum = upTo(sum);
        __syncthreads(); // nobody needs the former ones any more
        if (lane == lanes - 1)
            ofWarps[warp] = sum;
        __syncthreads();
        sum = neutral;
        if (threadIdx.x == 0)
            for (unsigned w = 0; w < warps; ++w)
                sum = join(sum, ofWarps[w]);
        return sum;
    };
    // Of a row of the groups before and, behind them, the pieces of its own: what those from
    // `first` on come to. Each thread hears some that lie side by side.
    const auto hear = [&](unsigned first) {
        const unsigned end = group + piece % kGroup;
        const unsigned some = (end - first + blockDim.x - 1) / blockDim.x;
        const unsigned own = first + threadIdx.x * some;
        C sum = neutral;
        for (unsigned i = own; i < min(own + some, end); ++i)
            sum = join(sum, heard(i < group ? NAME_groups + i * kWords
                                            : NAME_pieces + (group * kGroup + i - group) * kWords));
        return ofAll(sum);
    };
    if (piece % kGroup == kGroup - 1) { // the group's last, which waits for no other group yet
        const C near = hear(group);
        if (threadIdx.x == 0)
            tell(NAME_groups + group * kWords, join(near, carry));
    }
    const C sum = hear(0);
    unsigned ended = 0; // blocks that have heard all they wait for
    if (threadIdx.x == 0) {
        carried = sum;
        ended = atomicAdd(&NAME_ended, 1u) + 1;
    }
    __syncthreads();
    carry = carried;
    for (long long at = begin; at < end; at += tile) {
        if (!one) {
            load(at);
            scan();
            spread();
            __syncthreads();
        }
        for (int p = threadIdx.x; p < packs; p += blockDim.x) {
            const long long own = at + (long long)p * kPack;
            const int quad = p * (kPack / kQuad);
)";

constexpr const char* kScanEnd = R"(        }
        carry = join(carry, all);
    }
    // The last one leaves all as it was, for the next launch.
    if (ended == gridDim.x) {
        NAME_turn = turn;
        atomicExch(&NAME_begun, 0u);
        atomicExch(&NAME_ended, 0u);
    }
)";

/// The value for each element of a pack.
std::string storeLines(const ElementCode& code, const Buffer& target) {
    return fmt::format("            Pack_{0} w_{0};\n"
                       "#pragma unroll\n"
                       "            for (int e = 0; e < kPack; ++e) {{\n"
                       "                const C value = join(carry, kept[place(quad + e / "
                       "kQuad)].at[e % kQuad]);\n"
                       "                w_{0}.at[e] = {1};\n"
                       "            }}\n"
                       "            if (own + kPack <= count)\n"
                       "                reinterpret_cast<Pack_{0}*>(b_{0})[own / kPack].whole = "
                       "w_{0}.whole;\n"
                       "            else\n"
                       "#pragma unroll\n"
                       "                for (int e = 0; e < kPack; ++e)\n"
                       "                    if (own + e < count)\n"
                       "                        b_{0}[own + e] = w_{0}.at[e];\n",
                       target.name, code.converted(target, "value"));
}

std::string piecesText(const ElementCode& code, bool exclusive, const Expression& block) {
    std::string text = replaced(kPieces, "kGroup", std::to_string(kGroup));
    text = replaced(text, "WARP", warpLines(block));
    text = replaced(text, "RESULT", exclusive ? "running" : "next");
    return replaced(text, "SHIFTED", shuffled(code, "__shfl_up_sync"));
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
    keepsUnsigned(code, step, one.value);
    code.complete();
    const std::string value = code.code(one.value);
    const Joining joining = joiningOf(code, step);
    const Buffer& target = *code.packed().front().buffer;
    const std::size_t bytes = arrays::sizeOf(scalarOf(code.compute()));
    const std::size_t words = bytes / 4;
    const std::string body =
        code.declarations() + code.helpers() +
        fmt::format("    const auto join = [&](C left, C right) {{ return C({}); }};\n"
                    "    const C neutral = {};\n",
                    joining.function, joining.neutral) +
        kTile + loadFunction(code, value, threadsOf(block)) +
        piecesText(code, step.exclusive, block) + storeLines(code, target) + kScanEnd;
    const std::string state =
        fmt::format("// What pieces and groups of pieces come to.\n"
                    "__device__ volatile unsigned long long NAME_pieces[{}], NAME_groups[{}];\n"
                    "__device__ volatile unsigned NAME_turn; // launches so far\n"
                    "__device__ unsigned NAME_begun, NAME_ended; // blocks\n\n",
                    kMostPieces * words, kMostPieces / kGroup * words);
    const int resident = bytes > 8 ? 5 : 6; // measured
    return finishKernel(known, code, {"scan", state, body, 1, kTileBytes / bytes, resident}, block,
                        kMostPieces, code.bytesRead() + code.bytesWritten());
}

} // namespace warpbench::project
