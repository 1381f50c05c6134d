// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/layouts/layout.h"
#include "core/layouts/source_structs.h"
#include "tests/fuzz/victims.h"

#include <stdexcept>

namespace warpbench::fuzz {

void tryLayout(std::string_view input) {
    for (const layouts::SourceStruct& one : layouts::structsOf(input))
        layouts::parseLayout(one.text); // offered, so without an error
    layouts::Layout layout;
    try {
        layout = layouts::parseLayout(input);
    } catch (const Error&) {
        return;
    }
    if (layout.columns.empty() || layout.columns.size() > layouts::kMostColumns)
        throw std::logic_error("a layout has too few or too many columns");
    for (const layouts::Column& column : layout.columns)
        if (column.offset + column.size() > layout.size)
            throw std::logic_error("a member is outside of its record: " + column.name);
}

} // namespace warpbench::fuzz
