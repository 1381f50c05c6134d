// SPDX-License-Identifier: GPL-3.0-or-later
// exec: a complete CUDA program, including host code, on a simulated or a real GPU.
#include "app/warpbench-cli/capture.h"
#include "app/warpbench-cli/estimate_text.h"
#include "app/warpbench-cli/program_gpu.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/processes/interrupt.h"
#include "core/programs/build_program.h"
#include "core/programs/inspect_program.h"
#include "core/programs/program_estimate.h"
#include "core/programs/run_program.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <sstream>

namespace warpbench::cli {

namespace fs = std::filesystem;

namespace {

constexpr int kFaultCode = 4;

bool isSource(const std::string& argument) {
    constexpr std::array kEndings = {".cu", ".cpp", ".cc", ".cxx", ".c"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](const char* ending) { return argument.ends_with(ending); });
}

/// The command after exec's own options: sources with nvcc's options, or a program with its
/// arguments.
struct Command {
    std::vector<fs::path> sources;
    std::vector<std::string> compilerOptions;
    fs::path program;
    std::vector<std::string> arguments;
};

Command commandOf(const std::vector<std::string>& words) {
    Command command;
    const auto separator = std::find(words.begin(), words.end(), "--");
    const bool hasSources = std::any_of(words.begin(), separator, isSource) &&
                            (isSource(words.front()) || words.front().starts_with('-'));
    if (!hasSources) {
        command.program = pathFromUtf8(words.front());
        command.arguments.assign(words.begin() + 1, words.end());
        return command;
    }
    for (auto word = words.begin(); word != separator; ++word) {
        if (*word == "-o" && word + 1 != separator)
            ++word; // the program goes into the cache
        else if (isSource(*word) && !word->starts_with('-'))
            command.sources.push_back(pathFromUtf8(*word));
        else
            command.compilerOptions.push_back(*word);
    }
    if (separator != words.end())
        command.arguments.assign(separator + 1, words.end());
    return command;
}

/// Looks up a bare name on PATH, as a shell does.
bool isOnPath(const fs::path& program) {
    return !program.has_parent_path();
}

/// The number of faults that the driver reported.
int faultsIn(const fs::path& report) {
    std::error_code missing;
    if (!fs::is_regular_file(report, missing))
        return 0;
    const std::string text = platform::readFile(report);
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string percentText(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

/// The driver's last line of JSON for each kernel of each process.
std::vector<nlohmann::json> kernelLines(const fs::path& profile) {
    std::map<std::string, nlohmann::json> last;
    std::error_code missing;
    std::istringstream lines(fs::is_regular_file(profile, missing) ? platform::readFile(profile)
                                                                   : std::string());
    for (std::string line; std::getline(lines, line);) {
        nlohmann::json kernel = nlohmann::json::parse(line, nullptr, false);
        if (!kernel.is_object())
            continue; // cut short when the program was killed
        const std::string key = kernel.at("process").dump() + kernel.at("kernel").dump();
        last[key] = std::move(kernel);
    }
    std::vector<nlohmann::json> kernels;
    kernels.reserve(last.size());
    for (auto& [key, kernel] : last)
        kernels.push_back(std::move(kernel));
    return kernels;
}

/// The kernels with their time on this computer. \param counted  with counters
Table kernelTable(const fs::path& profile, bool counted) {
    Table table{{"kernel", "launches", "time", "share", "grid", "block"}, {}};
    if (counted)
        table.header.insert(table.header.end(), {"warp instr.", "global sectors", "needed",
                                                 "bank conflicts", "divergent branches"});
    std::vector<nlohmann::json> kernels = kernelLines(profile);
    double seconds = 0;
    for (const nlohmann::json& kernel : kernels)
        seconds += kernel.at("seconds").get<double>();
    std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) {
        return a.at("seconds").template get<double>() > b.at("seconds").template get<double>();
    });
    for (const nlohmann::json& kernel : kernels) {
        const double own = kernel.at("seconds").get<double>();
        table.rows.push_back({kernel.at("kernel").get<std::string>(), kernel.at("launches").dump(),
                              timeText(own * 1000), percentText(own, seconds),
                              kernel.at("grid").get<std::string>(),
                              kernel.at("block").get<std::string>()});
        if (!counted)
            continue;
        const auto counters = kernel.value("counters", nlohmann::json::object());
        const auto figure = [&](const char* name) {
            return counters.value(name, std::uint64_t{0});
        };
        const auto sectors = static_cast<double>(figure("global_sectors"));
        std::vector<std::string>& row = table.rows.back();
        row.push_back(std::to_string(figure("warp_instructions")));
        row.push_back(std::to_string(figure("global_sectors")));
        row.push_back(percentText(static_cast<double>(figure("ideal_global_sectors")), sectors));
        row.push_back(std::to_string(figure("shared_bank_conflicts")));
        row.push_back(std::to_string(figure("divergent_branches")));
    }
    return table;
}

/// A kernel's estimated time in all its launches. Those without a profile count like the others.
struct EstimatedKernel {
    std::string name, grid, block;
    std::uint64_t launches = 0;
    programs::KernelEstimate estimate;
    double scale = 1; ///< all launches, divided by those with an estimate

