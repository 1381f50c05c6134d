// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/element_formula.h"

#include "ui/documents/project_text.h"
#include "ui/words/text.h"

namespace warpbench::ui {

ElementFormula::ElementFormula(const QString& text, const arrays::DType& dtype,
                               const std::vector<std::int64_t>& shape,
                               const project::NumberTable& numbers) {
    const std::vector<project::Expression> texts = textToExpressions(text);
    const auto lanes = std::size_t(dtype.lanes());
    if (texts.empty())
        throw Error(ErrorKind::project,
                    {"WB3312", "A value is missing", "write a number or an expression"});
    if (texts.size() != 1 && texts.size() != lanes)
        throw Error(ErrorKind::project,
                    lanes == 1 ? ErrorText{"WB3313", "Write one value"}
                               : ErrorText{"WB3314",
                                           "Write one value for all {count} lanes, or one for each",
                                           {},
                                           {{"count", lanes}}});
    const bool together = texts.size() == 1;
    m_lanesPerPart = together ? dtype.lanes() : 1;
    project::ElementNames names;
    names.numbers = numbers;
    names.initial = [](const std::string&) { return std::nullopt; }; // buffers are not available
    for (const project::Expression& part : texts)
        m_parts.emplace_back(project::Formula::parse(part),
                             together ? dtype : arrays::DType(dtype.scalar()), shape, names);
}

void ElementFormula::evaluate(std::int64_t element, std::span<std::byte> out) const {
    const std::size_t size = out.size() / m_parts.size();
    for (std::size_t part = 0; part < m_parts.size(); ++part)
        m_parts[part].evaluate(element * m_lanesPerPart, m_lanesPerPart,
                               out.subspan(part * size, size));
}

} // namespace warpbench::ui
