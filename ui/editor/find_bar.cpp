// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/find_bar.h"

#include "ui/editor/code_editor.h"
#include "ui/theme/icons.h"
#include "ui/theme/key_names.h"
#include "ui/theme/text_scale.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace warpbench::ui {

namespace {

QToolButton* button(const QString& iconName, const QString& name, bool checkable) {
    auto* b = new QToolButton;
    b->setIcon(icon(iconName));
    scaleIcon(*b, 16);
    setTextWithKeys(*b, "toolTip", name);
    setTextWithKeys(*b, "accessibleName", name);
    b->setCheckable(checkable);
    b->setFocusPolicy(Qt::TabFocus);
    return b;
}

} // namespace

FindBar::FindBar(CodeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(&editor)
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
    auto* previous = button("previous", tr("Previous ({findPrevious})"), false);
    auto* next = button("next", tr("Next ({findNext})"), false);
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
    // From the search text to the replacement, as in any editor; then the buttons.
    setTabOrder(m_find, m_replace);
    setTabOrder(m_replace, replaceButton);
    setTabOrder(replaceButton, replaceAllButton);
    setTabOrder(replaceAllButton, previous);
    connect(previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(closeButton, &QToolButton::clicked, this, &FindBar::close);
    connect(replaceButton, &QPushButton::clicked, this, &FindBar::replaceOne);
    connect(replaceAllButton, &QPushButton::clicked, this, &FindBar::replaceAll);
    const auto search = [this] {
        m_emptyAt = -1;
        find(true, true);
    };
    connect(m_find, &QLineEdit::textEdited, this, search);
    for (const auto* option : {m_case, m_word, m_regex}) {
        connect(option, &QToolButton::toggled, this, search);
    }
    m_find->installEventFilter(this);
    m_replace->installEventFilter(this);
    hide();
}

void FindBar::setEditor(CodeEditor& editor) {
    if (m_editor != &editor) {
        m_editor->setMatches({});
        m_editor = &editor;
        m_emptyAt = -1;
        if (isHidden()) {
            m_result->clear();
        } else {
            matches();
        }
        if (editor.isReadOnly()) {
            m_replaceRow->hide();
        }
    }
}

void FindBar::open(bool replace) {
    const QString selected = m_editor->selectedText();
    if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n'))) {
        m_find->setText(selected);
    }
    m_replaceRow->setVisible(replace && !m_editor->isReadOnly());
    QWidget::show();
    matches(); // the text may have changed since the last count
    m_find->setFocus();
    m_find->selectAll();
}

void FindBar::setInvalid(bool invalid) {
    m_find->setProperty("invalid", invalid);
    m_find->style()->unpolish(m_find);
    m_find->style()->polish(m_find);
}

std::vector<TextSearch::Match> FindBar::matches() {
    if (m_find->text().isEmpty()) {
        m_result->clear();
        m_editor->setMatches({});
        setInvalid(false);
        return {};
    }
    const TextSearch search(m_find->text(),
                            {m_case->isChecked(), m_word->isChecked(), m_regex->isChecked()});
    const auto found = search.matches(m_editor->text(), m_replace->text());
    const auto count = found ? found->size() : 0;
    m_result->setText(!search.isValid() ? tr("Not a valid expression")
                      : !found          ? tr("This expression takes too long")
                      : count == 0      ? tr("Not found")
                                        : tr("%n match(es)", nullptr, int(count)));
    std::vector<int> lines;
    if (found) {
        const QString text = m_editor->text();
        int line = 1;
        qsizetype at = 0;
        for (const auto& match : *found) {
            line += int(QStringView(text).mid(at, match.start - at).count(QLatin1Char('\n')));
            at = match.start;
            if (lines.empty() || lines.back() != line)
                lines.push_back(line);
        }
    }
    m_editor->setMatches(std::move(lines));
    setInvalid(count == 0);
    return found.value_or(std::vector<TextSearch::Match>());
}

void FindBar::show(const TextSearch::Match& match) {
    m_editor->selectRange(match.start, match.length);
    m_emptyAt = match.length == 0 ? match.start : -1;
}

bool FindBar::find(bool forward, bool fromSelectionStart) {
    const auto found = matches();
    if (found.empty()) {
        return false;
    }
    const auto [start, end] = m_editor->selectedRange();
    const bool again = start == end && start == m_emptyAt;
    const TextSearch::Match* next = nullptr;
    for (const auto& match : found) {
        if (forward && match.start >= (fromSelectionStart ? start : end) &&
            !(again && match.length == 0 && match.start == start)) {
            next = &match;
            break;
        }
        if (!forward && match.start < start) {
            next = &match;
        }
    }
    if (!next) {
        next = forward ? &found.front() : &found.back(); // wraps around
    }
    show(*next);
    return true;
}

void FindBar::findNext() {
    find(true);
}

void FindBar::findPrevious() {
    find(false);
}

void FindBar::replaceOne() {
    if (!find(true, true)) {
        return;
    }
    const auto [start, end] = m_editor->selectedRange();
    for (const auto& match : matches()) {
        if (match.start == start && match.end() == end) {
            m_editor->replaceRange(start, end - start, match.replacement);
            m_editor->selectRange(start + match.replacement.size(), 0);
            m_emptyAt = start + match.replacement.size();
            break;
        }
    }
    find(true);
}

/// Builds the new text and inserts it once: replacements are not searched again.
void FindBar::replaceAll() {
    const auto found = matches();
    if (found.empty()) {
        return;
    }
    const QString text = m_editor->text();
    QString replaced;
    qsizetype at = found.front().start;
    for (const auto& match : found) {
        replaced += QStringView(text).mid(at, match.start - at);
        replaced += match.replacement;
        at = match.end();
    }
    int line = 0;
    int column = 0;
    m_editor->getCursorPosition(&line, &column);
    m_editor->replaceRange(found.front().start, at - found.front().start, replaced);
    m_editor->setCursorPosition(std::min(line, m_editor->lines() - 1), column);
    m_result->setText(tr("%1 replaced").arg(found.size()));
}

void FindBar::close() {
    hide();
    m_editor->setMatches({});
    m_editor->setFocus();
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

/// Esc closes the bar, even during a run that Esc would otherwise stop.
bool FindBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warpbench::ui