    double ms() const { return estimate.ms * scale; }
};

/// \param profile  may lack the last launches of a program that was stopped
std::vector<EstimatedKernel> estimatedKernels(const fs::path& profile,
                                              const programs::ProgramEstimate& program) {
    std::map<std::string, EstimatedKernel> byName;
    for (const auto& [name, estimate] : program.kernels)
        byName[name] = {name, extentText(estimate.grid), extentText(estimate.block),
                        estimate.recorded, estimate};
    for (const nlohmann::json& line : kernelLines(profile)) {
        EstimatedKernel& kernel = byName[line.at("kernel").get<std::string>()];
        line.at("kernel").get_to(kernel.name);
        line.at("grid").get_to(kernel.grid);
        line.at("block").get_to(kernel.block);
        kernel.launches = std::max(kernel.launches, line.at("launches").get<std::uint64_t>());
    }
    std::vector<EstimatedKernel> kernels;
    for (auto& [name, kernel] : byName) {
        if (kernel.estimate.launches > 0)
            kernel.scale = static_cast<double>(kernel.launches) /
                           static_cast<double>(kernel.estimate.launches);
        kernels.push_back(std::move(kernel));
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const auto& a, const auto& b) { return a.ms() > b.ms(); });
    return kernels;
}

/// Their estimated times on the GPU.
Table estimateTable(const std::vector<EstimatedKernel>& kernels) {
    Table table{{"kernel", "launches", "estimated", "between", "share", "mostly limited by", "grid",
                 "block"},
                {}};
    double all = 0;
    for (const EstimatedKernel& kernel : kernels)
        all += kernel.ms();
    for (const EstimatedKernel& kernel : kernels) {
        const programs::KernelEstimate& estimate = kernel.estimate;
        std::vector<std::string>& row = table.rows.emplace_back();
        row = {kernel.name, std::to_string(kernel.launches)};
        if (estimate.launches == 0)
            row.insert(row.end(),
                       {"-", "-", "-",
                        estimate.recorded > 0 ? estimate.untimed.whole()
                                              : std::string("not recorded: it failed, or a kernel "
                                                            "launched it")});
        else
            row.insert(row.end(), {timeText(kernel.ms()),
                                   fmt::format("{} and {}", timeText(estimate.low * kernel.scale),
                                               timeText(estimate.high * kernel.scale)),
                                   percentText(kernel.ms(), all),
                                   fmt::format("{} {:.0f} %", boundText(estimate.boundBy.bound),
                                               100 * estimate.boundBy.share)});
        row.push_back(kernel.grid);
        row.push_back(kernel.block);
    }
    return table;
}

