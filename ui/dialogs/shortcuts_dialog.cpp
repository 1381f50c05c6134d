// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcuts_dialog.h"

#include "ui/dialogs/key_bindings.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
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

namespace warpbench::ui {

namespace {

QString tr(const char* text) {
    return QMainWindow::tr(text);
}

QTreeWidgetItem* addGroup(QTreeWidget& list, const QString& name) {
    auto* group = new QTreeWidgetItem(&list, {name});
    QFont font = group->font(0);
    font.setBold(true);
    group->setFont(0, font);
    group->setFirstColumnSpanned(true);
    return group;
}

/// Where an item has its action.
constexpr int kActionRole = Qt::UserRole;

QAction* actionOf(const QTreeWidgetItem* item) {
    return item ? item->data(0, kActionRole).value<QAction*>() : nullptr;
}

void showKeys(QTreeWidgetItem& item) {
    QStringList keys;
    for (const QKeySequence& key : actionOf(&item)->shortcuts()) {
        keys << key.toString(QKeySequence::NativeText);
    }
    item.setText(1, keys.join(tr(" or ")));
    QFont font = item.font(1);
    font.setBold(hasChosenKey(*actionOf(&item)));
    item.setFont(1, font);
}

void addMenu(QTreeWidget& list, const QMenu& menu) {
    QTreeWidgetItem* group = nullptr;
    for (QAction* action : menu.actions()) {
        if (action->objectName().isEmpty()) {
            continue; // a separator, a menu, or what a menu is filled with
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

/// The line under the list: another key for the action chosen there.
QLayout* makeChooser(QMainWindow& window, QTreeWidget& list) {
    auto* key = new QKeySequenceEdit;
    key->setObjectName(QStringLiteral("keyEdit"));
    key->setAccessibleName(tr("New key"));
    auto* set = new QPushButton(tr("&Set Key"));
    set->setObjectName(QStringLiteral("setKey"));
    auto* restore = new QPushButton(tr("&Default"));
    restore->setObjectName(QStringLiteral("defaultKey"));
    auto* problem = new QLabel;
    problem->setObjectName(QStringLiteral("keyProblem"));
    problem->setProperty("role", "error");
    problem->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("New key:")));
    row->addWidget(key, 1);
    row->addWidget(set);
    row->addWidget(restore);
    auto* layout = new QVBoxLayout;
    layout->addLayout(row);
    layout->addWidget(problem);
    const auto look = [=, &list] {
        QAction* action = actionOf(list.currentItem());
        for (QWidget* part : {static_cast<QWidget*>(key), static_cast<QWidget*>(set)}) {
            part->setEnabled(action);
        }
        restore->setEnabled(action && hasChosenKey(*action));
        key->setKeySequence(action ? action->shortcut() : QKeySequence());
        problem->clear();
    };
    QObject::connect(&list, &QTreeWidget::currentItemChanged, key, look);
    QObject::connect(set, &QPushButton::clicked, key, [=, &window, &list] {
        QAction& action = *actionOf(list.currentItem());
        const QString why = whyNotKey(window, action, key->keySequence());
        problem->setText(why);
        if (why.isEmpty()) {
            chooseKey(action, key->keySequence());
            showKeys(*list.currentItem());
            restore->setEnabled(true);
        }
    });
    QObject::connect(restore, &QPushButton::clicked, key, [=, &list] {
        restoreKeys(*actionOf(list.currentItem()));
        showKeys(*list.currentItem());
        look();
    });
    look();
    return layout;
}

/// What the views themselves answer to.
void addViews(QTreeWidget& list) {
    auto* editor = addGroup(list, tr("In the editor"));
    new QTreeWidgetItem(editor, {tr("Undo, redo typing"), tr("Ctrl+Z, Ctrl+Y")});
    new QTreeWidgetItem(editor, {tr("Leave the editor"), tr("Ctrl+Tab")});
    new QTreeWidgetItem(editor, {tr("Close a list of completions"), tr("Esc")});
    auto* table = addGroup(list, tr("In tables and lists"));
    new QTreeWidgetItem(table, {tr("Select"), tr("Shift and arrows")});
    new QTreeWidgetItem(table, {tr("Copy"), tr("Ctrl+C")});
    new QTreeWidgetItem(table, {tr("Go to what a row is about"), tr("Return")});
    auto* chart = addGroup(list, tr("In charts"));
    new QTreeWidgetItem(chart, {tr("Save as picture or numbers"), tr("Menu key")});
}

} // namespace

void showShortcuts(QMainWindow& window) {
    QDialog dialog(&window);
    dialog.setObjectName(QStringLiteral("shortcutsDialog"));
    dialog.setWindowTitle(tr("Keyboard Shortcuts"));
    auto* list = new QTreeWidget;
    list->setAccessibleName(tr("Shortcuts"));
    list->setHeaderLabels({tr("What it does"), tr("Keys")});
    list->setRootIsDecorated(false);
    list->setIndentation(12);
    list->setItemsExpandable(false);
    list->setObjectName(QStringLiteral("shortcutsList"));
    for (const QAction* entry : window.menuBar()->actions()) {
        if (const QMenu* menu = entry->menu()) {
            addMenu(*list, *menu);
        }
    }
    addViews(*list);
    list->expandAll();
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list->header()->setStretchLastSection(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(list, 1);
    layout->addLayout(makeChooser(window, *list));
    layout->addWidget(buttons);
    list->setCurrentItem(list->topLevelItem(0)->child(0));
    dialog.resize(560, 680);
    dialog.exec();
}

} // namespace warpbench::ui
