// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcuts_dialog.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
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

void addMenu(QTreeWidget& list, const QMenu& menu) {
    QTreeWidgetItem* group = nullptr;
    for (const QAction* action : menu.actions()) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) {
            keys << key.toString(QKeySequence::NativeText);
        }
        if (keys.isEmpty()) {
            continue;
        }
        if (!group) {
            group = addGroup(list, menu.title().remove(QLatin1Char('&')));
        }
        const QString name = action->text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        new QTreeWidgetItem(group, {name, keys.join(tr(" or "))});
    }
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
    for (const QAction* entry : window.menuBar()->actions()) {
        if (const QMenu* menu = entry->menu()) {
            addMenu(*list, *menu);
        }
    }
    addViews(*list);
    list->expandAll();
    list->setCurrentItem(list->topLevelItem(0));
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list->header()->setStretchLastSection(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(list, 1);
    layout->addWidget(buttons);
    dialog.resize(560, 640);
    dialog.exec();
}

} // namespace warpbench::ui