/// Refuses options that only the simulated GPU supports.
void requireSimulated(const ExecOptions& options, const ProgramGpu& gpu) {
    const char* const option = options.check == "faults" ? "--check faults"
                               : options.profile         ? "--profile"
                               : options.metrics         ? "--metrics"
                               : options.estimate        ? "--estimate"
                                                         : nullptr;
    if (option && gpu.isReal())
        throw Error(ErrorKind::usage,
                    {"WB3027",
                     "{option} needs a simulated GPU, and device {device} is {name}",
                     "use --device sim",
                     {{"option", option}, {"device", options.device}, {"name", gpu.real.name}}});
}

/// The steps of exec for a program.
class Execution {
  public:
    Execution(const ExecOptions& options, Console& console)
        : m_options(options)
        , m_console(console)
        , m_command(commandOf(options.command))
        , m_gpu(programGpuOf(options.device, console))
        , m_watcher([this] { m_interrupted = true; }) {}

    int perform() {
        requireSimulated(m_options, m_gpu);
        if (!m_options.capture.empty()) {
            m_order = {
                m_options.capture, pathFromUtf8(m_options.to), m_command.sources,
                m_command.compilerOptions,
                utf8((m_command.sources.empty() ? m_command.program : m_command.sources.front())
                         .filename())};
            requireCapturable(m_order);
        }
        prepareProgram();
        const programs::ProgramRun run = runOf();
        const platform::ProgramResult result = programs::runProgram(run);
        const int faults = report(run);
        // A program that was stopped after the launch has still captured it.
        const bool isCaptured = fs::exists(run.capture / "0" / "launch.json");
        if (isCaptured)
            capture(run);
        const int code = codeOf(result, faults);
        if (!isCaptured && !m_options.capture.empty())
            capture(run);
        return code;
    }

  private:
    bool stopped() const { return m_interrupted.load(); }

    void capture(const programs::ProgramRun& run) {
        makeCapture(m_order, run.capture / "0", programs::readLaunchList(run.launches), m_console);
    }

    /// Builds it, or checks whether it can run.
    void prepareProgram() {
        if (m_command.sources.empty()) {
            if (!isOnPath(m_command.program))
                requireRunnable();
            return;
        }
        for (const fs::path& source : m_command.sources)
            platform::readFile(source,
                               ErrorKind::usage); // a missing one is reported before nvcc starts
        const programs::ProgramRequest request{m_command.sources, m_command.compilerOptions,
                                               m_gpu.computeCapability};
        m_command.program = programs::buildProgram(
            request, compile::ToolkitSearch::ofThisMachine(),
            [&](const std::string& name) { m_console.progress("Compiling " + name); },
            [this] { return stopped(); });
        m_console.endProgress();
    }

    void requireRunnable() const {
        const programs::ProgramFacts facts = programs::inspectProgram(m_command.program);
        if (!m_gpu.isReal())
            programs::requireRunnable(m_command.program, facts);
    }

    programs::ProgramRun runOf() const {
        programs::ProgramRun run;
        run.program = m_command.program;
        run.arguments = m_command.arguments;
        run.model = m_gpu.model;
        run.gpu = m_gpu.real;
        run.hasOurRuntime = !m_command.sources.empty();
        run.checkFaults = m_options.check == "faults";
        run.report = m_folder.path() / "faults";
        run.countEvents = m_options.metrics;
        if (m_options.profile || m_options.metrics || m_options.estimate)
            run.profile = m_folder.path() / "profile";
        if (m_options.estimate) {
            run.estimate = m_folder.path() / "estimate";
            fs::create_directories(run.estimate);
        }
        if (m_options.listLaunches || !m_options.launchesFile.empty() || !m_options.capture.empty())
            run.launches = m_folder.path() / "launches";
        if (!m_options.capture.empty()) {
            run.capture = m_folder.path() / "capture";
            fs::create_directories(run.capture);
            run.captureKernel = m_options.capture;
            run.captureLimit = std::uint64_t(m_options.limit) << 20;
        }
        run.standardOutput = m_console.outputDescriptor();
        if (m_options.timeout)
            run.limit =
                std::chrono::milliseconds(static_cast<std::int64_t>(*m_options.timeout * 1000));
        run.stopped = [this] { return stopped(); };
        return run;
    }

