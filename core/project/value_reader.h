// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/object_reader.h"
#include "core/project/project_fields.h"

/// Reads members that are single values, without keys.
/// \throws Error (project) at the value's place if it is not as the type or the rules want it
namespace warpbench::project {

void readValue(const JsonValue& value, bool& to, const Rules& rules);
void readValue(const JsonValue& value, int& to, const Rules& rules);
void readValue(const JsonValue& value, std::uint64_t& to, const Rules& rules);
void readValue(const JsonValue& value, double& to, const Rules& rules);
void readValue(const JsonValue& value, std::string& to, const Rules& rules);
void readValue(const JsonValue& value, Expression& to, const Rules& rules);
void readValue(const JsonValue& value, arrays::DType& to, const Rules& rules);
void readValue(const JsonValue& value, std::array<float, 4>& border, const Rules& rules);
void readValue(const JsonValue& value, NullArg& to, const Rules& rules);
void readValue(const JsonValue& value, BytesArg& to, const Rules& rules);
void readValue(const JsonValue& value, TextOnly<Expression> to, const Rules& rules);
void readValue(const JsonValue& value, OneOrMore<std::vector<Expression>> to, const Rules& rules);
void readValue(const JsonValue& value, ByRows<bool> to, const Rules& rules);
void readValue(const JsonValue& value, Channels<int> to, const Rules& rules);
void readValue(const JsonValue& value, AddressModes<std::string> to, const Rules& rules);
void readValue(const JsonValue& value, TypeWord<std::string> to, const Rules& rules);

template <class Enum>
requires std::is_enum_v<Enum>
void readValue(const JsonValue& value, Enum& to, const Rules& /*rules*/) {
    to = value.word(wordsOf(to));
}

/// The values of a list, as many as the rules allow.
std::vector<JsonValue> itemsOf(const JsonValue& list, const Rules& rules);

} // namespace warpbench::project
