// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedLayout;
class QTableView;

namespace warpbench::ui {

class ResourceModel;
struct Workbench;

/// Resource usage of each kernel as reported by ptxas.
class ResourcesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ResourcesPanel(ResourceModel& model, QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit ResourcesPanel(Workbench& bench);

    /// Describes the compile in a line: architecture, time, whether it came from the cache.
    void setCompileLine(const QString& text);
    /// Marks the values as those of an older source.
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
