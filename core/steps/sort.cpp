// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/integer_range.h"
#include "core/steps/elementwise.h"
#include "core/steps/generated_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpbench::project {

namespace {

/// More than a GPU can run at once: those that begin late find nothing left to do.
constexpr int kMostBlocks = 1024;
constexpr int kThreads = 512;      ///< of a block: at least one per value of a digit, 256
constexpr int kResidentBlocks = 2; ///< of a multiprocessor: 64 registers per thread
constexpr std::int64_t kMostBytes = std::int64_t(1) << 31; // of a device variable

struct Operands {
    std::string keys;
    std::string values; ///< empty: only keys
};

Operands readOperands(const Step& step) {
    const std::string_view text = step.text.text;
    const std::size_t comma = text.find(',');
    Operands read;
    read.keys = std::string(trimmed(text.substr(0, comma)));
    if (comma != std::string_view::npos) {
        read.values = std::string(trimmed(text.substr(comma + 1)));
    }
    if (!isName(read.keys) || (comma != std::string_view::npos && !isName(read.values)) ||
        read.keys == read.values) {
        throw Error(ErrorKind::project,
                    {"WB1532",
                     "\"{text}\" does not say what to sort",
                     "name a buffer of keys, or one of keys and one of values: \"keys, values\"",
                     {{"text", step.text.text}}},
                    step.text.place);
    }
    return read;
}

/// An unsigned number that sorts like the key.
std::string orderFunction(arrays::Scalar scalar, bool descending) {
    const std::size_t bytes = arrays::sizeOf(scalar);
    const char* bits = bytes == 8   ? "unsigned long long"
                       : bytes == 4 ? "unsigned"
                       : bytes == 2 ? "unsigned short"
                                    : "unsigned char";
    const std::string sign = fmt::format("({})1 << {}", bits, 8 * bytes - 1);
    std::string value = fmt::format("({})key", bits);
    std::string lines;
    if (arrays::isFloating(scalar)) {
        // Both zeros are one number, and NaN comes last.
        const char* own = bytes == 8   ? "__double_as_longlong(key == 0 ? 0 : key)"
                          : bytes == 4 ? "__float_as_uint(key == 0 ? 0 : key)"
                                       : "key == 0 ? (unsigned short)0 : key.bits";
        lines = fmt::format("        if (key != key)\n            return ({0})~({0})0;\n"
                            "        const {0} own = {1};\n",
                            bits, own);
        value = fmt::format("(own & {0}) != 0 ? ~own : own | {0}", "(" + sign + ")");
    } else if (arrays::isSigned(scalar)) {
        value = fmt::format("({0})({1} ^ ({2}))", bits, value, sign);
    }
    return fmt::format("    const auto order = [](K key) -> {0} {{\n{1}"
                       "        return ({0}){2}({3});\n    }};\n",
                       bits, lines, descending ? "~" : "", value);
}

// A radix sort, least significant digits first, after "Onesweep" (Adinets and Merrill, 2022): each
// pass reads and writes the keys once, because a tile gets the counts of previous tiles from them.
// Words in capitals are replaced; VALUES… and RANK… lines depend on whether values move along.
constexpr const char* kTickets =
    R"(    // The work lies in tickets that are taken in order: first digits are counted, then each pass
    // sorts by one of them, tile by tile. Who waits does so for lower tickets, which blocks that
    // have begun took, so the blocks need not be on the device at once.
    constexpr unsigned kThreads = THREADS;
    constexpr unsigned kWarps = kThreads / 32;
    constexpr unsigned kItems = ITEMS; // keys that a thread has of a tile
    constexpr unsigned kTile = kThreads * kItems;
    constexpr unsigned kCounted = 2; // tiles that are counted with one ticket
    constexpr unsigned kPasses = sizeof(K);
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    const unsigned tiles = unsigned((count + kTile - 1) / kTile);
    const unsigned parts = (tiles + kCounted - 1) / kCounted;
    const unsigned turn = NAME_turn + 1; // marks what is of this launch, and not of one before
    alignas(16) extern __shared__ unsigned char NAME_shared[];
    __shared__ unsigned ticket;
    const auto take = [&] {
        __syncthreads(); // nobody needs the former one any more
        if (threadIdx.x == 0)
            ticket = atomicAdd(&NAME_begun, 1u);
        __syncthreads();
        return ticket;
    };
    const auto waitFor = [&](unsigned tickets) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&NAME_done, 0u) < tickets) {
            }
            __threadfence();
        }
        __syncthreads();
    };
    // What those of the first 256 threads before this one have together. A barrier comes before
    // the next call.
    __shared__ unsigned ofWarps[8];
    const auto before = [&](unsigned value) {
        unsigned sum = value;
        if (threadIdx.x < 256) {
#pragma unroll
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                const unsigned other = __shfl_up_sync(0xffffffffu, sum, distance);
                sum += lane >= distance ? other : 0;
            }
            if (lane == 31)
                ofWarps[warp] = sum;
        }
        __syncthreads();
        sum -= value;
        if (threadIdx.x < 256) {
#pragma unroll
            for (unsigned w = 0; w < 8; ++w)
                sum += w < warp ? ofWarps[w] : 0;
        }
        return sum;
    };
    // How often each digit occurs, of all passes at once. What a block has counted it adds to the
    // others' once, when nothing is left to count.
    unsigned* const counted = reinterpret_cast<unsigned*>(NAME_shared);
    for (unsigned i = threadIdx.x; i < kPasses * 256; i += kThreads)
        counted[i] = 0;
    unsigned mine = take();
    unsigned taken = 0;
    for (; mine < parts; mine = take(), ++taken) {
        const long long begin = (long long)mine * kCounted * kTile;
        const long long next = begin + kCounted * kTile;
        const long long end = next < count ? next : count;
        for (long long at = begin + threadIdx.x; at < end; at += kThreads) {
            const auto key = order(b_KEYS[at]);
#pragma unroll
            for (unsigned p = 0; p < kPasses; ++p)
                atomicAdd(&counted[p * 256 + unsigned(key >> 8 * p & 255)], 1u);
        }
    }
    if (taken > 0) {
        for (unsigned i = threadIdx.x; i < kPasses * 256; i += kThreads)
            if (counted[i] > 0)
                atomicAdd(&NAME_digits[i], counted[i]);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&NAME_done, taken);
        }
    }
)";

