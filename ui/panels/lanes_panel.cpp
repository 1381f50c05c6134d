// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lanes_panel.h"

#include "ui/fields/form.h"
#include "ui/panels/figure_table.h"
#include "ui/panels/lane_view.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/name_combo.h"
#include "ui/words/describe.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kMostForSites = 230; // pixels available in the narrowest panel
constexpr int kAroundSite = 44;    // pixels: frame, arrow, and the dots of elided text

} // namespace

LanesPanel::LanesPanel(Workbench& bench)
    : m_bench(bench)
    , m_site(new NameCombo(nullptr, Qt::ElideRight)) // the line at the start identifies it
    , m_block(new QComboBox)
    , m_warp(new QSlider(Qt::Horizontal))
    , m_warpText(new QLabel)
    , m_execution(new QSlider(Qt::Horizontal))
    , m_executionText(new QLabel)
    , m_sentence(new QLabel)
    , m_stale(makeStaleBadge(tr("Run again ({run}) to bring the lanes up to date")))
    , m_empty(makeEmpty({}))
    , m_trace(new QPushButton(tr("Trace and run")))
    , m_view(new LaneView) {
    setObjectName(QStringLiteral("lanesPanel"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, kSmallGap, 0, 0);
    layout->setSpacing(kSmallGap);
    layout->addWidget(buildControls());
    auto* said = new QHBoxLayout;
    said->setContentsMargins(kGap, 0, kGap, 0);
    m_sentence->setObjectName(QStringLiteral("lanesSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    said->addWidget(m_sentence, 1);
    said->addWidget(m_stale, 0, Qt::AlignTop);
    layout->addLayout(said);
    layout->addWidget(m_view, 1);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(buildNothing());
    m_stack->addWidget(page);
    connect(&bench.results, &Results::runChanged, this, &LanesPanel::takeReport);
    connect(&bench.results, &Results::staleChanged, m_stale, &QLabel::setVisible);
    connect(&bench.devices, &DevicesModel::currentChanged, this, &LanesPanel::takeReport);
    connect(&bench.selection, &Selection::placeChanged, this, &LanesPanel::follow);
    connect(&bench.selection, &Selection::ptxLineChosen, this, &LanesPanel::followPtx);
    connect(&bench.selection, &Selection::laneChanged, this, &LanesPanel::followLane);
    connect(m_view, &LaneView::laneChosen, this, &LanesPanel::tell);
    connect(new DockSight(*this), &DockSight::changed, &bench.controller,
            &RunController::setTracing);
    connect(m_trace, &QPushButton::clicked, &bench.selection, &Selection::runAgain);
    takeReport();
}

QWidget* LanesPanel::buildControls() {
    auto* bar = new QWidget;
    auto* layout = new FlowLayout(bar); // wraps in a narrow window
    layout->setContentsMargins(kGap, 0, kGap, 0);
    layout->setSpacing(kGap);
    m_site->setObjectName(QStringLiteral("lanesSite"));
    m_site->setAccessibleName(tr("Access to memory"));
    m_site->setToolTip(
        tr("Loads, stores and atomics of the last run; the caret's line is selected"));
    m_site->setMinimumContentsLength(12);
    m_block->setObjectName(QStringLiteral("lanesBlock"));
    m_block->setAccessibleName(tr("Block"));
    m_block->setToolTip(tr("The first and the last block of the grid and one in between are kept"));
    const auto slider = [](QSlider* one, QLabel* text, const QString& id, const QString& name) {
        one->setObjectName(id);
        one->setAccessibleName(name);
        one->setMinimumWidth(50);
        one->setPageStep(4);
        text->setProperty("role", "muted");
    };
    slider(m_warp, m_warpText, QStringLiteral("lanesWarp"), tr("Warp"));
    slider(m_execution, m_executionText, QStringLiteral("lanesExecution"), tr("Execution"));
    m_executionText->setObjectName(QStringLiteral("lanesTime"));
    m_site->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    layout->addWidget(m_site);
    layout->addWidget(m_block);
    for (const auto& [text, one] :
         {std::pair(m_warpText, m_warp), std::pair(m_executionText, m_execution)}) {
        auto* group = new QWidget; // keeps a slider next to its text
        auto* both = new QHBoxLayout(group);
        both->setContentsMargins(0, 0, 0, 0);
        both->setSpacing(kGap);
        both->addWidget(text);
        both->addWidget(one, 1);
        layout->addWidget(group);
    }
    connect(m_site, &QComboBox::currentIndexChanged, this, &LanesPanel::showSite);
    connect(m_block, &QComboBox::currentIndexChanged, this, [this] {
        showBlock();
        tell(m_bench.selection.lane().lane);
    });
    connect(m_warp, &QSlider::valueChanged, this, [this] {
        showWarp();
        tell(m_bench.selection.lane().lane);
    });
    connect(m_execution, &QSlider::valueChanged, this, &LanesPanel::showAccess);
    connect(m_site, &QComboBox::activated, this, [this] {
        if (const AccessSite* chosen = site(); chosen && chosen->line > 0)
            m_bench.selection.goTo({{}, chosen->line, m_bench.results.run().revision});
    });
    return bar;
}

QWidget* LanesPanel::buildNothing() {
    m_trace->setObjectName(QStringLiteral("traceAndRun"));
    m_trace->setToolTip(tr("Runs and records which address each lane accesses, for three blocks of "
                           "each launch. Every run does so while this panel is in front"));
    return makeEmptyPage(m_empty, m_trace);
}

void LanesPanel::takeReport() {
    const session::RunReport* report = m_bench.results.report();
    m_sites =
        report ? accessSitesOf(*report, m_bench.document.sourcePath()) : std::vector<AccessSite>{};
    const auto* device = m_bench.devices.current();
    const bool real = device && !device->simulated;
    const bool traced =
        report && std::any_of(report->launches.begin(), report->launches.end(),
                              [](const auto& each) { return each.trace != nullptr; });
    m_empty->setText(
        real ? tr("Only the simulated GPU can trace accesses. Choose it as the device, and run.")
        : traced
            ? tr("The launches of this run accessed no memory.")
            : tr("A trace shows which address each lane accesses. Nothing has been traced yet."));
    m_trace->setVisible(!real && !traced);
    {
        const QSignalBlocker block(m_site);
        m_site->clear();
        int widest = 0; // pixels, of the distinguishing part
        for (const AccessSite& each : m_sites) {
            m_site->addItem(describeSiteInFull(each));
            widest = std::max(widest, fontMetrics().horizontalAdvance(describeSite(each)));
        }
        // This much is always visible; the sliders wrap to their own row if necessary.
        m_site->setMinimumWidth(std::min(widest, kMostForSites) + kAroundSite);
    }
    m_stack->setCurrentIndex(m_sites.empty() ? 0 : 1);
    if (m_sites.empty())
        return;
    // Without an access in the current line, shows the worst one.
    const auto worst =
        std::max_element(m_sites.begin(), m_sites.end(),
                         [](const auto& a, const auto& b) { return a.excess < b.excess; });
    {
        const QSignalBlocker block(m_site);
        m_site->setCurrentIndex(int(worst - m_sites.begin()));
    }
    follow(m_bench.selection.place());
    showSite();
}

/// Shows the first access of the new current line, preferring the selected launch.
void LanesPanel::follow(const SourcePlace& place) {
    const AccessSite* now = site();
    if (place.line <= 0 || !place.file.isEmpty() || (now && now->line == place.line))
        return;
    int found = -1;
    for (int i = int(m_sites.size()) - 1; i >= 0; --i) {
        const AccessSite& each = m_sites[std::size_t(i)];
        const bool chosen = each.launch == m_bench.selection.launch();
        if (each.line == place.line &&
            (found < 0 || chosen ||
             m_sites[std::size_t(found)].launch != m_bench.selection.launch()))
            found = i;
    }
    if (found >= 0)
        m_site->setCurrentIndex(found);
}

/// An instruction was selected in a listing of the executed code.
void LanesPanel::followPtx(int line) {
    const session::RunReport* report = m_bench.results.report();
    const auto& code = m_bench.results.code().code;
    if (!report || !report->code || !code || report->code->ptx != code->ptx)
        return;
    int found = -1;
    for (int i = 0; i < int(m_sites.size()); ++i) {
        const AccessSite& each = m_sites[std::size_t(i)];
        if (each.ptxLine == line && (found < 0 || each.launch == m_bench.selection.launch()))
            found = i;
    }
    if (found >= 0)
        m_site->setCurrentIndex(found);
}

const AccessSite* LanesPanel::site() const {
    const int index = m_site->currentIndex();
    return index >= 0 && index < int(m_sites.size()) ? &m_sites[std::size_t(index)] : nullptr;
}

void LanesPanel::showSite() {
    const AccessSite* shown = site();
    if (!shown)
        return;
    const QString before = m_block->currentText();
    {
        const QSignalBlocker block(m_block);
        m_block->clear();
        for (const std::uint64_t each : shown->blocks())
            m_block->addItem(tr("Block %1").arg(describeCount(each)), quint64(each));
        const int wanted = m_block->findData(m_bench.selection.lane().block);
        m_block->setCurrentIndex(wanted >= 0 ? wanted : std::max(0, m_block->findText(before)));
    }
    showBlock();
}

void LanesPanel::showBlock() {
    const AccessSite* shown = site();
    if (!shown || m_block->currentIndex() < 0)
        return;
    const std::uint64_t blockIndex = m_block->currentData().toULongLong();
    const auto warps = shown->warps(blockIndex);
    {
        const QSignalBlocker block(m_warp);
        m_warp->setRange(0, int(warps.size()) - 1);
        const LanePlace& wanted = m_bench.selection.lane();
        const auto found = std::find(warps.begin(), warps.end(), std::uint32_t(wanted.warp));
        if (wanted.block == blockIndex && found != warps.end())
            m_warp->setValue(int(found - warps.begin()));
    }
    m_warp->setEnabled(warps.size() > 1);
    showWarp();
}

void LanesPanel::showWarp() {
    const AccessSite* shown = site();
    if (!shown || m_block->currentIndex() < 0)
        return;
    const std::uint64_t blockIndex = m_block->currentData().toULongLong();
    const auto warps = shown->warps(blockIndex);
    const auto executions = shown->executions(blockIndex, warps[std::size_t(m_warp->value())]);
    {
        const QSignalBlocker block(m_execution);
        m_execution->setRange(0, int(executions.size()) - 1);
    }
    m_execution->setEnabled(executions.size() > 1);
    showAccess();
}

const session::TracedAccess* LanesPanel::access() const {
    const AccessSite* shown = site();
    if (!shown || m_block->currentIndex() < 0)
        return nullptr;
    const std::uint64_t blockIndex = m_block->currentData().toULongLong();
    const auto warps = shown->warps(blockIndex);
    const auto warp = std::size_t(m_warp->value());
    if (warp >= warps.size())
        return nullptr;
    const auto executions = shown->executions(blockIndex, warps[warp]);
    const auto execution = std::size_t(m_execution->value());
    return execution < executions.size() ? executions[execution] : nullptr;
}

void LanesPanel::showAccess() {
    const session::TracedAccess* one = access();
    m_view->show(site(), one);
    const int lane = m_bench.selection.lane().lane;
    m_view->setLane(lane);
    if (!one)
        return;
    m_warpText->setText(tr("Warp %1").arg(one->warp));
    m_executionText->setText(describeTime(*site(), *one));
    const QString copies = explainCopies(*site());
    m_executionText->setToolTip(copies);
    QString said = explainAccess(*one);
    if (!copies.isEmpty())
        said += QLatin1Char(' ') + copies;
    if (lane >= 0)
        said += QStringLiteral(" ▸ ") + describeLane(site()->buffers, *one, lane);
    m_sentence->setText(said);
}

/// Announces the user's selection of an access and a lane.
void LanesPanel::tell(int lane) {
    if (const session::TracedAccess* one = access())
        m_bench.selection.setLane({one->block, int(one->warp), lane});
}

/// Another lane was selected, here or during stepping: shows its block and warp if they were
/// traced.
void LanesPanel::followLane() {
    const AccessSite* shown = site();
    if (!shown)
        return;
    const int wanted = m_block->findData(m_bench.selection.lane().block);
    if (wanted < 0)
        return showAccess();
    {
        const QSignalBlocker block(m_block);
        m_block->setCurrentIndex(wanted);
    }
    showBlock();
}

} // namespace warpbench::ui
