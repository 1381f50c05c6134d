// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/live_run.h"

#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpbench::ui {

namespace {

/// More frames than a display shows would only heat the room.
constexpr qint64 kFrameNs = 1'000'000'000 / 60;

constexpr std::array<std::string_view, 5> kInputs = {"time", "frame", "mouse_x", "mouse_y",
                                                     "mouse_buttons"};

int numberOf(Qt::MouseButtons buttons) {
    return int(buttons & (Qt::LeftButton | Qt::RightButton | Qt::MiddleButton));
}

/// The project without what a frame has no time for.
project::Project withoutChecks(project::Project project) {
    for (project::Buffer& buffer : project.buffers)
        buffer.expect.reset();
    return project;
}

} // namespace

LiveRun::LiveRun(const ProjectDocument& document, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller) {
    m_beat.start();
    m_next.setSingleShot(true);
    m_next.setTimerType(Qt::PreciseTimer);
    connect(&m_next, &QTimer::timeout, this, &LiveRun::send);
    connect(&document, &ProjectDocument::changed, this, &LiveRun::wake);
    connect(&document, &ProjectDocument::sourceEdited, this, &LiveRun::wake);
    connect(&document, &ProjectDocument::headersEdited, this, &LiveRun::wake);
    connect(&document, &ProjectDocument::sourceReplaced, this, [this] {
        stop();
        m_values.clear();
        m_frame = 0;
        m_earlierMs = 0;
        m_problem.clear();
        emit changed();
    });
    // A run that the user asks for comes first. It replaces a frame that waits, which then is never
    // answered.
    connect(&controller, &RunController::activityChanged, this, [this] {
        if (m_controller.activity() == RunController::Activity::running)
            dropFrame();
        else
            schedule();
    });
}

LiveRun::~LiveRun() = default;

bool LiveRun::isInput(const std::string& parameter) {
    return std::find(kInputs.begin(), kInputs.end(), parameter) != kInputs.end();
}

void LiveRun::start() {
    if (m_running)
        return;
    m_running = true;
    m_waits = false;
    m_clock.start();
    m_second.start();
    m_framesInSecond = 0;
    m_framesPerSecond = 0;
    emit changed();
    schedule();
}

void LiveRun::stop() {
    if (!m_running)
        return;
    m_earlierMs += m_clock.elapsed();
    m_running = false;
    m_next.stop();
    dropFrame();
    emit changed();
}

void LiveRun::dropFrame() {
    if (m_ticket != 0)
        m_controller.session().cancel(std::exchange(m_ticket, 0));
    ++m_round;
}

void LiveRun::step() {
    if (m_running || m_ticket != 0 || m_controller.busy())
        return;
    m_earlierMs += kFrameNs / 1'000'000;
    send();
}

void LiveRun::restart() {
    m_frame = 0;
    m_earlierMs = 0;
    m_clock.start();
    m_controller.resetResident();
    if (!m_running)
        step();
}

void LiveRun::setMouse(QPoint pixel, Qt::MouseButtons buttons) {
    m_mouse = pixel;
    m_buttons = buttons;
}

void LiveRun::setValue(const std::string& parameter, std::optional<double> value) {
    if (value)
        m_values[parameter] = *value;
    else
        m_values.remove(parameter);
    wake();
}

double LiveRun::seconds() const {
    return double(m_earlierMs + (m_running ? m_clock.elapsed() : 0)) / 1000;
}

/// After a failure nothing gets better until something is changed.
void LiveRun::wake() {
    if (std::exchange(m_waits, false))
        schedule();
}

void LiveRun::schedule() {
    if (!m_running || m_waits || m_ticket != 0 || m_controller.busy())
        return;
    m_next.start(int(std::max<qint64>(m_dueNs - m_beat.nsecsElapsed(), 0) / 1'000'000));
}

session::RunRequest LiveRun::request() const {
    session::RunRequest request;
    request.project = withoutChecks(m_document.project());
    request.source = ss(m_document.source());
    request.device = ss(m_controller.device());
    request.repeats = 0;
    request.statistics = false;
    const auto set = [&](const std::string& parameter, std::string value) {
        if (request.project.parameters.contains(parameter))
            request.set[parameter] = std::move(value);
    };
    for (auto value = m_values.begin(); value != m_values.end(); ++value)
        set(value.key(), fmt::format("{}", value.value()));
    set("time", fmt::format("{}", seconds()));
    set("frame", std::to_string(m_frame));
    set("mouse_x", std::to_string(m_mouse.x()));
    set("mouse_y", std::to_string(m_mouse.y()));
    set("mouse_buttons", std::to_string(numberOf(m_buttons)));
    return request;
}

void LiveRun::send() {
    if (m_ticket != 0 || m_controller.busy())
        return; // activityChanged comes back to it
    m_dueNs = std::max(m_dueNs + kFrameNs, m_beat.nsecsElapsed());
    session::Handlers<session::RunReport> handlers;
    handlers.done = [this, round = m_round](const session::RunReport& report) {
        if (round == m_round)
            take(report);
    };
    handlers.failed = [this, round = m_round](const Error& error) {
        if (round == m_round)
            fail(errorLine(error));
    };
    m_ticket = m_controller.session().run(request(), std::move(handlers));
}

void LiveRun::take(const session::RunReport& report) {
    m_ticket = 0;
    if (report.status == session::RunStatus::cancelled)
        return schedule();
    if (report.status != session::RunStatus::ok)
        return fail(errorInWords(session::messageOf(report)));
    ++m_frame;
    countFrame();
    if (!std::exchange(m_problem, {}).isEmpty())
        emit changed();
    emit frameDone(report);
    schedule();
}

void LiveRun::fail(const QString& why) {
    m_ticket = 0;
    m_waits = true;
    m_problem = why;
    m_framesPerSecond = 0;
    emit changed();
}

void LiveRun::countFrame() {
    ++m_framesInSecond;
    if (const qint64 ms = m_second.elapsed(); m_running && ms >= 1000) {
        m_framesPerSecond = m_framesInSecond * 1000.0 / double(ms);
        m_framesInSecond = 0;
        m_second.start();
    }
}

} // namespace warpbench::ui
