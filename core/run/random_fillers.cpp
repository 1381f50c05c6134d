// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/random_fillers.h"

#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/run/kept_results.h"
#include "core/run/run_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace warpbench::session {

namespace {

using InitKind = project::Init::Kind;

bool isRandom(const project::PlannedBuffer& buffer) {
    const InitKind kind = buffer.init.kind;
    if (buffer.dtype.kind() != arrays::DType::Kind::scalar)
        return false;
    // Integers that become fractions are rounded once on the host, and possibly twice by a kernel.
    if (kind == InitKind::randint)
        return arrays::isInteger(buffer.dtype.scalar());
    return kind == InitKind::uniform || kind == InitKind::normal;
}

std::vector<std::size_t> candidates(const project::LaunchPlan& plan,
                                    const std::vector<bool>& kept) {
    std::vector<std::size_t> found;
    if (plan.timing.rotate > 1) // copies are made of what ends with the run
        return found;
    const std::vector<bool> named = project::namedBuffers(plan);
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const project::PlannedBuffer& buffer = plan.buffers[i];
        if (mayBeMadeThere(buffer) && isRandom(buffer) && !named[i] && (kept[i] || !buffer.written))
            found.push_back(i);
    }
    return found;
}

/// One buffer with this many elements, and the step that generates its numbers.
project::Project stepFor(const project::PlannedBuffer& buffer) {
    const project::PlannedInit& init = buffer.init;
    const bool normal = init.kind == InitKind::normal;
    project::Project project;
    project::Buffer& values = project.buffers.emplace_back();
    values.name = "values"; // shared by all: equal ones have one kernel, which is then cached
    values.dtype = buffer.dtype;
    values.shape = {{std::to_string(buffer.elements), {}}};
    project::Step& step = project.launches.emplace_back().step.emplace();
    step.kind = project::Step::Kind::random;
    step.text.text =
        fmt::format("values = {}({}, {})",
                    normal                           ? "normal"
                    : init.kind == InitKind::uniform ? "uniform"
                                                     : "randint",
                    project::toString(normal ? project::Number(init.mean) : init.low),
                    project::toString(normal ? project::Number(init.stddev) : init.high));
    step.seed.text = std::to_string(init.seed);
    return project;
}

/// Empty if a step does not generate such numbers.
std::optional<project::LaunchPlan> planFor(const project::PlannedBuffer& buffer) {
    try {
        return project::makePlan(stepFor(buffer));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::project)
            throw;
        return std::nullopt; // the host does it, or reports an error with the place
    }
}

DeviceLaunch launchOf(const project::LaunchPlan& step, const compile::CompileResult& compiled,
                      std::size_t buffer) {
    const project::PlannedLaunch& planned = step.launches.at(0);
    const compile::KernelInfo& kernel = kernelOf(compiled, planned);
    DeviceLaunch launch;
    launch.shape() = planned.shape();
    launch.lowered = kernel.lowered;
    launch.arguments = layOutArguments(step, planned, kernel);
    for (const compile::Parameter& parameter : kernel.parameters)
        launch.parameterBytes.push_back(parameter.size);
    for (DeviceArgument& argument : launch.arguments)
        for (DeviceArgument::Address& address : argument.addresses)
            address.buffer = buffer;
    return launch;
}

compile::CompileResult compiledFrom(Compiler& compiler, const DeviceInfo& device,
                                    const std::string& source, const std::stop_token& stop) {
    compile::CompileRequest request;
    request.source = source;
    request.fileName = "random_numbers.cu";
    request.arch = fmt::format("sm_{}{}", device.ccMajor, device.ccMinor);
    compile::CompileResult compiled = compiler.compile(request, stop);
    if (!compiled.succeeded)
        throw Error(ErrorKind::internal, {"WB1939",
                                          "{file} does not compile: {log}",
                                          {},
                                          {{"file", request.fileName}, {"log", compiled.log}}});
    return compiled;
}

} // namespace

RandomFillers randomFillers(Compiler& compiler, const DeviceInfo& device,
                            const project::LaunchPlan& plan, const std::vector<bool>& kept,
                            const std::stop_token& stop) {
    RandomFillers fillers;
    fillers.of.resize(plan.buffers.size());
    std::vector<std::pair<std::size_t, project::LaunchPlan>> steps;
    std::set<std::string> kernels;
    std::string source;
    for (const std::size_t i : candidates(plan, kept)) {
        if (auto step = planFor(plan.buffers[i])) {
            if (kernels.insert(step->launches.at(0).kernel).second)
                source += step->generated;
            steps.emplace_back(i, std::move(*step));
        }
    }
    if (steps.empty())
        return fillers;
    try {
        const compile::CompileResult compiled = compiledFrom(compiler, device, source, stop);
        DeviceFillers& made = fillers.kernels.emplace();
        made.code = {"random_numbers.cu", compiled.ptx, {}};
        if (compiled.cubin) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(compiled.cubin->data());
            made.code.cubin.assign(bytes, bytes + compiled.cubin->size());
        }
        for (const auto& [buffer, step] : steps) {
            fillers.of[buffer] = made.launches.size();
            made.launches.push_back(launchOf(step, compiled, buffer));
        }
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled)
            throw;
        fillers = {{}, {}, fmt::format("random numbers were made on the host: {}", error.what())};
        fillers.of.resize(plan.buffers.size());
    }
    return fillers;
}

} // namespace warpbench::session
