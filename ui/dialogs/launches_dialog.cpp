// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/launches_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

enum Column { LaunchColumn, TimesColumn, GridColumn, BlockColumn };

QTreeWidgetItem* itemOf(const ProgramLaunch& launch) {
    auto* item = new QTreeWidgetItem({QStringLiteral("%1 #%2").arg(launch.kernel).arg(launch.first),
                                      QString::number(launch.count), launch.grid, launch.block});
    item->setData(LaunchColumn, Qt::UserRole,
                  QStringLiteral("%1#%2").arg(launch.kernel).arg(launch.first));
    item->setToolTip(LaunchColumn, launch.kernel);
    return item;
}

} // namespace

LaunchesDialog::LaunchesDialog(const std::vector<ProgramLoop>& loops, QWidget* parent)
    : QDialog(parent)
    , m_tree(new QTreeWidget) {
    setWindowTitle(tr("Launches of the Program"));
    setObjectName(QStringLiteral("launchesDialog"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    auto* about = new QLabel(tr("Choose a launch. The program runs once more, and the launch "
                                "becomes a project with its original arguments and data."));
    about->setWordWrap(true);
    layout->addWidget(about);
    m_tree->setObjectName(QStringLiteral("launches"));
    m_tree->setAccessibleName(tr("Launches in order"));
    m_tree->setHeaderLabels({tr("Launch"), tr("In a row"), tr("Grid"), tr("Block")});
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (const ProgramLoop& loop : loops) {
        QTreeWidgetItem* parentItem = m_tree->invisibleRootItem();
        if (loop.times > 1) {
            parentItem = new QTreeWidgetItem({tr("%n time(s):", nullptr, int(loop.times))});
            parentItem->setFlags(Qt::ItemIsEnabled);
            m_tree->addTopLevelItem(parentItem);
        }
        for (const ProgramLaunch& launch : loop.launches)
            parentItem->addChild(itemOf(launch));
    }
    m_tree->expandAll();
    layout->addWidget(m_tree, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_open = buttons->button(QDialogButtonBox::Ok);
    m_open->setText(tr("&Open as Project…"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [this] {
        if (!chosen().isEmpty())
            accept();
    });
    const auto update = [this] { m_open->setEnabled(!chosen().isEmpty()); };
    connect(m_tree, &QTreeWidget::currentItemChanged, this, update);
    update();
    resize(620, 420);
}

QString LaunchesDialog::chosen() const {
    const QTreeWidgetItem* item = m_tree->currentItem();
    return item ? item->data(LaunchColumn, Qt::UserRole).toString() : QString();
}

} // namespace warpbench::ui
