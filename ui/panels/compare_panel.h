// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/compare_model.h"
#include "ui/workbench/panel_parts.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;
class QTreeView;

namespace warpbench::compile {
struct CompileResult;
}

namespace warpbench::ui {

class DockSight;
struct Workbench;

/// Compares two versions side by side, the current one on the right: source, PTX or SASS of a
/// pinned run, of the previous version, or of the same source compiled for another architecture.
/// Compiles and compares only while the panel is visible.
class ComparePanel : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    enum class Form { source, ptx, sass };

    explicit ComparePanel(Workbench& bench);

    const CompareModel& model() const { return m_model; }

    /// "source", "ptx" or "sass".
    bool showPart(const QString& part) override;

  private:
    using Code = std::shared_ptr<const compile::CompileResult>;
    /// One of the two versions.
    struct Side {
        QString title;
        QString source;
        Code code;       ///< null: see `problem`, or not needed
        QString problem; ///< why it cannot be shown; empty: it can
    };
    /// Result of the worker thread for two sides.
    struct Made {
        std::shared_ptr<const Comparison> comparison;
        std::vector<int> sourceLines; ///< for the lines on the right; 0: none
        QString problem;
    };

    QWidget* buildBar();
    QWidget* buildViews();
    QTreeView* makeView(int hiddenFrom, const char* name, const QString& title);
    Form form() const;
    void fillChoices();
    void refresh();
    void show();
    Side other();
    Side pinned(int row) const;
    Side versionBefore() const;
    Side compiledFor(const QString& arch);
    void compare(const Side& before, const Side& after);
    void take(const Made& made, const Side& before, const Side& after);
    void say(const QString& text);
    void go(int direction);
    void showChange(int row);
    void showWhere();
    void goToSource(const QModelIndex& index);
    static Made make(Form form, const Side& before, const Side& after, const std::string& own,
                     bool withoutNumbers);

    Workbench& m_bench;
    CompareModel m_model;
    std::vector<int> m_sourceLines;
    Code m_compiled; ///< the code on the right, compiled for another architecture
    QString m_compiledFor;
    QString m_compileProblem;
    Code m_compiledOf;        ///< the last compile at the time of the request
    bool m_compiling = false; ///< requested, but not finished
    bool m_ofListing = false; ///< PTX or SASS is shown
    bool m_dirty = true;
    int m_asked = 0; ///< answers to older requests are dropped
    DockSight* m_sight;
    QComboBox* m_form;
    QComboBox* m_with;
    QCheckBox* m_numbers;
    QLabel* m_where;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_beforeTitle;
    QLabel* m_afterTitle;
    QTreeView* m_before;
    QTreeView* m_after;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
