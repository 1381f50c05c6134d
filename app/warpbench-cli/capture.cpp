// SPDX-License-Identifier: GPL-3.0-or-later
// exec --capture: turns a launch of a program into a project.
#include "app/warpbench-cli/capture.h"

#include "app/warpbench-cli/session_calls.h"
#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/compile/device_code.h"
#include "core/platform/files.h"
#include "core/programs/captured_project.h"
#include "core/programs/captured_source.h"
#include "core/project/project_file.h"
#include "core/sources/source_scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>

namespace warpbench::cli {

namespace fs = std::filesystem;
using programs::CapturedLaunch;

namespace {

/// "scale" and 3 from "scale#3".
std::pair<std::string, std::uint64_t> wantedLaunch(const std::string& order) {
    const std::size_t hash = order.rfind('#');
    if (hash == std::string::npos)
        return {order, 1};
    const std::string number = order.substr(hash + 1);
    const bool isNumber =
        !number.empty() && number.size() < 19 &&
        std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!isNumber || hash == 0 || std::stoull(number) == 0)
        throw Error(ErrorKind::usage,
                    {"WB3002",
                     "\"--capture {order}\" is not KERNEL[#N]",
                     "write for instance --capture scale#3; launches are numbered from 1",
                     {{"order", order}}});
    return {order.substr(0, hash), std::stoull(number)};
}

/// Launches of each kernel, by its demangled name.
std::map<std::string, std::uint64_t> kernelsOf(const programs::LaunchList& launches) {
    std::map<std::string, std::uint64_t> kernels;
    for (const programs::ListedLaunch& launch : launches.launches)
        kernels[launch.kernel] += launch.count;
    return kernels;
}

/// The names of CUB's template instances fill a screen each.
std::string shortName(const std::string& kernel) {
    constexpr std::size_t kLongest = 60;
    return kernel.size() <= kLongest ? kernel : programs::plainNameOf(kernel) + "<…>";
}

[[noreturn]] void refuseUnknown(const std::string& order, const programs::LaunchList& launches) {
    const auto [wanted, number] = wantedLaunch(order);
    const std::map<std::string, std::uint64_t> kernels = kernelsOf(launches);
    if (kernels.empty())
        throw Error(ErrorKind::usage,
                    {"WB3003", "the program did not launch a kernel, so nothing can be captured",
                     "check its arguments and its own messages"});
    std::vector<std::string> names, plain, listed;
    std::uint64_t count = 0;
    for (const auto& [name, times] : kernels) {
        names.push_back(name);
        plain.push_back(programs::plainNameOf(name));
        listed.push_back(fmt::format("{} ({})", shortName(name), times));
        if (name == wanted || plain.back() == wanted || name.substr(0, name.find('<')) == wanted)
            count += times;
    }
    if (count > 0)
        throw Error(ErrorKind::usage,
                    {"WB3004",
                     "{kernel} was launched {times}, but launch {number} was requested",
                     "write --capture {kernel}#{count} or less",
                     {{"kernel", wanted},
                      {"times",
                       count == 1 ? phrase("1 time") : phrase("{count} times", {{"count", count}})},
                      {"number", number},
                      {"count", count}}});
    std::string near = project::nearestWord(wanted, names);
    if (near.empty())
        near = project::nearestWord(wanted, plain);
    const std::string all = fmt::format("{}", fmt::join(listed, ", "));
    throw Error(
        ErrorKind::usage,
        ErrorText{"WB3005", "the program launched no kernel {kernel}", {}, {{"kernel", wanted}}}
            .advised(near.empty() ? phrase("it launched {kernels}", {{"kernels", all}})
                                  : phrase("did you mean {kernel}? it launched {kernels}",
                                           {{"kernel", near}, {"kernels", all}})));
}

std::string fileNameOf(const std::string& kernel) {
    std::string name = programs::plainNameOf(kernel);
    std::erase_if(name, [](unsigned char c) { return !std::isalnum(c) && c != '_'; });
    return (name.empty() ? "kernel" : name) + ".warpbench";
}

/// Tries to make a project that replays a launch.
class CaptureMaker {
  public:
    CaptureMaker(const CaptureOrder& order, const CapturedLaunch& launch, Console& console)
        : m_order(order)
        , m_launch(launch)
        , m_console(console)
        , m_session(console, session::WorkerHome::child_process)
        , m_file(order.folder / fileNameOf(launch.kernel)) {}

