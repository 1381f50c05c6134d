// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QTableWidget>

namespace warpbench::ui {

/// A row for each device that shared a run: its rows, how long it worked, how long it waited for
/// the others, and what it exchanged with its neighbours. Hidden where one device did it all.
class DeviceShares : public QTableWidget {
    Q_OBJECT

  public:
    explicit DeviceShares(QWidget* parent = nullptr);

    void setReport(const session::RunReport& report);
    void clearReport();
    /// The table as tab-separated text; empty where it is hidden.
    QString asText() const;

  private:
    void fit();
};

} // namespace warpbench::ui
