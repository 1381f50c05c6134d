// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_values.h"

#include "core/arrays/element.h"
#include "core/programs/captured_types.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace warpbench::programs {

using arrays::DType;
using arrays::Scalar;
using project::Expression;
using project::MemberValue;

namespace {

std::optional<Expression> numberOf(Scalar scalar, std::span<const std::byte> bytes) {
    if (arrays::isComplex(scalar))
        return std::nullopt;
    if (scalar == Scalar::boolean) { // any byte but 0 counts as true, but it would come back as 1
        if (std::to_integer<unsigned>(bytes.front()) > 1)
            return std::nullopt;
        return Expression{bytes.front() == std::byte{0} ? "0" : "1", {}};
    }
    if (arrays::isInteger(scalar))
        return Expression{arrays::formatScalar(scalar, bytes.data()), {}};
    const double value = arrays::readDouble(scalar, bytes.data());
    if (std::isnan(value))
        return std::nullopt;
    if (std::isinf(value))
        return Expression{value > 0 ? "inf" : "-inf", {}};
    std::string text = arrays::formatScalar(scalar, bytes.data());
    std::vector<std::byte> again(bytes.size());
    arrays::writeDouble(scalar, again.data(), std::strtod(text.c_str(), nullptr));
    if (!std::equal(bytes.begin(), bytes.end(), again.begin()))
        return std::nullopt;
    return Expression{std::move(text), {}};
}

/// Reads values from a struct's bytes.
class StructReader {
  public:
    StructReader(std::span<const std::byte> bytes, const PointerValue& pointer)
        : m_bytes(bytes)
        , m_pointer(pointer) {}

    std::optional<project::StructArg> members(const compile::Parameter& type, std::size_t offset) {
        project::StructArg structure;
        for (const compile::Parameter& member : type.members) {
            // A member without a name is a union or an unnamed struct, which no key can set.
            if (member.name.empty() || structure.fields.contains(member.name))
                return std::nullopt;
            auto value = valueOf(member, offset + member.offset);
            if (!value)
                return std::nullopt;
            structure.fields.emplace(member.name, std::move(*value));
        }
        return structure;
    }

  private:
    std::optional<MemberValue> valueOf(const compile::Parameter& type, std::size_t offset) {
        if (type.size == 0 || offset + type.size > m_bytes.size())
            return std::nullopt;
        const auto bytes = m_bytes.subspan(offset, type.size);
        if (type.pointer)
            return pointerAt(type, bytes);
        if (type.count > 0 && !type.element.empty())
            return elements(type, offset);
        const auto dtype = dtypeOfValue(type);
        if (dtype && dtype->kind() == DType::Kind::scalar && dtype->size() == type.size) {
            auto number = numberOf(dtype->scalar(), bytes);
            return number ? std::optional<MemberValue>(std::move(*number)) : std::nullopt;
        }
        if (type.members.empty())
            return std::nullopt;
        auto structure = members(type, offset);
        return structure ? std::optional<MemberValue>(std::move(*structure)) : std::nullopt;
    }

    std::optional<MemberValue> elements(const compile::Parameter& type, std::size_t offset) {
        project::MemberList list;
        const compile::Parameter& element = type.element.front();
        for (std::size_t i = 0; i < type.count; ++i) {
            auto value = valueOf(element, offset + i * element.size);
            if (!value)
                return std::nullopt;
            list.push_back(std::move(*value));
        }
        return MemberValue(std::move(list));
    }

    std::optional<MemberValue> pointerAt(const compile::Parameter& type,
                                         std::span<const std::byte> bytes) const {
        std::uint64_t address = 0;
        if (bytes.size() != sizeof address)
            return std::nullopt;
        std::memcpy(&address, bytes.data(), sizeof address);
        if (address == 0)
            return MemberValue(Expression{"0", {}});
        auto argument = m_pointer(address, type);
        return argument ? std::optional<MemberValue>(std::move(*argument)) : std::nullopt;
    }

    std::span<const std::byte> m_bytes;
    const PointerValue& m_pointer;
};

} // namespace

std::optional<std::vector<Expression>> numbersOf(const DType& dtype,
                                                 std::span<const std::byte> bytes) {
    if (dtype.kind() == DType::Kind::structure || bytes.empty())
        return std::nullopt;
    std::vector<Expression> numbers;
    const std::size_t step = arrays::sizeOf(dtype.scalar());
    for (std::size_t at = 0; at + step <= bytes.size(); at += step) {
        auto number = numberOf(dtype.scalar(), bytes.subspan(at, step));
        if (!number)
            return std::nullopt;
        numbers.push_back(std::move(*number));
    }
    return numbers;
}

std::optional<project::StructArg> structOf(const compile::Parameter& type,
                                           std::span<const std::byte> bytes,
                                           const PointerValue& pointer) {
    if (type.members.empty())
        return std::nullopt;
    return StructReader(bytes, pointer).members(type, 0);
}

} // namespace warpbench::programs
