// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <cstdint>
#include <vector>

namespace warpbench::ui {

/// A row of two texts side by side, with line indices from 0; -1: no line.
struct SideRow {
    enum class Kind : std::uint8_t { same, changed, removed, added };
    Kind kind = Kind::same;
    int before = -1;
    int after = -1;
    bool operator==(const SideRow&) const = default;
};

/// Aligns two texts: equal lines share a row, and differing lines are paired in order. Lines that
/// occur exactly once in both texts are the anchors (the "patience" diff). Text between anchors is
/// compared with Myers' algorithm, "An O(ND) Difference Algorithm and Its Variations", 1986. Parts
/// with thousands of differences count as changed as a whole, so that 100,000 lines take a fraction
/// of a second.
std::vector<SideRow> sideBySide(const QStringList& before, const QStringList& after);

/// Where two lines differ: the part between their common prefix and their common suffix.
struct DifferingPart {
    int begin = 0;
    int beforeEnd = 0; ///< after the last character of the part
    int afterEnd = 0;
    bool operator==(const DifferingPart&) const = default;
};
DifferingPart differingPart(QStringView before, QStringView after);

/// A line of PTX or SASS without anything that changes when a line is inserted before it: addresses
/// and, on request, the numbers of registers and labels.
QString listingKey(QStringView line, bool withoutNumbers);

} // namespace warpbench::ui
