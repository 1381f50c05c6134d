// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/word_completer.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kTextRole = Qt::UserRole;       // text to insert
constexpr int kPrefixRole = Qt::UserRole + 1; // text to compare with the input
constexpr qsizetype kTyped = 2;               // characters before the list opens by itself
constexpr int kShown = 12;                    // rows

bool isOfWord(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

} // namespace

WordCompleter::WordCompleter(QLineEdit& field)
    : QCompleter(&field)
    , m_field(field)
    , m_words(new QStandardItemModel(this)) {
    setModel(m_words);
    setWidget(&field);
    setCompletionRole(kPrefixRole);
    setCaseSensitivity(Qt::CaseInsensitive);
    setMaxVisibleItems(kShown);
    connect(&field, &QLineEdit::textEdited, this, [this] { offer(false); });
    connect(this, qOverload<const QModelIndex&>(&QCompleter::activated), this, &WordCompleter::put);
    field.installEventFilter(this);
}

void WordCompleter::setWords(const std::vector<Word>& words) {
    m_words->clear();
    for (const Word& word : words) {
        auto* item = new QStandardItem(word.explained);
        item->setData(word.text, kTextRole);
        item->setData(word.text.section(u'(', 0, 0), kPrefixRole);
        m_words->appendRow(item);
    }
}

QString WordCompleter::wordBeforeCaret() const {
    const QString text = m_field.text().left(m_field.cursorPosition());
    qsizetype from = text.size();
    while (from > 0 && isOfWord(text[from - 1]))
        --from;
    return text.mid(from);
}

void WordCompleter::showList() {
    m_field.setFocus();
    offer(true);
}

void WordCompleter::offer(bool anyway) {
    const QString word = wordBeforeCaret();
    setCompletionPrefix(word);
    const bool complete =
        completionCount() == 1 && currentIndex().data(kPrefixRole).toString() == word;
    if (!anyway &&
        (word.size() < kTyped || word[0].isDigit() || complete || completionCount() == 0)) {
        popup()->hide();
        return;
    }
    if (completionCount() == 0)
        setCompletionPrefix({});
    QRect at = m_field.rect();
    const int wide =
        popup()->sizeHintForColumn(0) + popup()->verticalScrollBar()->sizeHint().width();
    at.setWidth(std::max(at.width(), wide + 16));
    QCompleter::complete(at);
}

void WordCompleter::put(const QModelIndex& chosen) {
    const QString text = chosen.data(kTextRole).toString();
    const qsizetype typed = wordBeforeCaret().size();
    m_field.setFocus();
    m_field.cursorBackward(true, int(typed));
    m_field.insert(text);
    if (text.endsWith(QLatin1String("()")))
        m_field.cursorBackward(false);
    emit m_field.textEdited(m_field.text()); // insert() does not emit this
}

bool WordCompleter::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            offer(true);
            return true;
        }
    }
    return QCompleter::eventFilter(watched, event);
}

} // namespace warpbench::ui
