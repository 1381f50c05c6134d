// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_project_dialog.h"

#include "ui/dialogs/templates.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kAroundTexts = 76; // pixels: margins of the window, frame and padding of the list

} // namespace

NewProjectDialog::NewProjectDialog(QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget) {
    setWindowTitle(tr("New Project"));
    setObjectName(QStringLiteral("newProjectDialog"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    auto* title = new QLabel(tr("Start from"));
    title->setProperty("role", "title");
    layout->addWidget(title);
    m_list->setAccessibleName(tr("Templates"));
    m_list->setFrameShape(QFrame::StyledPanel);
    int widest = 0; // pixels, of the descriptions
    for (const auto& entry : projectTemplates()) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(entry.description));
        auto* item = new QListWidgetItem(entry.name + QLatin1Char('\n') + entry.description);
        item->setData(Qt::AccessibleTextRole,
                      entry.name + QStringLiteral(": ") + entry.description);
        item->setSizeHint(QSize(0, 52));
        m_list->addItem(item);
    }
    m_list->setCurrentRow(0);
    layout->addWidget(m_list, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Create"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemDoubleClicked, this, &QDialog::accept);
    resize(std::max(440, widest + kAroundTexts), 320);
}

int NewProjectDialog::chosen() const {
    return std::max(0, m_list->currentRow());
}

} // namespace warpbench::ui
