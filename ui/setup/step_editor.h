// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "ui/documents/evaluation.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace warpbench::ui {

class ExpressionField;

/// Edits a launch with a kernel generated from a line: the line, its options, and the kernel's
/// text.
class StepEditor : public QWidget {
    Q_OBJECT

  public:
    using Change = std::function<void(project::Launch&)>;

    explicit StepEditor(QWidget* parent = nullptr);

    /// \param launch  has a step
    void display(const project::Project& project, const project::Launch& launch,
                 const Evaluation& evaluation);

  signals:
    /// As LaunchOptions::edited.
    void edited(const QString& text, const warpbench::ui::StepEditor::Change& change,
                const QString& field);
    void sourceWanted(); ///< convert the step to a kernel of the source

  private:
    void build();
    void buildFields(QFormLayout& form);
    void showKernel(const project::Project& project, const project::Launch& launch);
    void editStep(const QString& text, const std::function<void(project::Step&)>& change,
                  const QString& field);

    QComboBox* m_kind;
    ExpressionField* m_line;
    ExpressionField* m_value;
    QComboBox* m_with;
    ExpressionField* m_neutral;
    QCheckBox* m_exclusive;
    ExpressionField* m_block;
    QFormLayout* m_form = nullptr;
    QLabel* m_problem;
    QLabel* m_summary;
    QPlainTextEdit* m_code;
    QPushButton* m_take;
};

/// The display name of a kind of step.
QString stepName(project::Step::Kind kind);

} // namespace warpbench::ui
