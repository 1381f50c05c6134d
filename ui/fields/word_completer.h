// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QString>

#include <vector>

class QLineEdit;
class QStandardItemModel;

namespace warpbench::ui {

/// Completes the word before the caret of a field, from a list with a few words of explanation on
/// each. The list comes up while a word is typed, and as a whole with Ctrl+Space.
class WordCompleter : public QCompleter {
    Q_OBJECT

  public:
    struct Word {
        QString text;      ///< what is put in; a caret is left between "()" at its end
        QString explained; ///< what the list shows
    };

    explicit WordCompleter(QLineEdit& field);

    void setWords(const std::vector<Word>& words);
    /// Shows the list for what is before the caret, all of it where nothing does.
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
