// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/occupancy_panel.h"

#include "ui/charts/limiter_bars.h"
#include "ui/charts/occupancy_words.h"
#include "ui/charts/plot.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/theme/name_combo.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLeastChart = 170; // pixels; below this height, the panel scrolls
constexpr int kNarrow = 400;     // pixels; below this width, the GPU has its own row

} // namespace

OccupancyPanel::OccupancyPanel(QWidget* parent)
    : QWidget(parent)
    , m_empty(new QLabel)
    , m_content(new QWidget)
    , m_headline(new QLabel)
    , m_detail(new QLabel)
    , m_hint(new QLabel)
    , m_baseline(new QLabel)
    , m_gpu(new NameCombo)
    , m_bars(new LimiterBars)
    , m_carveOut(new QComboBox)
    , m_cluster(new QComboBox)
    , m_reset(new QToolButton)
    , m_apply(new QToolButton)
    , m_axis(new QComboBox)
    , m_measure(new QToolButton)
    , m_hover(new QLabel)
    , m_measureNote(new QLabel)
    , m_plot(new Plot) {
    setTextWithKeys(*m_empty, "text",
                    tr("Compile ({compile}) or run a kernel to see what limits its occupancy."));
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    buildContent();
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(m_empty);
    auto* area = new QScrollArea;
    area->setAccessibleName(tr("Occupancy"));
    area->setWidget(m_content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stack->addWidget(area);
}

void OccupancyPanel::buildContent() {
    m_content->setProperty("role", "page");
    m_content->setAttribute(Qt::WA_StyledBackground);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(12, 8, 10, 8);
    content->setSpacing(4);
    content->addWidget(buildHead());
    content->addWidget(m_detail);
    content->addWidget(m_baseline);
    content->addWidget(m_hint);
    m_baseline->setWordWrap(true);
    m_baseline->setProperty("role", "muted");
    m_baseline->setObjectName(QStringLiteral("occupancyBaseline"));
    m_baseline->hide();
    content->addSpacing(4);
    content->addWidget(m_bars);
    content->addSpacing(4);
    content->addWidget(buildKnobs());
    content->addWidget(buildChart(), 1);
    m_detail->setProperty("role", "muted");
    m_detail->setWordWrap(true);
    m_detail->setObjectName(QStringLiteral("occupancyDetail"));
    m_hint->setWordWrap(true);
    m_hint->setObjectName(QStringLiteral("occupancyHint"));
}

QWidget* OccupancyPanel::buildHead() {
    useFont(*m_headline, [] {
        QFont large = QApplication::font();
        large.setPointSizeF(large.pointSizeF() * 1.35);
        large.setWeight(QFont::DemiBold);
        return large;
    });
    m_headline->setObjectName(QStringLiteral("occupancyHeadline"));
    m_gpu->setObjectName(QStringLiteral("occupancyGpu"));
    m_gpu->setAccessibleName(tr("GPU that the occupancy is for"));
    m_gpu->setToolTip(tr("Any GPU, installed or not"));
    m_gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_gpu->setMinimumContentsLength(7); // beside the headline in a panel of 300 pixels
    m_gpu->addItem(tr("The chosen device"));
    for (const occupancy::CatalogueEntry& entry : occupancy::catalogue())
        m_gpu->addItem(qs(entry.name));
    connect(m_gpu, &QComboBox::currentIndexChanged, this, &OccupancyPanel::refresh);
    auto* head = new QWidget;
    m_head = new QBoxLayout(QBoxLayout::LeftToRight, head);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(8);
    m_head->addWidget(m_headline);
    m_head->addWidget(m_gpu, 1);
    return head;
}

/// A narrow panel shows the GPU's name below the headline.
void OccupancyPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_head->setDirection(width() < kNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_head->setSpacing(width() < kNarrow ? 2 : 8);
}

void OccupancyPanel::addKnob(QGridLayout& grid, Knob knob, const QString& name, int least, int most,
                             int step) {
    auto* label = new QLabel(name);
    auto* slider = new QSlider(Qt::Horizontal);
    auto* exact = new QSpinBox;
    static const char* const kNames[] = {"whatIfThreads", "whatIfRegisters", "whatIfShared"};
    slider->setObjectName(QLatin1String(kNames[knob]));
    slider->setAccessibleName(name);
    slider->setRange(least, most);
    slider->setSingleStep(step);
    slider->setPageStep(step * 4);
    slider->setMinimumWidth(60);
    exact->setRange(least, most);
    exact->setSingleStep(step);
    exact->setAccessibleName(tr("%1, exactly").arg(name));
    label->setBuddy(slider);
    grid.addWidget(label, knob, 0);
    grid.addWidget(slider, knob, 1);
    grid.addWidget(exact, knob, 2);
    m_knobs[knob] = {slider, exact};
    connect(slider, &QSlider::valueChanged, this, [this, knob, step](int value) {
        turn(knob, step > 1 && value > step ? value / step * step : value);
    });
    connect(exact, &QSpinBox::valueChanged, this, [this, knob](int value) { turn(knob, value); });
}

QWidget* OccupancyPanel::buildKnobs() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    addKnob(*grid, kThreads, tr("Threads per block"), 1, 1024, 32);
    addKnob(*grid, kRegisters, tr("Registers per thread"), 1, 255, 1);
    addKnob(*grid, kShared, tr("Dynamic shared, KiB"), 0, 227, 1);
    grid->setColumnStretch(1, 1);
    m_reset->setText(tr("Reset"));
    m_reset->setObjectName(QStringLiteral("whatIfReset"));
    m_reset->setToolTip(tr("Resets the sliders to the launch's set-up"));
    m_apply->setText(tr("Apply"));
    m_apply->setObjectName(QStringLiteral("whatIfApply"));
    m_apply->setToolTip(tr("Writes the values of the sliders to the project"));
    m_apply->setPopupMode(QToolButton::InstantPopup);
    m_apply->setMenu(new QMenu(m_apply));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_measure->setText(tr("Measure block sizes"));
    m_measure->setObjectName(QStringLiteral("measureBlocks"));
    m_measure->setEnabled(false);
    connect(m_measure, &QToolButton::clicked, this, &OccupancyPanel::measureWanted);
    buttons->addWidget(m_measure);
    buttons->addStretch(1);
    buttons->addWidget(m_reset);
    buttons->addWidget(m_apply);
    addChoices(*grid);
    grid->addLayout(buttons, kKnobs + 2, 0, 1, 3);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        if (m_launch)
            m_asked = m_launch->usage;
        showKnobs();
        refresh();
    });
    return box;
}

