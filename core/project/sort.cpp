// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/integer_range.h"
#include "core/project/elementwise.h"
#include "core/project/generated_kernel.h"

#include <fmt/format.h>

namespace warpbench::project {

namespace {

/// Blocks wait for each other, so all of them must be on the device at once: 64 of 256 threads are
/// on every GPU with 16 SMs or more.
constexpr int kMostWaitingBlocks = 64;
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
        lines = fmt::format("        if (key != key)\n            return ({0})~({0})0;\n"
                            "        const {0} own = {1}(key == 0 ? 0 : key);\n",
                            bits, bytes == 8 ? "__double_as_longlong" : "__float_as_uint");
        value = fmt::format("(own & {0}) != 0 ? ~own : own | {0}", "(" + sign + ")");
    } else if (memory::isSigned(scalar)) {
        value = fmt::format("({0})({1} ^ ({2}))", bits, value, sign);
    }
    return fmt::format("    const auto order = [](K key) -> {0} {{\n{1}"
                       "        return ({0}){2}({3});\n    }};\n",
                       bits, lines, descending ? "~" : "", value);
}

constexpr const char* kMeet =
    R"(    // All blocks wait for each other: the launch is a cooperative one.
    unsigned times = 0;
    const auto meet = [&] {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&NAME_met, 1u);
            ++times;
            while (atomicAdd(&NAME_met, 0u) < times * gridDim.x) {
            }
            __threadfence();
        }
        __syncthreads();
    };
)";

/// VALUES… lines are there where values move along with their keys.
constexpr const char* kPasses =
    R"(    __shared__ unsigned next[256];     // where the block's next key with a digit goes
    __shared__ unsigned ofWarp[8][256]; // the same for a warp, within a tile
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    const long long tile = 1024;
    const long long tiles = (count + tile - 1) / tile;
    const long long begin = tiles * blockIdx.x / gridDim.x * tile;
    const long long piece = tiles * (blockIdx.x + 1) / gridDim.x * tile;
    const long long end = piece < count ? piece : count;
    K* from = b_KEYS;
    K* to = NAME_keys;
VALUESDECL    for (int shift = 0; shift < 8 * (int)sizeof(K); shift += 8) {
        // How often each digit occurs in the block's piece.
        next[threadIdx.x] = 0;
        __syncthreads();
        for (long long at = begin + threadIdx.x; at < end; at += blockDim.x)
            atomicAdd(&next[order(from[at]) >> shift & 255], 1u);
        __syncthreads();
        NAME_counts[blockIdx.x * 256 + threadIdx.x] = next[threadIdx.x];
        meet();
        // Smaller digits go before, and of its own those of the blocks before.
        unsigned all = 0;
        unsigned before = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) {
            const unsigned there = NAME_counts[b * 256 + threadIdx.x];
            all += there;
            before += b < blockIdx.x ? there : 0;
        }
        __syncthreads();
        next[threadIdx.x] = all;
        __syncthreads();
        for (unsigned distance = 1; distance < 256; distance *= 2) {
            const unsigned other = threadIdx.x >= distance ? next[threadIdx.x - distance] : 0;
            __syncthreads();
            next[threadIdx.x] += other;
            __syncthreads();
        }
        next[threadIdx.x] += before - all;
        // Each warp has 128 keys of a tile that lie side by side, and equal digits keep their order.
        for (long long at = begin; at < end; at += tile) {
            for (int w = 0; w < 8; ++w)
                ofWarp[w][threadIdx.x] = 0;
            __syncthreads();
            K keys[4];
            unsigned digits[4];
            unsigned ranks[4];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const long long own = at + warp * 128 + e * 32 + lane;
                const bool valid = own < end;
                if (valid)
                    keys[e] = from[own];
                digits[e] = valid ? (unsigned)(order(keys[e]) >> shift & 255) : 256;
                const unsigned same = __match_any_sync(0xffffffffu, digits[e]);
                const unsigned lower = __popc(same & ((1u << lane) - 1));
                ranks[e] = valid ? ofWarp[warp][digits[e]] + lower : 0;
                __syncwarp();
                if (valid && lower == 0)
                    ofWarp[warp][digits[e]] += __popc(same);
                __syncwarp();
            }
            __syncthreads();
            unsigned start = next[threadIdx.x];
            for (int w = 0; w < 8; ++w) {
                const unsigned own = ofWarp[w][threadIdx.x];
                ofWarp[w][threadIdx.x] = start;
                start += own;
            }
            next[threadIdx.x] = start;
            __syncthreads();
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const long long own = at + warp * 128 + e * 32 + lane;
                if (own < end) {
                    const unsigned place = ofWarp[warp][digits[e]] + ranks[e];
                    to[place] = keys[e];
VALUESMOVE                }
            }
            __syncthreads();
        }
        meet();
        K* const last = from;
        from = to;
        to = last;
