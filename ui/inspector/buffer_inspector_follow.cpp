// SPDX-License-Identifier: GPL-3.0-or-later
// Selects whose buffers the inspector shows: those of a run or of a launch during stepping.
#include "ui/elements/buffer_layouts.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/record_controls.h"
#include "ui/run/panel_id.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QToolButton>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

namespace warpbench::ui {

BufferInspector::BufferInspector(Workbench& bench)
    : BufferInspector() {
    setReader([this, &bench](session::ReadRequest request,
                             session::Handlers<arrays::HostArray> handlers) {
        if (!request.consumer.empty()) // inspectors ask separately
            request.consumer += std::to_string(reinterpret_cast<std::uintptr_t>(this));
        bench.controller.session().read(std::move(request), std::move(handlers));
    });
    session::Session& session = bench.controller.session();
    const auto through = [&session](auto method) {
        return [&session, method](auto request, auto handlers) {
            return (session.*method)(std::move(request), std::move(handlers));
        };
    };
    setWholeReader({through(&session::Session::summarize), through(&session::Session::find),
                    through(&session::Session::envelope),
                    [&session](session::Ticket ticket) { session.cancel(ticket); }});
    connect(&bench.results, &Results::runChanged, this, [this, &bench] { showRun(bench); });
    connect(&bench.results, &Results::runningChanged, this, &BufferInspector::setRunning);
    connect(&bench.stepper, &StepController::changed, this,
            [this, &bench] { followStepping(bench); });
    makeEditable(bench);
    setLayouts(*new BufferLayouts(bench.document, this));
    offerWriter(bench);
    showRun(bench);
    followStepping(bench);
}

void BufferInspector::complete(const BufferInspector& other) {
    showBuffer(other.currentBuffer());
    const session::BufferReport* buffer = current();
    if (!buffer)
        return;
    const bool isPlane =
        buffer->shape.size() > 1 && buffer->dtype.kind() != arrays::DType::Kind::structure;
    const View added = !other.showsTable()          ? kTableView
                       : isPlane                    ? kImageView
                       : other.view() == kTableView ? kPlotView
                                                    : kTableView;
    m_view->setCurrentIndex(m_view->findData(added));
    showChosen(other.currentElement());
}

void BufferInspector::showChosen(qint64 element) {
    if (showsTable() && view() != kRecordsView && element != currentElement())
        selectElement(element);
}

void BufferInspector::setLayouts(BufferLayouts& layouts) {
    m_records->setLayouts(layouts);
}

/// A button beside the verdict, a row of the table's menu, and a key.
void BufferInspector::offerWriter(Workbench& bench) {
    auto* action = new QAction(tr("Step the Thread That &Wrote This"), m_table);
    action->setShortcut(QKeySequence(QStringLiteral("W")));
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, &bench] { askForWriter(bench); });
    m_table->addAction(action);
    connect(m_writer, &QToolButton::clicked, this, [this, &bench] {
        if (!isWrong(currentElement()))
            stepToWrong(true); // it is beside the verdict
        askForWriter(bench);
    });
}

void BufferInspector::askForWriter(Workbench& bench) {
    const session::BufferReport* buffer = current();
    const std::int64_t element = currentElement();
    if (!buffer || element < 0)
        return say(tr("Select an element first."));
    const quint64 bytes = buffer->dtype.size();
    const QString name = currentBuffer() + placeText(element).chopped(2);
    bench.selection.show(panels::step);
    bench.stepper.debugWriter({currentBuffer(), quint64(element) * bytes, bytes, name});
}

void BufferInspector::showRun(const Workbench& bench) {
    if (bench.results.report())
        setReport(bench.results.run().report);
    else
        clear();
}

/// Shows the newest state: a pause, until a run or the stepping ends.
void BufferInspector::followStepping(const Workbench& bench) {
    const session::StepState* state = bench.stepper.state();
    if (bench.stepper.phase() == StepController::Phase::off) {
        if (m_pause)
            showRun(bench);
    } else if (state && !state->buffers.empty() &&
               state->buffers.front().ref.generation != m_steppedGeneration) {
        m_steppedGeneration = state->buffers.front().ref.generation;
        setPause(*state);
    }
}

bool BufferInspector::ShownPause::isAt(const session::StepState& state) const {
    return kernel == state.kernel && ended == state.ended && instructions == state.instructions;
}

void BufferInspector::setPause(const session::StepState& state) {
    const QString looked = currentBuffer();
    const auto& buffers = state.buffers;
    const auto same = std::find_if(buffers.begin(), buffers.end(), [&](const auto& buffer) {
        return QString::fromStdString(buffer.name) == looked;
    });
    const auto written = std::find_if(buffers.begin(), buffers.end(),
                                      [](const auto& buffer) { return buffer.written; });
    const int first = written == buffers.end() ? 0 : int(written - buffers.begin());
    const bool goesOn = m_pause && m_pause->kernel == state.kernel;
    const session::BufferReport* before = current();
    const bool isSame = goesOn && before && same != buffers.end() && before->dtype == same->dtype &&
                        before->shape == same->shape;
    if (!isSame) {
        m_before->setBuffer({}, 0);
    } else if (!m_pause->isAt(state)) { // not just another warp of the same pause
        std::swap(m_pages, m_before);
    }
    m_pause = {state.kernel, state.ended, state.instructions};
    auto report = std::make_shared<session::RunReport>();
    for (const session::StepBuffer& buffer : buffers) {
        session::BufferReport& one = report->buffers.emplace_back();
        one.name = buffer.name;
        one.dtype = buffer.dtype;
        one.shape = buffer.shape;
        one.ref = buffer.ref;
    }
    showBuffersOf(std::move(report), first);
    // When stepping begins, replaces a buffer that the launch does not use.
    if (!goesOn && same != buffers.end() && !same->given && written != buffers.end())
        m_buffer->setCurrentIndex(first);
}

QString BufferInspector::pauseText() const {
    const QString kernel = QString::fromStdString(m_pause->kernel);
    return m_pause->ended ? tr("As %1 has left it").arg(kernel)
                          : tr("At this pause of %1; what has changed is bold").arg(kernel);
}

/// Since the last pause, or by the user.
bool BufferInspector::hasChanged(std::int64_t element) {
    if (!m_pause && !m_next)
        return false;
    const std::span<const std::byte> now = m_next ? nextBytes(element) : m_pages->inHand(element);
    const std::span<const std::byte> before =
        m_next ? m_pages->bytesOf(element) : m_before->inHand(element);
    return !now.empty() && !before.empty() &&
           !std::equal(now.begin(), now.end(), before.begin(), before.end());
}

} // namespace warpbench::ui