void OccupancyPanel::addChoices(QGridLayout& grid) {
    for (QComboBox* choice : {m_carveOut, m_cluster}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(6);
    }
    m_carveOut->setObjectName(QStringLiteral("whatIfCarveOut"));
    m_carveOut->setAccessibleName(tr("Shared-memory carve-out"));
    m_carveOut->setToolTip(tr("How much of an SM's memory is shared memory; the rest is L1 cache. "
                              "The driver takes a kernel's preference as a hint."));
    m_cluster->setObjectName(QStringLiteral("whatIfCluster"));
    m_cluster->setAccessibleName(tr("Blocks per cluster"));
    m_cluster->setToolTip(
        tr("Thread blocks that run at the same time on neighbouring multiprocessors and can access "
           "each other's shared memory (compute capability 9.0 and later)"));
    connect(m_carveOut, &QComboBox::activated, this, [this] {
        m_asked.carveOutPercent = m_carveOut->currentData().toInt();
        refresh();
    });
    connect(m_cluster, &QComboBox::activated, this, [this] {
        m_asked.clusterBlocks = m_cluster->currentData().toInt();
        refresh();
    });
    auto* carveOut = new QLabel(tr("Carve-out"));
    carveOut->setBuddy(m_carveOut);
    auto* cluster = new QLabel(tr("Cluster"));
    cluster->setBuddy(m_cluster);
    grid.addWidget(carveOut, kKnobs, 0);
    grid.addWidget(m_carveOut, kKnobs, 1, 1, 2);
    grid.addWidget(cluster, kKnobs + 1, 0);
    grid.addWidget(m_cluster, kKnobs + 1, 1, 1, 2);
}