constexpr const char* kTiles =
    R"(    // From a key's place in the sorted tile to its place in all, by digit.
    unsigned* const offsets = reinterpret_cast<unsigned*>(NAME_shared);
    // Of each warp and digit: how many keys, then where the next one goes in the sorted tile.
    auto* const ofWarp = reinterpret_cast<unsigned(*)[256]>(NAME_shared + 1024);
    // Sorted within the tile first, so that neighbours are written side by side.
SORTED    unsigned start = 0; // where the first key with this thread's digit goes, in all
    unsigned known = kPasses;
    while (mine < parts + tiles * kPasses) {
        const unsigned pass = (mine - parts) / tiles;
        const unsigned tile = (mine - parts) % tiles;
        const K* const from = pass % 2 == 0 ? b_KEYS : NAME_keys;
        K* const to = pass % 2 == 0 ? NAME_keys : b_KEYS;
        if (pass != known) {
            waitFor(parts + tiles * pass);
            start = before(threadIdx.x < 256 ? NAME_digits[pass * 256 + threadIdx.x] : 0);
            __syncthreads();
            known = pass;
        }
        const long long at = (long long)tile * kTile;
        const unsigned here = count - at < kTile ? unsigned(count - at) : kTile;
        const bool full = here == kTile; // then no thread asks whether its keys are there
        // Each warp has keys that lie side by side, and equal digits keep their order.
        const unsigned first = warp * 32 * kItems + lane;
        const auto digitOf = [&](K key) { return DIGIT; };
        for (unsigned w = 0; w < 8; ++w)
            ofWarp[warp][w * 32 + lane] = 0;
        K keys[kItems];
KEYSLOAD        __syncwarp();
        // What the tile has of each digit is counted first and told at once: others wait for it.
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (full || first + 32 * e < here)
                atomicAdd(&ofWarp[warp][digitOf(keys[e])], 1u);
        __syncthreads();
        // From here on each of the first 256 threads also stands for a digit.
        const unsigned mark = turn * 16 + pass * 2; // and 1, where all before is in it
        volatile unsigned long long* const word = NAME_words + tile * 256 + threadIdx.x;
        unsigned own = 0;
        if (threadIdx.x < 256) {
#pragma unroll
            for (unsigned w = 0; w < kWarps; ++w)
                own += ofWarp[w][threadIdx.x];
            *word = (unsigned long long)(tile == 0 ? mark + 1 : mark) << 32 | own;
        }
        const unsigned inTile = before(own);
        if (threadIdx.x < 256) {
            unsigned next = inTile;
#pragma unroll
            for (unsigned w = 0; w < kWarps; ++w) {
                const unsigned more = ofWarp[w][threadIdx.x];
                ofWarp[w][threadIdx.x] = next;
                next += more;
            }
        }
        __syncthreads();
        const unsigned lowerLanes = (1u << lane) - 1;
RANKS        const auto rank = [&](const bool all) {
#pragma unroll
            for (unsigned e = 0; e < kItems; ++e) {
                // What is not there has the last digit, behind all that is.
                const bool valid = all || first + 32 * e < here;
                const unsigned digit = valid ? digitOf(keys[e]) : 255;
                unsigned same = 0xffffffffu; // lanes with this digit
#pragma unroll
                for (unsigned bit = 0; bit < 8; ++bit)
                    // same &= digit has the bit ? __ballot_sync(…) : ~__ballot_sync(…): of this
                    // form the compiler tests seven bits with one instruction, and takes three
                    // for a bit in place of seven.
                    asm("{ .reg .pred p;\n\t"
                        ".reg .b32 a, v;\n\t"
                        "and.b32 a, %1, %2;\n\t"
                        "setp.ne.u32 p, a, 0;\n\t"
                        "vote.sync.ballot.b32 v, p, 0xffffffff;\n\t"
                        "@!p not.b32 v, v;\n\t"
                        "and.b32 %0, %0, v; }"
                        : "+r"(same)
                        : "r"(digit), "r"(1u << bit));
                const unsigned place = ofWarp[warp][digit] + __popc(same & lowerLanes);
                __syncwarp();
                if (same >> lane == 1) // the last of them
                    ofWarp[warp][digit] = place + 1;
                __syncwarp();
RANKED            }
        };
        if (full)
            rank(true);
        else
            rank(false);
VALUESLOAD        if (threadIdx.x < 256) {
            constexpr unsigned kAsked = ASKED; // tiles before this one that are asked at once
            unsigned sum = 0;
            bool all = tile == 0;
            for (unsigned b = 1; !all; b += kAsked) {
                unsigned long long told[kAsked];
#pragma unroll
                for (unsigned a = 0; a < kAsked; ++a)
                    told[a] = word[-(long long)min(b + a, tile) * 256];
#pragma unroll
                for (unsigned a = 0; a < kAsked; ++a)
                    if (!all) {
                        while ((unsigned)(told[a] >> 32 | 1) != mark + 1)
                            told[a] = word[-(long long)min(b + a, tile) * 256];
                        sum += (unsigned)told[a];
                        all = (told[a] >> 32 & 1) != 0;
                    }
            }
            if (tile > 0)
                *word = (unsigned long long)(mark + 1) << 32 | (sum + own);
            offsets[threadIdx.x] = start + sum - inTile;
        }
VALUESPLACE        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e) {
            const unsigned i = threadIdx.x + kThreads * e;
            if (full || i < here) {
                const K key = sortedKeys[i];
                const unsigned place = offsets[digitOf(key)] + i;
KEYSMOVEVALUESMOVE            }
        }
