// SPDX-License-Identifier: GPL-3.0-or-later
// Moves a launch. stepper_look.cpp shows its state.
#include "core/executor/stepper.h"

#include "core/executor/check_pass.h"
#include "core/executor/prepare_run.h"
#include "core/processes/output_capture.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <tuple>

namespace warpbench::session {

namespace {

constexpr double kLongWait = 3600; // seconds; then it waits again

wbsimBreakpoint breakpointAt(const std::string& file, int line) {
    wbsimBreakpoint at{};
    at.structSize = sizeof at;
    at.file = file.c_str();
    at.line = std::uint32_t(line);
    at.block = WBSIM_ANY_BLOCK;
    at.warp = WBSIM_ANY_WARP;
    at.lanes = ~0u;
    return at;
}

} // namespace

Stepper::Stepper(OpenDevice& device, StepOpen open)
    : m_device(device)
    , m_open(std::move(open))
    , m_run(device, m_open.run, m_control) {
    if (!m_device.extras())
        throw Error(ErrorKind::usage, {"WB1878", "only the simulated GPU can be stepped through",
                                       "choose a simulated device"});
    if (m_open.launch >= m_open.run.launches.size())
        throw Error(ErrorKind::usage,
                    {"WB1879",
                     "unknown launch {launch}: the project has {count}",
                     "launches are numbered from 0",
                     {{"launch", m_open.launch}, {"count", m_open.run.launches.size()}}});
    m_open.run.launches[m_open.launch].repeat = 1;
    const platform::OutputCapture output(kOutputLimit);
    try {
        prepare();
        m_before.emplace(m_device, m_run.memory.regions(*m_run.code));
        m_keeps = canBeKept();
        tellSharedTypes();
        begin();
    } catch (const Error& error) {
        const Error cause = causeOf(error);
        leave();
        throw cause;
    } catch (...) {
        leave();
        throw;
    }
}

/// Everything before the launch.
void Stepper::prepare() {
    beginChecks(m_run);
    prepareRun(m_run);
    m_run.context().synchronize();
    for (std::size_t i = 0; i < m_open.launch; ++i) {
        m_run.current = int(i);
        launchChecked(m_run, m_run.launches[i]);
    }
    m_device.extras()->setTimeLimit(device(), 0);
}

Stepper::~Stepper() {
    const platform::OutputCapture output(kOutputLimit);
    leave();
}

/// Leaves the device fit for the next run, whatever happened on it.
void Stepper::leave() noexcept {
    try {
        finish();
        const wbsimStepping off = {sizeof off, 0, 0, WBSIM_ORDER_IN_TURN, 0, nullptr};
        api().setStepping(device(), &off);
        if (m_before)
            m_before->putHeapBack();
    } catch (const std::exception&) {
        // The device is lost, and the next run says so.
    }
    tidyUp(m_run);
}

/// An error before the launch, explained by the simulated GPU's report on an earlier launch.
Error Stepper::causeOf(const Error& error) const {
    const std::vector<cuda::SimulatedFault> faults = m_device.extras()->faults(device());
    if (faults.empty() || error.kind() == ErrorKind::project || error.kind() == ErrorKind::usage)
        return error;
    const std::optional<Fault> fault = m_run.memory.faultOf(faults.front());
    return {ErrorKind::device,
            {"WB1880",
             "the launch of {kernel} before this one failed: {problem}",
             "fix that launch first, or step through it",
             {{"kernel", faults.front().kernel},
              {"problem", fault ? fault->text : faults.front().text}}},
            error.place()};
}

/// Structs and the like, which only the module's debug information knows.
void Stepper::tellSharedTypes() const {
    std::vector<const char*> names, types;
    for (const auto& [name, type] : m_open.sharedTypes) {
        if (!type.empty() && stepType(type).name != type) {
            names.push_back(name.c_str());
            types.push_back(type.c_str());
        }
    }
    requireDone(
        api().setSharedTypes(device(), names.data(), types.data(), std::uint32_t(names.size())),
        phrase("set the types of shared variables"));
}

/// Whether everything that a launch has changed is in the saved memory or the simulated GPU's saved
/// state, and not on the kernel's heap or in a texture's or surface's array.
bool Stepper::canBeKept() const {
    const auto mayAllocate = [](const std::string& ptx) {
        return ptx.find("malloc") != std::string::npos;
    };
    const std::vector<DeviceCodePart>& parts = m_open.run.parts;
    return m_run.launches[m_open.launch].images.empty() && m_open.run.libraries.empty() &&
           !m_open.run.ptx.empty() && !mayAllocate(m_open.run.ptx) &&
           std::none_of(parts.begin(), parts.end(),
                        [&](const DeviceCodePart& part) { return mayAllocate(part.ptx); });
}

/// Launches again and pauses, before the first instruction or at the saved state.
void Stepper::begin(const StepCheckpoints::Checkpoint* from) {
    const wbsimStepping on = {sizeof on,
                              1,
                              1,
                              WBSIM_ORDER_IN_TURN,
                              m_keeps ? StepCheckpoints::kInterval : 0,
                              from ? from->launch.saved.get() : nullptr};
    requireDone(api().setStepping(device(), &on), phrase("step"));
    m_faultText.clear();
    m_fault.reset();
    m_running = true;
    try {
        launch().refreshImages(launch().ready.stream);
        launch::launchOnce(std::span(&launch().ready, 1));
    } catch (...) {
        m_running = false;
        throw;
    }
    wait();
}

/// Ends the launch if it has not ended.
void Stepper::finish() {
    while (m_running) {
        m_device.extras()->cancel(device());
        wait();
    }
}

void Stepper::wait() {
    do {
        m_pause = {};
        m_pause.structSize = sizeof m_pause;
        api().waitForPause(device(), kLongWait, &m_pause);
    } while (m_pause.reason == WBSIM_PAUSE_NONE);
    if (m_pause.reason != WBSIM_PAUSE_ENDED)
        return;
    m_running = false;
    try {
        m_device.context().synchronize();
        launch().copyImagesBack(launch().ready.stream);
        m_device.context().synchronize();
    } catch (const Error& error) {
        m_faultText = error.what();
        for (const cuda::SimulatedFault& fault : m_device.extras()->faults(device())) {
            m_fault = m_run.memory.faultOf(fault);
            m_faultText = m_fault ? m_fault->text : fault.text;
        }
    }
    m_device.extras()->resetError(device());
    m_device.extras()->clearFaults(device());
}

/// Moves on to the next pause, and past those that are for going back.
void Stepper::go(const wbsimStep& step) {
    requireDone(api().resume(device(), &step), phrase("go on"));
    wait();
    // The current step continues, whatever is passed here; its warp may have ended.
    wbsimStep on = stepOf(WBSIM_STEP_CONTINUE);
    on.untilInstructions = step.untilInstructions;
    while (m_pause.reason == WBSIM_PAUSE_KEEP) {
        checkpoint();
        const int result = api().resume(device(), &on);
        if (result != CUDA_ERROR_NOT_READY) // returned if the launch was cancelled meanwhile
            requireDone(result, phrase("go on"));
        wait();
    }
}

void Stepper::checkpoint() {
    if (!m_keeps || !m_checkpoints.wanted(m_pause.instructions))
        return;
    wbsimSavedLaunch* saved = nullptr;
    std::uint64_t bytes = 0;
    const int result = api().saveLaunch(device(), &saved, &bytes);
    if (result != CUDA_SUCCESS) {
        m_keeps = result != CUDA_ERROR_NOT_SUPPORTED; // otherwise it was cancelled
        return;
    }
    StepCheckpoints::Launch launch = {{saved, api().forgetLaunch}, std::size_t(bytes)};
    const wbsimPlace place = {sizeof place, m_pause.warp, m_pause.block, 0, 0};
    bool whole = true;
    m_checkpoints.add(m_pause.instructions, m_move, std::move(launch), m_before->contents(),
                      [&](std::size_t region, std::vector<std::byte>& now) {
                          whole = m_before->readNow(region, place, now) && whole;
                      });
    if (!whole) // cancelled
        m_checkpoints.forgetFrom(m_move);
}

// ---- breakpoints ----

void Stepper::setBreakpoints(const std::vector<StepBreakpoint>& given) {
    std::vector<Condition> all;
    for (const StepBreakpoint& breakpoint : given) {
        Condition& condition = all.emplace_back();
        condition.breakpoint = breakpoint;
        if (condition.breakpoint.file.empty())
            condition.breakpoint.file = m_open.file;
        if (!breakpoint.condition.empty())
            condition.expression.emplace(breakpoint.condition);
    }
    m_breakpoints = std::move(all);
}

void Stepper::applyBreakpoints(const std::optional<wbsimBreakpoint>& extra) {
    std::vector<wbsimBreakpoint> all;
    for (const Condition& condition : m_breakpoints)
        all.push_back(breakpointAt(condition.breakpoint.file, condition.breakpoint.line));
    if (extra)
        all.push_back(*extra);
    requireDone(api().setBreakpoints(device(), all.data(), std::uint32_t(all.size())),
                phrase("set breakpoints"));
}

/// Whether the condition of the breakpoint that was hit holds for one of the active lanes.
bool Stepper::isTrue(std::uint32_t breakpoint) {
    if (breakpoint >= m_breakpoints.size() || !m_breakpoints[breakpoint].expression)
        return true;
    const auto values = m_breakpoints[breakpoint].expression->evaluate(
        view(m_pause.block, m_pause.warp), m_pause.activeMask);
    return std::any_of(values.begin(), values.end(),
                       [](const auto& value) { return value && project::toDouble(*value) != 0; });
}

// ---- moving ----

StepState Stepper::perform(const StepCommand& command) {
    const auto start = std::chrono::steady_clock::now();
    platform::OutputCapture output(kOutputLimit);
    if (command.breakpoints)
        setBreakpoints(*command.breakpoints);
    choose(command);
    if (command.moves()) {
        m_writer.reset();
        move(command);
    }
    if (command.follow)
        follow(laneOf(*command.follow));
    StepState state = look(command);
    state.redone = command.move == StepMove::back ? m_redone : 0;
    // Repeating moves for a step back prints again: the output was already reported.
    const std::string printed = output.take();
    if (command.move != StepMove::back)
        state.output = printed;
    state.ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return state;
}

wbsimStep Stepper::stepOf(wbsimStepKind kind) const {
    return {sizeof(wbsimStep), kind, m_block, m_warp, 0, 0};
}

void Stepper::move(const StepCommand& command) {
    if (command.move == StepMove::back)
        return back();
    if (!m_running)
        return;
    if (command.move == StepMove::lane)
        requireLane(command.lane);
    m_marks.push_back(m_done.size());
    m_checkpoints.noteStop();
    if (command.move == StepMove::until)
        return moveUntil(command);
    if (command.move == StepMove::fault)
        return moveToFault();
    if (command.move == StepMove::writer)
        return moveToWriter(command);
    static constexpr std::pair<StepMove, wbsimStepKind> kKinds[] = {
        {StepMove::go, WBSIM_STEP_CONTINUE},
        {StepMove::line, WBSIM_STEP_LINE},
        {StepMove::over, WBSIM_STEP_OVER},
        {StepMove::out, WBSIM_STEP_OUT},
        {StepMove::instruction, WBSIM_STEP_INSTRUCTION},
        {StepMove::barrier, WBSIM_STEP_TO_BARRIER},
        {StepMove::block, WBSIM_STEP_BLOCK},
        {StepMove::lane, WBSIM_STEP_LANE_LINE},
    };
    const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const auto& row) { return row.first == command.move; });
    applyBreakpoints({});
    wbsimStep step = stepOf(kind->second);
    step.lane = command.lane;
    moveOn(step);
}

