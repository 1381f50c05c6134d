// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/integer_range.h"
#include "core/project/elementwise.h"
#include "core/project/generated_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpbench::project {

namespace {

/// More than a GPU has room for at once: those that begin late find nothing left to do.
constexpr int kMostBlocks = 1024;
constexpr int kThreads = 256; ///< of a block: as many as a digit has values
constexpr std::int64_t kMostBytes = std::int64_t(1) << 31; // of a variable of the device

struct Operands {
    std::string keys;
    std::string values; ///< empty: keys alone
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
                    fmt::format("\"{}\" does not say what to sort", step.text.text),
                    "name a buffer of keys, or one of keys and one of values: \"keys, values\"",
                    step.text.place);
    }
    return read;
}

/// A number without sign that is the larger the later a key comes.
std::string orderFunction(memory::Scalar scalar, bool descending) {
    const std::size_t bytes = memory::sizeOf(scalar);
    const char* bits = bytes == 8   ? "unsigned long long"
                       : bytes == 4 ? "unsigned"
                       : bytes == 2 ? "unsigned short"
                                    : "unsigned char";
    const std::string sign = fmt::format("({})1 << {}", bits, 8 * bytes - 1);
    std::string value = fmt::format("({})key", bits);
    std::string lines;
    if (memory::isFloating(scalar)) {
        // Both zeros are one number, and what is no number comes last.
        const char* own = bytes == 8   ? "__double_as_longlong(key == 0 ? 0 : key)"
                          : bytes == 4 ? "__float_as_uint(key == 0 ? 0 : key)"
                                       : "key == 0 ? (unsigned short)0 : key.bits";
        lines = fmt::format("        if (key != key)\n            return ({0})~({0})0;\n"
                            "        const {0} own = {1};\n",
                            bits, own);
        value = fmt::format("(own & {0}) != 0 ? ~own : own | {0}", "(" + sign + ")");
    } else if (memory::isSigned(scalar)) {
        value = fmt::format("({0})({1} ^ ({2}))", bits, value, sign);
    }
    return fmt::format("    const auto order = [](K key) -> {0} {{\n{1}"
                       "        return ({0}){2}({3});\n    }};\n",
                       bits, lines, descending ? "~" : "", value);
}

// A radix sort, least digits first, after "Onesweep" (Adinets and Merrill, 2022): each pass reads
// and writes the keys once, as a tile learns what lies before it from the tiles before. VALUES…
// lines are there where values move along with their keys.
constexpr const char* kTickets =
    R"(    // The work lies in tickets that are taken in order: first digits are counted, then each pass
    // sorts by one of them, tile by tile. Who waits does so for lower tickets, which blocks that
    // have begun took, so the blocks need not be on the device at once.
    constexpr unsigned kItems = ITEMS; // keys that a thread has of a tile
    constexpr unsigned kTile = 256 * kItems;
    constexpr unsigned kCounted = 4; // tiles that are counted with one ticket
    constexpr unsigned kPasses = sizeof(K);
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    const unsigned tiles = unsigned((count + kTile - 1) / kTile);
    const unsigned parts = (tiles + kCounted - 1) / kCounted;
    const unsigned turn = NAME_turn + 1; // marks what is of this launch, and not of one before
    __shared__ unsigned ticket;
    const auto take = [&] {
        __syncthreads(); // nobody needs the former one any more
        if (threadIdx.x == 0)
            ticket = atomicAdd(&NAME_begun, 1u);
        __syncthreads();
        return ticket;
    };
    const auto done = [&] {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&NAME_done, 1u);
        }
    };
    const auto waitFor = [&](unsigned tickets) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&NAME_done, 0u) < tickets) {
            }
            __threadfence();
        }
        __syncthreads();
    };
    // What the threads before this one have together.
    __shared__ unsigned ofWarps[8];
    const auto before = [&](unsigned value) {
        unsigned sum = value;
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const unsigned other = __shfl_up_sync(0xffffffffu, sum, distance);
            sum += lane >= distance ? other : 0;
        }
        if (lane == 31)
            ofWarps[warp] = sum;
        __syncthreads();
        sum -= value;
        for (unsigned w = 0; w < warp; ++w)
            sum += ofWarps[w];
        __syncthreads();
        return sum;
    };
    // How often each digit occurs, of all passes at once.
    __shared__ unsigned counted[kPasses * 256];
    unsigned mine = take();
    for (; mine < parts; mine = take()) {
        for (unsigned i = threadIdx.x; i < kPasses * 256; i += 256)
            counted[i] = 0;
        __syncthreads();
        const long long begin = (long long)mine * kCounted * kTile;
        const long long next = begin + kCounted * kTile;
        const long long end = next < count ? next : count;
        for (long long at = begin + threadIdx.x; at < end; at += 256) {
            const auto key = order(b_KEYS[at]);
#pragma unroll
            for (unsigned p = 0; p < kPasses; ++p)
                atomicAdd(&counted[p * 256 + unsigned(key >> 8 * p & 255)], 1u);
        }
        __syncthreads();
        for (unsigned i = threadIdx.x; i < kPasses * 256; i += 256)
            if (counted[i] > 0)
                atomicAdd(&NAME_digits[i], counted[i]);
        done();
    }
)";

