// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcuts_dialog.h"

#include "ui/dialogs/keys_page.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QMainWindow>
#include <QVBoxLayout>

namespace warpbench::ui {

void showShortcuts(QMainWindow& window) {
    QDialog dialog(&window);
    dialog.setObjectName(QStringLiteral("shortcutsDialog"));
    dialog.setWindowTitle(KeysPage::tr("Keyboard Shortcuts"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(new KeysPage(window), 1);
    layout->addWidget(buttons);
    dialog.resize(600, 680);
    dialog.exec();
}

} // namespace warpbench::ui
