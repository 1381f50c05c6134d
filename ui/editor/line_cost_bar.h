// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/line_costs.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QToolButton;

namespace warpbench::ui {

class CodeEditor;
class HeatScale;

/// The strip above the editor that goes with the figures beside its lines: which of the costs they
/// are, what their colours represent, and in words what the caret's line cost.
class LineCostBar : public QFrame {
    Q_OBJECT

  public:
    explicit LineCostBar(CodeEditor& editor, QWidget* parent = nullptr);

    /// The costs of the text that is in the editor now.
    void setCosts(LineCosts costs);
    const LineCosts& costs() const { return m_costs; }
    /// What to do to get costs, where there are none.
    void setHint(const QString& hint);
    /// The text has changed since: the figures stay at their lines and say so.
    void setStale(bool stale);
    LineMetric chosenMetric() const { return m_metric; }
    void setMetric(LineMetric metric);
    /// Shows or hides the strip and the figures.
    void setShown(bool shown);
    /// To the next line that costs at least half of what the costliest one does.
    void gotoCostly(int direction);

  signals:
    void metricChosen(warpbench::ui::LineMetric metric);
    void dismissed();
    /// The next costly line is asked for.
    void nextWanted();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void showFigures();
    void showSentence();
    QString tipOf(int line) const;

    CodeEditor& m_editor;
    LineCosts m_costs;
    LineMetric m_metric = LineMetric::executions;
    bool m_stale = false;
    bool m_shown = false;
    QString m_hint;
    QComboBox* m_choice;
    HeatScale* m_scale;
    QLabel* m_best;
    QLabel* m_worst;
    QLabel* m_staleBadge;
    QToolButton* m_next;
    QLabel* m_sentence;
};

} // namespace warpbench::ui
