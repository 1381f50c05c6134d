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

/// Find and replace, below the editor. Enter finds the next match, Shift+Enter the previous one,
/// Escape closes the bar.
class FindBar : public QWidget {
    Q_OBJECT

  public:
    FindBar(CodeEditor& editor, QWidget* parent = nullptr);

    /// Sets the editor to search.
    void setEditor(CodeEditor& editor);
    /// Opens with the selected text if it is on one line.
    void open(bool replace);
  public slots:
    void findNext();
    void findPrevious();
    /// Replaces all matches as one undoable step.
    void replaceAll();
    void close();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    bool find(bool forward, bool fromSelectionStart = false);
    void replaceOne();
    void setInvalid(bool invalid);
    /// All matches in the current text. Also shows their number.
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
    qsizetype m_emptyAt = -1; ///< position of an empty match at the caret, to be skipped
};

} // namespace warpbench::ui
