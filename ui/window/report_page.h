// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace warpbench::ui {

/// A chart of a report as an SVG drawing inside the page.
struct ReportPicture {
    QString title;
    QByteArray svg;
};

/// A run as a self-contained HTML page to share, in the window's language: outcome, device,
/// launches with times and figures, checks, faults, kernel output and the source. Marks simulated
/// results as such.
/// \param run       with a report
/// \param notes     of the project, in Markdown; may be empty
/// \param pictures  may be empty
QString reportPage(const RunState& run, const QString& notes, const QList<ReportPicture>& pictures);

} // namespace warpbench::ui