constexpr const char* kTiles =
    R"(    __shared__ unsigned ofWarp[8][256]; // of each digit: keys of the warp, then where they go
    __shared__ unsigned starts[256];    // where the first key with a digit goes, in all
    __shared__ unsigned offsets[256];   // from there in the sorted tile to there in all
    __shared__ alignas(16) unsigned char sorted[kTile * WIDEST]; // of a tile
    unsigned known = kPasses;
    for (; mine < parts + tiles * kPasses; mine = take()) {
        const unsigned pass = (mine - parts) / tiles;
        const unsigned tile = (mine - parts) % tiles;
        const unsigned shift = 8 * pass;
        const K* const from = pass % 2 == 0 ? b_KEYS : NAME_keys;
        K* const to = pass % 2 == 0 ? NAME_keys : b_KEYS;
        if (pass != known) {
            waitFor(parts + tiles * pass);
            starts[threadIdx.x] = before(NAME_digits[pass * 256 + threadIdx.x]);
            known = pass;
        }
        const long long at = (long long)tile * kTile;
        const unsigned here = count - at < kTile ? unsigned(count - at) : kTile;
        // Each warp has keys that lie side by side, and equal digits keep their order.
        const unsigned first = warp * 32 * kItems + lane;
        const auto digitOf = [&](K key) { return unsigned(order(key) >> shift & 255); };
        K keys[kItems];
        unsigned ranks[kItems]; // among those of the warp with the same digit
        for (unsigned w = 0; w < 8; ++w)
            ofWarp[w][threadIdx.x] = 0;
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (first + 32 * e < here)
                keys[e] = from[at + first + 32 * e];
        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e) {
            const bool valid = first + 32 * e < here;
            const unsigned digit = valid ? digitOf(keys[e]) : 256;
            unsigned same = __ballot_sync(0xffffffffu, valid);
#pragma unroll
            for (unsigned bit = 0; bit < 8; ++bit) { // quicker than __match_any_sync
                const bool set = (digit >> bit & 1) != 0;
                const unsigned lanes = __ballot_sync(0xffffffffu, set);
                same &= set ? lanes : ~lanes;
            }
            const unsigned lower = __popc(same & ((1u << lane) - 1));
            ranks[e] = valid ? ofWarp[warp][digit] + lower : 0;
            __syncwarp();
            if (valid && lower == 0)
                ofWarp[warp][digit] += __popc(same);
            __syncwarp();
        }
        __syncthreads();
        // From here on each thread also stands for a digit. What the tile has of it is told at
        // once; with all that lies before it, as soon as that is known.
        unsigned own = 0;
        for (unsigned w = 0; w < 8; ++w) {
            const unsigned more = ofWarp[w][threadIdx.x];
            ofWarp[w][threadIdx.x] = own;
            own += more;
        }
        const unsigned mark = turn * 16 + pass * 2; // and 1, where all before is in it
        volatile unsigned long long* const word = NAME_words + tile * 256 + threadIdx.x;
        *word = (unsigned long long)(tile == 0 ? mark + 1 : mark) << 32 | own;
        const unsigned inTile = before(own);
        for (unsigned w = 0; w < 8; ++w)
            ofWarp[w][threadIdx.x] += inTile;
        unsigned sum = 0;
        for (unsigned b = 1; b <= tile; ++b) {
            unsigned long long told;
            while ((unsigned)((told = word[-(long long)b * 256]) >> 32 | 1) != mark + 1) {
            }
            sum += (unsigned)told;
            if ((told >> 32 & 1) != 0)
                break;
        }
        if (tile > 0)
            *word = (unsigned long long)(mark + 1) << 32 | (sum + own);
        offsets[threadIdx.x] = starts[threadIdx.x] + sum - inTile;
        __syncthreads();
        // Sorted within the tile first, so that neighbours are written side by side.
        K* const sortedKeys = reinterpret_cast<K*>(sorted);
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (first + 32 * e < here) {
                ranks[e] += ofWarp[warp][digitOf(keys[e])];
                sortedKeys[ranks[e]] = keys[e];
            }
        __syncthreads();
VALUESPLACES#pragma unroll
        for (unsigned e = 0; e < kItems; ++e) {
            const unsigned i = threadIdx.x + 256 * e;
            if (i < here) {
                const K key = sortedKeys[i];
                const unsigned place = offsets[digitOf(key)] + i;
                to[place] = key;
VALUESKEEP            }
        }
VALUESMOVE        done();
    }
)";

constexpr const char* kMoveValues =
    R"(        const V* const valuesFrom = pass % 2 == 0 ? b_VALUES : NAME_values;
        V* const valuesTo = pass % 2 == 0 ? NAME_values : b_VALUES;
        V* const sortedValues = reinterpret_cast<V*>(sorted);
        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (first + 32 * e < here)
                sortedValues[ranks[e]] = valuesFrom[at + first + 32 * e];
        __syncthreads();
