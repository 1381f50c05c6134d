// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/step/step_controller.h"

#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"
#include "ui/step/step_models.h"
#include "ui/words/error_words.h"
#include "ui/words/note_words.h"
#include "ui/words/text.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpbench::ui {

using session::StepCommand;
using session::StepMove;

StepController::StepController(ProjectDocument& document, RunController& controller,
                               Selection& selection, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_selection(selection) {
    const auto look = [this] {
        if (m_phase != Phase::off)
            emit changed();
    };
    connect(&document, &ProjectDocument::sourceEdited, this, look);
    connect(&document.texts(), &ProjectTexts::digestChanged, this, look);
}

bool StepController::stale() const {
    return m_phase != Phase::off &&
           (m_revision != m_document.revision() || m_headers != m_document.texts().digest());
}

std::vector<session::StepBreakpoint> StepController::breakpoints() const {
    return m_breakpoints ? m_breakpoints() : std::vector<session::StepBreakpoint>();
}

void StepController::move(StepMove move) {
    if (m_phase == Phase::moving)
        return;
    StepCommand command;
    const bool over = m_state && m_state->ended && move != StepMove::back;
    const bool anew = m_phase == Phase::off || stale() || over;
    // The first step stops at the first instruction; continuing does not.
    if (!anew || move == StepMove::go)
        command.move = move;
    if (command.move == StepMove::lane)
        command.lane = chooseLane();
    anew ? start(m_selection.launch(), std::move(command)) : send(std::move(command));
}

std::uint32_t StepController::chooseLane() {
    const LanePlace& chosen = m_selection.lane();
    if (chosen.lane >= 0 && chosen.block == m_state->block && chosen.warp == int(m_state->warp))
        return std::uint32_t(chosen.lane);
    const int first = m_state->activeMask ? std::countr_zero(m_state->activeMask) : 0;
    m_selection.setLane({m_state->block, int(m_state->warp), first});
    return std::uint32_t(first);
}

void StepController::runTo(int line, const QString& file, std::optional<int> launch) {
    if (m_phase == Phase::moving)
        return;
    StepCommand command;
    command.move = StepMove::until;
    command.line = line;
    command.file = ss(file);
    const bool other = launch && *launch != m_launch;
    if (m_phase == Phase::off || stale() || m_state->ended || other)
        start(launch.value_or(m_selection.launch()), std::move(command));
    else
        send(std::move(command));
}

void StepController::look(quint64 block, int warp) {
    if (m_phase != Phase::paused || m_state->ended)
        return;
    StepCommand command;
    command.block = block;
    command.warp = std::uint32_t(warp);
    send(std::move(command));
}

void StepController::setWatched(const QStringList& expressions) {
    QStringList cleaned;
    for (const QString& expression : expressions)
        cleaned << expression.trimmed();
    cleaned.removeAll(QString());
    cleaned.removeDuplicates();
    if (std::exchange(m_watched, cleaned) == cleaned)
        return;
    if (m_phase == Phase::paused)
        send({});
    else
        emit changed();
}

/// Requests everything to read at the next pause.
void StepController::askForLooks(StepCommand& command) {
    for (const QString& expression : m_watched)
        command.prints.push_back(ss(expression));
    m_askedWatched = m_watched;
    command.registers = m_askedRegisters = m_registers;
}

void StepController::readRegisters(bool on) {
    m_registers = on;
    if (on && m_phase == Phase::paused && !m_state->ended)
        send({});
}

void StepController::debug(const session::Fault& fault) {
    int launch = m_selection.launch();
    const auto& launches = m_document.project().launches;
    const auto found = std::find_if(launches.begin(), launches.end(), [&](const auto& candidate) {
        return candidate.kernel == fault.kernel;
    });
    if (fault.launch)
        launch = *fault.launch;
    else if (found != launches.end())
        launch = int(found - launches.begin());
    StepCommand command;
    command.move = StepMove::fault;
    // These faults do not end a launch, so it can run to the location
    // itself.
    const bool ends = fault.kind != "uninitialized" && fault.kind != "shared_race" &&
                      fault.kind != "global_race" && fault.kind != "barrier_divergence" &&
                      fault.kind != "input_written";
    if (!ends && fault.line && fault.thread && fault.block) {
        const auto& t = *fault.thread;
        const auto& b = *fault.block;
        command.move = StepMove::go;
        command.follow = fault.thread;
        command.breakpoints = {
            {fault.file, *fault.line,
             ss(QStringLiteral("threadIdx.x == %1 && threadIdx.y == %2 && threadIdx.z == %3 && "
                               "blockIdx.x == %4 && blockIdx.y == %5 && blockIdx.z == %6")
                    .arg(t[0])
                    .arg(t[1])
                    .arg(t[2])
                    .arg(b[0])
                    .arg(b[1])
                    .arg(b[2]))}};
    }
    stop();
    start(launch, std::move(command));
    m_awaitedThread = fault.thread;
}

void StepController::debugWriter(const BufferPart& part) {
    stop();
    m_written = part;
    lookForWriter(int(m_document.project().launches.size()));
}

/// Tries the last launch of a kernel before launch `before`: only the simulated GPU knows who wrote
/// what, while it steps.
void StepController::lookForWriter(int before) {
    const auto& launches = m_document.project().launches;
    int launch = std::min(before, int(launches.size())) - 1;
    while (launch >= 0 && launches[size_t(launch)].step)
        --launch;
    if (launch < 0) {
        const QString name = std::exchange(m_written, {})->name;
        stop();
        emit failed(tr("No kernel wrote %1: its value is the one that it started with.").arg(name));
        return;
    }
    const BufferPart part = *m_written;
    StepCommand command;
    command.move = StepMove::writer;
    command.buffer = ss(part.buffer);
    command.firstByte = part.firstByte;
    command.bytes = part.bytes;
    start(launch, std::move(command));
    m_written = part;
}

/// The launch has stopped: with the writer or, at its end, without. False: all has been done.
bool StepController::goOnLooking() {
    if (!m_written)
        return true;
    if (!m_state->writer && m_state->ended) {
        lookForWriter(m_launch);
        return false;
    }
    const BufferPart part = *std::exchange(m_written, {});
    m_awaitedThread = m_state->writer;
    if (m_state->writer) {
        const QString found = tr("Thread %1 of block %2 is about to write %3.")
                                  .arg(indexText(*m_state->writer, m_state->blockSize),
                                       indexText(m_state->blockIndex, m_state->grid), part.name);
        // Such as that a simulated GPU is stepped in a real one's place.
        m_note = m_note.isEmpty() ? found : m_note + QLatin1Char(' ') + found;
    }
    return true;
}

/// Selects the awaited thread if the paused warp contains it.
void StepController::chooseAwaitedLane() {
    const auto thread = std::exchange(m_awaitedThread, {});
    if (!thread || m_state->ended)
        return;
    const auto& size = m_state->blockSize;
    const auto linear = (*thread)[0] + (*thread)[1] * size[0] + (*thread)[2] * size[0] * size[1];
    if (linear / session::kStepLanes == m_state->warp)
        m_selection.setLane(
            {m_state->block, int(m_state->warp), int(linear % session::kStepLanes)});
}

void StepController::start(int launch, StepCommand first) {
    if (m_document.project().launches.empty()) {
        emit failed(tr("Stepping needs a launch. Add one on the left, under Launch."));
        return;
    }
    m_launch = launch;
    const quint64 round = ++m_round;
    m_state.reset();
    m_note.clear();
    m_awaitedThread.reset();
    m_written.reset();
    m_phase = Phase::moving;
    m_document.texts().settle();
    m_revision = m_document.revision();
    m_headers = m_document.texts().digest();
    session::StepRequest request;
    request.run.project = m_document.project();
    request.run.source = ss(m_document.source());
    request.run.device = ss(m_controller.device());
    request.launch = std::size_t(std::max(0, launch));
    if (!first.breakpoints)
        first.breakpoints = breakpoints();
    askForLooks(first);
    request.first = std::move(first);
    session::Handlers<session::StepState> handlers;
    handlers.done = [this, round](const session::StepState& state) {
        if (round == m_round)
            take(state);
    };
    handlers.failed = [this, round](const Error& error) {
        if (round == m_round)
            fail(error);
    };
    m_controller.session().startStepping(std::move(request), std::move(handlers));
    emit changed();
}

void StepController::send(StepCommand command) {
    const quint64 round = m_round;
    m_phase = Phase::moving;
    if (!command.breakpoints)
        command.breakpoints = breakpoints();
    askForLooks(command);
    session::Handlers<session::StepState> handlers;
    handlers.done = [this, round](const session::StepState& state) {
        if (round == m_round)
            take(state);
    };
    // An invalid command leaves the launch unchanged.
    handlers.failed = [this, round](const Error& error) {
        if (round != m_round)
            return;
        const bool mayLook = m_complaint.isEmpty(); // else reading the state is invalid as well
        if (mayLook && (error.kind() == ErrorKind::project || error.kind() == ErrorKind::usage)) {
            // The launch may have moved before the error, so this requests its state.
            m_complaint = errorLine(error);
            StepCommand look;
            look.breakpoints.emplace();
            send(std::move(look));
        } else {
            fail(error);
        }
    };
    m_controller.session().step(std::move(command), std::move(handlers));
    emit changed();
}

void StepController::take(const session::StepState& state) {
    m_state = state;
    m_phase = Phase::paused;
    for (const std::string& note : state.notes)
        m_note = qs(note);
    if (!goOnLooking())
        return;
    emit changed();
    chooseAwaitedLane();
    if (!m_complaint.isEmpty())
        emit failed(std::exchange(m_complaint, {}));
    // The launch moved after the request.
    if (m_askedWatched != m_watched && m_phase == Phase::paused)
        send({});
    else if (!m_askedRegisters)
        readRegisters(m_registers);
}

void StepController::fail(const Error& error) {
    ++m_round;
    m_state.reset();
    m_phase = Phase::off;
    m_complaint.clear();
    m_controller.session().stopStepping();
    if (error.kind() == ErrorKind::compile && error.place().line > 0)
        emit failed(tr("The kernel did not compile. Line %1: %2")
                        .arg(error.place().line)
                        .arg(adviceInWords(error.remedy())));
    else if (error.kind() != ErrorKind::cancelled)
        emit failed(errorLine(error));
    emit changed();
}

void StepController::pause() {
    if (m_phase == Phase::moving)
        m_controller.session().pauseStepping();
}

void StepController::stop() {
    if (m_phase == Phase::off)
        return;
    ++m_round;
    m_state.reset();
    m_phase = Phase::off;
    m_controller.session().stopStepping();
    emit changed();
}

void StepController::forget() {
    stop();
    m_note.clear();
    m_selection.setLane({}); // it belongs to another project's launch
}

} // namespace warpbench::ui
