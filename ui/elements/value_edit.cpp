// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/value_edit.h"

#include "core/base/error.h"
#include "ui/elements/element_formula.h"

#include <algorithm>
#include <map>
#include <memory>

namespace warpbench::ui {

namespace {

/// The bytes of a text, followed by zeros.
std::vector<std::byte> textBytes(QString text, std::size_t length) {
    if (text.size() >= 2 && text.startsWith(u'"') && text.endsWith(u'"'))
        text = text.mid(1, text.size() - 2);
    const QByteArray bytes = text.toUtf8();
    if (std::size_t(bytes.size()) > length)
        throw Error(ErrorKind::project, {"WB3319",
                                         "The text has {bytes} bytes, and the member {most}",
                                         "write a shorter text",
                                         {{"bytes", std::size_t(bytes.size())}, {"most", length}}});
    std::vector<std::byte> out(length);
    std::transform(bytes.begin(), bytes.end(), out.begin(),
                   [](char c) { return std::byte(static_cast<unsigned char>(c)); });
    return out;
}

} // namespace

ValueEdit ValueEdit::ofElements(const QString& text, const arrays::DType& dtype,
                                const std::vector<std::int64_t>& shape,
                                const std::vector<std::int64_t>& elements,
                                const project::NumberTable& numbers) {
    ValueEdit edit;
    const auto formula = std::make_shared<ElementFormula>(text, dtype, shape, numbers);
    edit.m_values.push_back({dtype.size(), [formula](std::int64_t index, std::span<std::byte> out) {
                                 formula->evaluate(index, out);
                             }});
    edit.m_places.reserve(elements.size());
    for (const std::int64_t element : elements)
        edit.m_places.push_back({element * std::int64_t(dtype.size()), element, 0});
    return edit;
}

ValueEdit ValueEdit::ofMembers(const QString& text, const layouts::Layout& layout,
                               std::int64_t records, const std::vector<Member>& members,
                               const project::NumberTable& numbers) {
    ValueEdit edit;
    const auto columns = std::int64_t(layout.columns.size());
    std::map<std::size_t, std::size_t> values; // by column
    for (const Member& member : members) {
        const auto [known, isNew] = values.emplace(member.column, edit.m_values.size());
        if (isNew) {
            const layouts::Column& column = layout.columns[member.column];
            Value value{column.size(), {}};
            if (column.isText) {
                value.write = [bytes = textBytes(text, column.size())](std::int64_t,
                                                                       std::span<std::byte> out) {
                    std::copy(bytes.begin(), bytes.end(), out.begin());
                };
            } else {
                value.write = [formula = std::make_shared<ElementFormula>(
                                   text, arrays::DType(column.type),
                                   std::vector<std::int64_t>{records, columns},
                                   numbers)](std::int64_t index, std::span<std::byte> out) {
                    formula->evaluate(index, out);
                };
            }
            edit.m_values.push_back(std::move(value));
        }
        edit.m_places.push_back(
            {member.byte, member.row * columns + std::int64_t(member.column), known->second});
    }
    return edit;
}

void ValueEdit::apply(std::span<std::byte> memory) const {
    for (const Place& place : m_places) {
        const Value& value = m_values[place.value];
        value.write(place.index, memory.subspan(std::size_t(place.byte), value.size));
    }
}

void ValueEdit::check() const {
    if (m_places.empty())
        return;
    const Value& value = m_values[m_places.front().value];
    std::vector<std::byte> bytes(value.size);
    value.write(m_places.front().index, bytes);
}

} // namespace warpbench::ui