    void make() {
        fs::create_directories(m_order.folder);
        m_source = programs::findKernelSource(m_launch, m_order.sources, m_order.compilerOptions);
        if ((m_source && trySource()) || tryPtx())
            return;
        keepDiffering();
    }

  private:
    using Search = programs::PointerSearch;

    project::Project skeleton(const programs::CopiedCode& code) const {
        project::Project project;
        project.file = m_file;
        project.source = code.source;
        project.link = code.link;
        project.compile = code.compile;
        return project;
    }

    /// \returns whether the source's project replays the launch; if not, removes all of it
    bool trySource() {
        const programs::CopiedCode code =
            programs::copySource(*m_source, m_order.compilerOptions, m_order.folder);
        try {
            m_compiled = compiled(code);
            if (m_compiled) {
                write(code, *m_compiled, Search::byType);
                if (replays()) {
                    finish({});
                    return true;
                }
                m_why = "compiled from its source alone, it gives different results";
            }
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::cancelled || error.kind() == ErrorKind::usage)
                throw;
            m_why = error.text();
        }
        remove(code);
        return false;
    }

    void remove(const programs::CopiedCode& code) const {
        std::error_code ignored;
        for (const fs::path& file : code.files)
            fs::remove(file, ignored);
        fs::remove_all(m_order.folder / "source", ignored);
    }

    /// The kernel as NVRTC compiles it; empty if it does not.
    std::optional<compile::KernelInfo> compiled(const programs::CopiedCode& code) {
        project::Project project = skeleton(code);
        project::Launch& launch = project.launches.emplace_back();
        const std::string name = programs::nameInSource(m_launch.kernel);
        if (name.empty()) {
            m_why = "no source can name the lambda that the kernel takes";
            return std::nullopt;
        }
        launch.kernel = name;
        // A struct among the arguments requires the compiler's types.
        launch.args.emplace_back().value = project::StructArg{};
        const compile::CompileResult result =
            m_session.compile({project, project::sourceText(project), "sim:" + m_launch.model, {}});
        if (!result.succeeded) {
            m_why = "its source does not compile by itself";
            for (const compile::Diagnostic& diagnostic : result.diagnostics)
                if (diagnostic.severity == compile::Severity::error) {
                    m_why += ": " + diagnostic.text;
                    break;
                }
            return std::nullopt;
        }
        for (const compile::KernelInfo& kernel : result.kernels)
            if (kernel.lowered == m_launch.lowered || kernel.isCalled(name))
                return kernel;
        m_why = "its source has it under another name";
        return std::nullopt;
    }

    /// \returns whether the PTX's project replays the launch
    bool tryPtx() {
        if (m_launch.ptx.empty())
            throw Error(ErrorKind::device,
                        {"WB3006",
                         "the program's code for {kernel} is not known",
                         "build the program with PTX in it: nvcc -arch=compute_90",
                         {{"kernel", m_launch.kernel}}});
        m_ptx = programs::copyPtx(m_launch, m_order.folder);
        const compile::KernelInfo kernel = kernelOfPtx(m_ptx);
        for (const Search search : {Search::byType, Search::everywhere}) {
            write(m_ptx, kernel, search);
            if (replays()) {
                finish(m_why);
                return true;
            }
        }
        return false;
    }

    /// No code reproduced the program's results: use the source, which you can edit.
    void keepDiffering() {
        if (m_compiled) {
            remove(m_ptx);
            write(programs::copySource(*m_source, m_order.compilerOptions, m_order.folder),
                  *m_compiled, Search::byType);
            m_why.clear();
        }
        m_console.warning(Error(ErrorKind::device,
                                {"WB3007",
                                 "a replay of {kernel} does not reproduce the program's results",
                                 "its project is kept: see which values differ",
                                 {{"kernel", m_launch.kernel}}}));
        m_made.notes.push_back("A replay does not reproduce the program's results: the kernel may "
                               "depend on the order of its threads, on the time or on memory that "
                               "was not captured.");
        finish(m_why);
    }

