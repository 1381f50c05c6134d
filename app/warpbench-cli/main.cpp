// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/console.h"
#include "app/warpbench-cli/verbs.h"
#include "core/base/version.h"

#include <fmt/format.h>

#include <exception>
#include <string>

namespace {

using namespace warpbench;

/// What CLI11 found wrong, as one error of ours.
Error usageError(const CLI::ParseError& problem, const CLI::App& app) {
    std::string text = problem.what();
    while (!text.empty() && (text.back() == '\n' || text.back() == '.'))
        text.pop_back();
    for (char& c : text) {
        if (c == '\n')
            c = ' ';
    }
    const auto chosen = app.get_subcommands();
    return Error(ErrorKind::usage, text,
                 chosen.empty()
                     ? std::string("see warpbench-cli --help")
                     : fmt::format("see warpbench-cli {} --help", chosen.front()->get_name()));
}

int runProgram(int argc, char** argv, cli::Console& console) {
    CLI::App app{"Warpbench without a window: compile, run and study CUDA kernels."};
    app.set_version_flag("--version", std::string("warpbench-cli ") + kVersion);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 all well; 1 a check failed; 2 wrong usage or project; 3 the kernel "
               "did not compile;\n4 wrong for this device, or a fault; 5 cancelled or timed out.");
    bool json = false;
    cli::Actions actions;
    cli::addDevices(app, console, actions);
    cli::addCompile(app, console, actions);
    cli::addRun(app, console, actions);
    cli::addSweep(app, console, actions);
    cli::addOccupancy(app, console, actions);
    cli::addNew(app, console, actions);
    cli::addExamples(app, console, actions);
    cli::addConvert(app, console, actions);
    cli::addDoctor(app, console, actions);
    for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verb->add_flag("--json", json, "Print one JSON document and nothing else");

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        console.line(chosen.empty() ? app.help() : chosen.front()->help());
        return 0;
    } catch (const CLI::CallForVersion& version) {
        console.line(version.what());
        return 0;
    } catch (const CLI::ParseError& problem) {
        throw usageError(problem, app);
    }
    console.setJson(json);
    return actions.at(app.get_subcommands().front())();
}

} // namespace

int main(int argc, char** argv) {
    cli::Console console;
    try {
        return runProgram(argc, argv, console);
    } catch (const Error& error) {
        console.error(error);
        return exitCode(error.kind());
    } catch (const std::exception& problem) {
        console.error(Error(ErrorKind::internal, problem.what(),
                            "this is a fault of warpbench-cli: please report it"));
        return exitCode(ErrorKind::internal);
    }
}
