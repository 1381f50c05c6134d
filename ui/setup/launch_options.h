// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "ui/documents/evaluation.h"

#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace warpbench::ui {

class ExpressionField;

/// Options of a launch besides grid, block and arguments: repeats, a stream, clusters, more shared
/// memory than by default, a cooperative launch.
class LaunchOptions : public QWidget {
    Q_OBJECT

  public:
    using Change = std::function<void(project::Launch&)>;

    explicit LaunchOptions(QWidget* parent = nullptr);

    void display(const project::Launch& launch, const Evaluation& evaluation);

  signals:
    /// \param text  name of the step in the Edit menu
    /// \param field  consecutive changes of the same field become one step
    void edited(const QString& text, const warpbench::ui::LaunchOptions::Change& change,
                const QString& field);

  private:
    QWidget* buildCluster();
    void setClusterExtent(std::size_t axis, const QString& text);
    void setOptional(const QString& step, const QString& field, const QString& typed,
                     std::optional<project::Expression> project::Launch::*member);

    QFormLayout* m_form = nullptr;
    QWidget* m_clusterBox = nullptr;
    ExpressionField* m_repeat;
    QLineEdit* m_stream;
    ExpressionField* m_priority;
    std::array<ExpressionField*, 3> m_cluster{};
    QLabel* m_clusterProblem;
    ExpressionField* m_maxShared;
    QCheckBox* m_cooperative;
    QCheckBox* m_programmatic;
};

} // namespace warpbench::ui
