// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/source_link.h"

#include "ui/editor/code_editor.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>

namespace warpbench::ui {

namespace {

constexpr int kLinkMarker = 20; ///< above the editor's own markers

} // namespace

SourceLink::SourceLink(CodeEditor& editor, Selection& selection, QObject* parent)
    : QObject(parent)
    , m_editor(editor)
    , m_selection(selection) {
    editor.markerDefine(QsciScintilla::Background, kLinkMarker);
    const auto color = [this] {
        m_editor.setMarkerBackgroundColor(themeColors().selection, kLinkMarker);
    };
    color();
    connect(&Theme::instance(), &Theme::changed, this, color);
    editor.viewport()->setMouseTracking(true);
    editor.viewport()->installEventFilter(this);
    connect(&selection, &Selection::hovered, this, [this](const SourcePlace& place) {
        mark(m_telling ? 0 : place.line); // the mouse is in this editor, so a mark is not needed
    });
}

void SourceLink::mark(int line) {
    if (line == m_marked)
        return;
    m_editor.markerDeleteAll(kLinkMarker);
    m_marked = line > 0 && line <= m_editor.lines() ? line : 0;
    if (m_marked > 0)
        m_editor.markerAdd(m_marked - 1, kLinkMarker);
}

bool SourceLink::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave) {
        SourcePlace place;
        if (event->type() == QEvent::MouseMove) {
            const auto* move = static_cast<QMouseEvent*>(event);
            place.line = m_editor.lineAt(move->position().toPoint()) + 1;
        }
        m_telling = true;
        m_selection.hover(place);
        m_telling = false;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace warpbench::ui
