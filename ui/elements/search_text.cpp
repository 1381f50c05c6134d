// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/search_text.h"

#include "core/expression/expression.h"
#include "ui/words/error_words.h"
#include "ui/words/tr.h"

#include <string>
#include <utility>

namespace warpbench::ui {

namespace {

using Relation = arrays::Compared::Relation;

/// Longer ones first, because "<=" begins with "<".
constexpr std::pair<const char16_t*, Relation> kSigns[] = {
    {u"==", Relation::equal},         {u"!=", Relation::not_equal}, {u"<=", Relation::less_equal},
    {u">=", Relation::greater_equal}, {u"≠", Relation::not_equal},  {u"≤", Relation::less_equal},
    {u"≥", Relation::greater_equal},  {u"=", Relation::equal},      {u"<", Relation::less},
    {u">", Relation::greater},
};

std::optional<arrays::Condition> specialValue(const QString& word) {
    const QString lower = word.toLower();
    if (lower == QLatin1String("nan"))
        return arrays::IsNan{};
    if (lower == QLatin1String("inf"))
        return arrays::IsInfinite{};
    if (lower == QLatin1String("+inf") || lower == QLatin1String("-inf"))
        return arrays::IsInfinite{lower.startsWith(u'-') ? -1 : 1};
    return std::nullopt;
}

} // namespace

std::optional<std::variant<arrays::Condition, QString>> parseSearch(const QString& text) {
    const QString trimmed = text.trimmed();
    if (const auto special = specialValue(trimmed))
        return *special;
    for (const auto& [sign, relation] : kSigns) {
        const QString start = QString::fromUtf16(sign);
        if (!trimmed.startsWith(start))
            continue;
        const QString value = trimmed.mid(start.size()).trimmed();
        if (value.isEmpty())
            return tr("A number is missing after “%1”").arg(start);
        const auto special = specialValue(value);
        if (special && relation == Relation::equal)
            return *special;
        try {
            const project::Formula formula = project::Formula::parse({value.toStdString(), {}});
            const auto noNames = [](const std::string&) -> std::optional<project::Number> {
                return std::nullopt;
            };
            return arrays::Compared{relation, project::evaluate(formula, noNames)};
        } catch (const Error& error) {
            return errorInWords(error);
        }
    }
    return std::nullopt;
}

std::shared_ptr<const project::ElementSet> matchingElements(const arrays::HostArray& array,
                                                            const arrays::Condition& condition) {
    auto found = std::make_shared<project::ElementSet>(array.elements());
    const std::int64_t lanes = array.dtype().lanes();
    const std::int64_t end = array.elements() * lanes;
    for (std::int64_t from = 0; from < end;) {
        const auto component = arrays::findComponent(array, condition, from, end, true);
        if (!component)
            break;
        found->insert(*component / lanes);
        from = (*component / lanes + 1) * lanes;
    }
    found->index();
    return found;
}

} // namespace warpbench::ui
