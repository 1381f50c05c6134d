// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/resources_panel.h"

#include "ui/models/describe.h"
#include "ui/models/resource_model.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/panels/form.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

class ResourceDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(ResourceModel::ConcernRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColors().warning);
            option->font.setBold(true);
        }
    }
};

constexpr int kWidestColumn = 170; // pixels; a kernel's name may be long

} // namespace

ResourcesPanel::ResourcesPanel(ResourceModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_view(new QTableView)
    , m_line(makeHint(QString()))
    , m_stale(new QLabel(tr("Out of date"))) {
    setObjectName(QStringLiteral("resourcesPanel"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kMargin, kGap, kMargin, kGap);
    bar->addWidget(m_line, 1);
    bar->addWidget(m_stale);
    m_stale->setProperty("role", "stale");
    m_stale->setToolTip(tr("The source has changed since: compile to bring it up to date"));
    m_stale->hide();
    layout->addLayout(bar);
    m_view->setObjectName(QStringLiteral("resourcesView"));
    m_view->setAccessibleName(tr("Resources used by each kernel"));
    m_view->setModel(&model);
    m_view->setItemDelegate(new ResourceDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionMode(QAbstractItemView::NoSelection);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->setDefaultSectionSize(26);
    m_view->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->verticalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_view->horizontalHeader()->setMinimumSectionSize(72);
    m_view->horizontalHeader()->setMaximumSectionSize(kWidestColumn);
    m_view->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    layout->addWidget(m_view, 1);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(
        makeEmpty(tr("Press Compile (Ctrl+B) or Run (F5) to see what ptxas gave each kernel.")));
    m_stack->addWidget(page);
    connect(&model, &QAbstractItemModel::modelReset, this,
            [this] { m_stack->setCurrentIndex(m_model.kernels().empty() ? 0 : 1); });
}

void ResourcesPanel::setCompileLine(const QString& text) {
    m_line->setText(text);
}

void ResourcesPanel::setStale(bool stale) {
    m_stale->setVisible(stale);
}

ResourcesPanel::ResourcesPanel(Workbench& bench)
    : ResourcesPanel(bench.usage) {
    connect(&bench.results, &Results::codeChanged, this, [this, &bench] {
        const auto& code = bench.results.code().code;
        if (!code)
            return;
        const QString time = code->cached
                                 ? tr("from the cache")
                                 : tr("in %1").arg(describeMilliseconds(code->milliseconds));
        setCompileLine(tr("ptxas for %1, compiled %2").arg(qs(code->arch), time));
    });
    connect(&bench.results, &Results::codeStaleChanged, this, &ResourcesPanel::setStale);
}

} // namespace warpbench::ui
