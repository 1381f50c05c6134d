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

/// The strip above the editor that belongs to the values beside its lines: selects the metric,
/// shows the colour scale, and describes the cost of the current line.
class LineCostBar : public QFrame {
    Q_OBJECT

  public:
    explicit LineCostBar(CodeEditor& editor, QWidget* parent = nullptr);

    /// Sets the costs for the current text.
    void setCosts(LineCosts costs);
    const LineCosts& costs() const { return m_costs; }
    /// Tells how to get costs, if there are none.
    void setHint(const QString& hint);
    /// The text has changed since: the values stay at their lines and are marked.
    void setStale(bool stale);
    LineMetric chosenMetric() const { return m_metric; }
    void setMetric(LineMetric metric);
    /// Shows or hides the strip and the values.
    void setShown(bool shown);
    /// Goes to the next line with at least half the cost of the most expensive line.
    void gotoCostly(int direction);

  signals:
    void metricChosen(warpbench::ui::LineMetric metric);
    void dismissed();
    /// The user wants the next costly line.
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
