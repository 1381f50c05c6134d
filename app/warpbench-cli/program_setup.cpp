// SPDX-License-Identifier: GPL-3.0-or-later
// run FILE.cu: the set-up comes from a run of the program.
#include "app/warpbench-cli/program_setup.h"

#include "app/warpbench-cli/session_calls.h"
#include "core/base/path_text.h"
#include "core/base/utf8_text.h"
#include "core/compile/device_code.h"
#include "core/compile/host_code.h"
#include "core/platform/files.h"
#include "core/processes/interrupt.h"
#include "core/programs/build_program.h"
#include "core/programs/captured_program.h"
#include "core/programs/captured_source.h"
#include "core/programs/run_program.h"
#include "core/programs/simulated_model.h"
#include "core/project/project_file.h"
#include "core/sources/source_scan.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace warpbench::cli {

namespace fs = std::filesystem;
using programs::CapturedLaunch;

namespace {

/// Of the program; a problem that takes longer is too large for simulation anyway.
constexpr std::chrono::seconds kProgramLimit{30};
/// For all launches together, in bytes; the files take four times that.
constexpr std::uint64_t kMemoryLimit = std::uint64_t(1) << 26;

/// The steps from one program to a set-up.
class SetUpMaker {
  public:
    SetUpMaker(const project::Project& bare, const fs::path& file, const std::string& device,
               Console& console)
        : m_bare(bare)
        , m_file(file)
        , m_model(device.starts_with("sim:") ? device.substr(4) : programs::defaultModel())
        , m_console(console)
        , m_data(std::make_shared<platform::TemporaryFolder>()) {}

    ProgramSetUp make() {
        runProgram(build());
        readLaunches();
        if (m_launches.empty())
            throw Error(ErrorKind::device,
                        withEnd(m_left.empty()
                                    ? ErrorText{"WB3049", "the program launched no kernel",
                                                "check that it reaches a launch"}
                                    : ErrorText{"WB3050",
                                                "the program launched no kernel of its "
                                                "source that can be a set-up",
                                                "run the whole program with exec"}));
        ProgramSetUp setUp{m_bare, m_data};
        join(setUp.project);
        return setUp;
    }

  private:
    /// The problem, and how the program ended.
    ErrorText withEnd(ErrorText problem) const {
        return m_end.empty()
                   ? problem
                   : phrase("{problem}; {end}", {{"problem", std::move(problem)}, {"end", m_end}});
    }

    fs::path build() {
        programs::ProgramRequest request{{m_file}, {}, programs::computeCapabilityOf(m_model)};
        for (const auto& [name, value] : m_bare.compile.defines)
            request.options.push_back("-D" + name + (value ? "=" + *value : ""));
        for (const std::string& folder : m_bare.compile.includeDirs)
            request.options.push_back("-I" + folder);
        const platform::InterruptWatcher watcher([&] { m_isInterrupted = true; });
        fs::path program = programs::buildProgram(
            request, compile::ToolkitSearch::ofThisMachine(),
            [&](const std::string& name) { m_console.progress("Compiling " + name); },
            [this] { return m_isInterrupted.load(); });
        m_console.endProgress();
        return program;
    }

    void runProgram(const fs::path& program) {
        programs::ProgramRun run;
        run.program = program;
        run.model = m_model;
        run.limit = kProgramLimit;
        run.standardOutput.reset();
        run.launches = m_data->path() / "launches";
        run.capture = m_data->path() / "capture";
        fs::create_directories(run.capture);
        run.captureKernel = "*";
        run.captureLimit = kMemoryLimit;
        const platform::InterruptWatcher watcher([&] { m_isInterrupted = true; });
        run.stopped = [this] { return m_isInterrupted.load(); };
        m_console.progress("Running " + utf8(m_file.filename()));
        const platform::ProgramResult result = programs::runProgram(run);
        m_console.endProgress();
        if (result.stopped)
            throw Error(ErrorKind::cancelled, {"WB3051", "the program was stopped"});
        if (result.timedOut)
            m_end = phrase("the program did not end within {limit} s",
                           {{"limit", kProgramLimit.count()}});
        else if (!result.status.ok())
            m_end = phrase("the program ended with {status}", {{"status", result.status.text()}});
    }

    void readLaunches() {
        const std::set<std::string> kernels = kernelsOfSource();
        for (int i = 0; fs::exists(folderOf(i) / "launch.json"); ++i) {
            CapturedLaunch launch = programs::readCapturedLaunch(folderOf(i));
            const std::string name = programs::nameInSource(launch.kernel);
            if (name.empty() || !kernels.contains(programs::plainNameOf(name)))
                m_left.push_back({"WB3052",
                                  "the source does not name its kernel {kernel}",
                                  "give the file that contains the kernel",
                                  {{"kernel", programs::plainNameOf(launch.kernel)}}});
            else if (launch.state == CapturedLaunch::State::tooLarge)
                m_left.push_back(
                    {"WB3053",
                     "the launch of {kernel} has too much data (64 MiB for all launches)",
                     "use smaller data, or exec --capture with --limit",
                     {{"kernel", launch.kernel}}});
            else if (launch.state == CapturedLaunch::State::running)
                m_left.push_back({"WB3054",
                                  "the launch of {kernel} did not end",
                                  "use smaller data",
                                  {{"kernel", launch.kernel}}});
            else // you probably want to investigate one with a fault
                m_launches.push_back(std::move(launch));
        }
    }

    fs::path folderOf(int number) const {
        return m_data->path() / "capture" / std::to_string(number);
    }

