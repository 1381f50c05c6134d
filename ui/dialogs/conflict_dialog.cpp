// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/conflict_dialog.h"

#include "ui/dialogs/difference_view.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

ConflictDialog::ConflictDialog(const std::vector<ProjectDocument::DiskChange>& changes,
                               QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("conflictDialog"));
    setWindowTitle(tr("Changed Elsewhere"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    QStringList names;
    for (const auto& change : changes) {
        names << QFileInfo(change.path).fileName();
    }
    auto* title = new QLabel(tr("%1 was changed by another program or window.")
                                 .arg(names.join(tr(" and ", "between names of files"))));
    title->setProperty("role", "title");
    title->setWordWrap(true);
    auto* hint = new QLabel(tr("From the version on disk (−) to yours (+):"));
    hint->setProperty("role", "muted");
    auto* view = new DifferenceView(changes);
    auto* buttons = new QDialogButtonBox;
    const auto add = [&](const QString& text, Choice choice, const QString& tip) {
        auto* button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, [this, choice] {
            m_choice = choice;
            choice == Choice::cancel ? reject() : accept();
        });
        return button;
    };
    add(tr("&Overwrite"), Choice::overwrite, tr("Your version replaces the one on disk"));
    add(tr("&Load Theirs"), Choice::reload,
        tr("The version on disk replaces yours; Undo reverts this"));
    auto* elsewhere =
        add(tr("&Save As…"), Choice::saveAs, tr("Keep both: yours gets another name"));
    elsewhere->setDefault(true);
    add(tr("&Cancel"), Choice::cancel, tr("Nothing is saved or loaded"));
    layout->addWidget(title);
    layout->addWidget(hint);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    elsewhere->setFocus();
    resize(720, 440);
}

} // namespace warpbench::ui
