// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace warpbench::ui {

/// A chart of a report: a drawing (SVG) in the page itself.
struct ReportPicture {
    QString title;
    QByteArray svg;
};

/// A run as a page to be handed round (HTML, in the window's language), with nothing that lies
/// elsewhere: outcome, device, launches with their times and figures, what was checked, faults,
/// what a kernel printed, and the source. What was simulated is said to be.
/// \param run       with a report
/// \param notes     of the project, in Markdown; may be empty
/// \param pictures  may be empty
QString reportPage(const RunState& run, const QString& notes, const QList<ReportPicture>& pictures);

} // namespace warpbench::ui
