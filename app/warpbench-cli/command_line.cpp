// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes CLI11, which is slow to compile.
#include "app/warpbench-cli/command_line.h"

#include "app/warpbench-cli/completion.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "core/project/project_schema.h"
#include "core/sweep/searcher.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpbench::cli {

namespace {

/// CLI11's own check names the smallest and the largest double in its message.
const CLI::Validator kSeconds(
    [](std::string& text) -> std::string {
        double seconds = 0;
        if (CLI::detail::lexical_cast(text, seconds) && seconds > 0)
            return {};
        return '"' + text + "\" is not a positive number of seconds";
    },
    "SECONDS");

/// The type names of options that take files, for --help and for shells that complete them.
constexpr const char* kFile = "FILE";
constexpr const char* kFolder = "DIR";

/// Sub-command → description.
using Actions = std::map<const CLI::App*, Action>;

void addAllowOutside(CLI::App& verb, bool& allow) {
    verb.add_flag("--allow-outside", allow,
                  "Trust the project: it may name files outside its folder, and options that do");
}

void addDevices(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("devices", "List the GPUs, real and simulated");
    actions[verb] = [&console] { return listDevices(console); };
}

void addCompile(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb =
        app.add_subcommand("compile", "Compile a source or a project; show what the compiler says");
    auto options = std::make_shared<CompileOptions>();
    verb->add_option("FILE", options->file, "A CUDA source or a project")->required();
    verb->add_option("--arch", options->arch, "sm_90, compute_80, …; by default the device's");
    verb->add_option("--device", options->device, "The device to compile for");
    verb->add_option("-D", options->defines, "NAME or NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-I", options->includeDirs, "A folder with headers")
        ->type_name(kFolder)
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--ptx", options->ptx, "Write the PTX to this file; -: print only it")
        ->type_name(kFile);
    verb->add_option("--cubin", options->cubin, "Write the machine code to this file")
        ->type_name(kFile);
    verb->add_option("--sass", options->sass,
                     "Write the machine code as text to this file; -: print only it")
        ->type_name(kFile);
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return compileFile(*options, console); };
}

/// exec passes on what follows its own options: sources with nvcc's options, or a program with
/// its arguments. \returns those words and removes them from the arguments
std::vector<std::string> takeCommandOfExec(std::vector<std::string>& arguments) {
    if (arguments.size() < 2 || arguments[1] != "exec")
        return {};
    const std::set<std::string> withValue = {"--device", "--check", "--timeout", "--capture",
                                             "--to",     "--limit", "--launches"};
    auto first = arguments.begin() + 2;
    while (first != arguments.end() && first->starts_with("--") && *first != "--")
        first += withValue.contains(*first) && first + 1 != arguments.end() ? 2 : 1;
    if (first != arguments.end() && *first == "-h")
        ++first;
    std::vector<std::string> command(first, arguments.end());
    arguments.erase(first, arguments.end());
    return command;
}

void addExec(CLI::App& app, Console& console, Actions& actions, std::vector<std::string> command) {
    CLI::App* verb = app.add_subcommand("exec", "Build and run a whole CUDA program, including its "
                                                "host code, on a simulated or a real GPU");
    auto options = std::make_shared<ExecOptions>();
    options->command = std::move(command);
    verb->footer(
        "exec [OPTIONS] FILE.cu... [nvcc's options] [-- ARGUMENTS]   builds and runs sources\n"
        "exec [OPTIONS] PROGRAM [ARGUMENTS]                         runs a program");
    verb->add_option("--device", options->device,
                     "sim, sim:NAME, or a real GPU by its number, name or PCI bus id");
    verb->add_option("--check", options->check,
                     "faults: find races and uninitialised reads, and report where (simulated); "
                     "or off")
        ->check(CLI::IsMember({"faults", "off"}));
    verb->add_flag("--profile", options->profile,
                   "At the end, a table of the kernels: launches and time on this computer");
    verb->add_flag("--metrics", options->metrics,
                   "The same table with the counters of the kernels");
    verb->add_flag("--estimate", options->estimate,
                   "At the end, a table of the kernels with their estimated time on the GPU that "
                   "the device simulates");
    verb->add_flag("--list-launches", options->listLaunches,
                   "At the end, a table of all launches in order, loops folded");
    verb->add_option("--launches", options->launchesFile,
                     "At the end, write the same list to a file, as JSON")
        ->type_name("FILE");
    CLI::Option* capture =
        verb->add_option(
                "--capture", options->capture,
                "Make a project from a launch: a kernel's name, with #N its launch number N")
            ->type_name("KERNEL[#N]");
    CLI::Option* to =
        verb->add_option("--to", options->to, "The folder for the project")->type_name(kFolder);
    verb->add_option("--limit", options->limit,
                     "MiB of memory that the captured launch may reach (default 1024)")
        ->check(CLI::PositiveNumber)
        ->needs(capture);
    capture->needs(to);
    to->needs(capture);
    verb->add_option("--timeout", options->timeout, "Time limit of the program in seconds")
        ->check(kSeconds);
    actions[verb] = [options, &console] { return execProgram(*options, console); };
}

