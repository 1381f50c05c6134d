// SPDX-License-Identifier: GPL-3.0-or-later
// The host's implementations of NVIDIA's libraries for simulated GPUs, on a copy of the buffers.
#include "core/arrays/element.h"
#include "core/arrays/host_array.h"
#include "core/base/error.h"
#include "core/cuda/memory.h"
#include "core/formulas/philox.h"
#include "core/formulas/reference.h"
#include "core/libraries/host_sort.h"
#include "core/libraries/step_parts.h"

#include <algorithm>
#include <complex>
#include <vector>

namespace warpbench::libraries {

namespace {

using arrays::HostArray;
using arrays::Scalar;
using project::LibraryCall;
using Function = LibraryCall::Function;
using Shape = std::vector<std::int64_t>;

[[noreturn]] void refuse(const ErrorText& said) {
    throw Error(ErrorKind::device, said);
}

class HostStep : public LibraryStep {
  public:
    HostStep(const LibraryCall& call, const cuda::Stream& stream,
             std::span<const CUdeviceptr> pointers)
        : m_call(call)
        , m_stream(stream)
        , m_pointers(pointers.begin(), pointers.end()) {}

    void queue(const cuda::Stream& stream) const override {
        stream.synchronize();
        switch (m_call.function) {
        case Function::gemm:
            return multiply();
        case Function::fft:
        case Function::rfft:
            return transform();
        case Function::uniform:
        case Function::normal:
            return draw();
        case Function::spmv:
            return multiplySparse();
        case Function::sum:
        case Function::min:
        case Function::max:
            return reduce();
        case Function::inclusive_sum:
        case Function::exclusive_sum:
            return scan();
        case Function::sort:
        case Function::sort_pairs:
            return sort();
        }
    }

    std::string computedBy() const override {
        switch (m_call.function) {
        case Function::gemm:
            return "the host (Eigen)";
        case Function::fft:
        case Function::rfft:
            return "the host (FFTW)";
        default:
            return "the host";
        }
    }

  private:
    HostArray read(std::size_t buffer, Scalar scalar, const Shape& shape) const {
        HostArray array(scalar, shape);
        cuda::copyToHost(m_stream.context(), array.bytes().data(), m_pointers.at(buffer),
                         array.sizeBytes());
        return array;
    }
    void write(std::size_t buffer, const HostArray& array) const {
        cuda::copyToDevice(m_stream.context(), m_pointers.at(buffer), array.bytes().data(),
                           array.sizeBytes());
    }

    /// In double precision, whatever the type of the elements.
    static HostArray widened(const HostArray& from) {
        HostArray to(Scalar::float64, from.shape());
        arrays::readDoubles(from.dtype().scalar(), from.bytes().data(), to.as<double>());
        return to;
    }
    HostArray matrix(std::size_t buffer, std::int64_t rows, std::int64_t columns,
                     bool transposed) const {
        const Shape shape = transposed ? Shape{columns, rows} : Shape{rows, columns};
        const HostArray stored = widened(read(buffer, m_call.type, shape));
        return transposed ? project::applyArrayFunction("transpose", {stored}, refuse) : stored;
    }

    void multiply() const {
        const auto [rows, columns, depth] = m_call.sizes;
        const HostArray a = matrix(0, rows, depth, m_call.transposeA);
        const HostArray b = matrix(1, depth, columns, m_call.transposeB);
        const HostArray product = project::applyArrayFunction("matmul", {a, b}, refuse);
        HostArray c(m_call.type, {rows, columns});
        arrays::writeDoubles(m_call.type, c.bytes().data(), product.as<double>());
        write(2, c);
    }

    void transform() const {
        const auto [many, rows, length] = m_call.sizes;
        const bool real = m_call.function == Function::rfft;
        const HostArray stored = read(0, m_call.type, {many, rows, length});
        HostArray x(Scalar::complex128, stored.shape());
        arrays::readComplexes(m_call.type, stored.bytes().data(), x.as<std::complex<double>>());
        const char* function = m_call.dimensions == 2 ? (m_call.inverse ? "ifft2" : "fft2")
                                                      : (m_call.inverse ? "ifft" : "fft");
        HostArray y = project::applyArrayFunction(function, {x}, refuse);
        if (m_call.inverse) { // cuFFT does not divide by the number of values
            for (std::complex<double>& value : y.as<std::complex<double>>())
                value *= double(rows * length);
        }
        const Scalar scalar = !real                            ? m_call.type
                              : m_call.type == Scalar::float64 ? Scalar::complex128
                                                               : Scalar::complex64;
        const std::int64_t kept = real ? length / 2 + 1 : length;
        HostArray out(scalar, {many, rows, kept});
        const auto values = std::as_const(y).as<std::complex<double>>();
        const std::size_t size = arrays::sizeOf(scalar);
        for (std::int64_t row = 0; row < many * rows; ++row)
            arrays::writeComplexes(scalar, out.bytes().data() + std::size_t(row * kept) * size,
                                   values.subspan(std::size_t(row * length), std::size_t(kept)));
        write(1, out);
    }

