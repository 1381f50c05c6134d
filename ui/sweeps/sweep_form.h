// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/trial.h"
#include "ui/documents/project_document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;

namespace warpbench::ui {

class AxesModel;
class NameTable;

/// The settings of a sweep: axes with their values, constraints, the objective, the order and the
/// budget. All except the budget belong to the project.
class SweepForm : public QWidget {
    Q_OBJECT

  public:
    explicit SweepForm(ProjectDocument& document, QWidget* parent = nullptr);

    /// Why a sweep cannot start; empty: it can.
    QString problem() const;
    /// \pre problem() is empty
    sweep::Budget budget() const;

  signals:
    void changed();

  private:
    QWidget* buildAxes();
    void fillMenu();
    void refresh();
    void takeObjective();
    void takeRestrictions();
    void takeBudget();
    QString combinationsText() const;

    ProjectDocument& m_document;
    AxesModel* m_axes;
    NameTable* m_view;
    QMenu* m_menu;
    QLabel* m_combinations;
    QComboBox* m_objective;
    QComboBox* m_strategy;
    QLineEdit* m_restrictions;
    QLineEdit* m_budget;
    QString m_wrongBudget;
};

} // namespace warpbench::ui
