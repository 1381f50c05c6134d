// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedLayout;
class QTableView;

namespace warpbench::ui {

class ResourceModel;
struct Workbench;

/// What ptxas says of each kernel.
class ResourcesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ResourcesPanel(ResourceModel& model, QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit ResourcesPanel(Workbench& bench);

    /// One line on the compile: architecture, time, whether it came from the cache.
    void setCompileLine(const QString& text);
    /// Says that the figures are of an older source.
    void setStale(bool stale);

  private:
    ResourceModel& m_model;
    QTableView* m_view;
    QLabel* m_line;
    QLabel* m_against;
    QLabel* m_stale;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
