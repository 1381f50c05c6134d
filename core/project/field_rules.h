// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

/// What a row of project_fields.h says about a key besides its name, member and text.
namespace warpbench::project {

inline constexpr double kMostInt = std::numeric_limits<int>::max();

struct Rules {
    struct Refusal {
        const char* code = nullptr;
        const char* text = "";
        const char* remedy = "";
    };

    bool needed = false;   ///< a file must have the key; it is always written
    bool neededIf = false; ///< the same because of other keys' values, which the schema leaves out
    bool written = false;  ///< written even with the value that it has without the key
    /// A file must have exactly one of the record's keys of this kind. If none has a value, the
    /// last one is written.
    bool oneOf = false;
    /// Limits of an integer, of the number of values in a list, or of a number with `otherwise`.
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
    bool above = false;                  ///< numbers only: `least` itself is not allowed either
    Refusal otherwise = {};              ///< of numbers outside the limits; {number} is the number
    std::vector<std::string> words = {}; ///< the only texts allowed
    bool nonEmpty = false; ///< a text, in the schema; the reader also opens unfinished projects

    bool isNeeded() const { return needed || neededIf; }
};

/// Rows list a record's members to read them, or to write those of a const record.
template <class Value, class Record>
concept Is = std::same_as<std::remove_const_t<Value>, Record>;

// Members whose form in the file differs from what their type suggests.

/// Always a text, never a number.
template <class T>
struct TextOnly {
    T& expression;
};
/// A list, or one value without the brackets.
template <class T>
struct OneOrMore {
    T& values;
};
/// "rows" for true.
template <class T>
struct ByRows {
    T& split;
};
/// 1, 2 or 4.
template <class T>
struct Channels {
    T& count;
};
/// One mode for all axes, or a list of them for x, y and z.
template <class T>
struct AddressModes {
    T &x, &y, &z;
};
/// The name of a scalar or vector type, or "struct".
template <class T>
struct TypeWord {
    T& word;
};

template <class T>
TextOnly(T&) -> TextOnly<T>;
template <class T>
OneOrMore(T&) -> OneOrMore<T>;
template <class T>
ByRows(T&) -> ByRows<T>;
template <class T>
Channels(T&) -> Channels<T>;
template <class T>
AddressModes(T&, T&, T&) -> AddressModes<T>;
template <class T>
TypeWord(T&) -> TypeWord<T>;

/// A dtype's keys. A buffer or field of a struct has them beside its own.
struct TypeKeys {
    std::string word;
    std::string structName;
    std::vector<arrays::Field> fields;

    TypeKeys() = default;
    explicit TypeKeys(const arrays::DType& type)
        : word(type.name())
        , fields(type.fields()) {
        if (type.kind() == arrays::DType::Kind::structure) {
            structName = word == "struct" ? std::string() : word;
            word = "struct";
        }
    }
};

} // namespace warpbench::project
