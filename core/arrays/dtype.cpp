// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/dtype.h"

#include "core/arrays/c_type_names.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace warpbench::arrays {

namespace {

struct ScalarFacts {
    std::string_view name;
    std::string_view vectorPrefix; ///< CUDA's vector type without the digit; empty: none
    std::size_t size;
};

// In the order of Scalar. Vector names are those in CUDA's vector_types.h; `long2` is left out
// because its size depends on the operating system.
constexpr std::array<ScalarFacts, 17> kScalars{{
    {"bool", "", 1},
    {"int8", "char", 1},
    {"int16", "short", 2},
    {"int32", "int", 4},
    {"int64", "longlong", 8},
    {"uint8", "uchar", 1},
    {"uint16", "ushort", 2},
    {"uint32", "uint", 4},
    {"uint64", "ulonglong", 8},
    {"float16", "half", 2},
    {"bfloat16", "", 2},
    {"float8_e4m3", "", 1},
    {"float8_e5m2", "", 1},
    {"float32", "float", 4},
    {"float64", "double", 8},
    {"complex64", "", 8},
    {"complex128", "", 16},
}};

const ScalarFacts& factsOf(Scalar scalar) noexcept {
    return kScalars[std::size_t(scalar)];
}

const std::vector<Field>& noFields() {
    static const std::vector<Field> none;
    return none;
}

std::size_t roundUp(std::size_t value, std::size_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

/// A struct may be at most this large, which keeps all later products within 64 bits.
constexpr std::size_t kMaxStructBytes = std::size_t(1) << 30;

} // namespace

std::size_t sizeOf(Scalar scalar) noexcept {
    return factsOf(scalar).size;
}

std::string_view nameOf(Scalar scalar) noexcept {
    return factsOf(scalar).name;
}

bool isInteger(Scalar scalar) noexcept {
    return scalar <= Scalar::uint64;
}

bool isSigned(Scalar scalar) noexcept {
    return (scalar >= Scalar::int8 && scalar <= Scalar::int64) || scalar >= Scalar::float16;
}

bool isFloating(Scalar scalar) noexcept {
    return scalar >= Scalar::float16 && scalar <= Scalar::float64;
}

bool isComplex(Scalar scalar) noexcept {
    return scalar >= Scalar::complex64;
}

DType::DType(Scalar scalar)
    : m_scalar(scalar)
    , m_size(sizeOf(scalar))
    , m_alignment(sizeOf(scalar)) {}

DType DType::vector(Scalar scalar, int lanes) {
    assert(lanes >= 2 && lanes <= 4);
    DType type(scalar);
    type.m_kind = Kind::vector;
    type.m_lanes = lanes;
    type.m_size = sizeOf(scalar) * std::size_t(lanes);
    // CUDA aligns types of two and four lanes to their size, at most 16 bytes (vector_types.h).
    type.m_alignment = lanes == 3 ? sizeOf(scalar) : std::min<std::size_t>(16, type.m_size);
    return type;
}

DType DType::structure(std::string name, std::vector<Field> fields) {
    if (fields.empty()) {
        throw Error(ErrorKind::project,
                    {"WB1246", "a struct without fields", "name at least one field"});
    }
    DType type;
    type.m_kind = Kind::structure;
    type.m_structName = std::move(name);
    type.m_alignment = 1;
    std::size_t end = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Field& field = fields[i];
        const auto sameName = [&](const Field& other) { return other.name == field.name; };
        if (std::any_of(fields.begin(), fields.begin() + std::ptrdiff_t(i), sameName)) {
            throw Error(ErrorKind::project, {"WB1247",
                                             "the struct has two fields named '{field}'",
                                             "rename one of them",
                                             {{"field", field.name}}});
        }
        if (field.count == 0 || field.count > kMaxStructBytes / field.type->size()) {
            throw Error(ErrorKind::project, {"WB1248",
                                             "field '{field}' has an impossible count of {count}",
                                             "give a count from 1 on; a struct holds at most 1 GiB",
                                             {{"field", field.name}, {"count", field.count}}});
        }
        field.offset = roundUp(end, field.type->alignment());
        end = field.offset + field.count * field.type->size();
        type.m_alignment = std::max(type.m_alignment, field.type->alignment());
        if (end > kMaxStructBytes) {
            throw Error(ErrorKind::project, {"WB1249", "the struct is larger than 1 GiB",
                                             "make its array members smaller"});
        }
    }
    type.m_size = roundUp(end, type.m_alignment);
    type.m_fields = std::make_shared<const std::vector<Field>>(std::move(fields));
    return type;
}

