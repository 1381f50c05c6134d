// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_model.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/cache/dependencies.h"
#include "core/plan/check.h"
#include "core/plan/init.h"
#include "core/platform/files.h"
#include "core/run/run_input.h"
#include "core/sources/source_scan.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <utility>
#include <variant>

namespace warpbench::exporting {

namespace {

[[noreturn]] void refuse(ErrorText problem, const Place& place = {}) {
    throw Error(ErrorKind::project,
                {"WB2200",
                 "the project cannot be exported: {problem}",
                 "remove that from a copy of the project, or run it with warpbench-cli",
                 {{"problem", std::move(problem)}}},
                place);
}

void requireExportable(const project::Project& project, const project::LaunchPlan& plan) {
    if (!project.link.empty())
        refuse(phrase("it is linked from several sources"));
    if (project.devices > 1)
        refuse(phrase("several devices share its run"));
    for (const project::PlannedBuffer& buffer : plan.buffers) {
        if (buffer.pitch > 0)
            refuse(phrase("buffer '{buffer}' is pitched", {{"buffer", buffer.name}}), buffer.place);
        if (buffer.address != 0)
            refuse(phrase("buffer '{buffer}' has a fixed address", {{"buffer", buffer.name}}),
                   buffer.place);
    }
    for (const project::PlannedLaunch& launch : plan.launches) {
        if (launch.library)
            refuse(phrase("a step calls a library"), launch.place);
        for (const project::PlannedArgument& argument : launch.args)
            if (std::holds_alternative<project::PlannedTexture>(argument.value) ||
                std::holds_alternative<project::PlannedSurface>(argument.value))
                refuse(phrase("a kernel takes a texture or a surface"), argument.place);
    }
}

std::string bytesOf(const arrays::HostArray& array) {
    const auto bytes = array.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool isAllZeros(const std::string& bytes) {
    return bytes.find_first_not_of('\0') == std::string::npos;
}

/// Reserved names of C++ and Python are avoided, and so are those of the program itself.
std::string variableFor(const std::string& buffer, std::set<std::string>& taken) {
    std::string name = buffer;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; },
        '_');
    static const std::set<std::string> kReserved = {
        "int",    "float", "double", "char",   "bool",   "void",     "if",    "for",  "while",
        "in",     "is",    "not",    "and",    "or",     "def",      "class", "from", "import",
        "return", "auto",  "const",  "static", "new",    "delete",   "this",  "main", "grid",
        "block",  "np",    "args",   "cp",     "module", "lambda",   "pass",  "del",  "with",
        "switch", "case",  "short",  "long",   "signed", "unsigned", "union", "try",  "as"};
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ||
        kReserved.contains(name))
        name = "b_" + name;
    while (!taken.insert(name).second)
        name += "_";
    return name;
}

void addExpected(ExportModel& model, ExportModel::Buffer& made, const project::LaunchPlan& plan,
                 std::size_t index, const std::vector<arrays::HostArray>& initial) {
    const project::PlannedBuffer& buffer = plan.buffers[index];
    if (!buffer.expect)
        return;
    if (!buffer.expect->needsAfter.empty()) {
        model.notes.push_back("What '" + buffer.name +
                              "' must hold depends on other results, and is not checked.");
        return;
    }
    arrays::HostArray want(buffer.dtype, buffer.shape);
    const auto first = [&](std::size_t other) { return initial[other]; };
    project::writeExpected(plan, index, *buffer.expect, first, first, want);
    made.expected = model.name + "_data/" + made.name + "_expected.bin";
    made.rtol = buffer.expect->rtol;
    made.atol = buffer.expect->atol;
    made.exact = buffer.expect->exact;
    made.equalNan = buffer.expect->equalNan;
    model.files.push_back({made.expected, bytesOf(want)});
}

