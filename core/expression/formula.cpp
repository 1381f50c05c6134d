// SPDX-License-Identifier: GPL-3.0-or-later
// Names and places of a parsed expression, and its errors.
#include "core/expression/expression.h"

#include <algorithm>

namespace warpbench::project {

std::vector<std::string> Formula::namesAfter() const {
    std::vector<std::string> list;
    for (const Node& node : m_nodes) {
        if (node.op == Op::after &&
            std::find(list.begin(), list.end(), m_names[node.name]) == list.end()) {
            list.push_back(m_names[node.name]);
        }
    }
    return list;
}

Place Formula::placeOf(const Node& node) const {
    Place place = m_source.place;
    if (place.column > 0) {
        // In a JSON text: after the quote. Escapes before it would shift it, but expressions do not
        // need any.
        place.column += 1 + int(node.offset);
    }
    return place;
}

void Formula::fail(const Node& node, ErrorText said) const {
    std::string shown = m_source.text;
    constexpr std::size_t kShown = 80;
    if (shown.size() > kShown) {
        shown = shown.substr(0, kShown) + "…";
    }
    if (m_source.place.column == 0 && node.offset > 0) {
        throw Error(ErrorKind::project,
                    phrase("in \"{expression}\" at character {position}: {problem}",
                           {{"expression", std::move(shown)},
                            {"position", node.offset + 1},
                            {"problem", std::move(said)}}),
                    placeOf(node));
    }
    throw Error(ErrorKind::project,
                phrase("in \"{expression}\": {problem}",
                       {{"expression", std::move(shown)}, {"problem", std::move(said)}}),
                placeOf(node));
}

ErrorText unknownName(const std::string& name) {
    return {"WB1133", "'{name}' is not known here", {}, {{"name", name}}};
}

} // namespace warpbench::project
