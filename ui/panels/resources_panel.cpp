// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/resources_panel.h"

#include "ui/fields/form.h"
#include "ui/panels/figure_table.h"
#include "ui/results/resource_model.h"
#include "ui/theme/key_names.h"
#include "ui/words/compile_words.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace warpbench::ui {

ResourcesPanel::ResourcesPanel(ResourceModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_view(makeFigureTable(model, ResourceModel::ConcernRole, QStringLiteral("resourcesView"),
                             tr("Resources used by each kernel")))
    , m_line(makeHint(QString()))
    , m_against(makeHint({}))
    , m_stale(makeStaleBadge(tr("The source has changed since: compile to bring it up to date"))) {
    setObjectName(QStringLiteral("resourcesPanel"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kMargin, kGap, kMargin, kGap);
    bar->addWidget(m_line, 1);
    bar->addWidget(m_stale);
    layout->addLayout(bar);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(kMargin, 0, kMargin, kSmallGap);
    first->addWidget(makeColumnChooser(*m_view));
    layout->addLayout(first);
    m_against->setContentsMargins(kMargin, 0, kMargin, kGap);
    m_against->hide();
    layout->addWidget(m_against);
    layout->addWidget(m_view, 1);
    m_stack = new QStackedLayout(this);
    QLabel* empty = makeEmpty({});
    setTextWithKeys(*empty, "text",
                    tr("Compile ({compile}) or run ({run}) the source to see the resources that "
                       "ptxas gives each kernel."));
    m_stack->addWidget(empty);
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
        const QString line = tr("ptxas for %1, %2").arg(qs(code->arch), compileInWords(*code));
        setCompileLine(line);
        m_line->setToolTip(line); // a reason may be wider than the panel
    });
    const auto hold = [this, &bench] {
        const Baseline* base = bench.baselines.chosen();
        const bool known = base && base->run.report->code;
        m_model.setBaseline(known ? base->run.report->code->kernels
                                  : std::vector<compile::KernelInfo>{},
                            base ? base->name : QString());
        m_against->setVisible(known);
        if (known)
            m_against->setText(tr("◆ difference from “%1”, compiled for %2")
                                   .arg(base->name, qs(base->run.report->code->arch)));
    };
    connect(&bench.baselines, &Baselines::chosenChanged, this, hold);
    hold();
    connect(&bench.results, &Results::codeStaleChanged, this, &ResourcesPanel::setStale);
}

} // namespace warpbench::ui
