// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/selection.h"

#include <QObject>

namespace warpbench::ui {

class CodeEditor;

/// Links the editor with other panels: reports the line under the mouse to them, and marks the line
/// that belongs to what the mouse points at elsewhere.
class SourceLink : public QObject {
    Q_OBJECT

  public:
    SourceLink(CodeEditor& editor, Selection& selection, QObject* parent = nullptr);

    /// The marked line, from 1; 0: none.
    int markedLine() const { return m_marked; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void mark(int line);

    CodeEditor& m_editor;
    Selection& m_selection;
    int m_marked = 0;
    bool m_telling = false;
};

} // namespace warpbench::ui
