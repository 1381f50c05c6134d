// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_page.h"

#include "ui/dialogs/key_bindings.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kActionRole = Qt::UserRole; ///< role with the item's action

QTreeWidgetItem* addGroup(QTreeWidget& list, const QString& name) {
    auto* group = new QTreeWidgetItem(&list, {name});
    QFont font = group->font(0);
    font.setBold(true);
    group->setFont(0, font);
    group->setFirstColumnSpanned(true);
    return group;
}

QAction* actionOf(const QTreeWidgetItem* item) {
    return item ? item->data(0, kActionRole).value<QAction*>() : nullptr;
}

void showKeys(QTreeWidgetItem& item) {
    QStringList keys;
    for (const QKeySequence& key : actionOf(&item)->shortcuts()) {
        keys << key.toString(QKeySequence::NativeText);
    }
    item.setText(1, keys.join(KeysPage::tr(" or ")));
    QFont font = item.font(1);
    font.setBold(hasChosenKey(*actionOf(&item)));
    item.setFont(1, font);
}

void addMenu(QTreeWidget& list, const QMenu& menu) {
    QTreeWidgetItem* group = nullptr;
    for (QAction* action : menu.actions()) {
        if (const QMenu* inner = action->menu()) {
            addMenu(list, *inner);
        }
        if (action->objectName().isEmpty()) {
            continue; // a separator, a menu, or an entry added when a menu opens
        }
        if (!group) {
            group = addGroup(list, menu.title().remove(QLatin1Char('&')));
        }
        const QString name = action->text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        auto* item = new QTreeWidgetItem(group, {name});
        item->setData(0, kActionRole, QVariant::fromValue(action));
        showKeys(*item);
    }
}

/// Adds the keys that views handle themselves.
void addViews(QTreeWidget& list) {
    auto* editor = addGroup(list, KeysPage::tr("In the editor"));
    new QTreeWidgetItem(editor,
                        {KeysPage::tr("Undo, redo typing"), KeysPage::tr("Ctrl+Z, Ctrl+Y")});
    new QTreeWidgetItem(editor, {KeysPage::tr("Leave the editor"), KeysPage::tr("Ctrl+Tab")});
    new QTreeWidgetItem(editor, {KeysPage::tr("Close a list of completions"), KeysPage::tr("Esc")});
    auto* table = addGroup(list, KeysPage::tr("In tables and lists"));
    new QTreeWidgetItem(table, {KeysPage::tr("Select"), KeysPage::tr("Shift and arrows")});
    new QTreeWidgetItem(table, {KeysPage::tr("Copy"), KeysPage::tr("Ctrl+C")});
    new QTreeWidgetItem(table, {KeysPage::tr("Open the selected row"), KeysPage::tr("Return")});
    auto* chart = addGroup(list, KeysPage::tr("In charts"));
    new QTreeWidgetItem(chart,
                        {KeysPage::tr("Save as picture or numbers"), KeysPage::tr("Menu key")});
}

} // namespace

KeysPage::KeysPage(QMainWindow& window, QWidget* parent)
    : QWidget(parent)
    , m_window(window)
    , m_list(new QTreeWidget(this))
    , m_key(new QKeySequenceEdit(this))
    , m_set(new QPushButton(tr("&Set Key"), this))
    , m_restore(new QPushButton(tr("&Default"), this))
    , m_restoreAll(new QPushButton(tr("&All Defaults"), this))
    , m_problem(new QLabel(this)) {
    m_list->setAccessibleName(tr("Shortcuts"));
    m_list->setHeaderLabels({tr("Command"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->setIndentation(12);
    m_list->setItemsExpandable(false);
    m_list->setObjectName(QStringLiteral("shortcutsList"));
    fill();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list, 1);
    layout->addLayout(makeChooser());
    connect(m_list, &QTreeWidget::currentItemChanged, this, &KeysPage::look);
    m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
}

void KeysPage::fill() {
    for (const QAction* entry : m_window.menuBar()->actions()) {
        if (const QMenu* menu = entry->menu()) {
            addMenu(*m_list, *menu);
        }
    }
    addViews(*m_list);
    m_list->expandAll();
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
}

/// The row below the list, to change the key of the selected action.
QLayout* KeysPage::makeChooser() {
    m_key->setObjectName(QStringLiteral("keyEdit"));
    m_key->setAccessibleName(tr("New key"));
    m_set->setObjectName(QStringLiteral("setKey"));
    m_restore->setObjectName(QStringLiteral("defaultKey"));
    m_restoreAll->setObjectName(QStringLiteral("defaultKeys"));
    for (QPushButton* button : {m_set, m_restore, m_restoreAll}) {
        button->setAutoDefault(false);
    }
    m_problem->setObjectName(QStringLiteral("keyProblem"));
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("New key:")));
    row->addWidget(m_key, 1);
    row->addWidget(m_set);
    row->addWidget(m_restore);
    row->addWidget(m_restoreAll);
    auto* layout = new QVBoxLayout;
    layout->addLayout(row);
    layout->addWidget(m_problem);
    connect(m_set, &QPushButton::clicked, this, &KeysPage::set);
    connect(m_restore, &QPushButton::clicked, this, &KeysPage::restore);
    connect(m_restoreAll, &QPushButton::clicked, this, &KeysPage::restoreAll);
    return layout;
}

void KeysPage::look() {
    const QAction* action = actionOf(m_list->currentItem());
    m_key->setEnabled(action);
    m_set->setEnabled(action);
    m_restore->setEnabled(action && hasChosenKey(*action));
    m_key->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_problem->clear();
    const auto actions = m_window.actions();
    m_restoreAll->setEnabled(std::any_of(actions.begin(), actions.end(),
                                         [](const QAction* one) { return hasChosenKey(*one); }));
}

void KeysPage::set() {
    QAction& action = *actionOf(m_list->currentItem());
    const QString why = whyNotKey(m_window, action, m_key->keySequence());
    if (why.isEmpty()) {
        chooseKey(action, m_key->keySequence());
        showKeys(*m_list->currentItem());
        look();
    }
    m_problem->setText(why);
}

/// If another command uses the key now, it keeps the key, and the user sees its name.
void KeysPage::restore() {
    QAction& action = *actionOf(m_list->currentItem());
    const QString why = restoreKeys(m_window, action);
    showKeys(*m_list->currentItem());
    look();
    m_problem->setText(why);
}

void KeysPage::restoreAll() {
    restoreAllKeys(m_window);
    for (QTreeWidgetItemIterator at(m_list); *at; ++at) {
        if (actionOf(*at)) {
            showKeys(**at);
        }
    }
    look();
}

bool KeysPage::filter(const QStringList& words) {
    bool any = false;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem& group = *m_list->topLevelItem(i);
        bool inGroup = false;
        for (int j = 0; j < group.childCount(); ++j) {
            QTreeWidgetItem& item = *group.child(j);
            const QString text = item.text(0) + QLatin1Char(' ') + item.text(1);
            const bool found = std::all_of(words.begin(), words.end(), [&](const QString& word) {
                return text.contains(word, Qt::CaseInsensitive);
            });
            item.setHidden(!found);
            inGroup = inGroup || found;
        }
        group.setHidden(!inGroup);
        any = any || inGroup;
    }
    return any;
}

} // namespace warpbench::ui