VALUESAFTER        __syncthreads();
        // One warp takes the next ticket, and another waits until this one's writes are seen: that
        // delays none but its own.
        if (threadIdx.x == 0)
            ticket = atomicAdd(&NAME_begun, 1u);
        __syncthreads();
        if (threadIdx.x == kThreads - 32) {
            __threadfence();
            atomicAdd(&NAME_done, 1u);
        }
        mine = ticket;
    }
)";

// The keys of a warp's lanes lie among those that are counted, and take the counters' place once
// all threads have theirs.
constexpr const char* kPlaceKeys = R"(        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (full || first + 32 * e < here)
                sortedKeys[ranks[e]] = keys[e];
        // The values are on their way while the block learns what lies before the tile.
        const V* const valuesFrom = pass % 2 == 0 ? b_VALUES : NAME_values;
        V* const valuesTo = pass % 2 == 0 ? NAME_values : b_VALUES;
        V values[kItems];
)";

constexpr const char* kPlaceValues = R"(#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (full || first + 32 * e < here)
                sortedValues[ranks[e]] = values[e];
)";

// Large values take the place of the keys when these have left: that makes room for more of both.
constexpr const char* kValuesAfter = R"(        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (full || first + 32 * e < here)
                sortedValues[ranks[e]] = values[e];
        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e) {
            const unsigned i = threadIdx.x + kThreads * e;
            if (full || i < here) {
                const unsigned place = places[e];
VALUESMOVE            }
        }
)";

