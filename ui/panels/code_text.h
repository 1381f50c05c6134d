// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

class QPainter;
class QStyleOptionViewItem;

namespace warpbench::ui {

class ProjectDocument;

/// Draws a coloured line of PTX or SASS in a view's cell; expands tabs.
void drawCode(QPainter& painter, const QStyleOptionViewItem& option, const QString& line);
/// A line with tabs replaced by spaces.
QString expanded(const QString& line);
/// The source's name in the compile (core/session, compileRequestFor), which also appears in
/// listings.
std::string compiledName(const ProjectDocument& document);

} // namespace warpbench::ui