void Stepper::requireLane(std::uint32_t lane) const {
    if (lane >= kStepLanes)
        throw Error(
            ErrorKind::usage,
            {"WB1881", "unknown lane {lane}", "lanes are numbered from 0 to 31", {{"lane", lane}}});
    if (view(m_block, m_warp).framesOf(lane).empty())
        throw Error(ErrorKind::usage,
                    {"WB1882",
                     "lane {lane} of warp {warp} cannot be stepped: it has returned, or the "
                     "block does not contain this thread",
                     "choose another lane, or step the warp",
                     {{"lane", lane}, {"warp", m_warp}}});
}

/// The stack of the stepped warp.
std::vector<StepFrame> Stepper::framesOf(const wbsimStep& step) const {
    return step.kind == WBSIM_STEP_LANE_LINE ? view(step.block, step.warp).framesOf(step.lane)
                                             : view(step.block, step.warp).frames();
}

void Stepper::moveUntil(const StepCommand& command) {
    if (command.line <= 0)
        throw Error(ErrorKind::usage, {"WB1883", "a line to run to is missing", "give its number"});
    const std::string& file = command.file.empty() ? m_open.file : command.file;
    wbsimBreakpoint at = breakpointAt(file, command.line);
    at.block = m_block;
    at.warp = m_warp;
    applyBreakpoints(at);
    moveOn(stepOf(WBSIM_STEP_CONTINUE));
}