    /// Prints the driver's findings. \returns the number of faults
    int report(const programs::ProgramRun& run) {
        const int faults = faultsIn(run.report);
        if (run.checkFaults)
            m_console.notice(faults == 0
                                 ? "no faults were found"
                                 : fmt::format("{} {}", faults, faults == 1 ? "fault" : "faults"));
        if (m_options.estimate)
            showEstimates(run);
        if (m_options.profile || m_options.metrics)
            show(kernelTable(run.profile, run.countEvents),
                 "Kernels, with their time on this computer:");
        if (m_options.listLaunches) {
            const programs::LaunchList launches = programs::readLaunchList(run.launches);
            show(launchTable(launches), "Launches in order:");
            if (launches.isCutShort)
                m_console.notice("there were more launches than are listed");
        }
        if (!m_options.launchesFile.empty())
            platform::replaceFile(pathFromUtf8(m_options.launchesFile),
                                  launchesJson(programs::readLaunchList(run.launches)).dump(2) +
                                      "\n",
                                  ErrorKind::usage);
        return faults;
    }

    void showEstimates(const programs::ProgramRun& run) {
        m_console.progress("Estimating");
        const programs::ProgramEstimate estimate =
            programs::estimateProgram(run.estimate, run.model, [this] { return stopped(); });
        m_console.endProgress();
        const std::vector<EstimatedKernel> kernels = estimatedKernels(run.profile, estimate);
        show(estimateTable(kernels),
             fmt::format("Kernels, with their estimated time on {}{}:", estimate.model,
                         estimate.calibrated ? "" : " (some of its speeds are guesses)"));
        if (estimate.isCutShort)
            m_console.notice("there were more launches than could be recorded; the others count "
                             "like those of the same kernel");
    }

    void show(const Table& table, const std::string& heading) {
        m_console.notice(table.rows.empty()
                             ? std::string("the program launched no kernel, or ended too early to "
                                           "say which")
                             : heading);
        if (!table.rows.empty())
            m_console.noticeTable(table);
    }

    int codeOf(const platform::ProgramResult& result, int faults) const {
        if (result.timedOut)
            throw Error(ErrorKind::timeout, {"WB3028",
                                             "the program did not end within its {limit} seconds",
                                             "give it more time with --timeout, or smaller numbers",
                                             {{"limit", fmt::format("{:g}", *m_options.timeout)}}});
        if (result.stopped || result.status.interrupted())
            return exitCode(ErrorKind::cancelled);
        if (result.status.signal != 0)
            throw Error(ErrorKind::device,
                        {"WB3029",
                         "the program ended by {status}",
                         "look for an error in its host code, for example with a debugger",
                         {{"status", result.status.text()}}});
        return result.status.code == 0 && faults > 0 ? kFaultCode : result.status.code;
    }

    const ExecOptions& m_options;
    Console& m_console;
    Command m_command;
    const ProgramGpu m_gpu;
    CaptureOrder m_order;
    const platform::TemporaryFolder m_folder;
    std::atomic<bool> m_interrupted = false;
    const platform::InterruptWatcher m_watcher;
};

} // namespace

int execProgram(const ExecOptions& options, Console& console) {
    if (options.command.empty())
        throw Error(ErrorKind::usage, {"WB3030", "exec needs a CUDA source or a program",
                                       "see warpbench-cli exec --help"});
    return Execution(options, console).perform();
}

} // namespace warpbench::cli
