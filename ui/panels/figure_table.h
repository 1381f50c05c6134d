// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QTableView;

namespace warpbench::ui {

/// A table of figures, a name before each row and a kernel over each column. Ctrl+C copies all of
/// it with tabs between. What its model has as a concern stands out.
/// \param concernRole  of the model: true for a figure that is more than it need be
QTableView* makeFigureTable(QAbstractItemModel& model, int concernRole, const QString& objectName,
                            const QString& accessibleName);

/// Which column of such a table comes first, each by its kernel; hidden where all have room side by
/// side. Whoever scrolls sees here what is shown.
QComboBox* makeColumnChooser(QTableView& table);

/// "Out of date", hidden until results are. \param why  for the tool tip: with what to do
QLabel* makeStaleBadge(const QString& why);

} // namespace warpbench::ui