namespace {

/// Scalars by C's names, as nvcc has them on Linux: `long` has eight bytes.
constexpr auto kCNames = std::to_array<std::pair<std::string_view, Scalar>>({
    {"char", Scalar::int8},
    {"signed char", Scalar::int8},
    {"unsigned char", Scalar::uint8},
    {"uchar", Scalar::uint8},
    {"byte", Scalar::uint8},
    {"short", Scalar::int16},
    {"short int", Scalar::int16},
    {"unsigned short", Scalar::uint16},
    {"ushort", Scalar::uint16},
    {"int", Scalar::int32},
    {"signed", Scalar::int32},
    {"signed int", Scalar::int32},
    {"unsigned", Scalar::uint32},
    {"unsigned int", Scalar::uint32},
    {"uint", Scalar::uint32},
    {"long", Scalar::int64},
    {"long int", Scalar::int64},
    {"long long", Scalar::int64},
    {"long long int", Scalar::int64},
    {"longlong", Scalar::int64},
    {"ptrdiff_t", Scalar::int64},
    {"ssize_t", Scalar::int64},
    {"unsigned long", Scalar::uint64},
    {"unsigned long long", Scalar::uint64},
    {"ulonglong", Scalar::uint64},
    {"ulong", Scalar::uint64},
    {"size_t", Scalar::uint64},
    {"int8_t", Scalar::int8},
    {"int16_t", Scalar::int16},
    {"int32_t", Scalar::int32},
    {"int64_t", Scalar::int64},
    {"uint8_t", Scalar::uint8},
    {"uint16_t", Scalar::uint16},
    {"uint32_t", Scalar::uint32},
    {"uint64_t", Scalar::uint64},
    {"half", Scalar::float16},
    {"__half", Scalar::float16},
    {"nv_bfloat16", Scalar::bfloat16},
    {"__nv_bfloat16", Scalar::bfloat16},
    {"__nv_fp8_e4m3", Scalar::float8_e4m3},
    {"__nv_fp8_e5m2", Scalar::float8_e5m2},
    {"float", Scalar::float32},
    {"double", Scalar::float64},
    {"cuComplex", Scalar::complex64},
    {"cuDoubleComplex", Scalar::complex128},
});

std::optional<Scalar> scalarOfC(std::string_view name) {
    const auto found = std::find_if(kCNames.begin(), kCNames.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    return found == kCNames.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::vector<std::string_view> cTypeNames() {
    std::vector<std::string_view> names;
    names.reserve(std::size(kCNames));
    for (const auto& [name, scalar] : kCNames) {
        names.push_back(name);
    }
    return names;
}

std::optional<DType> DType::parse(std::string_view name) {
    if (const auto scalar = scalarOfC(name)) {
        return DType(*scalar);
    }
    for (std::size_t i = 0; i < kScalars.size(); ++i) {
        const auto scalar = Scalar(i);
        if (name == kScalars[i].name) {
            return DType(scalar);
        }
        const std::string_view prefix = kScalars[i].vectorPrefix;
        if (!prefix.empty() && name.size() == prefix.size() + 1 && name.starts_with(prefix) &&
            name.back() >= '2' && name.back() <= '4') {
            const int lanes = name.back() - '0';
            if (sizeOf(scalar) == 2 && isFloating(scalar) && lanes != 2) {
                return std::nullopt; // CUDA has half2, but no half3
            }
            return vector(scalar, lanes);
        }
    }
    return std::nullopt;
}

const std::vector<Field>& DType::fields() const noexcept {
    return m_fields ? *m_fields : noFields();
}

std::string DType::name() const {
    switch (m_kind) {
    case Kind::scalar:
        break;
    case Kind::vector: {
        const std::string_view prefix = factsOf(m_scalar).vectorPrefix;
        return std::string(prefix.empty() ? factsOf(m_scalar).name : prefix) +
               std::to_string(m_lanes);
    }
    case Kind::structure:
        return m_structName.empty() ? "struct" : m_structName;
    }
    return std::string(nameOf(m_scalar));
}

bool DType::operator==(const DType& other) const {
    if (m_kind != other.m_kind) {
        return false;
    }
    if (m_kind != Kind::structure) {
        return m_scalar == other.m_scalar && m_lanes == other.m_lanes;
    }
    const auto sameField = [](const Field& a, const Field& b) {
        return a.name == b.name && a.offset == b.offset && a.count == b.count && *a.type == *b.type;
    };
    return m_structName == other.m_structName && m_size == other.m_size &&
           m_alignment == other.m_alignment &&
           std::equal(fields().begin(), fields().end(), other.fields().begin(),
                      other.fields().end(), sameField);
}

} // namespace warpbench::arrays
