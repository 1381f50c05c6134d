// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/delete_work_dialog.h"

#include "ui/dialogs/difference_view.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

DeleteWorkDialog::DeleteWorkDialog(const Recovery::Entry& work, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("deleteWorkDialog"));
    setWindowTitle(tr("Delete Unsaved Work"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    auto* title =
        new QLabel(tr("Delete the unsaved work on “%1”? This cannot be undone.").arg(work.name));
    title->setProperty("role", "title");
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    const auto changes = Recovery::differences(work);
    auto* hint =
        new QLabel(changes.empty() ? tr("It does not differ from the files on disk.")
                                   : tr("From the files on disk (−) to the unsaved work (+):"));
    hint->setProperty("role", "muted");
    auto* view = new DifferenceView(changes);
    view->setVisible(!changes.empty());
    auto* buttons = new QDialogButtonBox;
    auto* remove = buttons->addButton(tr("&Delete"), QDialogButtonBox::DestructiveRole);
    auto* keep = buttons->addButton(tr("&Keep"), QDialogButtonBox::RejectRole);
    keep->setDefault(true);
    connect(remove, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
    layout->addWidget(title);
    layout->addWidget(hint);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    keep->setFocus();
    resize(720, changes.empty() ? 120 : 440);
}

} // namespace warpbench::ui