// Of keys of one byte there is one pass, which leaves them in the other place.
constexpr const char* kCopyBack =
    R"(    for (; mine < parts + tiles * (kPasses + 1); mine = take()) {
        waitFor(parts + tiles * kPasses);
        const long long begin = (long long)(mine - parts - tiles * kPasses) * kTile;
        const long long end = begin + kTile < count ? begin + kTile : count;
        for (long long at = begin + threadIdx.x; at < end; at += kThreads) {
            b_KEYS[at] = NAME_keys[at];
VALUESBACK        }
    }
)";

constexpr const char* kSortEnd =
    R"(    // The last block leaves all as it was, for the next launch. What this one has done was told
    // by another warp: without the barrier that might be added when all has been set back.
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&NAME_ended, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    for (unsigned i = threadIdx.x; i < kPasses * 256; i += kThreads)
        atomicExch(&NAME_digits[i], 0u);
    if (threadIdx.x == 0) {
        NAME_turn = turn;
        atomicExch(&NAME_begun, 0u);
        atomicExch(&NAME_done, 0u);
        atomicExch(&NAME_ended, 0u);
    }
)";

/// The layout of a tile in a block's shared memory: 64,000 bytes at most, because a GPU of compute
/// capability 7.5 has 64 KiB, some of which the kernel's own variables take.
struct Tile {
    std::size_t items;        ///< keys of a thread
    std::size_t sorted;       ///< where the sorted keys begin, in bytes
    std::size_t shared;       ///< bytes in all
    bool valuesAfter = false; ///< the values take the keys' place instead of following them
};

/// Without values, the keys are separate from the warps' counters, so that each can be stored at
/// its place as soon as that is known. With values both share their memory: that allows a larger
/// tile, at the price of a barrier. Keys and values of 16 bytes or more together use that memory in
/// turn, at the price of two more: 64 Mi pairs of 8 and 8 bytes took 7 % less time that way,
/// smaller ones took more.
Tile tileOf(std::size_t key, std::size_t value) {
    constexpr std::size_t kOffsets = 256 * sizeof(unsigned);
    constexpr std::size_t kCounters = kThreads / 32 * 256 * sizeof(unsigned);
    constexpr std::size_t kMostItems = 22;        // without values
    constexpr std::size_t kMostItemsOfPairs = 16; // more of them do not fit into the registers
    constexpr std::size_t kMostItemsOfLargePairs = 9;
    constexpr std::size_t kMostMoved = std::size_t(60) << 10; // bytes of a tile with values
    if (value == 0) {
        const std::size_t items = key > 4 ? kMostItems / 2 : kMostItems;
        return {items, kOffsets + kCounters, kOffsets + kCounters + kThreads * items * key};
    }
    const bool valuesAfter = key + value >= 16;
    const std::size_t pair = valuesAfter ? std::max(key, value) : key + value;
    const std::size_t items = std::min(valuesAfter ? kMostItemsOfLargePairs : kMostItemsOfPairs,
                                       kMostMoved / kThreads / pair);
    return {items, kOffsets, kOffsets + std::max(kCounters, kThreads * items * pair), valuesAfter};
}

