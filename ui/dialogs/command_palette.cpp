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

constexpr int kAsideRole = Qt::UserRole + 1;

// Score of a typed letter, and bonus at the start of a word or after the previous letter.
constexpr int kLetter = 1;
constexpr int kWordStart = 6;
constexpr int kInARow = 8;

bool startsWord(const QString& text, qsizetype at) {
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

/// The command's name at the left; its shortcut or the matching search words at the right.
class CommandDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const int name = option.fontMetrics.horizontalAdvance(index.data().toString());
        const QRect room = option.rect.adjusted(name + 32, 0, -8, 0);
        painter->save();
        painter->setPen(themeColors().muted);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(index.data(kAsideRole).toString(),
                                                        Qt::ElideRight, room.width()));
        painter->restore();
    }
};

} // namespace

int matchScore(const QString& name, const QString& typed) {
    const QString wanted = QString(typed).remove(QLatin1Char(' '));
    if (wanted.isEmpty()) {
        return 0;
    }
    // best[i]: best score with the previous letter at i; negative: impossible.
    std::vector<int> best;
    for (const QChar letter : wanted) {
        std::vector<int> next(std::size_t(name.size()), -1);
        int reached = best.empty() ? 0 : -1; // the best score that ends before i
        for (std::size_t i = 0; i < next.size(); ++i) {
            const bool fits = name[qsizetype(i)].toCaseFolded() == letter.toCaseFolded();
            if (fits && reached >= 0 && startsWord(name, qsizetype(i))) {
                next[i] = reached + kLetter + kWordStart;
            }
            if (fits && i > 0 && !best.empty() && best[i - 1] >= 0) {
                next[i] = std::max(next[i], best[i - 1] + kLetter + kInARow +
                                                (startsWord(name, qsizetype(i)) ? kWordStart : 0));
            }
            if (!best.empty()) {
                reached = std::max(reached, best[i]);
            }
        }
        best = std::move(next);
    }
    const int score = best.empty() ? -1 : *std::max_element(best.begin(), best.end());
    const int shorter = int(std::min<qsizetype>(name.size(), 64)) / 8;
    if (score >= 0) {
        return score * 8 - shorter;
    }
    return name.contains(typed.trimmed(), Qt::CaseInsensitive) ? 8 - shorter : -1;
}

int matchScore(const Command& command, const QString& typed) {
    const int byName = matchScore(command.name, typed);
    if (byName >= 0) {
        return byName + 1;
    }
    const QString wanted = typed.trimmed();
    for (qsizetype at = command.words.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0;
         at = command.words.indexOf(wanted, at + 1, Qt::CaseInsensitive)) {
        if (startsWord(command.words, at)) {
            return 0;
        }
    }
    return -1;
}

CommandPalette::CommandPalette(QList<Command> commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_commands(std::move(commands))
    , m_typed(new QLineEdit)
    , m_list(new QListWidget)
    , m_nothing(new QLabel(tr("No matching command"))) {
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    m_typed->setPlaceholderText(tr("What do you want to do?"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->installEventFilter(this);
    m_list->setAccessibleName(tr("Matching commands"));
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
        if (typed.trimmed().isEmpty()) {
            ranked.emplace_back(0, i);
        } else if (const int score = matchScore(m_commands[i], typed); score >= 0) {
            ranked.emplace_back(score, i);
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
        const bool byWords = score == 0 && !typed.trimmed().isEmpty();
        const QString aside = byWords ? command.words : command.keys;
        item->setData(kAsideRole, aside);
        if (!aside.isEmpty()) {
            item->setData(Qt::AccessibleTextRole,
                          QStringLiteral("%1, %2").arg(command.name, aside));
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
    accept(); // first, so that only its own dialogs are open
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
