// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QTableView;

namespace warpbench::ui {

/// A table of values, with a name for each row and a kernel for each column. Ctrl+C copies the
/// whole table with tabs. Highlights values that the model marks as a concern.
/// \param concernRole  role of the model: true for a value that is too high
QTableView* makeFigureTable(QAbstractItemModel& model, int concernRole, const QString& objectName,
                            const QString& accessibleName);

/// A box that selects the first visible column by its kernel; hidden if all columns fit. Follows
/// horizontal scrolling.
QComboBox* makeColumnChooser(QTableView& table);

/// "Out of date", hidden until results are. \param why  for the tool tip, with what to do
QLabel* makeStaleBadge(const QString& why);

} // namespace warpbench::ui