    /// Not cuRAND's numbers, but with the same distributions: in (0, 1], or normal.
    void draw() const {
        const std::int64_t count = m_call.sizes[0];
        HostArray z(m_call.type, {count});
        std::vector<double> values(static_cast<std::size_t>(count));
        const int bits = m_call.type == Scalar::float64 ? 53 : 24;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint64_t random = project::randomBits(m_call.seed, i, 0);
            values[i] = m_call.function == Function::normal
                            ? m_call.mean + m_call.stddev * project::standardNormal(random)
                            : 1 - project::unitInterval(random, bits);
        }
        arrays::writeDoubles(m_call.type, z.bytes().data(), values);
        write(0, z);
    }

    std::vector<std::int64_t> indices(std::size_t buffer, std::int64_t count) const {
        const HostArray stored = read(buffer, m_call.index, {count});
        std::vector<std::int64_t> values(static_cast<std::size_t>(count));
        arrays::readInt64s(m_call.index, stored.bytes().data(), values);
        return values;
    }

    void multiplySparse() const {
        const auto [rows, columns, stored] = m_call.sizes;
        const std::vector<std::int64_t> offsets = indices(0, rows + 1);
        const std::vector<std::int64_t> at = indices(1, stored);
        const HostArray values = widened(read(2, m_call.type, {stored}));
        const HostArray x = widened(read(3, m_call.type, {columns}));
        std::vector<double> y(static_cast<std::size_t>(rows));
        for (std::size_t row = 0; row < y.size(); ++row) {
            if (offsets[row] < 0 || offsets[row] > offsets[row + 1] || offsets[row + 1] > stored)
                refuse({"WB1551",
                        "spmv: row {row} begins at value {begin} and ends at {end}, of {count}",
                        "give offsets that rise from 0 to the number of values",
                        {{"row", row},
                         {"begin", offsets[row]},
                         {"end", offsets[row + 1]},
                         {"count", stored}}});
            for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
                const std::int64_t column = at[std::size_t(k)];
                if (column < 0 || column >= columns)
                    refuse({"WB1552",
                            "spmv: value {index} is in column {column} of {count}",
                            "count columns from 0",
                            {{"index", k}, {"column", column}, {"count", columns}}});
                y[row] += values.as<double>()[std::size_t(k)] * x.as<double>()[std::size_t(column)];
            }
        }
        HostArray out(m_call.type, {rows});
        arrays::writeDoubles(m_call.type, out.bytes().data(), y);
        write(4, out);
    }

    /// Calls with the elements in the type in which they are added: doubles, or 64 bits that wrap.
    template <class Use>
    void withElements(const Use& use) const {
        const HostArray x = read(0, m_call.type, {m_call.sizes[0]});
        const auto count = std::size_t(m_call.sizes[0]);
        if (!arrays::isInteger(m_call.type)) {
            std::vector<double> values(count);
            arrays::readDoubles(m_call.type, x.bytes().data(), values);
            use(values);
            return;
        }
        std::vector<std::int64_t> values(count);
        arrays::readInt64s(m_call.type, x.bytes().data(), values);
        if (m_call.type == Scalar::uint64) {
            std::vector<std::uint64_t> bits(values.begin(), values.end());
            use(bits);
        } else {
            use(values);
        }
    }
    void writeElements(const std::vector<double>& values) const {
        HostArray y(m_call.type, {std::int64_t(values.size())});
        arrays::writeDoubles(m_call.type, y.bytes().data(), values);
        write(1, y);
    }
    template <class Integer>
    void writeElements(const std::vector<Integer>& values) const {
        HostArray y(m_call.type, {std::int64_t(values.size())});
        const std::vector<std::int64_t> bits(values.begin(), values.end());
        arrays::writeInt64s(m_call.type, y.bytes().data(), bits);
        write(1, y);
    }
    /// Integers wrap, as on a GPU.
    static double added(double a, double b) { return a + b; }
    template <class Integer>
    static Integer added(Integer a, Integer b) {
        return Integer(std::uint64_t(a) + std::uint64_t(b));
    }

    void reduce() const {
        withElements([this](const auto& values) {
            auto result = values.front();
            for (std::size_t i = 1; i < values.size(); ++i)
                result = m_call.function == Function::sum   ? added(result, values[i])
                         : m_call.function == Function::min ? std::min(result, values[i])
                                                            : std::max(result, values[i]);
            writeElements(std::vector{result});
        });
    }

    void scan() const {
        const bool exclusive = m_call.function == Function::exclusive_sum;
        withElements([&](auto& values) {
            auto sum = values.front();
            sum = 0;
            for (auto& value : values) {
                const auto with = added(sum, value);
                value = exclusive ? sum : with;
                sum = with;
            }
            writeElements(values);
        });
    }

    void sort() const {
        const Shape shape{m_call.sizes[0]};
        const bool pairs = m_call.function == Function::sort_pairs;
        const HostArray keys = read(0, m_call.type, shape);
        const std::vector<std::size_t> order = radixOrder(keys);
        write(pairs ? 2 : 1, reordered(keys, order));
        if (pairs)
            write(3, reordered(read(1, m_call.index, shape), order));
    }

    LibraryCall m_call;
    cuda::Stream m_stream;
    std::vector<CUdeviceptr> m_pointers;
};

} // namespace

std::unique_ptr<LibraryStep> makeHostStep(const LibraryCall& call, const cuda::Stream& stream,
                                          std::span<const CUdeviceptr> pointers) {
    return std::make_unique<HostStep>(call, stream, pointers);
}

} // namespace warpbench::libraries
