// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/block_sweep.h"

#include "core/occupancy/occupancy.h"
#include "ui/documents/evaluation.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace warpbench::ui {

namespace {

/// Extents to try if the project does not specify any.
constexpr int kExtents[] = {1,   2,   4,   8,   16,  24,  32,  48,  64,  96,
                            128, 192, 256, 320, 384, 512, 640, 768, 1024};
constexpr std::int64_t kWarp = 32;
constexpr std::int64_t kMostThreads = 1024; // per block, on every device

/// A project reduced to what determines a block's size, because it is evaluated many times.
project::Project namesAlone(const project::Project& project) {
    project::Project names;
    names.parameters = project.parameters;
    names.compile.defines = project.compile.defines;
    return names;
}

/// Threads per block with another value of a name; 0: invalid block.
std::int64_t threadsWith(project::Project project, const std::vector<project::Expression>& extents,
                         const std::string& name, const std::string& value) {
    if (const auto define = project.compile.defines.find(name);
        define != project.compile.defines.end())
        define->second = value;
    else
        project.parameters[name].text = value;
    const auto block = Evaluation(project).integers(extents, 1);
    if (!block)
        return 0;
    std::int64_t threads = 1;
    for (const std::int64_t extent : *block)
        threads = std::min(threads, kMostThreads + 1) * std::min(extent, kMostThreads + 1);
    return threads;
}

/// Parameters and defines, starting with those that are an extent by themselves.
std::vector<std::string> namesOf(const project::Project& project, int launch) {
    std::vector<std::string> names;
    for (const auto& extent : project.launches[std::size_t(launch)].block)
        if (project.compile.defines.contains(extent.text) ||
            project.parameters.contains(extent.text))
            names.push_back(extent.text);
    for (const auto& define : project.compile.defines)
        names.push_back(define.first);
    for (const auto& parameter : project.parameters)
        names.push_back(parameter.first);
    return names;
}

} // namespace

BlockSizes blockSizesOf(const project::Project& project, int launch) {
    BlockSizes sizes;
    if (launch < 0 || std::size_t(launch) >= project.launches.size())
        return sizes;
    const project::Project names = namesAlone(project);
    const auto& extents = project.launches[std::size_t(launch)].block;
    for (const std::string& name : namesOf(project, launch)) {
        std::vector<std::string> candidates;
        if (project.sweep)
            if (const auto own = project.sweep->parameters.find(name);
                own != project.sweep->parameters.end())
                for (const auto& value : own->second)
                    candidates.push_back(value.text);
        const bool own = !candidates.empty();
        if (!own)
            for (const int extent : kExtents)
                candidates.push_back(std::to_string(extent));
        std::set<std::int64_t> seen;
        std::vector<std::string> values;
        for (const std::string& value : candidates) {
            const std::int64_t threads = threadsWith(names, extents, name, value);
            if (threads > 0 && threads <= kMostThreads && (own || threads % kWarp == 0) &&
                seen.insert(threads).second)
                values.push_back(value);
        }
        if (values.size() > 1)
            return {name, std::move(values), {}};
    }
    sizes.why = BlockSweep::tr("The block's size is not a parameter or define. Make it one, such "
                               "as BLOCK, and use it in block and grid.");
    return sizes;
}

BlockSweep::BlockSweep(ProjectDocument& document, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller) {
    connect(&document, &ProjectDocument::changed, this, &BlockSweep::documentChanged);
    connect(&document, &ProjectDocument::sourceEdited, this, &BlockSweep::documentChanged);
    connect(&document, &ProjectDocument::headersEdited, this, &BlockSweep::documentChanged);
    connect(&document, &ProjectDocument::sourceReplaced, this, &BlockSweep::forget);
    connect(&controller, &RunController::asideDropped, this, &BlockSweep::giveUp);
}

void BlockSweep::start(int launch, bool simulated) {
    if (m_controller.busy())
        return;
    m_sizes = blockSizesOf(m_document.project(), launch);
    m_trials.clear();
    m_device.reset();
    m_stale = false;
    if (m_sizes.name.empty()) {
        emit changed();
        return;
    }
    m_launch = launch;
    m_base = {};
    m_base.project = m_document.project();
    m_base.source = ss(m_document.source());
    m_base.device = ss(m_controller.device());
    m_base.estimate = simulated;
    if (simulated)
        m_base.repeats = 0;
    m_measuring = true;
    next();
}

void BlockSweep::next() {
    emit changed();
    session::RunRequest request = m_base;
    request.set[m_sizes.name] = m_sizes.values[m_trials.size()];
    m_controller.runAside(std::move(request),
                          [this](const session::RunReport& report) { take(report); });
}

void BlockSweep::take(const session::RunReport& report) {
    if (!m_measuring)
        return; // cancelled meanwhile
    if (report.status == session::RunStatus::cancelled) {
        giveUp();
        return;
    }
    BlockTrial trial;
    trial.value = m_sizes.values[m_trials.size()];
    trial.status = report.status;
    if (report.device) // empty if the project is invalid
        m_device = report.device;
    if (std::size_t(m_launch) < report.launches.size())
        trial.launch = report.launches[std::size_t(m_launch)];
    if (report.status == session::RunStatus::expect_failed)
        trial.message = tr("its result is wrong");
    else if (report.status != session::RunStatus::ok)
        trial.message = !report.message.empty()  ? errorInWords(report.message)
                        : !report.faults.empty() ? qs(report.faults.front().text)
                                                 : describeStatus(report.status);
    m_trials.push_back(std::move(trial));
    if (m_trials.size() < m_sizes.values.size()) {
        next();
        return;
    }
    m_measuring = false;
    emit changed();
}

/// Stopped, or something else runs now: keeps the results so far.
void BlockSweep::giveUp() {
    if (std::exchange(m_measuring, false))
        emit changed();
}

/// For another project.
void BlockSweep::forget() {
    m_measuring = false;
    m_stale = false;
    if (!std::exchange(m_trials, {}).empty())
        emit changed();
}

void BlockSweep::documentChanged() {
    if (!m_trials.empty() && !std::exchange(m_stale, true))
        emit changed();
}

} // namespace warpbench::ui
