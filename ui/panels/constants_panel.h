// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"

#include <QWidget>

class QLabel;
class QMenu;
class QTableView;

namespace warpbench::ui {

class ConstantsModel;

/// The source's own variables that the project sets or reads (`constants` of the project file).
class ConstantsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ConstantsPanel(ProjectDocument& document, QWidget* parent = nullptr);

    ConstantsModel& model() { return *m_model; }

  private:
    void fillMenu();
    void edit(int row, int column);
    void fit();

    ConstantsModel* m_model;
    QTableView* m_view;
    QMenu* m_menu;
    QLabel* m_problem;
    QLabel* m_empty;
};

} // namespace warpbench::ui