    /// Its parameters, with their names in the source.
    compile::KernelInfo kernelOfPtx(const programs::CopiedCode& code) const {
        compile::CompileRequest request;
        request.fileName = std::get<project::SourceFile>(code.source).path;
        request.source = platform::readFile(m_order.folder / pathFromUtf8(request.fileName));
        const compile::CompileResult result = compile::readDeviceCode(request);
        const auto found =
            std::find_if(result.kernels.begin(), result.kernels.end(),
                         [&](const auto& k) { return k.lowered == m_launch.lowered; });
        if (found == result.kernels.end())
            throw Error(ErrorKind::internal, {"WB3008",
                                              "the PTX does not contain kernel {kernel}",
                                              {},
                                              {{"kernel", m_launch.lowered}}});
        compile::KernelInfo kernel = *found;
        if (!m_launch.lowered.starts_with("_Z"))
            findPointers(kernel);
        if (!m_source || m_source->signature.parameters.size() != kernel.parameters.size())
            return kernel;
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
            compile::Parameter& parameter = kernel.parameters[i];
            const compile::Parameter& written = m_source->signature.parameters[i];
            parameter.name = written.name;
            if (m_launch.lowered.starts_with("_Z"))
                continue;
            parameter.type = written.type;
            parameter.pointer = written.pointer;
            parameter.pointee = written.pointee;
            parameter.pointeeConst = written.pointeeConst;
        }
        return kernel;
    }

    /// PTX may call a pointer a number of 64 bits. One that is an address of captured memory is
    /// none.
    void findPointers(compile::KernelInfo& kernel) const {
        const std::size_t count = std::min(kernel.parameters.size(), m_launch.layout.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::uint64_t value = 0;
            if (m_launch.layout[i].size != sizeof value)
                continue;
            std::memcpy(&value, m_launch.parameters.data() + m_launch.layout[i].offset,
                        sizeof value);
            if (kernel.parameters[i].pointer || !m_launch.memoryAt(value))
                continue;
            kernel.parameters[i].type = "void *";
            compile::classifyType(kernel.parameters[i]);
        }
    }

    void write(const programs::CopiedCode& code, const compile::KernelInfo& kernel, Search search) {
        std::error_code ignored;
        fs::remove_all(m_order.folder / "data", ignored);
        m_made = programs::makeCapturedProject(m_launch, kernel, m_source ? m_source->text : "",
                                               search, m_order.folder);
        m_made.project.file = m_file;
        m_made.project.source = code.source;
        m_made.project.link = code.link;
        m_made.project.compile = code.compile;
        if (fs::is_empty(m_order.folder / "data", ignored))
            fs::remove(m_order.folder / "data", ignored);
        save();
    }

    void save() {
        const std::string number = std::to_string(wantedLaunch(m_order.kernel).second);
        const std::string gpu = m_launch.device.empty()
                                    ? fmt::format("a simulated {}", m_launch.model)
                                    : m_launch.device;
        std::string notes = fmt::format("Launch {} of `{}` in `{}`, captured on {}.", number,
                                        m_launch.kernel, m_order.program, gpu);
        for (const std::string& note : m_made.notes)
            notes += "\n\n" + note;
        m_made.project.notes = notes;
        project::saveProject(m_made.project, m_file);
    }

    /// Whether a run of the project gives the memory contents after the launch, bit for bit. If the
    /// launch did not end, they are unknown.
    bool replays() {
        if (m_launch.state != CapturedLaunch::State::done)
            return true;
        session::RunRequest request;
        request.project = m_made.project;
        request.device = "sim:" + m_launch.model;
        request.repeats = 0;
        const session::RunReport report = m_session.run(std::move(request));
        return report.exitCode() == 0 && variablesAgree(report);
    }

    bool variablesAgree(const session::RunReport& report) const {
        return std::all_of(report.variables.begin(), report.variables.end(),
                           [&](const session::VariableReport& variable) {
                               const auto captured = std::find_if(
                                   m_launch.variables.begin(), m_launch.variables.end(),
                                   [&](const auto& v) { return v.name == variable.name; });
                               if (captured == m_launch.variables.end())
                                   return false;
                               const std::string after = platform::readFile(captured->memory.after);
                               const auto got = variable.values.bytes();
                               return std::ranges::equal(got, std::as_bytes(std::span(after)));
                           });
    }

    void finish(const std::string& whyPtx) {
        if (!whyPtx.empty())
            m_made.notes.push_back("The project uses the program's PTX: " + whyPtx + ".");
        save();
        for (const std::string& note : m_made.notes)
            m_console.notice("note: " + note);
        m_console.notice(fmt::format("{} is in {}; run it with: warpbench-cli run {}",
                                     m_launch.kernel, utf8(m_file), utf8(m_order.folder)));
    }

    const CaptureOrder& m_order;
    const CapturedLaunch& m_launch;
    Console& m_console;
    BlockingSession m_session;
    const fs::path m_file;
    std::optional<programs::KernelSource> m_source;
    std::optional<compile::KernelInfo> m_compiled; ///< as compiled from its source, if that works
    programs::CopiedCode m_ptx;
    programs::CapturedProject m_made;
    std::string m_why; ///< why the source is not used; empty: there is none
};

} // namespace

