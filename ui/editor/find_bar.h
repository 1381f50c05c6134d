// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/text_search.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace warpbench::ui {

class CodeEditor;

/// Find and replace under the editor. Enter finds the next place, Shift+Enter the previous one,
/// Escape closes.
class FindBar : public QWidget {
    Q_OBJECT

  public:
    FindBar(CodeEditor& editor, QWidget* parent = nullptr);

    /// What is looked through from now on.
    void setEditor(CodeEditor& editor);
    /// Opens with the selected text, if it is of one line.
    void open(bool replace);
  public slots:
    void findNext();
    void findPrevious();
    /// Replaces every match of the whole text, as one step that can be undone.
    void replaceAll();
    void close();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    bool find(bool forward, bool fromSelectionStart = false);
    void replaceOne();
    void setInvalid(bool invalid);
    /// What is looked for, in the editor's text as it is. Says how many there are.
    std::vector<TextSearch::Match> matches();
    void show(const TextSearch::Match& match);

    CodeEditor* m_editor;
    QLineEdit* m_find;
    QLineEdit* m_replace;
    QToolButton* m_case;
    QToolButton* m_word;
    QToolButton* m_regex;
    QLabel* m_result;
    QWidget* m_replaceRow;
    qsizetype m_emptyAt = -1; ///< an empty match that the caret is at: it is not found again
};

} // namespace warpbench::ui