QWidget* OccupancyPanel::buildChart() {
    m_hover->setProperty("role", "muted");
    m_hover->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_axis->addItem(tr("over threads per block"), int(occupancy::CurveAxis::threads));
    m_axis->addItem(tr("over registers per thread"), int(occupancy::CurveAxis::registers));
    m_axis->addItem(tr("over dynamic shared memory"), int(occupancy::CurveAxis::shared));
    m_axis->setObjectName(QStringLiteral("occupancyAxis"));
    m_hover->setObjectName(QStringLiteral("occupancyHover"));
    m_plot->setAccessibleName(tr("Occupancy curve"));
    m_plot->setMinimumHeight(kLeastChart);
    m_axis->setAccessibleName(tr("Axis of the occupancy curve"));
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* axisRow = new QHBoxLayout;
    axisRow->setSpacing(8);
    axisRow->addWidget(m_axis);
    axisRow->addWidget(m_hover, 1);
    m_measureNote->setWordWrap(true);
    m_measureNote->setObjectName(QStringLiteral("occupancyMeasured"));
    m_measureNote->hide();
    column->addLayout(axisRow);
    column->addWidget(m_plot, 1);
    column->addWidget(m_measureNote);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &OccupancyPanel::showCurve);
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { inTurn(*this, [this] { showCurve(); }); });
    connect(m_plot, &Plot::hovered, this, [this](const QString& text, QPointF value) {
        text.isEmpty() ? m_hover->clear() : showHovered(value.x());
    });
    return box;
}

void OccupancyPanel::setLimits(const occupancy::DeviceLimits& limits, const QString& device) {
    m_limits = limits;
    m_device = device;
    m_gpu->setItemText(0, device.isEmpty() ? tr("The chosen device") : device);
    refresh();
}

void OccupancyPanel::setUsage(const LaunchUsage& launch) {
    if (m_launch == launch)
        return; // the user is still trying values
    m_launch = launch;
    m_asked = launch.usage;
    showKnobs();
    refresh();
}

void OccupancyPanel::setBaselineText(const QString& text) {
    m_baseline->setText(text);
    m_baseline->setVisible(!text.isEmpty());
}

void OccupancyPanel::clear() {
    m_launch.reset();
    refresh();
}

const occupancy::DeviceLimits& OccupancyPanel::limits() const {
    const int gpu = m_gpu->currentIndex();
    return gpu > 0 ? occupancy::catalogue()[std::size_t(gpu - 1)].limits : m_limits;
}

occupancy::KernelUsage OccupancyPanel::asked() const {
    return m_asked;
}

void OccupancyPanel::showKnobs() {
    const int values[] = {m_asked.threads, m_asked.registers, int(m_asked.dynamicShared / kKiB)};
    for (int knob = 0; knob < kKnobs; ++knob) {
        const QSignalBlocker blocks[] = {QSignalBlocker(m_knobs[std::size_t(knob)].slider),
                                         QSignalBlocker(m_knobs[std::size_t(knob)].exact)};
        m_knobs[std::size_t(knob)].slider->setValue(values[knob]);
        m_knobs[std::size_t(knob)].exact->setValue(values[knob]);
    }
}

/// Offers the carve-outs and clusters of the selected GPU and checks the requested ones.
void OccupancyPanel::showChoices() {
    const auto fill = [](QComboBox& box, const QList<std::pair<QString, int>>& entries,
                         int chosen) {
        bool same = box.count() == entries.size();
        for (int i = 0; same && i < box.count(); ++i)
            same = box.itemText(i) == entries[i].first && box.itemData(i) == entries[i].second;
        if (!same) {
            box.clear();
            for (const auto& [text, value] : entries)
                box.addItem(text, value);
        }
        box.setCurrentIndex(box.findData(chosen));
    };
    const occupancy::DeviceLimits& device = limits();
    QList<std::pair<QString, int>> carveOuts{{tr("largest"), -1}};
    occupancy::KernelUsage alone;
    int asked = -1;
    for (const int kib : device.carveOutsKiB) {
        alone.carveOutPercent = m_asked.carveOutPercent;
        const int percent = occupancy::carveOutPercent(device, kib);
        if (kib == 0 && device.sharedReservedPerBlock > 0)
            continue; // every block needs some
        carveOuts.append({tr("%1 KiB").arg(kib), percent});
        if (m_asked.carveOutPercent >= 0 &&
            occupancy::sharedOfSm(device, alone) == std::int64_t(kib) * 1024)
            asked = percent;
    }
    fill(*m_carveOut, carveOuts, asked);
    m_carveOut->setEnabled(carveOuts.size() > 1);
    QList<std::pair<QString, int>> clusters{{tr("none"), 1}};
    for (int blocks = 2; blocks <= occupancy::largestCluster(device); blocks *= 2)
        clusters.append({tr("%1 blocks").arg(blocks), blocks});
    if (std::none_of(clusters.begin(), clusters.end(),
                     [&](const auto& one) { return one.second == m_asked.clusterBlocks; }))
        clusters.append({tr("%1 blocks").arg(m_asked.clusterBlocks), m_asked.clusterBlocks});
    fill(*m_cluster, clusters, m_asked.clusterBlocks);
    m_cluster->setEnabled(clusters.size() > 1);
}

