// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/selection.h"

#include <QObject>

namespace warpbench::ui {

class CodeEditor;

/// Ties the editor to what the other panels look at: the line under the mouse is told to them, and
/// the line that the mouse is at elsewhere is marked here.
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
