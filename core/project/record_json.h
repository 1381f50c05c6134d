// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_fields.h"

#include <nlohmann/json.hpp>

/// The project file's records and their members as JSON. Null: the key can be left out.
namespace warpbench::project {

using nlohmann::json;

/// A number or boolean if the text is exactly what JSON would write, otherwise a string. Reading it
/// again gives the same expression.
json toJson(const Expression& expression);
/// An integer without ".0", as people write it.
json toJson(double value);
json toJson(const std::array<float, 4>& border);
json toJson(const arrays::DType& type);
json toJson(const NullArg& arg);
json toJson(const StructArg& arg);
json toJson(const BytesArg& arg);
json toJson(const AddressModes<const std::string>& modes);
json toJson(const OneOrMore<const std::vector<Expression>>& values);

template <class T>
requires std::is_integral_v<T> || std::same_as<T, std::string> json toJson(const T& value) {
    return value;
}
template <class Enum>
requires std::is_enum_v<Enum> json toJson(const Enum& value) {
    return wordFor(wordsOf(value), value);
}
inline json toJson(const TextOnly<const Expression>& text) {
    return text.expression.text;
}
inline json toJson(const TypeWord<const std::string>& type) {
    return type.word;
}
inline json toJson(const Channels<const int>& channels) {
    return channels.count;
}
inline json toJson(const ByRows<const bool>& rows) {
    return rows.split ? json("rows") : json();
}

template <class T>
json toJson(const std::optional<T>& value);
template <class T>
json toJson(const std::vector<T>& list);
template <class T>
json toJson(const std::map<std::string, T>& members);
json toJson(const Source& source);

class RowWriter;
/// An object with the rows of project_fields.h that are not as in a new record.
template <class Record>
requires requires(RowWriter& rows, const Record& record) {
    fields(rows, record);
}
json toJson(const Record& record);

/// A new record with the same keys.
template <class Record>
Record standardFor(const Record& /*record*/) {
    return {};
}
inline Launch standardFor(const Launch& launch) {
    Launch standard;
    if (launch.step) {
        standard.step.emplace().kind = launch.step->kind;
    }
    return standard;
}
inline Argument standardFor(const Argument& argument) {
    return {kArgumentKinds[argument.value.index()].standard, {}};
}
inline TypeKeys standardFor(const TypeKeys& type) {
    TypeKeys standard;
    standard.word = type.word;
    return standard;
}

/// Writes the rows of an object.
class RowWriter {
  public:
    /// \param standard  the rows that a new record has; null: write every row, as for such a one
    RowWriter(json& object, const json* standard)
        : m_object(object)
        , m_standard(standard) {}

    template <class Member>
    void operator()(const std::string& key, const Member& member, const char* /*text*/,
                    const Rules& rules = {}) {
        json value = toJson(member);
        if (!m_standard) {
            m_object[key] = std::move(value);
            return;
        }
        const bool given = !value.is_null() && !isStandard(key, value);
        if (rules.oneOf) {
            m_lastSource = key;
            m_hasSource = m_hasSource || given;
        }
        if (given || rules.isNeeded() || (rules.written && !value.is_null())) {
            // A needed key is written even without a value, so that an unfinished project can be
            // saved and opened again.
            m_object[key] = value.is_null() ? json("") : std::move(value);
        }
    }

    void type(const arrays::DType& type);
    void type(const std::shared_ptr<const arrays::DType>& type) {
        if (type) { // a new field has none
            this->type(*type);
        }
    }

    template <class Rows>
    void group(const std::string& key, const char* /*text*/, Rows&& rows) {
        json object = json::object();
        RowWriter inner(object, m_standard ? &m_standard->at(key) : nullptr);
        rows(inner);
        if (!m_standard || !object.empty()) {
            m_object[key] = std::move(object);
        }
    }

    /// Writes the last of the keys of which there must be one, if there is none.
    void finish() {
        if (!m_lastSource.empty() && !m_hasSource) {
            m_object[m_lastSource] = "";
        }
    }

  private:
    /// Whether a file without the key gives this value. 0 and 0.0 differ.
    bool isStandard(const std::string& key, const json& value) const {
        const auto standard = m_standard->find(key);
        return standard != m_standard->end() && standard->type() == value.type() &&
               *standard == value;
    }

    json& m_object;
    const json* m_standard;
    std::string m_lastSource;
    bool m_hasSource = false;
};

/// Every row of a new record.
template <class Record>
json standardRows(const Record& record) {
    json object = json::object();
    RowWriter rows(object, nullptr);
    const Record standard = standardFor(record);
    fields(rows, standard);
    return object;
}

template <class T>
json toJson(const std::optional<T>& value) {
    return value ? toJson(*value) : json();
}

template <class T>
json toJson(const std::vector<T>& list) {
    json array = json::array();
    for (const T& item : list) {
        array.push_back(toJson(item));
    }
    return array;
}

template <class T>
json toJson(const std::map<std::string, T>& members) {
    json object = json::object();
    for (const auto& [name, member] : members) {
        object[name] = toJson(member);
    }
    return object;
}

template <class Record>
requires requires(RowWriter& rows, const Record& record) {
    fields(rows, record);
}
json toJson(const Record& record) {
    const json standard = standardRows(record);
    json object = json::object();
    RowWriter rows(object, &standard);
    fields(rows, record);
    rows.finish();
    return object;
}

} // namespace warpbench::project
