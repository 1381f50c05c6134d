// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_panel.h"

#include "ui/documents/background.h"
#include "ui/fields/form.h"
#include "ui/inspector/image_view.h"
#include "ui/live/parameter_sliders.h"
#include "ui/run/live_run.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Buffers that can be drawn if their shape allows it: two dimensions, or three with a last one for
/// colours.
bool mayBePicture(const project::Buffer& buffer) {
    return buffer.shape.size() == 2 || buffer.shape.size() == 3;
}

} // namespace

LivePanel::LivePanel(Workbench& bench)
    : m_bench(bench)
    , m_start(new QPushButton)
    , m_step(new QPushButton(tr("One Frame")))
    , m_restart(new QPushButton(tr("Restart")))
    , m_keep(new QPushButton(tr("Keep Values")))
    , m_buffer(new QComboBox)
    , m_figures(makeHint({}))
    , m_problem(makeProblem())
    , m_picture(new ImageView)
    , m_sliders(new ParameterSliders) {
    setObjectName(QStringLiteral("livePanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(buildControls());
    layout->addWidget(m_picture, 1);
    auto* below = new QVBoxLayout;
    below->setContentsMargins(kMargin, kGap, kMargin, kGap);
    below->addWidget(m_problem);
    below->addWidget(m_sliders);
    below->addWidget(m_keep, 0, Qt::AlignRight);
    layout->addLayout(below);

    connect(m_start, &QPushButton::clicked, this,
            [this] { m_bench.live.running() ? m_bench.live.stop() : m_bench.live.start(); });
    connect(m_step, &QPushButton::clicked, &bench.live, &LiveRun::step);
    connect(m_restart, &QPushButton::clicked, &bench.live, &LiveRun::restart);
    connect(m_keep, &QPushButton::clicked, this, &LivePanel::keepValues);
    connect(&bench.live, &LiveRun::changed, this, &LivePanel::update);
    connect(&bench.live, &LiveRun::frameDone, this, &LivePanel::showFrame);
    connect(m_sliders, &ParameterSliders::moved, this,
            [this](const std::string& parameter, double value) {
                m_bench.live.setValue(parameter, value);
                m_keep->setEnabled(true);
            });
    m_picture->setMovable(false); // the buttons are the kernel's
    connect(m_picture, &ImageView::mouseChanged, &bench.live, &LiveRun::setMouse);
    connect(&bench.document, &ProjectDocument::changed, this, &LivePanel::offerBuffers);
    connect(&bench.document, &ProjectDocument::sourceReplaced, this, &LivePanel::offerBuffers);
    connect(&bench.controller, &RunController::activityChanged, this, &LivePanel::update);
    offerBuffers();
    update();
}

QLayout* LivePanel::buildControls() {
    m_start->setObjectName(QStringLiteral("liveStart"));
    m_step->setObjectName(QStringLiteral("liveStep"));
    m_restart->setObjectName(QStringLiteral("liveRestart"));
    m_restart->setToolTip(tr("Starts with frame 0 and new contents of resident buffers"));
    m_keep->setObjectName(QStringLiteral("liveKeep"));
    m_keep->setToolTip(tr("Writes the sliders' values into the set-up"));
    m_buffer->setObjectName(QStringLiteral("liveBuffer"));
    m_buffer->setAccessibleName(tr("Buffer to show"));
    m_figures->setObjectName(QStringLiteral("liveFigures"));
    m_problem->setObjectName(QStringLiteral("liveProblem"));
    m_picture->setObjectName(QStringLiteral("livePicture"));
    m_picture->setAccessibleName(tr("Picture of a frame"));
    auto* commands = new QHBoxLayout;
    commands->setSpacing(kGap);
    for (QPushButton* command : {m_start, m_step, m_restart})
        commands->addWidget(command);
    commands->addStretch(1);
    auto* seen = new QHBoxLayout;
    seen->setSpacing(kGap);
    seen->addWidget(m_buffer);
    seen->addWidget(m_figures, 1);
    auto* controls = new QVBoxLayout;
    controls->setContentsMargins(kMargin, kGap, kMargin, kGap);
    controls->setSpacing(kGap);
    controls->addLayout(commands);
    controls->addLayout(seen);
    return controls;
}

void LivePanel::offerBuffers() {
    QStringList names;
    for (const project::Buffer& buffer : m_bench.document.project().buffers)
        if (mayBePicture(buffer))
            names.append(qs(buffer.name));
    QStringList offered;
    for (int i = 0; i < m_buffer->count(); ++i)
        offered.append(m_buffer->itemText(i));
    if (names != offered) {
        const QString chosen = m_buffer->currentText();
        m_buffer->clear();
        m_buffer->addItems(names);
        // A buffer of colours is most likely the picture.
        const auto& buffers = m_bench.document.project().buffers;
        const auto colours = std::find_if(buffers.begin(), buffers.end(), [](const auto& buffer) {
            return mayBePicture(buffer) && buffer.dtype.lanes() >= 3;
        });
        if (names.contains(chosen))
            m_buffer->setCurrentText(chosen);
        else if (colours != buffers.end())
            m_buffer->setCurrentText(qs(colours->name));
    }
    showSliders();
    update();
}

void LivePanel::showSliders() {
    m_sliders->show(m_bench.document.project(), m_bench.live.values());
    followInTabOrder(m_picture, *m_sliders->layout());
}

void LivePanel::update() {
    const bool canRun = m_buffer->count() > 0;
    m_start->setText(m_bench.live.running() ? tr("Stop") : tr("Run Continuously"));
    m_start->setEnabled(canRun || m_bench.live.running());
    m_step->setEnabled(canRun && !m_bench.live.running() && !m_bench.controller.busy());
    m_restart->setEnabled(canRun);
    m_sliders->setVisible(!m_sliders->isEmpty());
    m_keep->setVisible(!m_sliders->isEmpty());
    m_keep->setEnabled(!m_bench.live.values().isEmpty());
    m_problem->setText(m_bench.live.problem());
    m_problem->setVisible(!m_bench.live.problem().isEmpty());
    if (!canRun)
        m_picture->setMessage(
            tr("Runs the project again and again and shows a buffer as a picture. It needs a "
               "buffer with two dimensions, such as “height, width”."));
    else if (m_picture->image().isNull())
        m_picture->setMessage(
            tr("Parameters named time, frame, mouse_x, mouse_y and mouse_buttons change from frame "
               "to frame. Resident buffers keep their contents."));
    updateWords();
}

void LivePanel::updateWords() {
    QString words =
        tr("frame %1, %2 s").arg(m_bench.live.frame()).arg(m_bench.live.seconds(), 0, 'f', 1);
    if (m_bench.live.running() && m_bench.live.framesPerSecond() > 0)
        words = tr("%1 frames/s, ").arg(m_bench.live.framesPerSecond(), 0, 'f', 1) + words;
    m_figures->setText(m_bench.live.frame() > 0 ? words : QString());
}

void LivePanel::showFrame(const session::RunReport& report) {
    updateWords();
    if (m_isReading) // a slow display skips frames
        return;
    const auto buffer = std::find_if(
        report.buffers.begin(), report.buffers.end(),
        [name = ss(m_buffer->currentText())](const auto& of) { return of.name == name; });
    if (buffer == report.buffers.end())
        return;
    m_isReading = true;
    session::Handlers<arrays::HostArray> handlers;
    handlers.done = [this, of = *buffer](const arrays::HostArray& array) { draw(of, array); };
    handlers.failed = [this](const Error& error) {
        m_isReading = false;
        m_picture->setMessage(errorText(error));
    };
    const auto count = std::uint64_t(arrays::elementCount(buffer->shape));
    m_bench.controller.session().read({buffer->ref, 0, count, "live"}, std::move(handlers));
}

void LivePanel::draw(const session::BufferReport& buffer, const arrays::HostArray& array) {
    const Slice slice = Slice::whole(buffer.shape);
    if (!drawable(buffer.dtype, slice)) {
        m_isReading = false;
        m_picture->setMessage(tr("A picture needs two dimensions of numbers or colours, with up to "
                                 "64 million elements."));
        return;
    }
    inBackground(
        this, [array, slice] { return drawSlice(array, slice); },
        [this](const SlicePicture& picture) {
            m_isReading = false;
            m_picture->setImage(picture.image);
            emit shown(picture.image);
        });
}

void LivePanel::keepValues() {
    const QMap<std::string, double> values = m_bench.live.values();
    m_bench.document.edit(tr("Change Parameters"), [&](project::Project& project) {
        for (auto value = values.begin(); value != values.end(); ++value)
            if (const auto found = project.parameters.find(value.key());
                found != project.parameters.end())
                found->second.text = fmt::format("{}", value.value());
    });
    for (const std::string& parameter : values.keys())
        m_bench.live.setValue(parameter, std::nullopt);
    showSliders();
    update();
}

} // namespace warpbench::ui
