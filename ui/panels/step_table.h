// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace warpbench::ui {

/// A table of the step panel: changes are bold and coloured with a dot; inactive rows are dimmed
/// and slanted; lanes are drawn.
/// \param name   of the widget, for tests
/// \param title  for screen readers
QTableView* makeStepTable(QAbstractItemModel& model, const char* name, const QString& title);

} // namespace warpbench::ui
