// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QTableWidget>

namespace warpbench::ui {

/// /// One row per device that shared a run: the rows it computed, how long it worked, how long it
/// waited for the others, and what it exchanged with its neighbours. Hidden when a single device
/// did all the work.
class DeviceShares : public QTableWidget {
    Q_OBJECT

  public:
    explicit DeviceShares(QWidget* parent = nullptr);

    void setReport(const session::RunReport& report);
    void clearReport();
    /// The table as tab-separated text; empty if it is hidden.
    QString asText() const;

  private:
    void fit();
};

} // namespace warpbench::ui