/// Whether CUDA C++ lacks loads and stores of this type with a cache operator.
bool isPlain(std::string_view type) {
    return type == "bool" || type.starts_with("NAME_");
}

/// A value is stored with a hint that it is not needed soon: pairs took 5 % less time that way.
std::string storeLine(const char* to, const char* value, std::string_view type) {
    return isPlain(type) ? fmt::format("                {}[place] = {};\n", to, value)
                         : fmt::format("                __stcs({} + place, {});\n", to, value);
}

/// `array[e]` of the tile, for each e: bypassing the L1 cache if the type allows it, because each
/// is read once.
/// \param clamped  repeats the last one beyond the end. A conditional load would keep the
/// register's
///        old value alive, and the compiler ran out of registers if values move along.
std::string loadLines(const char* array, const char* from, std::string_view type, bool clamped) {
    const bool plain = isPlain(type);
    const auto load = [&](const char* element) {
        return fmt::format("{}({} + at + {})", plain ? "*" : "__ldcg", from, element);
    };
    const std::string each =
        fmt::format("#pragma unroll\n            for (unsigned e = 0; e < kItems; ++e)\n"
                    "                {}[e] = ",
                    array);
    const std::string inside =
        fmt::format("#pragma unroll\n            for (unsigned e = 0; e < kItems; ++e)\n"
                    "                if (first + 32 * e < here)\n                    {}[e] = ",
                    array);
    return fmt::format("        if (full) {{\n{}{};\n        }} else {{\n{}{};\n        }}\n", each,
                       load("first + 32 * e"), clamped ? each : inside,
                       load(clamped ? "min(first + 32 * e, here - 1)" : "first + 32 * e"));
}

const Buffer& bufferOf(const ElementCode& code, const std::string& name) {
    for (const Operand& operand : code.packed()) {
        if (operand.name() == name) {
            return *operand.buffer;
        }
    }
    throw Error(ErrorKind::internal, {"WB1533", "a buffer of a sort is none of its kernel's"});
}

/// \param valueType  empty: only keys
std::string passesText(const Operands& operands, std::size_t passes, const Tile& tile,
                       std::string_view keyType, std::string_view valueType) {
    const bool moves = !operands.values.empty();
    const bool after = moves && tile.valuesAfter;
    const std::string store = moves ? storeLine("valuesTo", "sortedValues[i]", valueType) : "";
    std::string text = std::string(kTickets) + kTiles + (passes % 2 != 0 ? kCopyBack : "");
    const std::string sorted = fmt::format(
        "    K* const sortedKeys = reinterpret_cast<K*>(NAME_shared + {});\n", tile.sorted);
    const std::pair<const char*, std::string> words[] = {
        {"SORTED",
         moves
             ? "    // It takes the counters' place when they are no longer needed.\n" + sorted +
                   fmt::format("    V* const sortedValues = reinterpret_cast<V*>(sortedKeys{});\n",
                               after ? "" : " + kTile")
             : sorted},
        {"DIGIT", passes < 8 ? "__byte_perm(order(key), 0, 0x4440 + pass)"
                             : "unsigned(order(key) >> 8 * pass & 255)"},
        {"KEYSLOAD", loadLines("keys", "from", keyType, moves)},
        {"RANKS", moves ? "        unsigned ranks[kItems]; // places in the sorted tile\n" : ""},
        {"RANKED", moves ? "                ranks[e] = place;\n"
                         : "                if (valid)\n"
                           "                    sortedKeys[place] = keys[e];\n"},
        {"VALUESLOAD",
         moves ? kPlaceKeys + loadLines("values", "valuesFrom", valueType, true) : ""},
        {"VALUESPLACE", after   ? "        unsigned places[kItems]; // in all\n"
                        : moves ? kPlaceValues
                                : ""},
        {"VALUESAFTER", after ? replaced(kValuesAfter, "VALUESMOVE", store) : ""},
        {"KEYSMOVE", storeLine("to", "key", keyType)},
        {"VALUESMOVE", after ? "                places[e] = place;\n" : store},
        {"VALUESBACK", moves ? "            b_VALUES[at] = NAME_values[at];\n" : ""},
        {"ASKED", moves ? "1" : "2"},
        {"THREADS", std::to_string(kThreads)},
        {"ITEMS", std::to_string(tile.items)},
        {"b_KEYS", "b_" + operands.keys},
        {"b_VALUES", "b_" + operands.values}};
    for (const auto& [word, by] : words) {
        text = replaced(text, word, by);
    }
    return text;
}

} // namespace