void addRun(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("run", "Compile and run a project and check its results");
    auto options = std::make_shared<RunOptions>();
    verb->add_option("PROJECT", options->project, "The project (*.warpbench), or a CUDA source")
        ->required();
    verb->add_option("-D", options->defines, "NAME or NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-I", options->includeDirs, "A folder with headers")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--device", options->device,
                     "Index of `devices`, PCI bus id, part of the name, sim or sim:NAME");
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--devices", options->devices, "How many devices share the split buffers")
        ->check(CLI::Range(1, 64));
    verb->add_flag("--no-peer", options->noPeer,
                   "Exchange halo rows through the host, even if the devices could do it");
    CLI::Option* mpi =
        verb->add_flag("--mpi", options->mpi,
                       "Share the split buffers with the other ranks of mpirun, one device each");
    verb->add_option("--repeats", options->repeats, "Timed passes; 0: none")
        ->check(CLI::Range(0, 1000000000));
    verb->add_flag("--graph", options->graph,
                   "Also time whole passes: launched one by one, and as one CUDA graph");
    verb->add_flag("--energy", options->energy, "Also measure the energy of a pass on a real GPU");
    verb->add_flag("--profile", options->profile,
                   "Limit a profiler that waits for the program to the timed passes");
    verb->add_option("--timeout", options->timeout,
                     "Time limit of the run in seconds, including compiling and checking")
        ->check(kSeconds);
    verb->add_flag("--isolate", options->isolate, "Run kernels in a child process")->excludes(mpi);
    verb->add_flag("--watch", options->watch,
                   "Run again whenever the project, its source, a header or a data file changes")
        ->excludes(mpi);
    verb->add_flag("--guess", options->guess,
                   "Read a program's set-up from its source, without running its host code");
    verb->add_option("--export", options->exports, "Write a buffer after the run, BUFFER=FILE.npy")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--check", options->check,
                     "faults: look for races and uninitialised reads (simulated GPU); guards: look "
                     "for writes past the ends of buffers (any GPU); or off")
        ->check(CLI::IsMember({"faults", "guards", "off"}));
    CLI::Option* against =
        verb->add_option("--against", options->against,
                         "The JSON report of an earlier run: exit with 1 if a launch is slower");
    verb->add_option("--tolerance", options->tolerance,
                     "Percent by which a launch may be slower than in --against")
        ->needs(against)
        ->check(CLI::Range(0.0, 1000.0))
        ->capture_default_str();
    verb->add_option("--fail-on", options->failOn,
                     "findings: exit with 4 if --check faults finds what CUDA leaves undefined, "
                     "even if a GPU lets it pass")
        ->check(CLI::IsMember({"findings"}));
    verb->add_flag("--metrics", options->metrics,
                   "Count instructions and memory sectors; with --estimate");
    verb->add_flag("--estimate", options->estimate,
                   "Estimate each launch's time on the GPU that the device simulates, "
                   "or on a real one beside its time");
    verb->add_option("--checks", options->checksFile, "Further checks (docs/project-file.md)")
        ->type_name(kFile);
    CLI::Option* tasks =
        verb->add_flag("--tasks", options->tasks, "Report which of the project's tasks are done")
            ->excludes(mpi);
    verb->add_option("--junit", options->junit, "Write the tasks' results as JUnit XML")
        ->type_name(kFile)
        ->needs(tasks);
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return runProject(*options, console); };
}

