// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus file 36: bulk copies with tensor maps. The first coordinate is always one of whole 16
// bytes: any other ends in CUDA_ERROR_ILLEGAL_INSTRUCTION on a GPU.
#include "tests/simgpu/corpus/reference.h"

#include <cuda.h>

namespace warpbench::test {

namespace {

/// A box of a tensor of bytes, 16-bit or 32-bit words as it appears in shared memory.
/// \param tensor  bytes; sizes, box and start with the innermost dimension first
std::vector<std::uint8_t> boxOf(const std::vector<std::uint8_t>& tensor, const TensorShape& shape,
                                std::size_t elementBytes, const std::vector<int>& start,
                                std::size_t swizzleBytes = 0) {
    const std::size_t rank = shape.sizes.size();
    std::vector<std::size_t> extent(rank);
    std::size_t count = 1;
    for (std::size_t d = 0; d < rank; ++d) {
        const std::uint32_t step = shape.steps.empty() ? 1 : shape.steps[d];
        extent[d] = (shape.box[d] + step - 1) / step;
        count *= extent[d];
    }
    std::vector<std::uint8_t> result(count * elementBytes);
    for (std::size_t e = 0; e < count; ++e) {
        std::size_t rest = e, from = 0;
        bool inside = true;
        for (std::size_t d = 0; d < rank; ++d) {
            const int step = shape.steps.empty() ? 1 : int(shape.steps[d]);
            const int index = start[d] + int(rest % extent[d]) * step;
            rest /= extent[d];
            inside = inside && index >= 0 && index < int(shape.sizes[d]);
            from += static_cast<std::size_t>(index) * (d ? shape.strides[d - 1] : elementBytes);
        }
        std::size_t to = e * elementBytes;
        if (swizzleBytes) // 16-byte chunks, exchanged by the number of their 128-byte line
            to ^= (to >> 7 & (swizzleBytes / 16 - 1)) << 4;
        for (std::size_t b = 0; b < elementBytes; ++b) {
            const std::uint8_t outside = !shape.fillNan ? 0 : b % 2 ? 0x7f : 0xf7;
            result[to + b] = inside ? tensor[from + b] : outside;
        }
    }
    return result;
}

std::vector<std::uint8_t> randomBytes(std::size_t n) {
    const auto words = randomWords(n, 11);
    return listOf<std::uint8_t>(n, [&](std::size_t i) { return words[i] >> 8; });
}

void tensorLoads(CorpusRun& r) {
    const auto bytes = randomBytes(64 * 1024);
    auto tensor = r.array(bytes);
    // One dimension, both ends outside.
    TensorShape line{
        CU_TENSOR_MAP_DATA_TYPE_UINT16, tensor.address(), {500}, {}, {256}, {}, 0, false};
    for (const int x : {-8, 96, 304}) {
        auto out = r.zeros<std::uint8_t>(512);
        r.launch("load1", shape({1}, {64}, 512), r.backend().tensorMap(line), out, x, 512);
        r.equal("1d", out.values(), boxOf(bytes, line, 2, {x}));
    }
    // Two dimensions: swizzles, edges, NaN outside, steps.
    for (const int swizzle : {0, 1, 2, 3}) {
        const std::uint32_t width = swizzle ? 4u << swizzle : 40; // of a whole line, if swizzled
        TensorShape plane{CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                          tensor.address(),
                          {61, 45},
                          {256},
                          {width, 24},
                          {},
                          swizzle,
                          swizzle == 2};
        const std::size_t size = std::size_t{plane.box[0]} * 24 * 4;
        for (const auto& [x, y] : {std::pair{0, 0}, {20, 30}, {-4, -2}, {52, 40}}) {
            auto out = r.zeros<std::uint8_t>(size);
            r.launch("load2", shape({1}, {64}, std::uint32_t(size)), r.backend().tensorMap(plane),
                     out, x, y, int(size));
            r.equal(("swizzle " + std::to_string(swizzle)).c_str(), out.values(),
                    boxOf(bytes, plane, 4, {x, y}, swizzle ? 16u << swizzle : 0));
        }
    }
    TensorShape volume{CU_TENSOR_MAP_DATA_TYPE_UINT8,
                       tensor.address(),
                       {30, 7, 6, 5, 4},
                       {32, 256, 1536, 9216},
                       {16, 3, 3, 2, 2},
                       {1, 2, 1, 1, 1},
                       0,
                       false};
    const auto want = boxOf(bytes, volume, 1, {16, 1, -1, 0, 1});
    auto out = r.zeros<std::uint8_t>(want.size());
    r.launch("load5", shape({1}, {64}, std::uint32_t(want.size())), r.backend().tensorMap(volume),
             out, 16, int(want.size()));
    r.equal("5d", out.values(), want);
}

void tensorStores(CorpusRun& r) {
    constexpr std::size_t kWidth = 40, kHeight = 20;
    const auto start = listOf<float>(kWidth * kHeight, [](std::size_t i) { return i % 64; });
    for (const int add : {0, 1}) {
        auto tensor = r.array(start);
        auto want = start;
        const TensorShape plane{CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                                tensor.address(),
                                {kWidth, kHeight},
                                {kWidth * 4},
                                {16, 8},
                                {},
                                0,
                                false};
        for (const auto& [x, y] : {std::pair{4, 3}, {28, 15}, {0, 16}}) {
            r.launch("store2", shape({1}, {64}, 512), r.backend().tensorMap(plane), x, y, 128, add);
            for (int i = 0; i < 128; ++i) {
                const int column = x + i % 16, row = y + i / 16;
                if (column < 0 || column >= int(kWidth) || row < 0 || row >= int(kHeight))
                    continue;
                float& value = want[std::size_t(row) * kWidth + std::size_t(column)];
                value = float(i + 1) + (add ? value : 0);
            }
        }
        r.equal(add ? "reduce" : "store", tensor.values(), want);
    }
    auto sums = r.array(listOf<int>(256, [](std::size_t i) { return 1000 - int(i); }));
    r.launch("sums", 5, 64, sums, 7);
    r.equal("ranges", sums.values(), listOf<int>(256, [](std::size_t i) {
                const int value = 1000 - int(i), product = 7 * int(i);
                return i < 128 ? value + 5 * product : std::max(value, product);
            }));
}

void tensorMulticast(CorpusRun& r) {
    const auto bytes = randomBytes(4096);
    auto tensor = r.array(bytes);
    const TensorShape plane{
        CU_TENSOR_MAP_DATA_TYPE_INT32, tensor.address(), {16, 60}, {64}, {16, 8}, {}, 0, false};
    const auto want = boxOf(bytes, plane, 4, {0, 2});
    auto out = r.zeros<std::uint8_t>(2 * want.size());
    auto config = shape({2}, {64}, std::uint32_t(want.size()));
    config.cluster = cuda::Dim3{2, 1, 1};
    r.launch("cast2", config, r.backend().tensorMap(plane), out, int(want.size()));
    auto both = want;
    both.insert(both.end(), want.begin(), want.end());
    r.equal("both", out.values(), both);
}

} // namespace

std::vector<CorpusCase> tensorCases() {
    return {
        {"tensor loads", "36_tensor", 90, tensorLoads, ""},
        {"tensor stores", "36_tensor", 90, tensorStores, ""},
        {"tensor multicast", "36_tensor", 90, tensorMulticast, ""},
    };
}

} // namespace warpbench::test
