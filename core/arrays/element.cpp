// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"

#include "core/arrays/float_formats.h"
#include "core/base/error.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace warpbench::arrays {

namespace {

/// How a stored value turns into the type that arithmetic is done in, and back.
template <class Stored>
struct Plain {
    static Stored load(const std::byte* from) {
        Stored value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }
    static void store(std::byte* to, Stored value) { std::memcpy(to, &value, sizeof value); }
    static constexpr std::size_t kSize = sizeof(Stored);
};

template <class Integer>
Integer saturated(double value) {
    if (std::isnan(value)) {
        return 0;
    }
    // The limits as doubles: the largest 64-bit ones round up, and >= catches that.
    if (value >= double(std::numeric_limits<Integer>::max())) {
        return std::numeric_limits<Integer>::max();
    }
    if (value <= double(std::numeric_limits<Integer>::min())) {
        return std::numeric_limits<Integer>::min();
    }
    return Integer(value);
}

template <class Integer>
struct IntegerCodec : Plain<Integer> {
    static double toDouble(const std::byte* from) { return double(Plain<Integer>::load(from)); }
    static std::int64_t toInt64(const std::byte* from) {
        return std::int64_t(Plain<Integer>::load(from));
    }
    static void fromDouble(std::byte* to, double value) {
        Plain<Integer>::store(to, saturated<Integer>(value));
    }
    static void fromInt64(std::byte* to, std::int64_t value) {
        Plain<Integer>::store(to, Integer(value));
    }
};

struct BoolCodec : Plain<std::uint8_t> {
    static double toDouble(const std::byte* from) { return load(from) != 0 ? 1 : 0; }
    static std::int64_t toInt64(const std::byte* from) { return load(from) != 0 ? 1 : 0; }
    static void fromDouble(std::byte* to, double value) { store(to, value != 0); }
    static void fromInt64(std::byte* to, std::int64_t value) { store(to, value != 0); }
};

template <class Float>
struct FloatCodec : Plain<Float> {
    static double toDouble(const std::byte* from) { return double(Plain<Float>::load(from)); }
    static std::int64_t toInt64(const std::byte* from) {
        return saturated<std::int64_t>(toDouble(from));
    }
    static void fromDouble(std::byte* to, double value) { Plain<Float>::store(to, Float(value)); }
    static void fromInt64(std::byte* to, std::int64_t value) {
        Plain<Float>::store(to, Float(value));
    }
};

template <class Bits, double (*decode)(Bits) noexcept, Bits (*encode)(double) noexcept>
struct SmallCodec : Plain<Bits> {
    static double toDouble(const std::byte* from) { return decode(Plain<Bits>::load(from)); }
    static std::int64_t toInt64(const std::byte* from) {
        return saturated<std::int64_t>(toDouble(from));
    }
    static void fromDouble(std::byte* to, double value) { Plain<Bits>::store(to, encode(value)); }
    static void fromInt64(std::byte* to, std::int64_t value) {
        // Integers beyond 2^53 are beyond or at the same rounding in all of these formats.
        fromDouble(to, double(value));
    }
};

/// The real part; the imaginary one is handled by the complex functions.
template <class Float>
struct ComplexCodec : FloatCodec<Float> {
    static constexpr std::size_t kSize = 2 * sizeof(Float);
    static void fromDouble(std::byte* to, double value) {
        FloatCodec<Float>::fromDouble(to, value);
        FloatCodec<Float>::fromDouble(to + sizeof(Float), 0);
    }
    static void fromInt64(std::byte* to, std::int64_t value) { fromDouble(to, double(value)); }
};

/// Calls `function` with the codec of a scalar type, so that a loop inside it is compiled for it.
template <class FunctionType>
auto withCodec(Scalar scalar, FunctionType&& function) {
    switch (scalar) {
    case Scalar::boolean:
        return function(BoolCodec{});
    case Scalar::int8:
        return function(IntegerCodec<std::int8_t>{});
    case Scalar::int16:
        return function(IntegerCodec<std::int16_t>{});
    case Scalar::int32:
        return function(IntegerCodec<std::int32_t>{});
    case Scalar::int64:
        return function(IntegerCodec<std::int64_t>{});
    case Scalar::uint8:
        return function(IntegerCodec<std::uint8_t>{});
    case Scalar::uint16:
        return function(IntegerCodec<std::uint16_t>{});
    case Scalar::uint32:
        return function(IntegerCodec<std::uint32_t>{});
    case Scalar::uint64:
        return function(IntegerCodec<std::uint64_t>{});
    case Scalar::float16:
        return function(SmallCodec<std::uint16_t, decodeFloat16, encodeFloat16>{});
    case Scalar::bfloat16:
        return function(SmallCodec<std::uint16_t, decodeBfloat16, encodeBfloat16>{});
    case Scalar::float8_e4m3:
        return function(SmallCodec<std::uint8_t, decodeFloat8E4m3, encodeFloat8E4m3>{});
    case Scalar::float8_e5m2:
        return function(SmallCodec<std::uint8_t, decodeFloat8E5m2, encodeFloat8E5m2>{});
    case Scalar::float32:
        return function(FloatCodec<float>{});
    case Scalar::float64:
        return function(FloatCodec<double>{});
    case Scalar::complex64:
        return function(ComplexCodec<float>{});
    case Scalar::complex128:
        break;
    }
    return function(ComplexCodec<double>{});
}

/// A real floating-point value as text, with as few digits as distinguish it from its neighbours:
/// for GPU-only formats from neighbouring doubles, so that the text reads back as exactly the
/// value.
std::string formatReal(Scalar scalar, double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    std::array<char, 64> text{};
    char* const end = text.data() + text.size();
    if (scalar == Scalar::float32 || scalar == Scalar::complex64) {
        return {text.data(), std::to_chars(text.data(), end, float(value)).ptr};
    }
    return {text.data(), std::to_chars(text.data(), end, value).ptr};
}

template <class Part>
std::string joined(std::string_view open, std::size_t count, std::string_view close, Part part) {
    std::string text(open);
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ", ") + part(i);
    }
    return text += close;
}

} // namespace

