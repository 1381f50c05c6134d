// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/find_bar.h"

#include "ui/editor/code_editor.h"
#include "ui/theme/icons.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>

namespace warpbench::ui {

namespace {

QToolButton* button(const QString& iconName, const QString& name, bool checkable) {
    auto* b = new QToolButton;
    b->setIcon(icon(iconName));
    b->setIconSize({16, 16});
    b->setToolTip(name);
    b->setAccessibleName(name);
    b->setCheckable(checkable);
    b->setFocusPolicy(Qt::TabFocus);
    return b;
}

} // namespace

FindBar::FindBar(CodeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_find(new QLineEdit)
    , m_replace(new QLineEdit)
    , m_case(button("case", tr("Match upper and lower case"), true))
    , m_word(button("word", tr("Whole words only"), true))
    , m_regex(button("regex", tr("Regular expression"), true))
    , m_result(new QLabel)
    , m_replaceRow(new QWidget) {
    setObjectName(QStringLiteral("findBar"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setHorizontalSpacing(4);
    layout->setVerticalSpacing(4);
    m_find->setPlaceholderText(tr("Find"));
    m_find->setAccessibleName(tr("Find"));
    m_find->setClearButtonEnabled(true);
    m_replace->setPlaceholderText(tr("Replace with"));
    m_replace->setAccessibleName(tr("Replace with"));
    auto* previous = button("previous", tr("Previous (Shift+F3)"), false);
    auto* next = button("next", tr("Next (F3)"), false);
    auto* closeButton = button("close", tr("Close (Esc)"), false);
    m_result->setProperty("role", "muted");
    m_result->setMinimumWidth(90);
    layout->addWidget(m_find, 0, 0);
    for (int column = 1; QToolButton * b : {previous, next, m_case, m_word, m_regex}) {
        layout->addWidget(b, 0, column++);
    }
    layout->addWidget(m_result, 0, 6);
    layout->addWidget(closeButton, 0, 7);
    auto* replaceLayout = new QHBoxLayout(m_replaceRow);
    replaceLayout->setContentsMargins(0, 0, 0, 0);
    auto* replaceButton = new QPushButton(tr("Re&place"));
    auto* replaceAllButton = new QPushButton(tr("Replace &All"));
    replaceLayout->addWidget(m_replace, 1);
    replaceLayout->addWidget(replaceButton);
    replaceLayout->addWidget(replaceAllButton);
    layout->addWidget(m_replaceRow, 1, 0, 1, 8);
    layout->setColumnStretch(0, 1);
    // From what is looked for to what takes its place, as in every editor; then the buttons.
    setTabOrder(m_find, m_replace);
    setTabOrder(m_replace, replaceButton);
    setTabOrder(replaceButton, replaceAllButton);
    setTabOrder(replaceAllButton, previous);
    connect(previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(closeButton, &QToolButton::clicked, this, &FindBar::close);
    connect(replaceButton, &QPushButton::clicked, this, &FindBar::replaceOne);
    connect(replaceAllButton, &QPushButton::clicked, this, &FindBar::replaceAll);
    connect(m_find, &QLineEdit::textEdited, this, [this] { find(true, true); });
    hide();
}

void FindBar::open(bool replace) {
    const QString selected = m_editor.selectedText();
    if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n'))) {
        m_find->setText(selected);
    }
    m_replaceRow->setVisible(replace);
    show();
    m_find->setFocus();
    m_find->selectAll();
}

int FindBar::countMatches() const {
    if (m_find->text().isEmpty()) {
        return 0;
    }
    QString pattern =
        m_regex->isChecked() ? m_find->text() : QRegularExpression::escape(m_find->text());
    if (m_word->isChecked()) {
        pattern = QStringLiteral("\\b%1\\b").arg(pattern);
    }
    const QRegularExpression expression(pattern, m_case->isChecked()
                                                     ? QRegularExpression::NoPatternOption
                                                     : QRegularExpression::CaseInsensitiveOption);
    return expression.isValid() ? int(m_editor.text().count(expression)) : -1;
}

bool FindBar::find(bool forward, bool fromSelectionStart) {
    const QString text = m_find->text();
    if (text.isEmpty()) {
        m_result->clear();
        return false;
    }
    int line = -1;
    int column = -1;
    if (m_editor.hasSelectedText()) {
        int toLine = 0;
        int toColumn = 0;
        m_editor.getSelection(&line, &column, &toLine, &toColumn);
        if (forward && !fromSelectionStart) {
            line = toLine;
            column = toColumn;
        }
    }
    const bool found =
        m_editor.findFirst(text, m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(),
                           true, forward, line, column, true, false, true);
    const int count = countMatches();
    m_result->setText(count < 0    ? tr("Not a valid expression")
                      : count == 0 ? tr("Not found")
                      : count == 1 ? tr("1 match")
                                   : tr("%1 matches").arg(count));
    m_find->setProperty("invalid", !found);
    m_find->style()->unpolish(m_find);
    m_find->style()->polish(m_find);
    return found;
}

void FindBar::findNext() {
    find(true);
}

void FindBar::findPrevious() {
    find(false);
}

void FindBar::replaceOne() {
    if (find(true, true)) {
        m_editor.replace(m_replace->text());
        find(true);
    }
}

void FindBar::replaceAll() {
    int count = 0;
    m_editor.beginUndoAction();
    // From the start and without wrapping, so that a replacement is never found again.
    bool found = m_editor.findFirst(m_find->text(), m_regex->isChecked(), m_case->isChecked(),
                                    m_word->isChecked(), false, true, 0, 0, false, false, true);
    while (found && !m_find->text().isEmpty()) {
        m_editor.replace(m_replace->text());
        ++count;
        found = m_editor.findNext();
    }
    m_editor.endUndoAction();
    m_result->setText(tr("%1 replaced").arg(count));
}

void FindBar::close() {
    hide();
    m_editor.setFocus();
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_replace->hasFocus()) {
            replaceOne();
        } else {
            find(!(event->modifiers() & Qt::ShiftModifier));
        }
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace warpbench::ui