GeneratedKernel sortKernel(const Project& project, const Step& step) {
    const Operands operands = readOperands(step);
    const Place& place = step.text.place;
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
    code.takeHalf();
    code.takeComplex();
    for (const std::string& name : {operands.keys, operands.values}) {
        if (!name.empty()) {
            code.reads(Formula::parse({name, place}), place);
            code.writes(name, place);
        }
    }
    code.complete();
    const Buffer& keys = bufferOf(code, operands.keys);
    const Buffer& values = operands.values.empty() ? keys : bufferOf(code, operands.values);
    if (keys.shape.size() != 1) {
        throw Error(ErrorKind::project,
                    {"WB1534",
                     "buffer '{buffer}' has {count} dimensions, but only a list can be sorted",
                     "give it one dimension",
                     {{"buffer", keys.name}, {"count", keys.shape.size()}}},
                    place);
    }
    Names names(known);
    const std::size_t widest = std::max(keys.dtype.size(), values.dtype.size());
    const std::int64_t count = names.integer(keys.shape[0], 0, kMostBytes / std::int64_t(widest),
                                             phrase("the number of elements to sort"));
    const arrays::Scalar scalar = keys.dtype.scalar();
    if (arrays::isComplex(scalar)) {
        throw Error(
            ErrorKind::project,
            {"WB1535",
             "buffer '{buffer}' holds complex numbers, which cannot be ordered",
             "sort by a buffer of real numbers, such as their abs(), and move the complex numbers "
             "along",
             {{"buffer", keys.name}}},
            place);
    }
    const auto passes = arrays::sizeOf(scalar);
    const bool moves = !operands.values.empty();
    const char* valueType = code.typeOf(values.dtype.scalar());
    const char* keyType = code.typeOf(scalar);
    const Tile tile = tileOf(keys.dtype.size(), moves ? values.dtype.size() : 0);
    const std::string body =
        fmt::format("    using K = {};\n", keyType) +
        (moves ? fmt::format("    using V = {};\n", valueType) : std::string()) +
        orderFunction(scalar, step.descending) +
        passesText(operands, passes, tile, keyType, valueType) + kSortEnd;
    const auto elements = std::int64_t(kThreads * tile.items);
    const std::int64_t room = std::max<std::int64_t>(count, 1);
    std::string state =
        fmt::format("__device__ {} NAME_keys[{}]; // the other place of the keys\n", keyType, room);
    if (moves) {
        state += fmt::format("__device__ {} NAME_values[{}];\n", valueType, room);
    }
    state += fmt::format("__device__ unsigned NAME_digits[{} * 256]; // of all keys, by pass\n"
                         "// What each tile has of a digit, and above it in which turn and pass.\n"
                         "__device__ volatile unsigned long long NAME_words[{} * 256];\n"
                         "__device__ volatile unsigned NAME_turn; // launches so far\n"
                         "__device__ unsigned NAME_begun, NAME_done; // tickets\n"
                         "__device__ unsigned NAME_ended; // blocks\n\n",
                         passes, (room + elements - 1) / elements);
    const std::size_t moved = keys.dtype.size() + (moves ? values.dtype.size() : 0);
    const std::size_t copied = passes % 2 != 0 ? 2 * moved : 0;
    GeneratedKernel made = finishKernel(
        known, code, {"sort", state, body, 1, kThreads * tile.items, kResidentBlocks, kThreads},
        {std::to_string(kThreads), place}, kMostBlocks,
        keys.dtype.size() + passes * 2 * moved + copied);
    made.launch.shared = {std::to_string(tile.shared), place};
    made.launch.maxDynamicShared = made.launch.shared; // otherwise the limit is 48 KiB
    return made;
}

} // namespace warpbench::project
