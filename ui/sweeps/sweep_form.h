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

/// What a sweep is to try: its axes with their values, what rules a combination out, what the best
/// is, in which order and for how long. All but the last are the project's.
class SweepForm : public QWidget {
    Q_OBJECT

  public:
    explicit SweepForm(ProjectDocument& document, QWidget* parent = nullptr);

    /// Why a sweep cannot begin; empty: it can.
    QString problem() const;
    /// \pre problem() is empty
    sweep::Budget budget() const;

  signals:
    void changed();

  private:
    QWidget* buildAxes();
    void fillMenu();
    void refresh();
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
