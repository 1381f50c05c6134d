// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/line_diff.h"

#include "ui/documents/side_by_side.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpbench::ui {

std::vector<DiffLine> diffLines(const QStringList& before, const QStringList& after) {
    using Kind = DiffLine::Kind;
    std::vector<DiffLine> lines;
    std::vector<DiffLine> added; // goes after all lines removed in the same place
    const auto addAdded = [&] {
        std::move(added.begin(), added.end(), std::back_inserter(lines));
        added.clear();
    };
    for (const SideRow& row : sideBySide(before, after)) {
        if (row.kind == SideRow::Kind::same) {
            addAdded();
            lines.push_back({Kind::same, before[row.before]});
            continue;
        }
        if (row.before >= 0)
            lines.push_back({Kind::removed, before[row.before]});
        if (row.after >= 0)
            added.push_back({Kind::added, after[row.after]});
    }
    addAdded();
    return lines;
}

std::vector<DiffLine> diffTexts(const QString& before, const QString& after) {
    const auto split = [](QString text) {
        text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
        if (text.endsWith(QLatin1Char('\n'))) {
            text.chop(1);
        }
        return text.split(QLatin1Char('\n'));
    };
    return diffLines(split(before), split(after));
}

int lineAfter(const QString& before, const QString& after, int line) {
    int was = 0;
    int is = 0;
    for (const DiffLine& one : diffTexts(before, after)) {
        if (one.kind != DiffLine::Kind::added && ++was == line)
            return is + 1;
        if (one.kind != DiffLine::Kind::removed)
            ++is;
    }
    return std::max(1, is); // it was after the last line
}

} // namespace warpbench::ui
