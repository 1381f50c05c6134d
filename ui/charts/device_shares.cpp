// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/device_shares.h"

#include "ui/theme/text_scale.h"
#include "ui/words/describe.h"

#include <QHeaderView>

#include <algorithm>

namespace warpbench::ui {

namespace {

enum SharesColumn { kDevice, kRows, kWorked, kWaited, kExchanged, kShareColumns };
constexpr int kWhole = Qt::UserRole; // full text of a cell, shown if it fits
constexpr int kMostShown = 4;        // rows without scrolling: the times above need space

QString exchangeText(const std::optional<session::DeviceShare::Exchange>& exchange) {
    if (!exchange)
        return QStringLiteral("–");
    const QString way = exchange->path == "peer" ? DeviceShares::tr("device to device")
                        : exchange->path == "host"
                            ? DeviceShares::tr("through the host")
                            : DeviceShares::tr("device to device and through the host");
    return DeviceShares::tr("%1 in %2, %3")
        .arg(describeBytes(exchange->bytes), describeMilliseconds(exchange->ms), way);
}

} // namespace

DeviceShares::DeviceShares(QWidget* parent)
    : QTableWidget(parent) {
    setTabKeyNavigation(false);
    setObjectName(QStringLiteral("deviceShares"));
    setAccessibleName(tr("Devices that shared the run"));
    setColumnCount(kShareColumns);
    setHorizontalHeaderLabels({tr("GPU"), tr("Rows"), tr("Worked"), tr("Waited"), tr("Halo")});
    horizontalHeaderItem(kWorked)->setToolTip(tr("On the host's clock, without what was waited"));
    horizontalHeaderItem(kWaited)->setToolTip(tr("On the host's clock, for the other devices"));
    horizontalHeaderItem(kExchanged)->setToolTip(tr("Rows of neighbours, copied between launches"));
    verticalHeader()->hide();
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(kDevice, QHeaderView::Stretch);
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeaderItem(kDevice)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    withTextScale(*this, [this] { fit(); });
    hide();
}

void DeviceShares::clearReport() {
    setRowCount(0);
    hide();
}

void DeviceShares::setReport(const session::RunReport& report) {
    setRowCount(int(report.devices.size()));
    bool exchanged = false;
    const bool alike =
        std::all_of(report.devices.begin(), report.devices.end(), [&](const auto& share) {
            return share.device.name == report.devices.front().device.name;
        });
    for (int row = 0; row < rowCount(); ++row) {
        const session::DeviceShare& share = report.devices[std::size_t(row)];
        exchanged = exchanged || share.exchange;
        const QString texts[] = {QStringLiteral("%1  %2")
                                     .arg(share.device.index)
                                     .arg(QString::fromStdString(share.device.name)),
                                 tr("%1 from %2").arg(share.rows).arg(share.firstRow),
                                 describeMilliseconds(share.busyMs),
                                 describeMilliseconds(share.waitedMs),
                                 exchangeText(share.exchange)};
        QStringList lines;
        for (int column = 0; column < kShareColumns; ++column)
            lines << QStringLiteral("%1: %2").arg(horizontalHeaderItem(column)->text(),
                                                  texts[column]);
        for (int column = 0; column < kShareColumns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            // In a narrow panel, the tool tip and copied text have the full value.
            if (column == kDevice && alike)
                item->setText(QString::number(share.device.index));
            else if (column == kRows && share.rows > 0)
                item->setText(QStringLiteral("%1–%2")
                                  .arg(share.firstRow)
                                  .arg(share.firstRow + share.rows - 1));
            else if (column == kExchanged && share.exchange)
                item->setText(describeBytes(share.exchange->bytes));
            item->setData(kWhole, texts[column]);
            item->setToolTip(lines.join(u'\n'));
            item->setTextAlignment((column == kDevice ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
            setItem(row, column, item);
        }
    }
    setColumnHidden(kExchanged, !exchanged);
    fit();
    setVisible(rowCount() > 0);
}

void DeviceShares::fit() {
    const int shown = std::min(rowCount(), kMostShown);
    setFixedHeight(horizontalHeader()->sizeHint().height() +
                   shown * verticalHeader()->defaultSectionSize() + 2 * frameWidth());
}

QString DeviceShares::asText() const {
    QString text;
    for (int row = -1; rowCount() > 0 && row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < kShareColumns; ++column)
            cells << (row < 0 ? horizontalHeaderItem(column)->text()
                              : item(row, column)->data(kWhole).toString());
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace warpbench::ui
