// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace warpbench::ui {

class ExpressionField;
struct Workbench;

/// Options for compiling, timing and measuring the project.
class OptionsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit OptionsPanel(ProjectDocument& document, QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit OptionsPanel(Workbench& bench);

    /// The command line of the last compile, to read and copy.
    void setCommandLine(const QString& commandLine);

  private:
    QWidget* buildCompile();
    QWidget* buildTiming();
    QWidget* buildMetrics();
    QWidget* buildRun();
    QWidget* buildContext();
    void refresh();
    void edit(const QString& text, const QString& field,
              const std::function<void(project::Project&)>& change);

    ProjectDocument& m_document;
    QLineEdit* m_name;
    QComboBox* m_arch;
    QComboBox* m_std;
    QLineEdit* m_options;
    QLineEdit* m_includes;
    QLineEdit* m_commandLine;
    QCheckBox* m_lto;
    QSpinBox* m_warmup;
    QSpinBox* m_repeats;
    QDoubleSpinBox* m_medianError;
    QDoubleSpinBox* m_timeout;
    QCheckBox* m_flush;
    QCheckBox* m_restore;
    QCheckBox* m_graph;
    QSpinBox* m_rotate;
    QComboBox* m_context;
    ExpressionField* m_stack;
    ExpressionField* m_heap;
    ExpressionField* m_printf;
    QSpinBox* m_devices;
    ExpressionField* m_rounds;
    ExpressionField* m_bytes;
    ExpressionField* m_flops;
};

} // namespace warpbench::ui
