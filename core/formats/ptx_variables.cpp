// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ptx_variables.h"

#include "core/sources/declarations.h"
#include "core/sources/source_scan.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

namespace warpbench::compile {

namespace {

constexpr std::array<std::string_view, 8> kNotTypes = {
    "extern", "static", "const", "volatile", "alignas", "__align__", "struct", "typename"};

/// The type after `__shared__`, with a single blank between words.
/// \param i  the token after it; receives the first declarator's
std::string typeAt(Tokens t, std::size_t& i) {
    std::string type;
    const auto endsHere = [&](std::size_t at) {
        return at >= t.size() || t[at].is("[") || t[at].is(";") || t[at].is("=") || t[at].is(",");
    };
    while (i < t.size()) {
        if (t[i].isOneOf(kNotTypes)) {
            ++i;
            if (i < t.size() && t[i].is("("))
                i = afterClosing(t, i, t.size());
        } else if (t[i].is("<")) {
            const std::size_t after = afterTemplateBracket(t, i, t.size());
            for (; i < after; ++i)
                type += std::string(t[i].text) + (t[i].is(",") ? " " : "");
        } else if ((t[i].isWord() && !endsHere(i + 1)) || t[i].is("::")) {
            const bool joined = type.empty() || t[i].is("::") || type.ends_with("::");
            type += (joined ? "" : " ") + std::string(t[i++].text);
        } else {
            break;
        }
    }
    return type;
}

} // namespace

std::map<std::string, std::string> sharedTypes(std::string_view source) {
    std::map<std::string, std::string> types;
    std::set<std::string> unclear;
    const std::vector<Token> tokens = tokenize(source);
    const Tokens t(tokens);
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (!t[i].is("__shared__"))
            continue;
        std::string type = typeAt(t, ++i);
        while (i < t.size() && (t[i].isWord() || t[i].is("*"))) {
            std::string own = type;
            for (; i < t.size() && t[i].is("*"); ++i)
                own += '*';
            if (i >= t.size() || !t[i].isWord())
                break;
            const std::string name(t[i].text);
            const auto [found, isNew] = types.emplace(name, own);
            if (!isNew && found->second != own)
                unclear.insert(name);
            for (++i; i < t.size() && !t[i].is(",") && !t[i].is(";");)
                i = t[i].is("[") || t[i].is("{") || t[i].is("(") ? afterClosing(t, i, t.size())
                                                                 : i + 1;
            if (i < t.size() && t[i].is(","))
                ++i; // `float a[32], b[32];`
        }
    }
    for (const std::string& name : unclear)
        types.erase(name);
    return types;
}

namespace {

/// The text in the angle brackets of "k<float, 4>".
std::vector<std::string> argumentsOfKernel(const std::string& kernel) {
    std::vector<std::string> all;
    int depth = 0;
    const std::size_t open = kernel.find('<');
    for (std::size_t i = open; i < kernel.size(); ++i) {
        const char c = kernel[i];
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (depth == 0)
            break;
        if (i == open || (c == ',' && depth == 1))
            all.emplace_back();
        else if (c != ' ' || !all.back().empty())
            all.back() += c;
    }
    return all;
}

/// A type in which a template's arguments take the place of its parameters.
std::string withArguments(const std::string& type, const std::vector<TemplateParameter>& parameters,
                          const std::vector<std::string>& arguments) {
    std::string made;
    for (const Token& token : tokenize(std::string_view(type))) {
        const auto place =
            std::find_if(parameters.begin(), parameters.end(),
                         [&](const TemplateParameter& one) { return token.is(one.name); });
        const auto index = std::size_t(place - parameters.begin());
        const bool blank = !made.empty() && token.isWord() &&
                           std::isalnum(static_cast<unsigned char>(made.back())) != 0;
        made += blank ? " " : "";
        made += index < arguments.size() ? arguments[index] : std::string(token.text);
        made += token.is(",") ? " " : "";
    }
    return made;
}

} // namespace

std::map<std::string, std::string> sharedTypes(std::string_view source, const std::string& kernel) {
    std::map<std::string, std::string> types = sharedTypes(source);
    const std::vector<std::string> arguments = argumentsOfKernel(kernel);
    const std::string plain = kernel.substr(0, kernel.find('<'));
    for (const ScannedKernel& one : scanSource(source)) {
        if (one.info.name != plain || !one.isTemplate)
            continue;
        for (auto& [name, type] : types)
            type = withArguments(type, one.templateParameters, arguments);
    }
    return types;
}

} // namespace warpbench::compile
