// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::arrays {

/// The scalar types of buffers, named as in the project file (docs/project-file.md).
enum class Scalar : std::uint8_t {
    boolean, // "bool", one byte
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float8_e4m3,
    float8_e5m2,
    float32,
    float64,
    complex64,
    complex128,
};

/// Size of one value in bytes.
std::size_t sizeOf(Scalar scalar) noexcept;
/// The project file's name of a scalar type, for example "float8_e4m3".
std::string_view nameOf(Scalar scalar) noexcept;
bool isInteger(Scalar scalar) noexcept; ///< bool counts as an integer
bool isSigned(Scalar scalar) noexcept;
bool isFloating(Scalar scalar) noexcept; ///< real floating point of any width
bool isComplex(Scalar scalar) noexcept;

class DType;

/// A member of a struct dtype.
struct Field {
    std::string name;
    std::shared_ptr<const DType> type;
    std::size_t offset = 0; ///< bytes from the start of the struct
    std::size_t count = 1;  ///< elements of a fixed-size array member
};

/// The element type of a buffer: a scalar, a CUDA vector type (float4, uchar4) or a struct. A plain
/// value; two types are equal if their layout and names are.
class DType {
  public:
    enum class Kind : std::uint8_t { scalar, vector, structure };

    DType(Scalar scalar = Scalar::float32);
    /// A CUDA vector type, `lanes` 2 to 4, with CUDA's alignment (float3: 4 bytes, float4: 16).
    static DType vector(Scalar scalar, int lanes);
    /// A struct with C layout: offsets and padding follow from the members' alignment.
    /// \throws Error (project) for no members or a duplicate name
    static DType structure(std::string name, std::vector<Field> fields);

    /// Parses the scalar names of the project file, CUDA's vector type names ("float4", "uchar4",
    /// "longlong2"), and the C, C++ and CUDA names of scalars ("unsigned int", "half"). Empty if
    /// the name is unknown.
    static std::optional<DType> parse(std::string_view name);

    Kind kind() const noexcept { return m_kind; }
    Scalar scalar() const noexcept { return m_scalar; }            ///< of scalars and vectors
    int lanes() const noexcept { return m_lanes; }                 ///< 1 for scalars and structs
    const std::vector<Field>& fields() const noexcept;             ///< empty except for structs
    std::size_t size() const noexcept { return m_size; }           ///< bytes
    std::size_t alignment() const noexcept { return m_alignment; } ///< bytes
    /// "float32", "float4", or the struct's name.
    std::string name() const;

    bool operator==(const DType& other) const;

  private:
    Kind m_kind = Kind::scalar;
    Scalar m_scalar = Scalar::float32;
    int m_lanes = 1;
    std::size_t m_size = 4;
    std::size_t m_alignment = 4;
    std::string m_structName;
    std::shared_ptr<const std::vector<Field>> m_fields;
};

} // namespace warpbench::arrays
