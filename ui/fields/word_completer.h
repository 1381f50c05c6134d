// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QString>

#include <vector>

class QLineEdit;
class QStandardItemModel;

namespace warpbench::ui {

/// Completes the word before a field's caret from a list with short explanations. The list opens
/// during typing, or in full with Ctrl+Space.
class WordCompleter : public QCompleter {
    Q_OBJECT

  public:
    struct Word {
        QString text;      ///< text to insert; for a final "()", the caret goes between the
                           ///< parentheses
        QString explained; ///< explanation in the list
    };

    explicit WordCompleter(QLineEdit& field);

    void setWords(const std::vector<Word>& words);
    /// Shows completions for the text before the caret, or the whole list if nothing matches.
    void showList();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QString wordBeforeCaret() const;
    void offer(bool anyway);
    void put(const QModelIndex& chosen);

    QLineEdit& m_field;
    QStandardItemModel* m_words;
};

} // namespace warpbench::ui
