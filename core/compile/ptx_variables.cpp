// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/ptx_variables.h"

#include "core/compile/tokenizer.h"

#include <algorithm>
#include <set>
#include <vector>

namespace warpbench::compile {

std::map<std::string, std::string> sharedTypes(std::string_view source) {
    static const std::set<std::string_view> kNotTypes = {"extern",   "static",  "const",
                                                         "volatile", "alignas", "__align__"};
    std::map<std::string, std::string> types;
    std::set<std::string> unclear;
    const std::vector<Token> tokens = tokenize(source);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("__shared__"))
            continue;
        std::string type;
        for (++i; i + 1 < tokens.size(); ++i) {
            if (kNotTypes.contains(tokens[i].text)) {
                if (tokens[i + 1].is("(")) {
                    while (i < tokens.size() && !tokens[i].is(")"))
                        ++i;
                }
                continue;
            }
            if (tokens[i].kind != Token::Kind::identifier && !tokens[i].is("::"))
                break;
            const bool last = tokens[i + 1].is("[") || tokens[i + 1].is(";") ||
                              tokens[i + 1].is("=") || tokens[i + 1].is(",");
            if (last) {
                const std::string name(tokens[i].text);
                const auto [found, isNew] = types.emplace(name, type);
                if (!isNew && found->second != type)
                    unclear.insert(name);
                break;
            }
            type += (type.empty() || tokens[i].is("::") ? "" : " ") + std::string(tokens[i].text);
        }
    }
    for (const std::string& name : unclear)
        types.erase(name);
    return types;
}

} // namespace warpbench::compile
