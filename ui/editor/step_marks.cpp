// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/step_marks.h"

#include "ui/editor/code_editor.h"
#include "ui/editor/margin_sign.h"
#include "ui/theme/lane_mask.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace warpbench::ui {

namespace {

// Numbers of markers and margins not used by the editor itself.
constexpr int kMaskMarkers = 8; ///< the first of so many as there are places of lanes to be shown
constexpr int kMostPlaces = 8;
constexpr int kBreakpointMarker = 21;
constexpr int kConditionMarker = 22;
constexpr int kArrowMarker = 23;
constexpr int kCurrentMarker = 24;
constexpr int kSignMargin = 1;
constexpr int kLaneMargin = 4;
constexpr QSize kMaskSize(52, 14);
constexpr int kSignSize = 14; // pixels at 100 % text size

/// A disc; a conditional breakpoint has a bar through it.
QPixmap breakpointSign(bool conditional, qreal ratio) {
    const int size = scaled(kSignSize);
    QPixmap sign(QSize(size, size) * ratio);
    sign.setDevicePixelRatio(ratio);
    sign.fill(Qt::transparent);
    QPainter painter(&sign);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / qreal(kSignSize), size / qreal(kSignSize));
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColors().error);
    painter.drawEllipse(QRectF(2, 2, 10, 10));
    if (conditional) {
        painter.setBrush(themeColors().editorMargin);
        painter.drawRect(QRectF(4, 6, 6, 2));
    }
    return sign;
}

} // namespace

StepMarks::StepMarks(CodeEditor& editor)
    : QObject(&editor)
    , m_editor(editor) {
    editor.setMarginMarkerMask(kSignMargin, editor.marginMarkerMask(kSignMargin) |
                                                (1 << kBreakpointMarker) | (1 << kConditionMarker) |
                                                (1 << kArrowMarker));
    editor.setMarginType(kLaneMargin, QsciScintilla::SymbolMargin);
    editor.setMarginMarkerMask(kLaneMargin, ((1 << kMostPlaces) - 1) << kMaskMarkers);
    editor.setMarginWidth(kLaneMargin, 0);
    editor.setMarginSensitivity(0, true);
    editor.setMarginSensitivity(kSignMargin, true);
    define();
    connect(&Theme::instance(), &Theme::changed, this, &StepMarks::define);
    connect(&editor, &QsciScintilla::marginClicked, this,
            [this](int margin, int line, Qt::KeyboardModifiers) {
                if (margin <= kSignMargin)
                    toggleBreakpoint(line + 1);
            });
}

void StepMarks::define() {
    const qreal ratio = m_editor.devicePixelRatioF();
    defineSign(m_editor, breakpointSign(false, ratio), kBreakpointMarker);
    defineSign(m_editor, breakpointSign(true, ratio), kConditionMarker);
    m_editor.markerDefine(QsciScintilla::RightArrow, kArrowMarker);
    m_editor.setMarkerForegroundColor(themeColors().accent, kArrowMarker);
    m_editor.setMarkerBackgroundColor(themeColors().accent, kArrowMarker);
    m_editor.markerDefine(QsciScintilla::Background, kCurrentMarker);
    m_editor.setMarkerBackgroundColor(themeColors().infoSoft, kCurrentMarker);
}

int StepMarks::handleAt(int line) const {
    for (const auto& [handle, condition] : m_breakpoints) {
        if (m_editor.markerLine(handle) == line - 1)
            return handle;
    }
    return -1;
}

bool StepMarks::hasBreakpoint(int line) const {
    return handleAt(line) >= 0;
}

QString StepMarks::conditionOf(int line) const {
    const auto found = m_breakpoints.find(handleAt(line));
    return found == m_breakpoints.end() ? QString() : found->second;
}

/// Removes all breakpoints of a line, because an edit may have merged lines. \returns whether there
/// was one
bool StepMarks::removeAt(int line) {
    bool removed = false;
    for (int handle = handleAt(line); handle >= 0; handle = handleAt(line)) {
        m_editor.markerDeleteHandle(handle);
        m_breakpoints.erase(handle);
        removed = true;
    }
    return removed;
}

void StepMarks::toggleBreakpoint(int line) {
    if (line < 1 || line > m_editor.lines())
        return;
    if (!removeAt(line))
        m_breakpoints[m_editor.markerAdd(line - 1, kBreakpointMarker)] = QString();
    emit breakpointsChanged();
}

void StepMarks::setCondition(int line, const QString& condition) {
    if (line < 1 || line > m_editor.lines())
        return;
    removeAt(line);
    const QString text = condition.trimmed();
    m_breakpoints[m_editor.markerAdd(line - 1,
                                     text.isEmpty() ? kBreakpointMarker : kConditionMarker)] = text;
    emit breakpointsChanged();
}

std::vector<session::StepBreakpoint> StepMarks::breakpoints(const std::string& file) const {
    std::vector<session::StepBreakpoint> all;
    for (const auto& [handle, text] : m_breakpoints) {
        const int line = m_editor.markerLine(handle);
        const std::string condition = ss(text);
        const bool isKnown = std::any_of(all.begin(), all.end(), [&](const auto& other) {
            return other.line == line + 1 && other.condition == condition;
        });
        if (line >= 0 && !isKnown)
            all.push_back({file, line + 1, condition});
    }
    return all;
}

void StepMarks::clearBreakpoints() {
    m_editor.markerDeleteAll(kBreakpointMarker);
    m_editor.markerDeleteAll(kConditionMarker);
    m_breakpoints.clear();
}

void StepMarks::clearPause() {
    m_editor.markerDeleteAll(kArrowMarker);
    m_editor.markerDeleteAll(kCurrentMarker);
    for (int i = 0; i < kMostPlaces; ++i)
        m_editor.markerDeleteAll(kMaskMarkers + i);
}

void StepMarks::hide() {
    clearPause();
    m_editor.setMarginWidth(kLaneMargin, 0);
    m_editor.fitProblems();
}

void StepMarks::show(int line, const std::map<int, quint32>& lanes) {
    clearPause();
    m_editor.setMarginWidth(kLaneMargin, kMaskSize.width() + 4);
    m_editor.fitProblems();
    if (line > 0) {
        m_editor.markerAdd(line - 1, kArrowMarker);
        m_editor.markerAdd(line - 1, kCurrentMarker);
    }
    int marker = kMaskMarkers;
    for (const auto& [where, mask] : lanes) {
        if (marker == kMaskMarkers + kMostPlaces)
            break;
        if (where < 1 || where > m_editor.lines())
            continue;
        defineSign(m_editor, lanePixmap(mask, kMaskSize, m_editor.devicePixelRatioF()), marker);
        m_editor.markerAdd(where - 1, marker++);
    }
}

} // namespace warpbench::ui