double readDouble(Scalar scalar, const std::byte* from) noexcept {
    return withCodec(scalar, [&](auto codec) { return codec.toDouble(from); });
}

std::int64_t readInt64(Scalar scalar, const std::byte* from) noexcept {
    return withCodec(scalar, [&](auto codec) { return codec.toInt64(from); });
}

std::complex<double> readComplex(Scalar scalar, const std::byte* from) noexcept {
    const double real = readDouble(scalar, from);
    if (!isComplex(scalar)) {
        return real;
    }
    return {real, scalar == Scalar::complex64 ? readDouble(Scalar::float32, from + 4)
                                              : readDouble(Scalar::float64, from + 8)};
}

void writeDouble(Scalar scalar, std::byte* to, double value) noexcept {
    withCodec(scalar, [&](auto codec) { codec.fromDouble(to, value); });
}

void writeInt64(Scalar scalar, std::byte* to, std::int64_t value) noexcept {
    withCodec(scalar, [&](auto codec) { codec.fromInt64(to, value); });
}

void writeComplex(Scalar scalar, std::byte* to, std::complex<double> value) noexcept {
    writeDouble(scalar, to, value.real());
    if (scalar == Scalar::complex64) {
        writeDouble(Scalar::float32, to + 4, value.imag());
    } else if (scalar == Scalar::complex128) {
        writeDouble(Scalar::float64, to + 8, value.imag());
    }
}

void readDoubles(Scalar scalar, const std::byte* from, std::span<double> out) noexcept {
    withCodec(scalar, [&](auto codec) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = codec.toDouble(from + i * codec.kSize);
        }
    });
}

