// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <cstdint>
#include <vector>

namespace warpbench::ui {

/// A row of two texts side by side. Indices of lines, from 0; -1: nothing is there.
struct SideRow {
    enum class Kind : std::uint8_t { same, changed, removed, added };
    Kind kind = Kind::same;
    int before = -1;
    int after = -1;
    bool operator==(const SideRow&) const = default;
};

/// Lays two texts side by side, equal lines beside each other; of a part that differs the lines
/// stand beside each other in turn. Lines that each text has once hold the two together (the
/// "patience" diff), what is between them is compared by Myers' algorithm, "An O(ND) Difference
/// Algorithm and Its Variations", 1986. Parts that have thousands of differences are shown as
/// changed altogether, so that 100,000 lines take a fraction of a second.
std::vector<SideRow> sideBySide(const QStringList& before, const QStringList& after);

/// Where two lines differ: behind what they begin with alike, before what they end with alike.
struct DifferingPart {
    int begin = 0;
    int beforeEnd = 0; ///< behind the part's last letter
    int afterEnd = 0;
    bool operator==(const DifferingPart&) const = default;
};
DifferingPart differingPart(QStringView before, QStringView after);

/// A line of PTX or SASS without what changes when a line is put in before it: addresses; and, if
/// wished, the numbers of registers and labels.
QString listingKey(QStringView line, bool withoutNumbers);

} // namespace warpbench::ui
