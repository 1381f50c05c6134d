// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/line_cost_bar.h"

#include "ui/editor/code_editor.h"
#include "ui/theme/heat.h"
#include "ui/theme/icons.h"
#include "ui/theme/key_names.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

/// A colour scale from cold to hot.
class HeatScale : public QWidget {
  public:
    HeatScale() {
        setFixedSize(88, 12);
        connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        QLinearGradient colors(0, 0, width(), 0);
        constexpr int kStops = 12;
        for (int i = 0; i <= kStops; ++i) {
            colors.setColorAt(i / double(kStops), heatColor(i / double(kStops)));
        }
        painter.setPen(themeColors().border);
        painter.setBrush(colors);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
};

LineCostBar::LineCostBar(CodeEditor& editor, QWidget* parent)
    : QFrame(parent)
    , m_editor(editor)
    , m_choice(new QComboBox)
    , m_scale(new HeatScale)
    , m_best(new QLabel)
    , m_worst(new QLabel)
    , m_staleBadge(new QLabel(tr("Out of date")))
    , m_next(new QToolButton)
    , m_sentence(new QLabel) {
    setObjectName(QStringLiteral("lineCosts"));
    setProperty("role", "strip");
    build();
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        setMetric(kLineMetrics[std::size_t(index)]);
        emit metricChosen(m_metric);
    });
    connect(&m_editor, &CodeEditor::cursorPositionChanged, this, &LineCostBar::showSentence);
    m_editor.setLineNoteTips([this](int line) { return tipOf(line); });
    setMetric(m_metric);
    hide();
}

void LineCostBar::build() {
    for (const LineMetric metric : kLineMetrics) {
        const LineMetricText text = describe(metric);
        m_choice->addItem(text.name);
        m_choice->setItemData(m_choice->count() - 1, text.meaning, Qt::ToolTipRole);
    }
    m_choice->setObjectName(QStringLiteral("lineMetric"));
    m_choice->setAccessibleName(tr("Figure beside the lines"));
    m_staleBadge->setProperty("role", "stale");
    m_staleBadge->setObjectName(QStringLiteral("lineCostsStale"));
    m_staleBadge->setToolTip(tr("The source has changed since this was counted: run again"));
    m_staleBadge->hide();
    for (QLabel* label : {m_best, m_worst, m_sentence}) {
        label->setProperty("role", "muted");
    }
    m_sentence->setObjectName(QStringLiteral("lineCostSentence"));
    m_sentence->setMinimumWidth(1);
    auto* closeButton = new QToolButton;
    closeButton->setObjectName(QStringLiteral("hideLineCosts"));
    closeButton->setIcon(icon(QStringLiteral("close"), IconTint::muted));
    scaleIcon(*closeButton, 14);
    closeButton->setToolTip(tr("Hide the costs of lines"));
    closeButton->setAccessibleName(closeButton->toolTip());
    closeButton->setFocusPolicy(Qt::TabFocus);
    connect(closeButton, &QToolButton::clicked, this, &LineCostBar::dismissed);
    m_next->setObjectName(QStringLiteral("nextCostlyLine"));
    m_next->setIcon(icon(QStringLiteral("next")));
    scaleIcon(*m_next, 14);
    m_next->setToolTip(tr("To the next costly line"));
    m_next->setAccessibleName(m_next->toolTip());
    m_next->setFocusPolicy(Qt::TabFocus);
    connect(m_next, &QToolButton::clicked, this, &LineCostBar::nextWanted);
    auto* title = new QLabel(tr("Per line"));
    title->setBuddy(m_choice);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(title);
    row->addWidget(m_choice);
    row->addSpacing(4);
    row->addWidget(m_best);
    row->addWidget(m_scale);
    row->addWidget(m_worst);
    row->addWidget(m_next);
    row->addStretch(1);
    row->addWidget(m_staleBadge);
    row->addWidget(closeButton);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 6, 4);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_sentence);
    connect(&KeyNames::instance(), &KeyNames::changed, this, &LineCostBar::showSentence);
}

void LineCostBar::setCosts(LineCosts costs) {
    m_costs = std::move(costs);
    m_stale = false;
    m_staleBadge->hide();
    showFigures();
}

void LineCostBar::setHint(const QString& hint) {
    m_hint = hint;
    showSentence();
}

void LineCostBar::setStale(bool stale) {
    m_stale = stale;
    m_staleBadge->setVisible(stale && !m_costs.empty());
    showSentence();
}

void LineCostBar::setMetric(LineMetric metric) {
    m_metric = metric;
    const auto at = std::find(kLineMetrics.begin(), kLineMetrics.end(), metric);
    m_choice->setCurrentIndex(int(at - kLineMetrics.begin()));
    m_choice->setToolTip(describe(metric).meaning);
    m_scale->setToolTip(describe(metric).meaning);
    showFigures();
}

void LineCostBar::setShown(bool shown) {
    m_shown = shown;
    setVisible(shown);
    showFigures();
}

void LineCostBar::showFigures() {
    const bool any = !m_costs.empty();
    m_best->setText(describe(m_metric).best);
    m_worst->setText(m_costs.worst(m_metric));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_best, m_scale, m_worst, m_next}) {
        widget->setVisible(any);
    }
    std::map<int, CodeEditor::LineNote> notes;
    if (m_shown) {
        for (const auto& [line, figure] : m_costs.figures(m_metric)) {
            notes[line] = {figure.text, figure.heat};
        }
    }
    m_editor.setLineNotes(notes);
    showSentence();
}

QString LineCostBar::tipOf(int line) const {
    // Lines have moved if the text was edited; those with a value are still known.
    const int counted = m_editor.notedLine(line);
    return counted > 0 || !m_stale ? m_costs.everything(counted > 0 ? counted : line) : QString();
}

void LineCostBar::showSentence() {
    QString text = KeyNames::instance().filledIn(m_hint);
    if (!m_costs.empty()) {
        int line = 0;
        int column = 0;
        m_editor.getCursorPosition(&line, &column);
        const int counted = m_editor.notedLine(line + 1);
        const int shown = counted > 0 ? counted : m_stale ? 0 : line + 1;
        const int worst = m_costs.worstLine(m_metric);
        if (!m_stale && worst > 0 && !m_costs.figures(m_metric).contains(shown))
            text = tr("Worst: %1").arg(m_costs.sentence(m_metric, worst)); // the current line has
                                                                           // no value
        else
            text = shown > 0 ? m_costs.sentence(m_metric, shown)
                             : tr("No figures for this line: the source has changed since.");
    }
    m_sentence->setText(m_sentence->fontMetrics().elidedText(
        text, Qt::ElideRight, std::max(1, width() - contentsMargins().left() - 14)));
    m_sentence->setToolTip(text);
    m_sentence->setAccessibleName(text);
}

void LineCostBar::gotoCostly(int direction) {
    double hottest = 0;
    const auto figures = m_costs.figures(m_metric);
    for (const auto& [line, figure] : figures) {
        hottest = std::max(hottest, figure.heat);
    }
    if (hottest > 0) {
        m_editor.gotoNote(direction, [&](int line) {
            const auto found = figures.find(line);
            return found != figures.end() && found->second.heat >= hottest / 2;
        });
    }
}

void LineCostBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    showSentence();
}

} // namespace warpbench::ui
