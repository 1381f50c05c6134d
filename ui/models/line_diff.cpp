// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/line_diff.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr qsizetype kMostCells = 4'000'000; ///< of the table below: 16 MB

using Kind = DiffLine::Kind;

/// The part between equal heads and tails, by the table of longest common subsequences.
void diffMiddle(const QStringList& before, const QStringList& after, std::vector<DiffLine>& out) {
    const qsizetype rows = before.size();
    const qsizetype columns = after.size();
    if ((rows + 1) * (columns + 1) > kMostCells) {
        for (const QString& line : before) {
            out.push_back({Kind::removed, line});
        }
        for (const QString& line : after) {
            out.push_back({Kind::added, line});
        }
        return;
    }
    const auto at = [columns](qsizetype row, qsizetype column) {
        return std::size_t(row * (columns + 1) + column);
    };
    std::vector<int> longest(std::size_t((rows + 1) * (columns + 1)), 0);
    for (qsizetype row = rows - 1; row >= 0; --row) {
        for (qsizetype column = columns - 1; column >= 0; --column) {
            longest[at(row, column)] =
                before[row] == after[column]
                    ? longest[at(row + 1, column + 1)] + 1
                    : std::max(longest[at(row + 1, column)], longest[at(row, column + 1)]);
        }
    }
    qsizetype row = 0;
    qsizetype column = 0;
    while (row < rows || column < columns) {
        if (row < rows && column < columns && before[row] == after[column]) {
            out.push_back({Kind::same, before[row]});
            ++row;
            ++column;
        } else if (row < rows && (column == columns ||
                                  longest[at(row + 1, column)] >= longest[at(row, column + 1)])) {
            out.push_back({Kind::removed, before[row++]});
        } else {
            out.push_back({Kind::added, after[column++]});
        }
    }
}

} // namespace

std::vector<DiffLine> diffLines(const QStringList& before, const QStringList& after) {
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < shorter && before[head] == after[head]) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < shorter - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
        ++tail;
    }
    std::vector<DiffLine> lines;
    for (qsizetype i = 0; i < head; ++i) {
        lines.push_back({Kind::same, before[i]});
    }
    diffMiddle(before.mid(head, before.size() - head - tail),
               after.mid(head, after.size() - head - tail), lines);
    for (qsizetype i = before.size() - tail; i < before.size(); ++i) {
        lines.push_back({Kind::same, before[i]});
    }
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
        if (one.kind != Kind::added && ++was == line)
            return is + 1;
        if (one.kind != Kind::removed)
            ++is;
    }
    return std::max(1, is); // it was behind the last one
}

} // namespace warpbench::ui