void readInt64s(Scalar scalar, const std::byte* from, std::span<std::int64_t> out) noexcept {
    withCodec(scalar, [&](auto codec) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = codec.toInt64(from + i * codec.kSize);
        }
    });
}

void readComplexes(Scalar scalar, const std::byte* from,
                   std::span<std::complex<double>> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = readComplex(scalar, from + i * sizeOf(scalar));
    }
}

void writeDoubles(Scalar scalar, std::byte* to, std::span<const double> values) noexcept {
    withCodec(scalar, [&](auto codec) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            codec.fromDouble(to + i * codec.kSize, values[i]);
        }
    });
}

void writeInt64s(Scalar scalar, std::byte* to, std::span<const std::int64_t> values) noexcept {
    withCodec(scalar, [&](auto codec) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            codec.fromInt64(to + i * codec.kSize, values[i]);
        }
    });
}

void writeComplexes(Scalar scalar, std::byte* to,
                    std::span<const std::complex<double>> values) noexcept {
    for (std::size_t i = 0; i < values.size(); ++i) {
        writeComplex(scalar, to + i * sizeOf(scalar), values[i]);
    }
}

ElementReader::ElementReader(const HostArray& array)
    : m_scalar(array.dtype().scalar())
    , m_step(sizeOf(m_scalar))
    , m_components(array.elements() * array.dtype().lanes())
    , m_data(array.bytes().data()) {
    if (array.dtype().kind() == DType::Kind::structure) {
        throw Error(ErrorKind::project, {"WB1250", "a struct is not a single value",
                                         "use a buffer of scalars or of a vector type here"});
    }
}

std::string ElementReader::format(std::int64_t component) const {
    return formatScalar(m_scalar, at(component));
}

std::string formatScalar(Scalar scalar, const std::byte* from) {
    if (scalar == Scalar::boolean) {
        return readInt64(scalar, from) != 0 ? "true" : "false";
    }
    if (scalar == Scalar::uint64) {
        return std::to_string(std::uint64_t(readInt64(scalar, from)));
    }
    if (isInteger(scalar)) {
        return std::to_string(readInt64(scalar, from));
    }
    if (!isComplex(scalar)) {
        return formatReal(scalar, readDouble(scalar, from));
    }
    const std::complex<double> value = readComplex(scalar, from);
    const std::string imaginary = formatReal(scalar, value.imag());
    return formatReal(scalar, value.real()) + (imaginary.starts_with('-') ? "" : "+") + imaginary +
           "j";
}

std::string formatElement(const DType& dtype, const std::byte* from) {
    switch (dtype.kind()) {
    case DType::Kind::scalar:
        break;
    case DType::Kind::vector:
        return joined("(", std::size_t(dtype.lanes()), ")", [&](std::size_t lane) {
            return formatScalar(dtype.scalar(), from + lane * sizeOf(dtype.scalar()));
        });
    case DType::Kind::structure:
        return joined("{", dtype.fields().size(), "}", [&](std::size_t index) {
            const Field& field = dtype.fields()[index];
            const std::byte* start = from + field.offset;
            const auto item = [&](std::size_t i) {
                return formatElement(*field.type, start + i * field.type->size());
            };
            return field.name + ": " +
                   (field.count == 1 ? item(0) : joined("[", field.count, "]", item));
        });
    }
    return formatScalar(dtype.scalar(), from);
}

std::string formatElement(const HostArray& array, std::int64_t element) {
    assert(element >= 0 && element < array.elements());
    return formatElement(array.dtype(),
                         array.bytes().data() + std::size_t(element) * array.dtype().size());
}

std::vector<std::int64_t> unravel(std::int64_t element, std::span<const std::int64_t> shape) {
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t d = shape.size(); d-- > 0;) {
        const std::int64_t extent = shape[d] > 0 ? shape[d] : 1;
        index[d] = element % extent;
        element /= extent;
    }
    return index;
}

} // namespace warpbench::arrays
