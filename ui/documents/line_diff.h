// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// A line in a diff of two texts.
struct DiffLine {
    enum class Kind { same, removed, added };
    Kind kind = Kind::same;
    QString text;
    bool operator==(const DiffLine&) const = default;
};

/// The changes from `before` to `after`. In each difference, removed lines come first. Matches
/// lines like sideBySide().
std::vector<DiffLine> diffLines(const QStringList& before, const QStringList& after);
/// The same for texts; a final line end does not start another line.
std::vector<DiffLine> diffTexts(const QString& before, const QString& after);
/// Where a line of `before` is in `after`; if it was removed, the line in its place.
/// Both count from 1.
int lineAfter(const QString& before, const QString& after, int line);

} // namespace warpbench::ui
