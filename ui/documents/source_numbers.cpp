// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/source_numbers.h"

#include "core/base/decimal.h"
#include "core/follow/c_value.h"
#include "core/sources/declarations.h"
#include "core/sources/tokenizer.h"

#include <charconv>
#include <set>

namespace warpbench::ui {

namespace {

using compile::Token;
using compile::Tokens;

std::optional<double> numberOf(Tokens tokens) {
    const guess::Scope scope{[](std::string_view) { return guess::Value{}; },
                             [](std::string_view, Tokens) { return guess::Value{}; },
                             [](const std::string&) { return guess::Value{}; }};
    const guess::Value value = guess::evaluate(tokens, scope);
    return value.isNumber() ? std::optional(value.number) : std::nullopt;
}

/// The value of a parameter that is just a number.
std::optional<double> plainNumber(const std::string& text) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        std::uint64_t bits = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + 2, end, bits, 16);
        return read.ec == std::errc() && read.ptr == end ? std::optional(double(bits))
                                                         : std::nullopt;
    }
    const Decimal number = leadingDecimal(text);
    return !text.empty() && number.length == text.size() ? std::optional(number.value)
                                                         : std::nullopt;
}

} // namespace

std::map<std::string, double> numbersOfSource(std::string_view source) {
    std::map<std::string, double> numbers;
    std::set<std::string> several;
    const auto add = [&](std::string_view name, Tokens value) {
        const auto number = numberOf(value);
        if (!number)
            return;
        const auto [at, isNew] = numbers.insert({std::string(name), *number});
        if (!isNew && at->second != *number)
            several.insert(at->first);
    };
    std::vector<compile::Directive> directives;
    const std::vector<Token> tokens = compile::tokenize(source, directives);
    compile::Macros macros;
    compile::readMacros(directives, macros);
    for (const auto& [name, macro] : macros)
        if (!macro.takesArguments && !macro.body.empty())
            add(name, macro.body);
    const Tokens all(tokens);
    for (std::size_t i = 1; i + 2 < all.size(); ++i) {
        // A declaration: follows a type or the comma after another variable.
        const bool declared = all[i].isWord() && (all[i - 1].isWord() || all[i - 1].is(",")) &&
                              !all[i - 1].is("return") && all[i + 1].is("=") && !all[i + 2].is("=");
        if (!declared)
            continue;
        std::size_t end = i + 2;
        while (end < all.size() && !all[end].is(";") && !all[end].is(",") && !all[end].is("{"))
            end = all[end].is("(") ? compile::afterClosing(all, end, all.size()) : end + 1;
        add(all[i].text, all.subspan(i + 2, end - i - 2));
    }
    for (const std::string& name : several)
        numbers.erase(name);
    return numbers;
}

std::optional<ChangedNumber> changedNumber(const project::Project& project,
                                           const std::map<std::string, double>& before,
                                           const std::map<std::string, double>& now) {
    for (const auto& [name, expression] : project.parameters) {
        const auto was = before.find(name);
        const auto is = now.find(name);
        const auto here = plainNumber(expression.text);
        if (was == before.end() || is == now.end() || was->second == is->second || !here ||
            *here == is->second)
            continue;
        return ChangedNumber{
            name, expression.text,
            guess::Value::of(is->second, is->second == std::int64_t(is->second)).spelled()};
    }
    return std::nullopt;
}

} // namespace warpbench::ui
