// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/scroll_marks.h"

#include "ui/editor/code_editor.h"
#include "ui/editor/editor_styles.h"
#include "ui/theme/heat.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr qreal kThick = 3;
constexpr qreal kThin = 1;

} // namespace

ScrollMarks::ScrollMarks(QScrollBar& bar)
    : QWidget(&bar) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(bar.rect());
    bar.installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&bar, &QScrollBar::rangeChanged, this, qOverload<>(&QWidget::update));
}

void ScrollMarks::setLines(Kind kind, std::vector<int> lines) {
    std::vector<int>& present = m_lines[std::size_t(kind)];
    if (present == lines)
        return;
    present = std::move(lines);
    update();
}

void ScrollMarks::setLineCount(int count) {
    if (count != m_count) {
        m_count = std::max(count, 1);
        update();
    }
}

/// The scroll bar may extend past the last line.
qreal ScrollMarks::middleOf(int line) const {
    const auto* bar = qobject_cast<const QScrollBar*>(parentWidget());
    const int lines = bar->maximum() == 0 ? m_count : bar->maximum() + bar->pageStep();
    return (line - 0.5) / std::max(m_count, lines) * height();
}

void ScrollMarks::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    const auto draw = [&](Kind kind, const QColor& color, qreal left, qreal right, qreal thick) {
        for (const int line : lines(kind))
            painter.fillRect(
                QRectF(left * width(), middleOf(line) - thick / 2, (right - left) * width(), thick),
                color);
    };
    // Side by side as far as possible, so that colour is not the only difference.
    draw(Kind::cost, heatColor(1), 0, 0.3, kThick);
    draw(Kind::match, colors.accent, 0, 0.5, kThick);
    draw(Kind::warning, colors.warning, 0.5, 1, kThick);
    draw(Kind::error, colors.error, 0.25, 1, kThick);
    draw(Kind::caret, colors.text, 0, 1, kThin);
}

bool ScrollMarks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void CodeEditor::setMatches(std::vector<int> lines) {
    m_scrollMarks->setLines(ScrollMarks::Kind::match, std::move(lines));
}

std::vector<int> CodeEditor::linesWith(unsigned markers) {
    std::vector<int> lines;
    for (int line = markerFindNext(0, markers); line >= 0; line = markerFindNext(line + 1, markers))
        lines.push_back(line + 1);
    return lines;
}

/// Lines at least half as hot as the hottest one: the targets of F7.
std::vector<int> CodeEditor::costlyLines() {
    const auto heatOf = [this](int line) {
        return int(SendScintilla(SCI_MARGINGETSTYLE, line - 1)) - kHeatStyle;
    };
    std::vector<int> costly = linesWith(1u << FigureMarker);
    int hottest = 1; // cold lines do not deserve marks
    for (const int line : costly)
        hottest = std::max(hottest, heatOf(line));
    std::erase_if(costly, [&](int line) { return 2 * heatOf(line) < hottest; });
    return costly;
}

/// Lets the last line scroll up, unless the whole text is visible: a scroll bar would suggest that
/// there is more text.
void CodeEditor::leaveRoomAtEnd() {
    const long shown = SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)lines());
    SendScintilla(SCI_SETENDATLASTLINE, (unsigned long)(shown <= SendScintilla(SCI_LINESONSCREEN)));
}

void CodeEditor::updateScrollMarks() {
    leaveRoomAtEnd();
    int line = 0;
    int column = 0;
    getCursorPosition(&line, &column);
    m_scrollMarks->setLineCount(lines());
    m_scrollMarks->setLines(ScrollMarks::Kind::cost, costlyLines());
    m_scrollMarks->setLines(ScrollMarks::Kind::error, linesWith(1u << ErrorMarker));
    m_scrollMarks->setLines(ScrollMarks::Kind::warning, linesWith(1u << WarningMarker));
    m_scrollMarks->setLines(ScrollMarks::Kind::caret, {line + 1});
}

} // namespace warpbench::ui