#pragma unroll
        for (unsigned e = 0; e < kItems; ++e)
            if (threadIdx.x + 256 * e < here)
                valuesTo[places[e]] = sortedValues[threadIdx.x + 256 * e];
)";

// Of keys of one byte there is one pass, which leaves them in the other place.
constexpr const char* kCopyBack =
    R"(    for (; mine < parts + tiles * (kPasses + 1); mine = take()) {
        waitFor(parts + tiles * kPasses);
        const long long begin = (long long)(mine - parts - tiles * kPasses) * kTile;
        const long long end = begin + kTile < count ? begin + kTile : count;
        for (long long at = begin + threadIdx.x; at < end; at += 256) {
            b_KEYS[at] = NAME_keys[at];
VALUESBACK        }
    }
)";

constexpr const char* kSortEnd = R"(    // The last block leaves all as it was, for the next launch.
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&NAME_ended, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    for (unsigned i = threadIdx.x; i < kPasses * 256; i += 256)
        atomicExch(&NAME_digits[i], 0u);
    if (threadIdx.x == 0) {
        NAME_turn = turn;
        atomicExch(&NAME_begun, 0u);
        atomicExch(&NAME_done, 0u);
        atomicExch(&NAME_ended, 0u);
    }
)";

/// Packs of 16 bytes of the widest type that a thread has of a tile: 16 KiB in a block at most, and
/// 16 keys.
std::size_t packsOf(std::size_t widest) {
    return std::min<std::size_t>(4, widest);
}

const Buffer& bufferOf(const ElementCode& code, const std::string& name) {
    for (const Operand& operand : code.packed()) {
        if (operand.name() == name) {
            return *operand.buffer;
        }
    }
    throw Error(ErrorKind::internal, "a buffer of a sort is none of its kernel's");
}

std::string passesText(const Operands& operands, std::size_t passes, std::size_t items,
                       std::size_t widest) {
    const bool moves = !operands.values.empty();
    std::string text = std::string(kTickets) + kTiles + (passes % 2 != 0 ? kCopyBack : "");
    const std::pair<const char*, std::string> words[] = {
        {"VALUESPLACES", moves ? "        unsigned places[kItems];\n" : ""},
        {"VALUESKEEP", moves ? "                places[e] = place;\n" : ""},
        {"VALUESMOVE", moves ? kMoveValues : ""},
        {"VALUESBACK", moves ? "            b_VALUES[at] = NAME_values[at];\n" : ""},
        {"ITEMS", std::to_string(items)},
        {"WIDEST", std::to_string(widest)},
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
                    fmt::format("buffer '{}' has {} dimensions, and a list is sorted", keys.name,
                                keys.shape.size()),
                    "give it one dimension", place);
    }
    Names names(known);
    const std::size_t widest = std::max(keys.dtype.size(), values.dtype.size());
    const std::int64_t count = names.integer(keys.shape[0], 0, kMostBytes / std::int64_t(widest),
                                             "the number of elements to sort");
    const memory::Scalar scalar = keys.dtype.scalar();
    if (memory::isComplex(scalar)) {
        throw Error(
            ErrorKind::project,
            fmt::format("buffer '{}' holds complex numbers, which have no order", keys.name),
            "sort by a buffer of real numbers, as their abs(), and move these along", place);
    }
    const auto passes = memory::sizeOf(scalar);
    const bool moves = !operands.values.empty();
    const char* valueType = code.typeOf(values.dtype.scalar());
    const std::size_t packs = packsOf(widest);
    const std::string body =
        fmt::format("    using K = {};\n", code.typeOf(scalar)) +
        (moves ? fmt::format("    using V = {};\n", valueType) : std::string()) +
        orderFunction(scalar, step.descending) +
        passesText(operands, passes, code.pack() * packs, widest) + kSortEnd;
    const std::int64_t tile = kThreads * std::int64_t(code.pack() * packs);
    const std::int64_t room = std::max<std::int64_t>(count, 1);
    std::string state = fmt::format("__device__ {} NAME_keys[{}]; // the other place of the keys\n",
                                    code.typeOf(scalar), room);
    if (moves) {
        state += fmt::format("__device__ {} NAME_values[{}];\n", valueType, room);
    }
    state += fmt::format("__device__ unsigned NAME_digits[{} * 256]; // of all keys, by pass\n"
                         "// What each tile has of a digit, and above it in which turn and pass.\n"
                         "__device__ volatile unsigned long long NAME_words[{} * 256];\n"
                         "__device__ volatile unsigned NAME_turn; // launches so far\n"
                         "__device__ unsigned NAME_begun, NAME_done; // tickets\n"
                         "__device__ unsigned NAME_ended; // blocks\n\n",
                         passes, (room + tile - 1) / tile);
    const std::size_t moved = keys.dtype.size() + (moves ? values.dtype.size() : 0);
    const std::size_t copied = passes % 2 != 0 ? 2 * moved : 0;
    return finishKernel(known, code, {"sort", state, body, packs, 0, 4},
                        {std::to_string(kThreads), place}, kMostBlocks,
                        keys.dtype.size() + passes * 2 * moved + copied);
}

} // namespace warpbench::project
