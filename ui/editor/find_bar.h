// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

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

    /// Opens with the selected text, if it is of one line.
    void open(bool replace);
  public slots:
    void findNext();
    void findPrevious();
    /// Replaces every match of the whole text, as one step that can be undone.
    void replaceAll();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    bool find(bool forward, bool fromSelectionStart = false);
    void replaceOne();
    void close();
    int countMatches() const;

    CodeEditor& m_editor;
    QLineEdit* m_find;
    QLineEdit* m_replace;
    QToolButton* m_case;
    QToolButton* m_word;
    QToolButton* m_regex;
    QLabel* m_result;
    QWidget* m_replaceRow;
};

} // namespace warpbench::ui
