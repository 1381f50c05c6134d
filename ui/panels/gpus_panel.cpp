// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gpus_panel.h"

#include "ui/fields/form.h"
#include "ui/run/gpu_comparison.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

/// Highlights the selected GPU.
class CurrentDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->font.setBold(index.data(GpuComparison::CurrentRole).toBool());
    }
};

} // namespace

GpusPanel::GpusPanel(Workbench& bench)
    : m_bench(bench)
    , m_comparison(new GpuComparison(bench.document, bench.controller, bench.devices, this))
    , m_start(new QPushButton)
    , m_note(makeHint({}))
    , m_view(new QTreeView)
    , m_stack(new QStackedLayout) {
    setObjectName(QStringLiteral("gpusPanel"));
    m_start->setObjectName(QStringLiteral("estimateGpus"));
    m_start->setText(tr("Estimate on Every GPU"));
    m_start->setToolTip(tr("Runs the launches on each simulated GPU and estimates how long they "
                           "would take on it"));
    m_note->setObjectName(QStringLiteral("gpusNote"));
    m_view->setObjectName(QStringLiteral("gpusView"));
    m_view->setAccessibleName(tr("Estimated times on GPUs"));
    m_view->setModel(m_comparison);
    m_view->setItemDelegate(new CurrentDelegate(m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->header()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kMargin, kGap, kMargin, kGap);
    bar->setSpacing(kGap);
    bar->addWidget(m_start);
    bar->addWidget(m_note, 1);
    layout->addLayout(bar);
    m_stack->addWidget(
        makeEmpty(tr("Which GPU would run these launches fastest? Compare their estimated times on "
                     "every simulated GPU. None of them needs to be in this computer.")));
    m_stack->addWidget(m_view);
    layout->addLayout(m_stack, 1);
    connect(m_start, &QPushButton::clicked, this, &GpusPanel::estimate);
    connect(m_comparison, &GpuComparison::changed, this, &GpusPanel::update);
    connect(m_comparison, &GpuComparison::changed, this, [this] {
        if (!m_comparison->estimating() && m_comparison->done() > 0)
            emit estimated();
    });
    connect(&bench.controller, &RunController::activityChanged, this, &GpusPanel::update);
    connect(&bench.devices, &DevicesModel::currentChanged, m_view->viewport(),
            qOverload<>(&QWidget::update));
    update();
}

void GpusPanel::estimate() {
    m_comparison->start();
}

void GpusPanel::update() {
    m_start->setEnabled(!m_bench.controller.busy());
    m_stack->setCurrentIndex(m_comparison->rowCount() > 0 ? 1 : 0);
    QString note;
    if (m_comparison->estimating())
        note = tr("GPU %1 of %2 …").arg(m_comparison->done() + 1).arg(m_comparison->planned());
    else if (m_comparison->rowCount() > 0 && m_comparison->isStale())
        note = tr("The source or set-up has changed since.");
    else if (m_comparison->rowCount() > 0 && m_comparison->isGuessedInPart())
        note = tr("A pass over the launches. * Some speeds of this GPU were not measured.");
    else if (m_comparison->rowCount() > 0)
        note = tr("A pass over the launches.");
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

} // namespace warpbench::ui