void addGrade(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "grade", "Run students' sources with a teacher's sizes, seeds, launches and tests");
    auto options = std::make_shared<GradeOptions>();
    verb->add_option("PROJECT", options->project, "The teacher's project")->required();
    verb->add_option("SUBMISSION", options->submissions, "A .cu file, or a folder with one")
        ->required();
    verb->add_option("--checks", options->checksFile,
                     "The tests; by default the project's tasks (docs/project-file.md)")
        ->type_name(kFile);
    verb->add_option("--jobs", options->jobs, "Number of submissions to grade at the same time")
        ->check(CLI::Range(1, 256));
    verb->add_option("--device", options->device,
                     "Index of `devices`, PCI bus id, part of the name, sim or sim:NAME");
    verb->add_option("--timeout", options->timeout,
                     "Time limit of each run in seconds, including filling and checking")
        ->check(kSeconds);
    verb->add_option("--compile-timeout", options->compileTimeout,
                     "Time limit of each compile in seconds (default 60)")
        ->check(kSeconds);
    verb->add_option("--csv", options->csv, "Write the points to this file")->type_name(kFile);
    verb->add_option("--junit", options->junit, "Write the results as JUnit XML")->type_name(kFile);
    verb->add_flag("--unconfined", options->unconfined,
                   "Grade even if the system cannot keep the compiler from reading other files");
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return gradeSubmissions(*options, console); };
}

void addSweep(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb =
        app.add_subcommand("sweep", "Try combinations of a project's parameters; find the best");
    auto options = std::make_shared<SweepOptions>();
    verb->add_option("PROJECT", options->project, "A project, or a CUDA source")->required();
    verb->add_option("--over", options->over,
                     "Values to try of a parameter or define, NAME=64,128,256; without it the "
                     "project's \"sweep\"")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--objective", options->objective,
                     "What to optimise: time, or a counter such as global_sectors");
    verb->add_option("--strategy", options->strategy, "How to search the combinations")
        ->check(CLI::IsMember(sweep::strategies()));
    verb->add_option("--budget", options->budget, "New trials (50) or time (30s, 5m, 1h)");
    verb->add_option("--seed", options->seed, "Seed of random choices");
    verb->add_option("--out", options->out,
                     "Write the results to this file: .json, .csv, .kt.json (Kernel Tuner's cache) "
                     "or .t4.json (T4)")
        ->type_name(kFile);
    CLI::Option* from =
        verb->add_option("--from", options->from,
                         "Start with the trials of a Kernel Tuner cache, or of another --out")
            ->type_name(kFile);
    verb->add_flag("--resume", options->resume, "Continue with the trials in the --out file")
        ->excludes(from);
    verb->add_flag("--mpi", options->mpi, "Share the work with the other ranks of mpirun");
    verb->add_option("--device", options->devices,
                     "A device; repeated: devices of one model that share the work")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--repeats", options->repeats, "Timed passes of each trial")
        ->check(CLI::Range(0, 1000000000));
    verb->add_option("--timeout", options->timeout, "Time limit of each trial in seconds")
        ->check(kSeconds);
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return sweepProject(*options, console); };
}

