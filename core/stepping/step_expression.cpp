// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stepping/step_expression.h"

#include "core/steps/kernel_words.h"

#include <fmt/format.h>

#include <cctype>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace warpbench::session {

namespace {

bool startsName(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isNamePart(char c) {
    return startsName(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isCudaIndex(const std::string& name) {
    return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

/// The position of the bracket that closes the one at `open`.
std::size_t closing(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    throw Error(ErrorKind::project,
                {"WB1980", "a bracket [ is not closed in \"{text}\"", "add a ]", {{"text", text}}});
}

/// The same with changed words in the places of its sentences.
ErrorText withWords(const ErrorText& said,
                    const std::function<std::string(const std::string&)>& change) {
    std::vector<ErrorText::Named> values;
    for (const ErrorText::Named& named : said.values())
        values.emplace_back(named.name.c_str(), withWords(named.value, change));
    const bool isWords = values.empty() && said.ownCode().empty();
    return ErrorText::of(
        said.ownCode(), isWords ? change(said.sentence()) : said.sentence(), std::move(values),
        said.advice() ? std::make_shared<const ErrorText>(*said.advice()) : nullptr);
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

StepExpression::StepExpression(const std::string& text)
    : m_text(text)
    , m_translated(translate(text)) {
    try {
        m_formula = project::Formula::parse({m_translated, {}}, {.cRules = true});
    } catch (const Error& error) {
        throw inGivenWords(error);
    }
}

Error StepExpression::inGivenWords(const Error& error) const {
    const auto given = [&](const std::string& words) {
        std::string text = project::replaced(words, m_translated, m_text);
        // Backwards, because one name may begin with another: __term10 and __term1.
        for (auto term = m_terms.rbegin(); term != m_terms.rend(); ++term)
            text = project::replaced(text, term->first, term->second.path);
        return text;
    };
    return {error.kind(), withWords(error.said(), given), error.place()};
}

/// The text in the project language.
std::string StepExpression::translate(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if ((c == '&' && next == '&') || (c == '|' && next == '|')) {
            result += c == '&' ? " and " : " or ";
            at += 2;
            continue;
        }
        if (c == '!' && next != '=') {
            result += " not ";
            ++at;
            continue;
        }
        const bool afterNumber = !result.empty() && isNamePart(result.back());
        if (!startsName(c) || afterNumber) { // 1e5, 0x1f and 2u are numbers
            result += c;
            ++at;
            continue;
        }
        const std::size_t begin = at;
        const auto readName = [&] {
            while (at < text.size() && isNamePart(text[at]))
                ++at;
        };
        readName();
        Term term{text.substr(begin, at - begin), nullptr};
        if (isCudaIndex(term.path) && at + 1 < text.size() && text[at] == '.') {
            result += term.path + '_' + text[at + 1];
            at += 2;
            continue;
        }
        const std::string plain = term.path;
        while (at < text.size() && !term.index) {
            if (text[at] == '.' && at + 1 < text.size() && startsName(text[at + 1])) {
                const std::size_t member = at++;
                readName();
                term.path += text.substr(member, at - member);
            } else if (text.compare(at, 2, "->") == 0) {
                const std::size_t member = at += 2;
                readName();
                term.path += "[0]." + text.substr(member, at - member);
            } else if (text[at] == '[') {
                const std::size_t end = closing(text, at);
                const std::string inside = text.substr(at + 1, end - at - 1);
                at = end + 1;
                // Parts of elements can only be found by constant paths.
                if (isNumber(inside) && at < text.size() && (text[at] == '.' || text[at] == '['))
                    term.path += '[' + inside + ']';
                else
                    term.index = std::make_shared<const StepExpression>(inside);
            } else {
                break;
            }
        }
        if (term.path == plain && !term.index) {
            result += plain;
            continue;
        }
        const std::string name = fmt::format("__term{}", m_terms.size());
        m_terms.emplace(name, std::move(term));
        result += name;
    }
    return result;
}

std::optional<StepView::Item> StepExpression::itemOf(const std::string& name, const StepView& view,
                                                     std::uint32_t lanes) const {
    const auto found = m_terms.find(name);
    if (found == m_terms.end())
        return view.item(name);
    const auto base = view.item(found->second.path);
    if (!base || !found->second.index)
        return base;
    const Numbers numbers = found->second.index->evaluate(view, lanes);
    std::array<std::optional<std::int64_t>, kStepLanes> index;
    for (std::size_t lane = 0; lane < kStepLanes; ++lane) {
        const auto whole = numbers[lane] ? project::asInteger(*numbers[lane]) : std::nullopt;
        if (whole)
            index[lane] = whole->asSigned();
    }
    return view.element(*base, index);
}

std::optional<StepView::Item> StepExpression::item(const StepView& view,
                                                   std::uint32_t lanes) const {
    if (m_formula->root().op != project::Op::name || m_formula->nodes().size() != 1)
        return std::nullopt;
    return itemOf(m_formula->names().front(), view, lanes);
}

StepExpression::Numbers StepExpression::evaluate(const StepView& view, std::uint32_t lanes) const {
    std::map<std::string, StepView::Item> items;
    for (const std::string& name : m_formula->names()) {
        if (view.builtin(name, 0) || project::languageConstant(name))
            continue;
        auto item = itemOf(name, view, lanes);
        if (!item) {
            const auto term = m_terms.find(name);
            throw Error(ErrorKind::project,
                        {"WB1981",
                         "\"{name}\" is not in scope here",
                         "name a variable that is in scope at this line, threadIdx.x, blockIdx.x, "
                         "blockDim.x, gridDim.x, lane or warp",
                         {{"name", term == m_terms.end() ? name : term->second.path}}});
        }
        items.emplace(name, std::move(*item));
    }
    Numbers results;
    for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
        bool known = (lanes >> lane & 1) != 0;
        for (const auto& [name, item] : items)
            known = known && StepView::number(item, lane).has_value();
        if (!known)
            continue;
        const auto valueOf = [&](const std::string& name) -> std::optional<project::Number> {
            if (const auto found = items.find(name); found != items.end())
                return StepView::number(found->second, lane);
            if (const auto value = view.builtin(name, lane))
                return *value;
            return std::nullopt;
        };
        try {
            results[lane] = project::evaluate(*m_formula, valueOf);
        } catch (const Error& error) {
            throw inGivenWords(error);
        }
    }
    return results;
}

} // namespace warpbench::session
