// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/follow/question.h"
#include "ui/documents/evaluation.h"
#include "ui/documents/project_document.h"
#include "ui/fields/bound_form.h"

#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QGridLayout;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace warpbench::ui {

class ArgumentRow;
class ExtentEditor;
class StepEditor;
enum class ArgumentKind;
struct Workbench;

/// The launches of the project, one at a time: kernel, grid, block, shared memory, arguments.
class LaunchPanel : public QWidget {
    Q_OBJECT

  public:
    explicit LaunchPanel(ProjectDocument& document, QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit LaunchPanel(Workbench& bench);

    /// The kernels of the source, as scanned or compiled. Marks launch arguments that do not fit
    /// and offers a button to fix them. Keeps the structs known from a compile, which a scan cannot
    /// provide, while the parameter types stay the same.
    void setKernels(std::vector<compile::KernelInfo> kernels);
    /// Kernel templates of the source: a launch must name an instance of them.
    void setTemplates(const QStringList& names);
    /// Kernels whose threads may process more than one element.
    void setLoops(const QStringList& names);
    int currentLaunch() const { return m_current; }
    void setCurrentLaunch(int index);
    /// Moves the focus to where a question about a guessed set-up can be answered.
    void showPlace(const guess::Question& question);

  signals:
    void currentLaunchChanged(int index);
    /// Append a text to the source, because a step was converted to a kernel.
    void sourceAppended(const QString& text);

  private:
    QWidget* buildHeader();
    QWidget* buildRounds();
    QWidget* buildKernelPart();
    QWidget* buildGeometry();
    QMenu* buildLaunchMenu();
    ExtentEditor* addExtent(QGridLayout* grid, int row, const QString& name, bool isGrid);
    void forgetTyping();
    void refresh();
    void refreshHeader();
    void refreshRounds(const Evaluation& evaluation);
    void refreshFields(const project::Launch& launch, const Evaluation& evaluation);
    void rebuildArguments(const project::Launch& launch);
    QString argumentProblem(const project::Launch& launch) const;
    std::optional<compile::Parameter> parameterOf(const project::Launch& launch,
                                                  std::size_t index) const;
    void makeBuffer(std::size_t index);
    void chooseKind(std::size_t index, ArgumentKind kind);
    void refreshArguments(const project::Launch& launch, const Evaluation& evaluation);
    QString summary(const project::Launch& launch, const Evaluation& evaluation) const;
    const compile::KernelInfo* kernelOf(const project::Launch& launch) const;
    void editLaunch(const QString& text, const std::function<void(project::Launch&)>& change,
                    const QString& field = {});
    void chooseKernel(const QString& name);
    void addLaunch();
    void addStep(project::Step::Kind kind);
    void turnIntoSource();
    void duplicateLaunch();
    void removeLaunch();
    void moveLaunch(int by);
    void fitToKernel();

    ProjectDocument& m_document;
    std::vector<compile::KernelInfo> m_kernels;
    std::vector<compile::KernelInfo> m_compiled;
    QStringList m_templates;
    std::optional<QStringList> m_withLoops; ///< empty: unknown
    bool m_waits = false;                   ///< for its turn of the event loop, which refreshes
                                            ///< everything
    int m_current = 0;
    std::pair<int, std::size_t> m_shown; ///< the current launch and their number
    BoundForm<project::Launch> m_form;
    BoundForm<project::Project> m_roundsForm;

    QWidget* m_body;
    StepEditor* m_step;    ///< for a launch with a kernel generated from a line
    QWidget* m_kernelPart; ///< for a launch of a named kernel
    QLabel* m_empty;
    QComboBox* m_launches;
    QAction* m_duplicate;
    QAction* m_remove;
    QAction* m_up;
    QAction* m_down;
    QComboBox* m_kernel;
    bool m_typingKernel = false; ///< the user is editing the text
    QLabel* m_kernelProblem;
    QWidget* m_roundsRow;
    QWidget* m_rounds = nullptr;
    ExtentEditor* m_grid = nullptr;
    ExtentEditor* m_block = nullptr;
    QLabel* m_summary;
    QWidget* m_shared = nullptr;
    QVBoxLayout* m_arguments;
    std::vector<ArgumentRow*> m_rows;
    QString m_rowsShape;
    QLabel* m_argumentsProblem;
    QToolButton* m_fit;
};

} // namespace warpbench::ui
