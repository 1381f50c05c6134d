// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

class QPainter;
class QStyleOptionViewItem;

namespace warpbench::ui {

class ProjectDocument;

/// Draws a line of PTX or SASS with its colours into a cell of a view, tabs as blanks.
void drawCode(QPainter& painter, const QStyleOptionViewItem& option, const QString& line);
/// A line with blanks up to the tab stops.
QString expanded(const QString& line);
/// What the compiler is told that a source is called (core/session, compileRequestFor): listings
/// name it so.
std::string compiledName(const ProjectDocument& document);

} // namespace warpbench::ui