void Stepper::moveToFault() {
    requireDone(api().setBreakpoints(device(), nullptr, 0), phrase("set breakpoints"));
    resume(stepOf(WBSIM_STEP_CONTINUE));
    if (m_pause.reason != WBSIM_PAUSE_FAULT || m_pause.instructions < 2)
        return;
    // Before the instruction that was at fault, where its operands can be looked at.
    m_done.back().until = m_pause.instructions - 1;
    const std::optional<Fault> fault = faultOfPause();
    const std::string text = fault ? fault->text : m_pause.text;
    const std::size_t moves = m_done.size();
    replay(moves);
    m_faultText = text;
    m_fault = fault;
    if (fault && fault->thread)
        follow(laneOf(*fault->thread));
}

/// The buffer's value is that of the last write, so the launch runs to its end first.
void Stepper::moveToWriter(const StepCommand& command) {
    const auto [address, bytes] =
        m_run.memory.placeOf(command.buffer, command.firstByte, command.bytes);
    requireDone(api().setBreakpoints(device(), nullptr, 0), phrase("set breakpoints"));
    requireDone(api().watchWrites(device(), address, bytes), phrase("watch memory"));
    resume(stepOf(WBSIM_STEP_CONTINUE));
    wbsimWrite write{};
    write.structSize = sizeof write;
    const int found = api().getLastWrite(device(), &write);
    requireDone(api().watchWrites(device(), 0, 0), phrase("watch memory"));
    const bool over = m_pause.reason == WBSIM_PAUSE_ENDED || m_pause.reason == WBSIM_PAUSE_FAULT;
    if (found == CUDA_ERROR_NOT_FOUND || !over) // paused before: others may still write
        return;
    requireDone(found, phrase("watch memory"));
    replayTo(write.instructions);
    m_writer = threadOf(write.warp, write.lane);
    follow(write.lane);
    if (m_pause.line == 0) // an atomic, which is a function of CUDA's headers
        backToLineOfCall();
}

