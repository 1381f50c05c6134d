// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"
#include "ui/fields/bound_form.h"

#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace warpbench::ui {

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
    using Row = Field<project::Project>;

    QVBoxLayout* addSection(const QString& title, std::vector<Row> rows);
    void addProject();
    void addCompile();
    void addRun();
    void addTiming();
    void addContext();
    void addMetrics();

    ProjectDocument& m_document;
    BoundForm<project::Project> m_form;
    QLineEdit* m_commandLine;
};

} // namespace warpbench::ui