void addStep(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "step", "Step through a launch on the simulated GPU, by commands on standard input");
    verb->footer(
        "Commands, one a line; each answers with one line of JSON (docs/command-line.md):\n"
        "  break [FILE:]LINE [if CONDITION], delete N|all\n"
        "  continue, step, next, out, until LINE, instruction, barrier, block, fault\n"
        "  lane N, back, warp N [BLOCK], where, lanes, registers, shared, print EXPRESSION\n"
        "  writer NAME ELEMENT, buffer NAME [FIRST [COUNT]], quit");
    auto options = std::make_shared<StepOptions>();
    verb->add_option("PROJECT", options->project, "The project (*.warpbench), or a CUDA source")
        ->required();
    verb->add_option("--launch", options->launch,
                     "A launch: its kernel, or its number, starting from 0");
    verb->add_option("-D", options->defines, "NAME or NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-I", options->includeDirs, "A folder with headers")
        ->type_name(kFolder)
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--device", options->device, "A simulated device: sim, sim:NAME");
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return stepProject(*options, console); };
}

void addOccupancy(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "occupancy", "How many blocks and warps an SM holds, and what limits them");
    auto options = std::make_shared<OccupancyOptions>();
    CLI::Option* project =
        verb->add_option("PROJECT", options->project, "Take a project's kernels");
    CLI::Option* threads = verb->add_option("--threads", options->threads, "Threads per block")
                               ->check(CLI::Range(1, 1 << 20));
    threads->excludes(project);
    verb->add_option("--regs", options->registers, "Registers per thread")
        ->check(CLI::Range(0, 1024));
    verb->add_option("--shared", options->shared, "Shared memory per block in bytes")
        ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 40));
    CLI::Option* cc = verb->add_option("--cc", options->cc, "Compute capability (default 9.0)");
    verb->add_option("--gpu", options->gpu, "A GPU by its name, for instance H200")->excludes(cc);
    verb->add_option("--curve", options->curve, "Every value of threads, regs or shared")
        ->check(CLI::IsMember({"threads", "regs", "shared"}));
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    actions[verb] = [options, &console] { return showOccupancy(*options, console); };
}

void addCalibrate(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "calibrate", "Measure a real GPU's speeds, for estimates of its times elsewhere");
    auto options = std::make_shared<CalibrateOptions>();
    verb->add_option("--device", options->device, "The GPU; see `devices`");
    verb->add_option("--to", options->to,
                     "Write to this file, for others, and not for this computer's estimates")
        ->type_name(kFile);
    actions[verb] = [options, &console] { return calibrateGpu(*options, console); };
}

void addWhichGpu(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "which-gpu", "Estimate a project's time on every GPU that can be simulated");
    auto options = std::make_shared<WhichGpuOptions>();
    verb->add_option("PROJECT", options->project, "The project (*.warpbench), or a CUDA source")
        ->required();
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-D", options->defines, "NAME or NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-I", options->includeDirs, "A folder with headers")
        ->take_all()
        ->allow_extra_args(false);
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return compareGpus(*options, console); };
}

void addNew(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("new", "Start a project in a new folder");
    auto options = std::make_shared<NewOptions>();
    verb->add_option("DIR", options->folder, "The folder to make")->required();
    verb->add_option("--template", options->pattern, "The example to start from; see `examples`");
    actions[verb] = [options, &console] { return newProject(*options, console); };
}

void addExamples(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("examples", "List the lessons, or copy one");
    auto options = std::make_shared<ExamplesOptions>();
    CLI::Option* nameOption = verb->add_option("NAME", options->name, "The lesson to copy");
    CLI::Option* folderOption =
        verb->add_option("DIR", options->folder, "The folder to copy it to");
    nameOption->needs(folderOption);
    actions[verb] = [options, &console] { return showExamples(*options, console); };
}

void addConvert(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "convert", "Convert a project file to the newest version, or create one for a CUDA source");
    auto options = std::make_shared<ConvertOptions>();
    verb->add_option("FILE", options->file, "A project or a CUDA source")->required();
    verb->add_option("OUT", options->out,
                     "The file to write; by default the project itself, or one next to the source");
    verb->add_flag("--force", options->force, "Replace an existing file");
    CLI::Option* guess =
        verb->add_flag("--guess", options->guess,
                       "Read a program's set-up from its source, without running its host code");
    verb->add_flag("--run", options->run,
                   "Run the program to get its set-up, and create none if that fails")
        ->excludes(guess);
    verb->add_option("--device", options->device,
                     "The device that a program runs on: sim or sim:NAME");
    verb->add_option("-D", options->defines, "NAME or NAME=VALUE, for a CUDA source")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("-I", options->includeDirs, "A folder with headers, for a CUDA source")
        ->take_all()
        ->allow_extra_args(false);
    actions[verb] = [options, &console] { return convert(*options, console); };
}

