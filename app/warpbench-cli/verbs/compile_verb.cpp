// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/report_text.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/cache/compile_json.h"
#include "core/compile/disassemble.h"
#include "core/platform/files.h"
#include "core/processes/child_process.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::cli {

namespace {

project::Project projectFrom(const CompileOptions& options, Console& console) {
    project::Project project =
        loadProject(pathFromUtf8(options.file), options.allowOutside, console);
    if (!options.arch.empty())
        project.compile.arch = options.arch;
    for (const std::string& define : options.defines) {
        const std::size_t equals = define.find('=');
        if (equals == std::string::npos)
            project.compile.defines[define] = std::nullopt;
        else
            project.compile.defines[define.substr(0, equals)] = define.substr(equals + 1);
    }
    for (const std::string& folder : options.includeDirs)
        project.userIncludeDirs.push_back(std::filesystem::absolute(pathFromUtf8(folder)));
    addGuessedInstances(project, pathFromUtf8(options.file), console);
    return project;
}

constexpr const char* kStandardOutput = "-";

/// Standard output carries one thing: a text requested with "-", the document of --json,
/// or the text for people.
bool printsOutput(const CompileOptions& options, bool json) {
    const int texts = (options.ptx == kStandardOutput) + (options.sass == kStandardOutput);
    if (options.cubin == kStandardOutput)
        throw Error(ErrorKind::usage,
                    {"WB3012", "machine code is not printed", "name a file for --cubin"});
    if (texts > 1 || (texts && json))
        throw Error(ErrorKind::usage,
                    {"WB3013", "standard output carries one thing at a time",
                     "use - once and without --json, and name files for the rest"});
    return texts > 0;
}

void writeText(const std::string& file, std::string text, Console& console) {
    if (file != kStandardOutput)
        return platform::replaceFile(pathFromUtf8(file), text);
    if (text.ends_with('\n'))
        text.pop_back();
    console.line(text);
}

void writeOutputs(const CompileOptions& options, const compile::CompileResult& result,
                  Console& console) {
    if (!options.ptx.empty()) {
        if (result.ptx.empty())
            throw Error(ErrorKind::usage,
                        {"WB3014", "machine code does not contain PTX", "ask for --sass"});
        writeText(options.ptx, result.ptx, console);
    }
    if (options.cubin.empty() && options.sass.empty())
        return;
    if (!result.cubin)
        throw Error(ErrorKind::usage, {"WB3015",
                                       "cannot generate machine code for {arch}",
                                       "compile for sm_90 or another real architecture",
                                       {{"arch", result.arch}}});
    if (!options.cubin.empty())
        platform::replaceFile(
            pathFromUtf8(options.cubin),
            {reinterpret_cast<const char*>(result.cubin->data()), result.cubin->size()});
    if (!options.sass.empty())
        writeText(options.sass, compile::disassemble(*result.cubin), console);
}

nlohmann::json documentOf(const compile::CompileResult& result) {
    nlohmann::json compile = session::toJson(session::compileReportOf(result));
    compile["compiler"] = result.compiler;
    compile["given"] = result.given;
    compile["command_line"] = result.commandLine;
    return {{"format", "warpbench-compile"},
            {"version", 1},
            {"warpbench", kVersion},
            {"status", result.succeeded ? "ok" : "compile_error"},
            {"compile", compile}};
}

/// One line for everything that was set aside; empty if nothing was.
std::string setAsideText(const std::vector<compile::SetAside>& parts) {
    std::size_t functions = 0;
    std::size_t headers = 0;
    for (const compile::SetAside& part : parts) {
        functions += part.kind == compile::SetAside::Kind::function;
        headers += part.kind == compile::SetAside::Kind::include;
    }
    if (parts.empty())
        return {};
    return fmt::format("Host code was set aside: functions {}, headers {}, other {}. Warpbench "
                       "launches the kernels itself.",
                       functions, headers, parts.size() - functions - headers);
}

/// The arguments that a launch must pass to each kernel, which the source does not determine.
void printSignatures(Console& console, const std::vector<compile::KernelInfo>& kernels) {
    for (const compile::KernelInfo& kernel : kernels) {
        std::string parameters;
        for (const compile::Parameter& parameter : kernel.parameters)
            parameters += fmt::format(
                "{}{} {}", parameters.empty() ? "" : ", ",
                parameter.type.empty() ? fmt::format("[{} bytes]", parameter.size) : parameter.type,
                parameter.name);
        console.line(fmt::format("{}({})", kernel.name, parameters));
    }
    console.line();
}

} // namespace

int compileFile(const CompileOptions& options, Console& console) {
    const bool printsOnly = printsOutput(options, console.json());
    for (const std::string& file : {options.ptx, options.cubin, options.sass}) {
        if (!file.empty() && file != kStandardOutput)
            platform::requireReplaceable(pathFromUtf8(file), ErrorKind::usage);
    }
    session::CompileJob job;
    job.project = projectFrom(options, console);
    job.device = options.device;
    BlockingSession session(console, session::WorkerHome::child_process);
    const compile::CompileResult result = session.compile(std::move(job));
    if (console.json())
        console.document(documentOf(result));
    for (compile::Diagnostic diagnostic : result.diagnostics) {
        if (diagnostic.place.file.empty())
            diagnostic.place.file = options.file;
        console.diagnostic(diagnostic);
    }
    console.droppedOptions(result.droppedOptions, options.file);
    if (!result.succeeded) {
        if (result.diagnostics.empty())
            console.error(Error(ErrorKind::compile,
                                {"WB3016",
                                 "the source did not compile: {log}",
                                 "fix the errors that the compiler reports",
                                 {{"log", result.log}}},
                                Place{options.file}));
        return exitCode(ErrorKind::compile);
    }
    if (!printsOnly) {
        if (result.given)
            console.line(fmt::format("{}: {} for {}, as it is; nothing was compiled", options.file,
                                     result.compiler, result.arch));
        else
            console.line(fmt::format("{} for {} with {} in {}{}", options.file, result.arch,
                                     result.compiler, timeText(result.milliseconds),
                                     cacheText(result.cached, result.missReason)));
        if (const std::string aside = setAsideText(result.setAside); !aside.empty())
            console.line(aside);
        console.line();
        if (result.given)
            printSignatures(console, result.kernels);
        printKernels(console, result.kernels);
    }
    writeOutputs(options, result, console);
    return 0;
}

} // namespace warpbench::cli
