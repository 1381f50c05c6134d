// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_palette.h"

#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr int kKeysRole = Qt::UserRole + 1;

/// A command's name at the left, its shortcut at the right.
class CommandDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString keys = index.data(kKeysRole).toString();
        QStyledItemDelegate::paint(painter, option, index);
        painter->save();
        painter->setPen(themeColors().muted);
        painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
                          keys);
        painter->restore();
    }
};

} // namespace

int matchScore(const QString& name, const QString& typed) {
    int score = 0;
    qsizetype at = -1;
    for (const QChar letter : typed) {
        if (letter.isSpace()) {
            continue;
        }
        const qsizetype next = name.indexOf(letter, at + 1, Qt::CaseInsensitive);
        if (next < 0) {
            return -1;
        }
        const bool startsWord = next == 0 || !name[next - 1].isLetterOrNumber();
        score += 1 + (startsWord ? 6 : 0) + (next == at + 1 ? 8 : 0);
        at = next;
    }
    return score * 8 - int(std::min<qsizetype>(name.size(), 64)) / 8;
}

CommandPalette::CommandPalette(QList<Command> commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_commands(std::move(commands))
    , m_typed(new QLineEdit)
    , m_list(new QListWidget)
    , m_nothing(new QLabel(tr("No command of this name"))) {
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    m_typed->setPlaceholderText(tr("What do you want to do?"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands that fit"));
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setProperty("role", "muted");
    layout->addWidget(m_typed);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::perform);
    narrow({});
    resize(520, 380);
    if (parent) {
        const QRect around = parent->frameGeometry();
        move(around.center().x() - width() / 2, around.top() + around.height() / 6);
    }
}

void CommandPalette::narrow(const QString& typed) {
    std::vector<std::pair<int, qsizetype>> ranked; // score, index
    for (qsizetype i = 0; i < m_commands.size(); ++i) {
        if (const int score = matchScore(m_commands[i].name, typed);
            score >= 0 || typed.trimmed().isEmpty()) {
            ranked.emplace_back(typed.trimmed().isEmpty() ? 0 : score, i);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    m_list->clear();
    for (const auto& [score, index] : ranked) {
        const Command& command = m_commands[index];
        auto* item = new QListWidgetItem(m_list);
        item->setData(Qt::UserRole, int(index));
        item->setText(command.name);
        item->setData(kKeysRole, command.keys);
        if (!command.keys.isEmpty()) {
            item->setData(Qt::AccessibleTextRole,
                          QStringLiteral("%1, %2").arg(command.name, command.keys));
        }
    }
    m_list->setCurrentRow(ranked.empty() ? -1 : 0);
    m_nothing->setVisible(ranked.empty());
}

void CommandPalette::perform() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item) {
        return;
    }
    const Command command = m_commands[item->data(Qt::UserRole).toInt()];
    accept(); // before it, so that its own dialogs have the window to themselves
    command.run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int row = m_list->currentRow();
        const int last = m_list->count() - 1;
        switch (key->key()) {
        case Qt::Key_Down:
            m_list->setCurrentRow(row >= last ? 0 : row + 1);
            return true;
        case Qt::Key_Up:
            m_list->setCurrentRow(row <= 0 ? last : row - 1);
            return true;
        case Qt::Key_PageDown:
            m_list->setCurrentRow(std::min(last, row + 10));
            return true;
        case Qt::Key_PageUp:
            m_list->setCurrentRow(std::max(0, row - 10));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            perform();
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace warpbench::ui