void OccupancyPanel::turn(Knob knob, int value) {
    switch (knob) {
    case kThreads:
        m_asked.threads = value;
        break;
    case kRegisters:
        m_asked.registers = value;
        break;
    case kShared:
        m_asked.dynamicShared = std::int64_t(value) * kKiB;
        // The limit with opt-in.
        m_asked.maxDynamicShared =
            std::max(m_asked.dynamicShared,
                     m_launch ? m_launch->usage.maxDynamicShared.value_or(0) : std::int64_t(0));
        break;
    case kKnobs:
        break;
    }
    showKnobs();
    refresh();
}

void OccupancyPanel::refresh() {
    m_stack->setCurrentIndex(m_launch ? 1 : 0);
    if (!m_launch)
        return;
    const occupancy::Occupancy result = occupancy::compute(limits(), asked());
    showChoices();
    m_bars->setOccupancy(limits(), asked());
    m_headline->setText(tr("%1 occupancy").arg(percentText(result.fraction)));
    QString detail = differs() ? tr("What if: %1").arg(m_launch->kernel) : m_launch->kernel;
    if (result.limiters == std::vector{occupancy::Limiter::device})
        detail += tr(": this device does not support such a launch.");
    else if (result.activeBlocks == 0)
        detail +=
            tr(": a block does not fit on this device (%1).").arg(limitersInWords(result.limiters));
    else
        detail += tr(": %n block(s) per SM", nullptr, result.activeBlocks) +
                  tr(", %1 of %2 warps. Limited by %3.")
                      .arg(result.activeWarps)
                      .arg(result.maxWarps)
                      .arg(limitersInWords(result.limiters));
    if (limits().estimated)
        detail +=
            tr(" Compute capability %1.%2 is not in the tables: estimated from the newest one.")
                .arg(limits().ccMajor)
                .arg(limits().ccMinor);
    if (limits().ccMajor != m_limits.ccMajor || limits().ccMinor != m_limits.ccMinor)
        detail += tr(" The register counts are for compute capability %1.%2; others may differ.")
                      .arg(m_limits.ccMajor)
                      .arg(m_limits.ccMinor);
    m_detail->setText(detail);
    const QString hint = occupancyInWords(limits(), asked(), m_launch->blocks);
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    showApply();
    showCurve();
}

void OccupancyPanel::showApply() {
    m_reset->setEnabled(differs());
    QMenu* menu = m_apply->menu();
    menu->clear();
    const occupancy::KernelUsage usage = asked();
    if (usage.threads != m_launch->usage.threads)
        menu->addAction(tr("&Block of %1 threads").arg(usage.threads), this,
                        [this, usage] { emit blockSizeWanted(usage.threads); });
    const auto measured = alongAxis(m_measured, occupancy::CurveAxis::threads);
    if (const auto least = leastOf(measured);
        least && measured.size() > 1 && m_gpu->currentIndex() == 0) {
        const int threads = measured[*least].usage.threads;
        if (threads != m_launch->usage.threads && threads != usage.threads)
            menu->addAction(measured[*least].estimated
                                ? tr("Block of %1 threads, the shortest &estimate").arg(threads)
                                : tr("Block of %1 threads, the &fastest").arg(threads),
                            this, [this, threads] { emit blockSizeWanted(threads); });
    }
    if (usage.registers != m_launch->usage.registers)
        menu->addAction(tr("&Registers: -maxrregcount=%1").arg(usage.registers), this,
                        [this, usage] { emit maxRegistersWanted(usage.registers); });
    if (usage.clusterBlocks != m_launch->usage.clusterBlocks &&
        usage.clusterBlocks <= occupancy::kPortableCluster)
        menu->addAction(usage.clusterBlocks > 1
                            ? tr("&Clusters of %1 blocks").arg(usage.clusterBlocks)
                            : tr("No &clusters"),
                        this, [this, usage] { emit clusterWanted(usage.clusterBlocks); });
    const int blocks = occupancy::compute(limits(), usage).activeBlocks;
    const bool bounds =
        usage.threads != m_launch->usage.threads || usage.registers != m_launch->usage.registers;
    if (bounds && blocks > 0)
        menu->addAction(tr("&Source: __launch_bounds__(%1, %2)").arg(usage.threads).arg(blocks),
                        this, [this, usage, blocks] {
                            emit launchBoundsWanted(m_launch->kernel, usage.threads, blocks);
                        });
    m_apply->setEnabled(!menu->isEmpty());
}

} // namespace warpbench::ui
