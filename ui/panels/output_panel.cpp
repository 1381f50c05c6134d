// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/output_panel.h"

#include "ui/panels/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kMaxEntries = 2000;
constexpr int kMaxBlocks = 20'000;

} // namespace

OutputPanel::OutputPanel(QWidget* parent)
    : QWidget(parent)
    , m_view(new QPlainTextEdit) {
    setObjectName(QStringLiteral("outputPanel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_view->setReadOnly(true);
    m_view->setFont(codeFont());
    m_view->setAccessibleName(tr("Output"));
    m_view->setMaximumBlockCount(kMaxBlocks);
    m_view->document()->setDocumentMargin(kGap);
    m_view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* stackHolder = new QWidget;
    m_stack = new QStackedLayout(stackHolder);
    m_stack->addWidget(
        makeEmpty(tr("Nothing printed yet. What a kernel prints with printf appears here.")));
    m_stack->addWidget(m_view);
    layout->addWidget(stackHolder, 1);
    auto* bar = new QVBoxLayout;
    bar->setContentsMargins(kSmallGap, kSmallGap, kSmallGap, kSmallGap);
    auto* clearButton = makeIconButton(QStringLiteral("clear"), tr("Clear the output"));
    bar->addWidget(clearButton);
    bar->addStretch();
    layout->addLayout(bar);
    connect(clearButton, &QToolButton::clicked, this, &OutputPanel::clear);
    connect(&Theme::instance(), &Theme::changed, this, &OutputPanel::restyle);
}

void OutputPanel::append(Kind kind, const QString& text) {
    QString lines = text;
    while (lines.endsWith(QLatin1Char('\n'))) {
        lines.chop(1);
    }
    if (lines.isEmpty()) {
        return;
    }
    m_entries.append({kind, QTime::currentTime().toString(QStringLiteral("HH:mm:ss")), lines});
    if (m_entries.size() > kMaxEntries) {
        m_entries.removeFirst();
    }
    show(m_entries.last());
    m_stack->setCurrentIndex(1);
}

void OutputPanel::show(const Entry& entry) {
    const ThemeColors& c = themeColors();
    QTextCharFormat time;
    time.setForeground(c.disabled);
    QTextCharFormat format;
    switch (entry.kind) {
    case Kind::notice:
        format.setForeground(c.muted);
        break;
    case Kind::output:
        format.setForeground(c.text);
        break;
    case Kind::error:
        format.setForeground(c.error);
        break;
    case Kind::success:
        format.setForeground(c.success);
        break;
    }
    const bool atEnd =
        m_view->verticalScrollBar()->value() >= m_view->verticalScrollBar()->maximum() - 2;
    QTextCursor cursor(m_view->document());
    cursor.movePosition(QTextCursor::End);
    if (!m_view->document()->isEmpty()) {
        cursor.insertBlock();
    }
    // Lines that a kernel printed stand as they are, so that they can be copied.
    if (entry.kind != Kind::output) {
        cursor.insertText(entry.time + QStringLiteral("  "), time);
    }
    cursor.insertText(entry.text, format);
    if (atEnd) {
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
    }
}

void OutputPanel::restyle() {
    m_view->clear();
    for (const Entry& entry : m_entries) {
        show(entry);
    }
}

void OutputPanel::clear() {
    m_entries.clear();
    m_view->clear();
    m_stack->setCurrentIndex(0);
}

QString OutputPanel::text() const {
    return m_view->toPlainText();
}

} // namespace warpbench::ui