void addExport(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb =
        app.add_subcommand("export", "Export a project as a program that does not need Warpbench");
    auto options = std::make_shared<ExportOptions>();
    verb->add_option("PROJECT", options->project, "The project (*.warpbench), or a CUDA source")
        ->required();
    verb->add_option("DIR", options->folder, "The folder that gets the program")->required();
    verb->add_option("--to", options->to,
                     "cuda: a CUDA C++ program; cupy or pycuda: a Python script; kernel-tuner: a "
                     "script that tunes a kernel")
        ->check(CLI::IsMember({"cuda", "cupy", "pycuda", "kernel-tuner"}))
        ->capture_default_str();
    verb->add_option("--launch", options->launch,
                     "The launch to tune: its kernel, or its number, starting from 0");
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_flag("--force", options->force, "Replace existing files");
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return exportProgram(*options, console); };
}

void addGenerate(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb =
        app.add_subcommand("generate", "Make a kernel from a line such as z = a*x + y");
    auto options = std::make_shared<GenerateOptions>();
    verb->add_option("PROJECT", options->project, "The project with the buffers")->required();
    verb->add_option("ASSIGNMENTS", options->elementwise,
                     "BUFFER = EXPRESSION for every element; several with ; between them");
    verb->add_option(
            "--step", options->step,
            "The kernel of a step of the project: the number of its launch, starting from 0")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    verb->add_flag("--add", options->add,
                   "Add the kernel to the project's source and its launch to the project, in place "
                   "of the step");
    addAllowOutside(*verb, options->allowOutside);
    actions[verb] = [options, &console] { return generateKernel(*options, console); };
}

void addDoctor(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb =
        app.add_subcommand("doctor", "Say what is installed, what is missing, and how to get it");
    auto options = std::make_shared<DoctorOptions>();
    CLI::Option* flag = verb->add_flag("--install-compiler", options->installCompiler,
                                       "Fetch NVIDIA's compiler into the user's data folder");
    verb->add_option("--from", options->from,
                     "Take the wheels from this folder, not from the network")
        ->type_name(kFolder)
        ->needs(flag);
    actions[verb] = [options, &console] { return runDoctor(*options, console); };
}

/// The values of CLI::IsMember, which reports them only in the option's type: "TEXT:{a,b}".
std::vector<std::string> choicesOf(const std::string& type) {
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}');
    if (open == std::string::npos || close == std::string::npos)
        return {};
    return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

OptionText textOf(const CLI::Option& option) {
    OptionText text;
    for (const std::string& name : option.get_snames())
        text.names.push_back('-' + name);
    for (const std::string& name : option.get_lnames())
        text.names.push_back("--" + name);
    text.description = option.get_description();
    const bool positional = option.get_positional();
    if (positional || option.get_items_expected_max() > 0) {
        text.value = positional ? option.get_name(true) : option.get_type_name();
        text.choices = choicesOf(option.get_type_name());
        static const std::vector<std::string> files{kFile, kFolder, "PROJECT", "OUT", "SUBMISSION"};
        text.isFile = std::find(files.begin(), files.end(), text.value) != files.end();
        text.value = text.value.substr(0, text.value.find(':'));
    }
    return text;
}

std::vector<VerbText> describe(const CLI::App& app) {
    std::vector<VerbText> verbs;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        VerbText text{verb->get_name(), verb->get_description(), {}};
        for (const CLI::Option* option : verb->get_options())
            text.options.push_back(textOf(*option));
        verbs.push_back(std::move(text));
    }
    return verbs;
}