VALUESSWAP    }
)";

constexpr const char* kSortEnd = R"(    // The last block leaves all as it was, for the next launch.
    if (threadIdx.x == 0 && atomicAdd(&NAME_left, 1u) == gridDim.x - 1) {
        atomicExch(&NAME_met, 0u);
        atomicExch(&NAME_left, 0u);
    }
)";

/// Of keys of one byte there is one pass, which leaves them in the other place.
std::string copyBack(const Operands& operands) {
    return fmt::format(
        "    for (long long at = begin + threadIdx.x; at < end; at += blockDim.x) {{\n"
        "        b_{}[at] = from[at];\n{}"
        "    }}\n",
        operands.keys,
        operands.values.empty()
            ? ""
            : fmt::format("        b_{}[at] = valuesFrom[at];\n", operands.values));
}

const Buffer& bufferOf(const ElementCode& code, const std::string& name) {
    for (const Operand& operand : code.packed()) {
        if (operand.name() == name) {
            return *operand.buffer;
        }
    }
    throw Error(ErrorKind::internal, "a buffer of a sort is none of its kernel's");
}

} // namespace

GeneratedKernel sortKernel(const Project& project, const Step& step) {
    const Operands operands = readOperands(step);
    const Place& place = step.text.place;
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
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
    const auto passes = memory::sizeOf(scalar);
    const bool moves = !operands.values.empty();
    std::string body = fmt::format("    using K = {};\n", typeName(scalar)) +
                       (moves ? fmt::format("    using V = {};\n", typeName(values.dtype.scalar()))
                              : std::string()) +
                       orderFunction(scalar, step.descending) + kMeet + kPasses +
                       (passes % 2 != 0 ? copyBack(operands) : "") + kSortEnd;
    body =
        replaced(body, "VALUESDECL",
                 moves ? fmt::format("    V* valuesFrom = b_{};\n    V* valuesTo = NAME_values;\n",
                                     operands.values)
                       : "");
    body = replaced(body, "VALUESMOVE",
                    moves ? "                    valuesTo[place] = valuesFrom[own];\n" : "");
    body = replaced(body, "VALUESSWAP",
                    moves ? "        V* const lastValues = valuesFrom;\n"
                            "        valuesFrom = valuesTo;\n        valuesTo = lastValues;\n"
                          : "");
    body = replaced(body, "b_KEYS", "b_" + operands.keys);
    const std::int64_t room = std::max<std::int64_t>(count, 1);
    std::string state = fmt::format("__device__ {} NAME_keys[{}]; // the other place of the keys\n",
                                    typeName(scalar), room);
    if (moves) {
        state +=
            fmt::format("__device__ {} NAME_values[{}];\n", typeName(values.dtype.scalar()), room);
    }
    state += fmt::format("__device__ unsigned NAME_counts[{} * 256]; // of digits, block by block\n"
                         "__device__ unsigned NAME_met, NAME_left; // blocks\n\n",
                         kMostWaitingBlocks);
    const std::size_t moved = keys.dtype.size() + (moves ? values.dtype.size() : 0);
    GeneratedKernel made =
        finishKernel(known, code, {"sort", state, body}, {"256", place}, kMostWaitingBlocks,
                     passes * (keys.dtype.size() + 2 * moved));
    made.launch.cooperative = true;
    return made;
}

} // namespace warpbench::project