    /// Those that the source and its headers define.
    std::set<std::string> kernelsOfSource() const {
        compile::CompileRequest request;
        request.source = project::sourceText(m_bare);
        request.fileName = utf8(m_file);
        request.defines = m_bare.compile.defines;
        for (const std::string& folder : m_bare.compile.includeDirs)
            request.includeDirs.push_back(pathFromUtf8(folder));
        std::set<std::string> names;
        for (const auto& [path, text] : compile::programFiles(request))
            for (const compile::ScannedKernel& kernel : compile::scanSource(text))
                if (kernel.isDefinition)
                    names.insert(programs::plainNameOf(kernel.info.name));
        return names;
    }

    compile::CompileResult compiled() {
        project::Project project = m_bare;
        for (const CapturedLaunch& launch : m_launches) {
            project::Launch& own = project.launches.emplace_back();
            own.kernel = programs::nameInSource(launch.kernel);
            // A struct among the arguments requires the compiler's types.
            own.args.emplace_back().value = project::StructArg{};
        }
        BlockingSession session(m_console, session::WorkerHome::child_process);
        compile::CompileResult result =
            session.compile({project, project::sourceText(m_bare), "sim:" + m_model, {}});
        if (!result.succeeded)
            throw Error(ErrorKind::compile,
                        {"WB3055", "its kernels do not compile without the program",
                         "run the whole program with exec"});
        return result;
    }

    void join(project::Project& project) {
        const compile::CompileResult result = compiled();
        const std::string text = project::sourceText(m_bare);
        std::vector<programs::CapturedProject> parts;
        std::vector<fs::path> folders;
        for (const CapturedLaunch& launch : m_launches) {
            const std::string name = programs::nameInSource(launch.kernel);
            const auto kernel =
                std::find_if(result.kernels.begin(), result.kernels.end(), [&](const auto& k) {
                    return k.lowered == launch.lowered || k.isCalled(name);
                });
            if (kernel == result.kernels.end())
                continue;
            const fs::path folder = m_data->path() / std::to_string(parts.size());
            try {
                parts.push_back(programs::makeCapturedProject(
                    launch, *kernel, text, programs::PointerSearch::byType, folder));
                folders.push_back(folder);
            } catch (const Error& error) {
                m_left.push_back(error.said().advised({})); // its remedy is for a capture
            }
        }
        programs::JoinedLaunches joined = programs::joinLaunches(std::move(parts), folders);
        if (joined.project.launches.empty())
            throw Error(ErrorKind::device,
                        m_left.empty() ? ErrorText{"WB3056", "none of its launches can be a set-up",
                                                   "run the whole program with exec"}
                                       : m_left.front());
        project.buffers = std::move(joined.project.buffers);
        project.launches = std::move(joined.project.launches);
        project.constants = std::move(joined.project.constants);
        project.limits = joined.project.limits;
        tell(joined.notes);
    }

    void tell(const std::vector<std::string>& notes) {
        if (!m_end.empty())
            note(m_end.text());
        std::map<std::string, std::uint64_t> times;
        for (const auto& launch : programs::readLaunchList(m_data->path() / "launches").launches)
            times[launch.kernel] += launch.count;
        for (const CapturedLaunch& launch : m_launches)
            if (times[launch.kernel] > 1)
                note(fmt::format("{} was launched {} times; the set-up has the first launch",
                                 launch.kernel, times[launch.kernel]));
        for (const ErrorText& left : m_left)
            note(left.text() + "; it is left out");
        for (const std::string& text : notes)
            note(text);
    }

    void note(const std::string& text) { m_console.notice(utf8(m_file) + ": note: " + text); }

    const project::Project& m_bare;
    const fs::path& m_file;
    const std::string m_model;
    Console& m_console;
    std::shared_ptr<platform::TemporaryFolder> m_data;
    std::vector<CapturedLaunch> m_launches;
    std::vector<ErrorText> m_left; ///< omitted launches, with the reason
    ErrorText m_end;               ///< how the program ended, unless successfully
    std::atomic<bool> m_isInterrupted = false;
};

} // namespace

bool isRunnableProgram(const fs::path& file) {
    if (compile::sourceKindOf(utf8(file)) != compile::SourceKind::cuda ||
        !compile::definesMain(utf8Text(platform::readFile(file))))
        return false;
    try {
        programs::findNvcc(compile::ToolkitSearch::ofThisMachine());
        programs::runtimeFolder();
        return true;
    } catch (const Error&) {
        return false;
    }
}

ProgramSetUp setUpOfProgram(const project::Project& bare, const fs::path& file,
                            const std::string& device, Console& console) {
    return SetUpMaker(bare, file, device, console).make();
}

std::optional<ProgramSetUp> trySetUpOfProgram(const project::Project& bare, const fs::path& file,
                                              const std::string& device, Console& console) {
    if (!isRunnableProgram(file))
        return std::nullopt;
    try {
        ProgramSetUp made = setUpOfProgram(bare, file, device, console);
        console.notice(utf8(file) + ": note: the set-up comes from a run of the program; --guess "
                                    "reads it from the source instead");
        return made;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled)
            throw;
        // one line of nvcc's after ours is enough
        std::string why = error.text();
        std::replace(why.begin(), why.end(), '\n', ' ');
        if (const std::size_t line = error.text().find('\n'); line != std::string::npos)
            why.resize(std::min(why.size(), error.text().find('\n', line + 1)));
        console.notice(utf8(file) + ": note: the set-up is guessed from the source: " + why);
        return std::nullopt;
    }
}

} // namespace warpbench::cli
