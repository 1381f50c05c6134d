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

/// The source's own variables that the project sets or reads (`constants` of the project file).
class ConstantsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ConstantsPanel(ProjectDocument& document, QWidget* parent = nullptr);

    /// One that also shows what the last run read.
    explicit ConstantsPanel(Workbench& bench);

    ConstantsModel& model() { return *m_model; }
    /// Opens the value of a variable of the source, which gets a row where it has none.
    void giveValue(const QString& name);
    /// What those that are read held after the launches. \param report  null: no run
    void showHeld(const session::RunReport* report);

  private:
    void fillMenu();

    ConstantsModel* m_model;
    NameTable* m_view;
    QMenu* m_menu;
    QLabel* m_held;
};

} // namespace warpbench::ui
