// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/roofline_words.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QStringList>

namespace warpbench::ui {

using session::Precision;
using session::Roofline;

namespace {

/// "memory bound, at 71 % of this GPU's peak bandwidth"
QString boundInWords(const Roofline& roofline) {
    const bool memory = roofline.bound == Roofline::Bound::memory;
    if (!roofline.fraction)
        return memory ? tr("memory bound") : tr("compute bound");
    const QString percent = QString::number(100 * *roofline.fraction, 'f', 0);
    if (!roofline.nearRoof())
        return tr("neither memory nor arithmetic is busy (%1 %): caches hold its data, it is "
                  "small, or its warps wait")
            .arg(QString::number(100 * *roofline.fraction, 'g', 2));
    if (memory)
        return tr("memory bound, at %1 % of this GPU's peak bandwidth").arg(percent);
    return tr("compute bound, at %1 % of this GPU's peak %2 rate")
        .arg(percent, describePrecision(roofline.precision.value_or(Precision::single)));
}

} // namespace

QString describePrecision(Precision precision) {
    switch (precision) {
    case Precision::half:
        return QStringLiteral("half");
    case Precision::single:
        return QStringLiteral("float");
    case Precision::twice:
        return QStringLiteral("double");
    }
    return {};
}

QString rooflineInWords(const Roofline& roofline) {
    QString text = roofline.dramBytes == 0.0 ? tr("no floating-point arithmetic, nothing from DRAM")
                                             : tr("no floating-point arithmetic");
    if (roofline.allFlops() > 0) {
        const QString flops = describeRate(roofline.allFlops(), QStringLiteral("FLOP"));
        text =
            roofline.intensity
                ? tr("%1 at %2 FLOP/byte").arg(flops, QString::number(*roofline.intensity, 'g', 3))
                : tr("%1, nothing from DRAM").arg(flops);
    }
    if (roofline.bound)
        text = tr("%1: %2").arg(text, boundInWords(roofline));
    return text;
}

QString peaksInWords(const launch::DevicePeaks& peaks) {
    QStringList parts;
    if (peaks.bytesPerSecond)
        parts << tr("memory %1").arg(describeRate(*peaks.bytesPerSecond, QStringLiteral("B/s")));
    for (const Precision precision : {Precision::half, Precision::single, Precision::twice}) {
        if (const auto& peak = session::peakOf(peaks, precision))
            parts << QStringLiteral("%1 %2").arg(describePrecision(precision),
                                                 describeRate(*peak, QStringLiteral("FLOP/s")));
    }
    return tr("Measured %1: %2. Tensor cores are neither measured nor counted.")
        .arg(qs(peaks.measured).left(10), parts.join(QStringLiteral(", ")));
}

} // namespace warpbench::ui
