// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/output_panel.h"

#include "ui/documents/text_document.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr std::size_t kMostLines = 20'000; // on the screen

QColor colorOf(LogEntry::Level level) {
    const ThemeColors& c = themeColors();
    switch (level) {
    case LogEntry::Level::output:
        break;
    case LogEntry::Level::compile:
    case LogEntry::Level::notice:
        return c.muted;
    case LogEntry::Level::success:
        return c.success;
    case LogEntry::Level::warning:
        return c.warning;
    case LogEntry::Level::error:
        return c.error;
    }
    return c.text;
}

} // namespace

OutputPanel::OutputPanel(QWidget* parent)
    : OutputPanel(std::make_unique<Log>(), nullptr, parent) {}

OutputPanel::OutputPanel(Workbench& bench)
    : OutputPanel(nullptr, &bench.log, nullptr) {}

OutputPanel::OutputPanel(std::unique_ptr<Log> own, Log* log, QWidget* parent)
    : QWidget(parent)
    , m_own(std::move(own))
    , m_log(log ? *log : *m_own)
    , m_filterText(new QLineEdit)
    , m_filterLevel(new QComboBox)
    , m_view(new QPlainTextEdit)
    , m_empty(makeEmpty(QString())) {
    setObjectName(QStringLiteral("outputPanel"));
    m_view->setObjectName(QStringLiteral("outputText"));
    m_view->setReadOnly(true);
    useCodeFont(*m_view);
    m_view->setAccessibleName(tr("Output"));
    m_view->setMaximumBlockCount(int(kMostLines));
    m_view->document()->setDocumentMargin(kGap);
    m_view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* stackHolder = new QWidget;
    m_stack = new QStackedLayout(stackHolder);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(stackHolder, 1);
    auto* find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(find);
    connect(find, &QAction::triggered, m_filterText, qOverload<>(&QWidget::setFocus));
    connect(&m_log, &Log::appended, this, [this](qsizetype lines) {
        showLast(lines);
        updateEmpty();
    });
    connect(&m_log, &Log::cleared, this, &OutputPanel::showAll);
    connect(m_filterText, &QLineEdit::textChanged, this, &OutputPanel::showAll);
    connect(m_filterLevel, &QComboBox::currentIndexChanged, this, &OutputPanel::showAll);
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { inTurn(*this, [this] { showAll(); }); });
    showAll();
}

QWidget* OutputPanel::buildBar() {
    using Show = LogFilter::Show;
    m_filterText->setObjectName(QStringLiteral("outputFilter"));
    m_filterText->setAccessibleName(tr("Show lines with"));
    m_filterText->setPlaceholderText(tr("Show lines with…"));
    m_filterText->setClearButtonEnabled(true);
    m_filterLevel->setObjectName(QStringLiteral("outputLevel"));
    m_filterLevel->setAccessibleName(tr("What is shown"));
    m_filterLevel->addItem(tr("Everything"), int(Show::everything));
    m_filterLevel->addItem(tr("What kernels print"), int(Show::output));
    m_filterLevel->addItem(tr("Compiles"), int(Show::compiles));
    m_filterLevel->addItem(tr("Messages"), int(Show::messages));
    m_filterLevel->addItem(tr("Warnings and errors"), int(Show::problems));
    auto* copy = makeIconButton(QStringLiteral("copy"), tr("Copy all visible lines"));
    auto* save = makeIconButton(QStringLiteral("save"), tr("Save all visible lines"));
    auto* clear = makeIconButton(QStringLiteral("clear"), tr("Clear the output"));
    copy->setObjectName(QStringLiteral("outputCopy"));
    save->setObjectName(QStringLiteral("outputSave"));
    clear->setObjectName(QStringLiteral("outputClear"));
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(kGap, 3, kGap, 3);
    row->setSpacing(kSmallGap);
    row->addWidget(m_filterText, 1);
    row->addWidget(m_filterLevel);
    for (QToolButton* button : {copy, save, clear}) {
        row->addWidget(button);
    }
    connect(copy, &QToolButton::clicked, this, &OutputPanel::copyAll);
    connect(save, &QToolButton::clicked, this, &OutputPanel::askWhereToSave);
    connect(clear, &QToolButton::clicked, &m_log, &Log::clear);
    return bar;
}

LogFilter OutputPanel::filter() const {
    return {LogFilter::Show(m_filterLevel->currentData().toInt()), m_filterText->text().trimmed()};
}

/// Appends those of the last entries that pass the filter, in one operation per colour.
void OutputPanel::showLast(qsizetype lines) {
    const LogFilter wanted = filter();
    const QList<LogEntry>& all = m_log.entries();
    std::vector<const LogEntry*> shown;
    for (qsizetype i = all.size(); i-- > all.size() - lines && shown.size() < kMostLines;) {
        if (wanted.matches(all[i])) {
            shown.push_back(&all[i]);
        }
    }
    if (shown.empty()) {
        return;
    }
    QTextCharFormat time;
    time.setForeground(themeColors().disabled);
    QScrollBar* bar = m_view->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum() - 2;
    QTextCursor cursor(m_view->document());
    cursor.beginEditBlock();
    cursor.movePosition(QTextCursor::End);
    bool first = m_view->document()->isEmpty();
    for (auto one = shown.rbegin(); one != shown.rend();) {
        const LogEntry::Level level = (*one)->level;
        QTextCharFormat format;
        format.setForeground(colorOf(level));
        if (!std::exchange(first, false)) {
            cursor.insertBlock();
        }
        if (level != LogEntry::Level::output) {
            cursor.insertText((*one)->time.toString(QStringLiteral("HH:mm:ss  ")), time);
            cursor.insertText((*one++)->text, format);
            continue;
        }
        // Kernel output stays unchanged, so that it can be copied.
        QStringList printed;
        for (; one != shown.rend() && (*one)->level == level; ++one) {
            printed << (*one)->text;
        }
        cursor.insertText(printed.join(QLatin1Char('\n')), format);
    }
    cursor.endEditBlock();
    if (atEnd) {
        bar->setValue(bar->maximum());
    }
}

void OutputPanel::showAll() {
    m_view->clear();
    showLast(m_log.entries().size());
    updateEmpty();
}

void OutputPanel::updateEmpty() {
    m_empty->setText(m_log.entries().isEmpty()
                         ? tr("Nothing printed yet. What a kernel prints with printf appears here.")
                         : tr("No output matches the filter."));
    m_stack->setCurrentIndex(m_view->document()->isEmpty() ? 0 : 1);
}

void OutputPanel::copyAll() const {
    QApplication::clipboard()->setText(m_log.asText(filter()));
}

QString OutputPanel::saveTo(const QString& path) const {
    const QString why = replaceWhole(path, m_log.asText(filter()).toUtf8());
    return why.isEmpty() ? why : tr("%1 cannot be written: %2").arg(path, why);
}

void OutputPanel::askWhereToSave() {
    const QString path =
        ui::askWhereToSave(this, tr("Save Output"), QStringLiteral("warpbench.log"),
                           tr("Text (*.log *.txt);;All files (*)"));
    if (path.isEmpty()) {
        return;
    }
    if (const QString problem = saveTo(path); !problem.isEmpty()) {
        QMessageBox::warning(this, tr("Save Output"), problem);
    }
}

QString OutputPanel::text() const {
    return m_view->toPlainText();
}

} // namespace warpbench::ui