void requireCapturable(const CaptureOrder& order) {
    wantedLaunch(order.kernel);
    std::error_code missing;
    if (fs::exists(order.folder, missing) &&
        (!fs::is_directory(order.folder, missing) || !fs::is_empty(order.folder, missing)))
        throw Error(ErrorKind::usage, {"WB3009", "the folder is not empty", "name a new folder"},
                    Place{utf8(order.folder)});
}

void makeCapture(const CaptureOrder& order, const fs::path& captured,
                 const programs::LaunchList& launches, Console& console) {
    std::error_code missing;
    if (!fs::is_regular_file(captured / "launch.json", missing))
        refuseUnknown(order.kernel, launches);
    const CapturedLaunch launch = programs::readCapturedLaunch(captured);
    CaptureMaker(order, launch, console).make();
}

std::string extentText(const programs::CapturedLaunch::Extent& extent) {
    std::string text = std::to_string(extent[0]);
    for (std::size_t i = 1; i < 3; ++i)
        if (extent[1] > 1 || extent[2] > 1)
            text += fmt::format(" x {}", extent[i]);
    return text;
}

Table launchTable(const programs::LaunchList& launches) {
    Table table{{"times", "launches", "grid", "block", "shared", "kernel"}, {}};
    for (const programs::LaunchLoop& loop : programs::foldLoops(launches.launches)) {
        bool isFirst = true;
        for (const programs::ListedLaunch& launch : loop.launches) {
            const std::string times = loop.times == 1 ? ""
                                      : isFirst       ? fmt::format("{} x", loop.times)
                                                      : "|";
            table.rows.push_back({times, std::to_string(launch.count), extentText(launch.grid),
                                  extentText(launch.block), std::to_string(launch.shared),
                                  launch.kernel});
            isFirst = false;
        }
    }
    return table;
}

nlohmann::json launchesJson(const programs::LaunchList& launches) {
    std::map<std::string, std::uint64_t> done; // launches of a kernel so far
    nlohmann::json loops = nlohmann::json::array();
    for (const programs::LaunchLoop& loop : programs::foldLoops(launches.launches)) {
        nlohmann::json listed = nlohmann::json::array();
        for (const programs::ListedLaunch& launch : loop.launches) {
            listed.push_back({{"kernel", launch.kernel},
                              {"grid", launch.grid},
                              {"block", launch.block},
                              {"shared_bytes", launch.shared},
                              {"count", launch.count},
                              {"first", done[launch.kernel] + 1}});
            done[launch.kernel] += launch.count;
        }
        for (const programs::ListedLaunch& launch : loop.launches) // the loop's other rounds
            done[launch.kernel] += launch.count * (loop.times - 1);
        loops.push_back({{"times", loop.times}, {"launches", std::move(listed)}});
    }
    return {{"format", "warpbench-launches"},
            {"version", 1},
            {"loops", std::move(loops)},
            {"cut_short", launches.isCutShort}};
}

} // namespace warpbench::cli
