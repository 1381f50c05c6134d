// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/bound_form.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace warpbench::ui {

/// Edits a launch with a kernel generated from a line: the line, its options, and the kernel's
/// text.
class StepEditor : public QWidget {
    Q_OBJECT

  public:
    explicit StepEditor(BoundForm<project::Launch>::Edited edited, QWidget* parent = nullptr);

    /// \param launch  has a step
    void display(const project::Project& project, const project::Launch& launch,
                 const Evaluation& evaluation);
    void forgetTyping() { m_form.forgetTyping(); }

  signals:
    void sourceWanted(); ///< convert the step to a kernel of the source

  private:
    void addFields(QFormLayout& rows);
    void showKernel(const project::Project& project, const project::Launch& launch);

    BoundForm<project::Launch> m_form;
    Input m_line;
    QLabel* m_problem;
    QLabel* m_summary;
    QPlainTextEdit* m_code;
    QPushButton* m_take;
};

/// The display name of a kind of step.
QString stepName(project::Step::Kind kind);

} // namespace warpbench::ui
