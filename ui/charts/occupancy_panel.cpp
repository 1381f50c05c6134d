// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/occupancy_panel.h"

#include "ui/charts/limiter_bars.h"
#include "ui/charts/plot.h"
#include "ui/models/describe.h"
#include "ui/models/text.h"
#include "ui/theme/name_combo.h"
#include "ui/theme/theme.h"

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
#include <cmath>
#include <map>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kKiB = 1024;
constexpr int kLeastChart = 170; // pixels high, before the panel scrolls

QString limiterName(occupancy::Limiter limiter) {
    switch (limiter) {
    case occupancy::Limiter::warps:
        return OccupancyPanel::tr("warps per SM");
    case occupancy::Limiter::registers:
        return OccupancyPanel::tr("registers");
    case occupancy::Limiter::shared_memory:
        return OccupancyPanel::tr("shared memory");
    case occupancy::Limiter::blocks:
        return OccupancyPanel::tr("blocks per SM");
    case occupancy::Limiter::barriers:
        return OccupancyPanel::tr("barriers");
    case occupancy::Limiter::device:
        return OccupancyPanel::tr("the device");
    }
    return {};
}

QString listed(const std::vector<occupancy::Limiter>& limiters) {
    QStringList names;
    for (const occupancy::Limiter limiter : limiters)
        names.append(limiterName(limiter));
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return OccupancyPanel::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

QString percent(double fraction) {
    return OccupancyPanel::tr("%1 %").arg(fraction * 100, 0, 'f', fraction < 0.1 ? 1 : 0);
}

bool limits(const occupancy::Occupancy& result, occupancy::Limiter limiter) {
    return std::find(result.limiters.begin(), result.limiters.end(), limiter) !=
           result.limiters.end();
}

/// The fullest point of a curve; of equals the one nearest to where we are.
const occupancy::CurvePoint* bestOf(const std::vector<occupancy::CurvePoint>& points,
                                    std::int64_t here) {
    const occupancy::CurvePoint* best = nullptr;
    for (const occupancy::CurvePoint& point : points) {
        const int gain = best ? point.occupancy.activeWarps - best->occupancy.activeWarps : 1;
        if (gain > 0 || (gain == 0 && std::abs(point.x - here) < std::abs(best->x - here)))
            best = &point;
    }
    return best;
}

} // namespace