/// The first word if it is an unknown verb. CLI11 only says that a verb is required.
std::optional<Error> unknownVerb(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (!app.get_subcommands().empty())
        return std::nullopt;
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!verb->get_group().empty()) // hidden
            verbs.push_back(verb->get_name());
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (!word.starts_with('-'))
            return Error(ErrorKind::usage,
                         ErrorText{"WB3010", "unknown verb '{verb}'", {}, {{"verb", word}}}.advised(
                             project::suggestion(word, verbs)));
    }
    return std::nullopt;
}

/// CLI11's errors, as one Error.
Error usageError(const CLI::ParseError& problem, const CLI::App& app) {
    std::string text = problem.what();
    while (!text.empty() && (text.back() == '\n' || text.back() == '.'))
        text.pop_back();
    for (char& c : text) {
        if (c == '\n')
            c = ' ';
    }
    const auto chosen = app.get_subcommands();
    return Error(ErrorKind::usage,
                 ErrorText{"WB3011", "{problem}", {}, {{"problem", text}}}.advised(
                     chosen.empty() ? phrase("see warpbench-cli --help")
                                    : phrase("see warpbench-cli {verb} --help",
                                             {{"verb", chosen.front()->get_name()}})));
}

} // namespace

Action parseCommandLine(const std::vector<std::string>& given, Console& console) {
    std::vector<std::string> arguments = given;
    std::vector<std::string> command = takeCommandOfExec(arguments);
    CLI::App app{"Warpbench without a window: compile, run and study CUDA kernels."};
    app.allow_windows_style_options(false); // "/a.cu" is a file on every system
    app.set_version_flag("--version", std::string("warpbench-cli ") + kVersion);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 all well; 1 a check failed; 2 wrong usage or project; 3 the kernel "
               "did not compile;\n4 wrong for this device, or a fault; 5 cancelled or timed out.");
    bool wantsJson = false;
    Actions actions;
    addDevices(app, console, actions);
    addCompile(app, console, actions);
    addExec(app, console, actions, std::move(command));
    addRun(app, console, actions);
    addGrade(app, console, actions);
    addSweep(app, console, actions);
    addStep(app, console, actions);
    addOccupancy(app, console, actions);
    addWhichGpu(app, console, actions);
    addCalibrate(app, console, actions);
    addNew(app, console, actions);
    addExamples(app, console, actions);
    addConvert(app, console, actions);
    addExport(app, console, actions);
    addGenerate(app, console, actions);
    addDoctor(app, console, actions);
    for (CLI::App* verb :
         app.get_subcommands([](const CLI::App* verb) { return verb->get_name() != "exec"; }))
        verb->add_flag("--json", wantsJson, "Print one JSON document and nothing else");
    // No JSON: the output is for a shell or for man.
    CLI::App* completion = app.add_subcommand(
        "completion", "Print what a shell needs to complete arguments, or the manual page");
    const auto kind = std::make_shared<std::string>();
    completion->add_option("KIND", *kind, "The shell, or man for the manual page")
        ->required()
        ->check(CLI::IsMember(completionKinds()));
    actions[completion] = [kind, verbs = describe(app), &console] {
        std::string text = completionText(*kind, verbs);
        text.pop_back(); // the console adds the last line's end
        console.line(text);
        return 0;
    };

    CLI::App* schema = app.add_subcommand("schema", "Print docs/project.schema.json");
    schema->group(""); // hidden: users have the file
    actions[schema] = [&console] {
        console.line(project::projectSchema());
        return 0;
    };

    try {
        // CLI11 takes them from last to first, without the program.
        app.parse(std::vector<std::string>(arguments.rbegin(), std::prev(arguments.rend())));
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        console.line(chosen.empty() ? app.help() : chosen.front()->help("warpbench-cli"));
        return [] { return 0; };
    } catch (const CLI::CallForVersion& version) {
        console.line(version.what());
        return [] { return 0; };
    } catch (const CLI::ParseError& problem) {
        if (const auto unknown = unknownVerb(app, arguments))
            throw *unknown;
        throw usageError(problem, app);
    }
    console.setJson(wantsJson);
    return actions.at(app.get_subcommands().front());
}

} // namespace warpbench::cli