void addBuffers(ExportModel& model, const project::LaunchPlan& plan) {
    std::vector<arrays::HostArray> initial;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
        initial.push_back(project::initialiseBuffer(plan, i));
    std::set<std::string> taken;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const project::PlannedBuffer& buffer = plan.buffers[i];
        ExportModel::Buffer made;
        made.name = variableFor(buffer.name, taken);
        made.dtype = buffer.dtype;
        made.elements = std::uint64_t(buffer.elements);
        made.bytes = buffer.bytes;
        made.managed = buffer.memory != project::MemoryKind::device;
        if (std::string bytes = bytesOf(initial[i]); !isAllZeros(bytes)) {
            made.initial = model.name + "_data/" + made.name + ".bin";
            model.files.push_back({made.initial, std::move(bytes)});
        }
        addExpected(model, made, plan, i, initial);
        model.buffers.push_back(std::move(made));
    }
}

void addLaunches(ExportModel& model, const project::LaunchPlan& plan,
                 const compile::CompileResult& compiled) {
    for (const project::PlannedLaunch& launch : plan.launches) {
        const compile::KernelInfo* kernel = compiled.kernel(launch.kernel);
        if (!kernel)
            throw Error(ErrorKind::project,
                        {"WB2201",
                         "unknown kernel \"{kernel}\"",
                         "check its name",
                         {{"kernel", launch.kernel}}},
                        launch.place);
        ExportModel::Launch made;
        made.kernel = launch.kernel;
        made.lowered = kernel->lowered;
        made.grid = launch.grid;
        made.block = launch.block;
        made.shared = launch.sharedBytes;
        made.cooperative = launch.cooperative;
        made.cluster = launch.cluster.value_or(std::array<std::uint32_t, 3>{});
        made.repeat = launch.repeat;
        const auto arguments = session::layOutArguments(plan, launch, *kernel);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            ExportModel::Argument& argument = made.arguments.emplace_back();
            if (i < kernel->parameters.size())
                argument.type = kernel->parameters[i].canonical.empty()
                                    ? kernel->parameters[i].type
                                    : kernel->parameters[i].canonical;
            argument.bytes = arguments[i].bytes;
            for (const session::DeviceArgument::Address& address : arguments[i].addresses)
                argument.addresses.push_back({address.at, address.buffer, address.byteOffset});
        }
        if (!launch.stream.empty() && model.notes.empty())
            model.notes.push_back("Launches follow each other on one stream.");
        model.launches.push_back(std::move(made));
    }
}

void addConstants(ExportModel& model, const project::LaunchPlan& plan) {
    for (const project::PlannedConstant& constant : plan.constants) {
        ExportModel::Constant made{constant.symbol, {}};
        if (!constant.path.empty()) {
            const std::string bytes = platform::readFile(constant.path, ErrorKind::project);
            made.bytes.assign(bytes.begin(), bytes.end());
        } else {
            for (const std::byte byte : constant.bytes)
                made.bytes.push_back(std::to_integer<std::uint8_t>(byte));
        }
        if (!made.bytes.empty())
            model.constants.push_back(std::move(made));
    }
}

/// The user's headers in the project's folder go along.
void addHeaders(ExportModel& model, const project::Project& project,
                const project::LaunchPlan& plan, const std::string& source) {
    const compile::CompileRequest request =
        session::compileRequestFor(project, plan.compile, source, {}, nullptr);
    for (const auto& header : compile::findDependencies(request, {}).files) {
        const std::filesystem::path relative = header.path.lexically_relative(project.folder());
        if (!header.refused.empty() || relative.empty() || *relative.begin() == "..")
            continue;
        std::string name = utf8(relative);
        std::replace(name.begin(), name.end(), '\\', '/');
        model.files.push_back({name, header.content});
    }
}

} // namespace

std::string oneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    return text;
}

ExportModel makeExportModel(const project::Project& project, const project::LaunchPlan& plan,
                            const compile::CompileResult& compiled, const std::string& source,
                            const std::string& name) {
    requireExportable(project, plan);
    ExportModel model;
    model.title = oneLine(project.name);
    model.name = name;
    model.source = session::wholeSource(project, source, plan.generated);
    model.hasMain = compile::definesMain(source);
    model.standard = plan.compile.std;
    model.options = plan.compile.options;
    for (const auto& [define, value] : plan.compile.defines)
        model.defines.emplace_back(define, value.value_or(""));
    model.rounds = plan.rounds;
    addBuffers(model, plan);
    addConstants(model, plan);
    addLaunches(model, plan, compiled);
    addHeaders(model, project, plan, source);
    return model;
}

} // namespace warpbench::exporting