OccupancyPanel::OccupancyPanel(QWidget* parent)
    : QWidget(parent)
    , m_empty(new QLabel(tr("Compile (Ctrl+B) or run a kernel to see what limits its occupancy.")))
    , m_content(new QWidget)
    , m_headline(new QLabel)
    , m_detail(new QLabel)
    , m_hint(new QLabel)
    , m_baseline(new QLabel)
    , m_gpu(new NameCombo)
    , m_bars(new LimiterBars)
    , m_reset(new QToolButton)
    , m_apply(new QToolButton)
    , m_axis(new QComboBox)
    , m_hover(new QLabel)
    , m_plot(new Plot) {
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    buildContent();
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(m_empty);
    auto* area = new QScrollArea;
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
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_headline->setFont(large);
    m_headline->setObjectName(QStringLiteral("occupancyHeadline"));
    m_gpu->setObjectName(QStringLiteral("occupancyGpu"));
    m_gpu->setAccessibleName(tr("GPU that the occupancy is for"));
    m_gpu->setToolTip(tr("Any GPU, present or not"));
    m_gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_gpu->setMinimumContentsLength(7); // beside the headline in a panel of 300 pixels
    m_gpu->addItem(tr("The chosen device"));
    for (const occupancy::CatalogueEntry& entry : occupancy::catalogue())
        m_gpu->addItem(qs(entry.name));
    connect(m_gpu, &QComboBox::currentIndexChanged, this, &OccupancyPanel::refresh);
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_headline);
    row->addWidget(m_gpu, 1);
    return head;
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
    m_reset->setText(tr("As it is"));
    m_reset->setObjectName(QStringLiteral("whatIfReset"));
    m_reset->setToolTip(tr("Puts the sliders back to the launch as it is set up"));
    m_apply->setText(tr("Apply"));
    m_apply->setObjectName(QStringLiteral("whatIfApply"));
    m_apply->setToolTip(tr("Writes what the sliders say into the project"));
    m_apply->setPopupMode(QToolButton::InstantPopup);
    m_apply->setMenu(new QMenu(m_apply));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_reset);
    buttons->addWidget(m_apply);
    grid->addLayout(buttons, kKnobs, 0, 1, 3);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        if (m_launch)
            m_asked = m_launch->usage;
        showKnobs();
        refresh();
    });
    return box;
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
    column->addLayout(axisRow);
    column->addWidget(m_plot, 1);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &OccupancyPanel::showCurve);
    // The box beside it names the axis already, and a narrow panel has no room for it twice.
    connect(m_plot, &Plot::hovered, m_hover, [this](const QString& text, QPointF value) {
        m_hover->setText(text.isEmpty() ? QString()
                                        : tr("%1: %2 warps").arg(value.x()).arg(value.y()));
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
        return; // whoever plays with the sliders goes on
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
        // What opting in would give.
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

/// What limits, and what would let one more block in.
QString OccupancyPanel::sentences(const occupancy::Occupancy& result) const {
    using occupancy::Limiter;
    const occupancy::KernelUsage usage = asked();
    const auto then = [&](const occupancy::KernelUsage& changed) {
        return percent(occupancy::compute(limits(), changed).fraction);
    };
    QStringList said;
    if (usage.threads > usage.maxThreads)
        said << tr("This kernel takes at most %1 threads per block.").arg(usage.maxThreads);
    if (const auto fewer = occupancy::registersForOneMoreBlock(limits(), usage);
        fewer && (ui::limits(result, Limiter::registers) || result.activeBlocks == 0)) {
        occupancy::KernelUsage changed = usage;
        changed.registers = *fewer;
        said << tr("Registers limit it: %1 fewer per thread (%2) give one more block, %3.")
                    .arg(usage.registers - *fewer)
                    .arg(*fewer)
                    .arg(then(changed));
    }
    if (const auto less = occupancy::sharedForOneMoreBlock(limits(), usage);
        less && ui::limits(result, Limiter::shared_memory)) {
        occupancy::KernelUsage changed = usage;
        changed.dynamicShared = *less;
        said << tr("Shared memory limits it: %1 less per block gives one more block, %2.")
                    .arg(describeBytes(std::uint64_t(usage.dynamicShared - *less)), then(changed));
    }
    const occupancy::BlockSizeSuggestion best = occupancy::suggestBlockSize(limits(), usage);
    if (best.occupancy.activeWarps > result.activeWarps)
        said << tr("Blocks of %1 threads would reach %2.")
                    .arg(best.threads)
                    .arg(percent(best.occupancy.fraction));
    if (usage.threads % limits().warpSize != 0)
        said << tr("%1 threads leave %2 lanes of each block's last warp idle.")
                    .arg(usage.threads)
                    .arg(limits().warpSize - usage.threads % limits().warpSize);
    const QString waves = wavesSentence();
    if (!waves.isEmpty())
        said << waves;
    return said.join(QLatin1Char(' '));
}

QString OccupancyPanel::wavesSentence() const {
    const std::int64_t blocks = m_launch->blocks;
    const occupancy::Waves waves = occupancy::wavesOf(limits(), asked(), blocks);
    if (waves.atOnce == 0 || blocks <= 0)
        return {};
    if (waves.full == 0)
        return (blocks == 1
                    ? tr("The grid has %1 block, and %2 would run at once: it fills %3 of this "
                         "GPU.")
                    : tr("The grid has %1 blocks, and %2 would run at once: it fills %3 of this "
                         "GPU."))
            .arg(describeCount(std::uint64_t(blocks)), describeCount(std::uint64_t(waves.atOnce)),
                 percent(waves.used));
    if (waves.rest == 0)
        return tr("The grid runs in %1 full waves of %2 blocks.")
            .arg(waves.full)
            .arg(describeCount(std::uint64_t(waves.atOnce)));
    return tr("The grid runs in %1 waves of %2 blocks, the last one %3 full: %4 of the time is "
              "used.")
        .arg(waves.full + 1)
        .arg(describeCount(std::uint64_t(waves.atOnce)),
             percent(double(waves.rest) / double(waves.atOnce)), percent(waves.used));
}

void OccupancyPanel::refresh() {
    m_stack->setCurrentIndex(m_launch ? 1 : 0);
    if (!m_launch)
        return;
    const occupancy::Occupancy result = occupancy::compute(limits(), asked());
    m_bars->setOccupancy(limits(), asked());
    m_headline->setText(tr("%1 occupancy").arg(percent(result.fraction)));
    QString detail = differs() ? tr("What if: %1").arg(m_launch->kernel) : m_launch->kernel;
    if (result.activeBlocks == 0)
        detail += tr(": a block does not fit on this device (%1).").arg(listed(result.limiters));
    else
        detail += (result.activeBlocks == 1 ? tr(": 1 block per SM")
                                            : tr(": %1 blocks per SM").arg(result.activeBlocks)) +
                  tr(", %1 of %2 warps. Limited by %3.")
                      .arg(result.activeWarps)
                      .arg(result.maxWarps)
                      .arg(listed(result.limiters));
    if (limits().estimated)
        detail +=
            tr(" Compute capability %1.%2 is not in the tables: estimated from the newest one.")
                .arg(limits().ccMajor)
                .arg(limits().ccMinor);
    if (limits().ccMajor != m_limits.ccMajor || limits().ccMinor != m_limits.ccMinor)
        detail += tr(" Registers are those for compute capability %1.%2; another may need others.")
                      .arg(m_limits.ccMajor)
                      .arg(m_limits.ccMinor);
    m_detail->setText(detail);
    const QString hint = sentences(result);
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
    if (usage.registers != m_launch->usage.registers)
        menu->addAction(tr("&Registers: -maxrregcount=%1").arg(usage.registers), this,
                        [this, usage] { emit maxRegistersWanted(usage.registers); });
    const int blocks = occupancy::compute(limits(), usage).activeBlocks;
    if (differs() && blocks > 0)
        menu->addAction(tr("&Source: __launch_bounds__(%1, %2)").arg(usage.threads).arg(blocks),
                        this, [this, usage, blocks] {
                            emit launchBoundsWanted(m_launch->kernel, usage.threads, blocks);
                        });
    m_apply->setEnabled(!menu->isEmpty());
}

void OccupancyPanel::showCurve() {
    if (!m_launch)
        return;
    const auto axis = occupancy::CurveAxis(m_axis->currentData().toInt());
    const double scale = axis == occupancy::CurveAxis::shared ? 1.0 / kKiB : 1;
    const auto points = occupancy::curve(limits(), asked(), axis);
    PlotSeries series;
    series.name = tr("Active warps");
    series.style =
        axis == occupancy::CurveAxis::threads ? PlotSeries::Style::line : PlotSeries::Style::steps;
    for (const auto& point : points)
        series.points.append({double(point.x) * scale, double(point.occupancy.activeWarps)});

    PlotAxis x;
    std::int64_t here = 0;
    switch (axis) {
    case occupancy::CurveAxis::threads:
        x.title = tr("Threads per block");
        here = asked().threads;
        break;
    case occupancy::CurveAxis::registers:
        x.title = tr("Registers per thread");
        here = asked().registers;
        break;
    case occupancy::CurveAxis::shared:
        x.title = tr("Dynamic shared memory per block, KiB");
        here = asked().dynamicShared;
        break;
    }
    x.min = 0;
    x.max = series.points.isEmpty() ? 1 : series.points.last().x();
    x.integer = true;
    PlotAxis y;
    y.title = tr("Warps");
    // A little above the most there can be, so that full occupancy is not at the very edge.
    y.max = 1.08 * limits().maxThreadsPerSm / limits().warpSize;
    y.integer = true;
    m_plot->showLines({series}, x, y);
    const occupancy::Occupancy now = occupancy::compute(limits(), asked());
    QList<PlotMarker> markers{{QPointF(double(here) * scale, now.activeWarps),
                               tr("%1 · %2 warps").arg(double(here) * scale).arg(now.activeWarps),
                               {}}};
    if (const auto* best = bestOf(points, here);
        best && best->occupancy.activeWarps > now.activeWarps)
        markers.append({QPointF(double(best->x) * scale, best->occupancy.activeWarps),
                        tr("best: %1").arg(double(best->x) * scale), themeColors().success});
    addMeasured(markers, axis, scale);
    m_plot->setMarkers(markers);
}

void OccupancyPanel::addMeasured(QList<PlotMarker>& markers, occupancy::CurveAxis axis,
                                 double scale) const {
    if (m_gpu->currentIndex() != 0)
        return;                                     // measured on another one
    std::map<std::int64_t, const Measured*> points; // the newest of each place
    for (const Measured& one : m_measured)
        points.emplace(axis == occupancy::CurveAxis::threads     ? one.usage.threads
                       : axis == occupancy::CurveAxis::registers ? one.usage.registers
                                                                 : one.usage.dynamicShared,
                       &one);
    if (points.size() < 2)
        return;
    const auto best =
        std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) {
            return a.second->cost < b.second->cost;
        });
    for (const auto& point : points) {
        const bool least = point.first == best->first;
        const auto& [x, one] = point;
        markers.append(
            {QPointF(double(x) * scale, occupancy::compute(m_limits, one->usage).activeWarps),
             least ? tr("least: %1").arg(one->text) : one->text,
             least ? themeColors().accent : themeColors().muted});
    }
}

void OccupancyPanel::setMeasured(std::vector<Measured> measured) {
    m_measured = std::move(measured);
    showCurve();
}

} // namespace warpbench::ui
