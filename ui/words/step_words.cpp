// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/step_words.h"

#include "core/stepping/step_report.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <bit>

namespace warpbench::ui {

namespace {

/// Barriers from this number on stand for the other warps of a matrix product (wbsim.h).
constexpr int kMatrixProduct = 16;

} // namespace

QString lanesInWords(quint32 mask) {
    if (mask == 0)
        return tr("no lane");
    const QString numbers = qs(session::lanesText(mask)).section(QLatin1Char(' '), 1);
    return std::has_single_bit(mask) ? tr("lane %1").arg(numbers) : tr("lanes %1").arg(numbers);
}

QString stateInWords(const session::StepLanes& lanes) {
    if (lanes.state == "warp_sync")
        return tr("waits for %1 of the warp").arg(lanesInWords(lanes.missingLanes));
    if (lanes.state != "barrier")
        return lanes.state == "next" ? tr("runs next") : tr("can run");
    const QString at = lanes.barrier >= kMatrixProduct
                           ? tr("waits at a matrix product")
                           : tr("waits at barrier %1").arg(lanes.barrier);
    if (lanes.missingWarps.empty())
        return at;
    QStringList warps;
    for (const std::uint32_t warp : lanes.missingWarps)
        warps << QString::number(warp);
    const QString list = warps.join(QStringLiteral(", "));
    return warps.size() == 1 ? tr("%1 for warp %2").arg(at, list)
                             : tr("%1 for warps %2").arg(at, list);
}

} // namespace warpbench::ui
