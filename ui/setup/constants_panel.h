// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/documents/project_document.h"

#include <QWidget>

class QLabel;
class QMenu;

namespace warpbench::ui {

class ConstantsModel;
class NameTable;
struct Workbench;

/// Variables of the source that the project sets or reads (`constants` in the project file).
class ConstantsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ConstantsPanel(ProjectDocument& document, QWidget* parent = nullptr);

    /// A panel that also shows the values read by the last run.
    explicit ConstantsPanel(Workbench& bench);

    ConstantsModel& model() { return *m_model; }
    /// Opens the value of a source variable for editing; adds a row if necessary.
    void giveValue(const QString& name);
    /// Shows the values read after the launches. \param report  null: no run
    void showHeld(const session::RunReport* report);

  private:
    void fillMenu();

    ConstantsModel* m_model;
    NameTable* m_view;
    QMenu* m_menu;
    QLabel* m_held;
};

} // namespace warpbench::ui
