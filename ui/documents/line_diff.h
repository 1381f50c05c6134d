// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// A line of two texts laid over each other.
struct DiffLine {
    enum class Kind { same, removed, added };
    Kind kind = Kind::same;
    QString text;
    bool operator==(const DiffLine&) const = default;
};

/// What turns `before` into `after`. Of a part that differs, the removed lines come first. Lines
/// are matched as sideBySide() matches them.
std::vector<DiffLine> diffLines(const QStringList& before, const QStringList& after);
/// The same of texts; a line end at the end begins no further line.
std::vector<DiffLine> diffTexts(const QString& before, const QString& after);
/// Where a line of the one text is in the other; where it was removed, what is in its place.
/// Both count from 1.
int lineAfter(const QString& before, const QString& after, int line);

} // namespace warpbench::ui
