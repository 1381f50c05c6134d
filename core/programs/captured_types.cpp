// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_types.h"

#include "core/base/error.h"
#include "core/follow/signature.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace warpbench::programs {

using arrays::DType;
using arrays::Scalar;

namespace {

/// "float" from "float *" and "float*".
std::string withoutStar(std::string type) {
    type.erase(type.rfind('*'));
    while (type.ends_with(' '))
        type.pop_back();
    return type;
}

std::string withoutQualifiers(std::string type) {
    for (const std::string word : {"const ", "volatile "})
        if (type.starts_with(word))
            type.erase(0, word.size());
    return type;
}

/// Converts a struct's members into a dtype; addresses become integers.
class StructShape {
  public:
    /// Empty if C would lay out the members differently, as with unions and bit-fields.
    std::optional<PointeeShape> read(const compile::Parameter& type) {
        m_shape.mayHoldMore = false;
        auto dtype = structure(type, 0);
        if (!dtype)
            return std::nullopt;
        m_shape.dtype = std::move(dtype);
        return std::move(m_shape);
    }

  private:
    std::optional<DType> structure(const compile::Parameter& type, std::size_t offset) {
        std::vector<arrays::Field> fields;
        for (const compile::Parameter& member : type.members) {
            const compile::Parameter* element = &member;
            std::size_t count = 1;
            for (; !element->element.empty(); element = &element->element.front())
                count *= element->count;
            auto dtype = one(*element, offset + member.offset, count);
            if (!dtype || dtype->size() * count != member.size || member.name.empty())
                return std::nullopt;
            fields.push_back(
                {member.name, std::make_shared<const DType>(std::move(*dtype)), 0, count});
        }
        try {
            DType made = DType::structure(withoutQualifiers(type.type), std::move(fields));
            const bool isSame =
                made.size() == type.size &&
                std::equal(made.fields().begin(), made.fields().end(), type.members.begin(),
                           type.members.end(), [](const auto& field, const auto& member) {
                               return field.offset == member.offset;
                           });
            return isSame ? std::optional(std::move(made)) : std::nullopt;
        } catch (const Error&) {
            return std::nullopt; // no members, or two with the same name
        }
    }

    std::optional<DType> one(const compile::Parameter& type, std::size_t offset,
                             std::size_t count) {
        if (type.pointer) {
            for (std::size_t i = 0; i < count; ++i)
                m_shape.pointers.push_back({offset + i * sizeof(std::uint64_t), type.pointee});
            return DType(Scalar::uint64);
        }
        if (auto dtype = dtypeOfValue(type); dtype && dtype->size() == type.size) {
            m_shape.mayHoldMore = m_shape.mayHoldMore || mayHoldPointers(dtype);
            return dtype;
        }
        if (!type.members.empty()) {
            m_shape.mayHoldMore = m_shape.mayHoldMore || count > 1;
            return structure(type, offset);
        }
        // Most likely an enumeration.
        return type.size == 4 ? std::optional(DType(Scalar::int32)) : std::nullopt;
    }

    PointeeShape m_shape;
};

} // namespace

PointeeShape PointeeTypes::shapeOf(const compile::Parameter& pointer) {
    if (!pointer.target.empty() && !m_structs.contains(pointer.pointee))
        if (auto shape = StructShape().read(pointer.target.front()))
            m_structs.emplace(pointer.pointee, std::move(*shape));
    return shapeOf(pointer.pointee);
}

PointeeShape PointeeTypes::shapeOf(const std::string& type) const {
    if (type.find('*') != std::string::npos)
        return {DType(Scalar::uint64), {{0, withoutStar(type)}}, false};
    if (const auto known = m_structs.find(type); known != m_structs.end())
        return known->second;
    const auto dtype = guess::dtypeOfType(type);
    return {dtype, {}, mayHoldPointers(dtype)};
}

bool mayHoldPointers(const std::optional<DType>& dtype) {
    if (!dtype || dtype->kind() == DType::Kind::structure)
        return true;
    const std::size_t size = arrays::sizeOf(dtype->scalar());
    // Raw memory is often declared as bytes, and addresses as 64-bit integers.
    return arrays::isInteger(dtype->scalar()) && (size == 1 || size == sizeof(std::uint64_t));
}

std::optional<DType> dtypeOfValue(const compile::Parameter& parameter) {
    const auto dtype = guess::dtypeOfType(parameter.type);
    return dtype || parameter.canonical.empty() ? dtype : guess::dtypeOfType(parameter.canonical);
}

} // namespace warpbench::programs
