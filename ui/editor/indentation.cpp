// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/indentation.h"

#include <algorithm>
#include <array>

namespace warpbench::ui {

namespace {

constexpr int kMostColumns = 8;

} // namespace

Indentation indentationOf(QStringView text) {
    std::array<int, kMostColumns + 1> steps = {};
    int withTabs = 0;
    int withSpaces = 0;
    qsizetype opened = -1; // the indentation of the previous line if it opens a block
    for (const QStringView line : text.split(QLatin1Char('\n'))) {
        const QStringView written = line.trimmed();
        if (written.isEmpty() || written.startsWith(QLatin1Char('*')))
            continue; // continuation lines of a comment are indented by one more column
        const qsizetype indent = written.begin() - line.begin();
        const bool tab = line.startsWith(QLatin1Char('\t'));
        withTabs += tab ? 1 : 0;
        withSpaces += !tab && indent > 1 ? 1 : 0;
        if (opened >= 0 && !tab && indent > opened + 1 && indent - opened <= kMostColumns)
            ++steps[std::size_t(indent - opened)];
        opened = !tab && written.endsWith(QLatin1Char('{')) ? indent : -1;
    }
    if (withTabs > withSpaces)
        return {true, 0};
    const auto most = std::max_element(steps.begin(), steps.end());
    return {false, *most > 0 ? int(most - steps.begin()) : 0};
}

} // namespace warpbench::ui