std::array<std::uint32_t, 3> Stepper::threadOf(std::uint32_t warp, std::uint32_t lane) const {
    const std::array<std::uint32_t, 3>& size = m_open.run.launches[m_open.launch].block;
    const std::uint32_t linear = warp * std::uint32_t(kStepLanes) + lane;
    return {linear % size[0], linear / size[0] % size[1], linear / (size[0] * size[1])};
}

/// The lane that a thread of a block is.
std::uint32_t Stepper::laneOf(const std::array<std::uint32_t, 3>& thread) const {
    const std::array<std::uint32_t, 3>& size = m_open.run.launches[m_open.launch].block;
    return (thread[0] + size[0] * (thread[1] + size[1] * thread[2])) % std::uint32_t(kStepLanes);
}

/// Empty: the pause is for another reason.
std::optional<Fault> Stepper::faultOfPause() const {
    if (m_pause.reason != WBSIM_PAUSE_FAULT || !m_pause.fault)
        return std::nullopt;
    return m_run.memory.faultOf(cuda::copyOf(*m_pause.fault));
}

/// Moves until a breakpoint whose condition is true, or the end of the step.
void Stepper::moveOn(wbsimStep step) {
    const std::vector<StepFrame> from = framesOf(step);
    for (;;) {
        resume(step);
        if (m_pause.reason != WBSIM_PAUSE_BREAKPOINT)
            break;
        if (isTrue(m_pause.breakpoint))
            break;
        if (stepIsDone(step, from)) {
            m_pause.reason = WBSIM_PAUSE_STEP;
            break;
        }
    }
}

/// Whether an ignored breakpoint stopped the launch where the step would also have ended.
bool Stepper::stepIsDone(const wbsimStep& step, const std::vector<StepFrame>& from) const {
    if (step.kind == WBSIM_STEP_CONTINUE || step.kind == WBSIM_STEP_BLOCK ||
        step.block != m_pause.block || step.warp != m_pause.warp)
        return false;
    const std::vector<StepFrame> now = framesOf(step);
    const bool otherLine = from.empty() || now.empty() || from.front().line != now.front().line;
    switch (step.kind) {
    case WBSIM_STEP_INSTRUCTION:
        return true;
    case WBSIM_STEP_LINE:
        return otherLine || now.size() != from.size();
    case WBSIM_STEP_LANE_LINE:
        if ((m_pause.activeMask >> step.lane & 1) == 0)
            return false;
        [[fallthrough]];
    case WBSIM_STEP_OVER:
        return now.size() < from.size() || (now.size() == from.size() && otherLine);
    case WBSIM_STEP_OUT:
        return now.size() < from.size();
    default:
        return false;
    }
}

void Stepper::resume(wbsimStep step) {
    // Going on twice is going on once: conditions that did not hold leave nothing to do again.
    const bool goesOn = !m_done.empty() && !m_marks.empty() && m_done.size() > m_marks.back() &&
                        step.kind == WBSIM_STEP_CONTINUE &&
                        m_done.back().step.kind == WBSIM_STEP_CONTINUE;
    m_move = goesOn ? m_done.size() - 1 : m_done.size();
    go(step);
    if (m_pause.reason == WBSIM_PAUSE_ENDED) {
        m_done.push_back({step, 0});
        return;
    }
    m_block = m_pause.block;
    m_warp = m_pause.warp;
    m_done.resize(m_move);
    m_done.push_back({step, m_pause.instructions});
}

} // namespace warpbench::session
