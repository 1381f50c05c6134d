// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace warpbench::ui {

/// A table of the step panel: what changed is bold, has a dot and a colour; what does not take part
/// is quiet and slanted; lanes are drawn.
/// \param name   of the widget, for tests
/// \param title  for who does not see it
QTableView* makeStepTable(QAbstractItemModel& model, const char* name, const QString& title);

} // namespace warpbench::ui
