// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/arrays/element.h"
#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/stepping/step_report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <utility>

namespace warpbench::cli {

namespace {

using session::StepCommand;
using session::StepMove;

struct MoveWord {
    const char* word;
    StepMove move;
};
constexpr MoveWord kMoves[] = {
    {"continue", StepMove::go},
    {"step", StepMove::line},
    {"next", StepMove::over},
    {"out", StepMove::out},
    {"barrier", StepMove::barrier},
    {"block", StepMove::block},
    {"back", StepMove::back},
    {"fault", StepMove::fault},
    {"instruction", StepMove::instruction},
};

Error wrong(ErrorText said) {
    return Error(ErrorKind::usage, std::move(said));
}

Error unexpected(const std::string& rest, const std::string& word, ErrorText remedy) {
    return wrong(ErrorText{"WB3074",
                           "unexpected \"{text}\" after \"{command}\"",
                           {},
                           {{"text", rest}, {"command", word}}}
                     .advised(std::move(remedy)));
}

/// A word of a line, and the rest after it.
std::string takeWord(std::string& line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    std::string word = line.substr(begin, end - begin);
    const std::size_t rest = std::min(line.find_first_not_of(" \t\r", end), line.size());
    line = line.substr(rest);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
        line.pop_back();
    return word;
}

template <class Number>
Number numberFrom(const std::string& text, ErrorText what) {
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size())
        throw wrong({"WB3075",
                     "\"{text}\" is not {expected}",
                     "write a number from 0 on",
                     {{"text", text}, {"expected", std::move(what)}}});
    return value;
}

// Elements of a buffer in one answer: by default, and at most.
constexpr std::uint64_t kFewElements = 32;
constexpr std::uint64_t kMostElements = 4096;

/// Carries out the lines of standard input.
class StepDialog {
  public:
    StepDialog(BlockingSession& session, Console& console)
        : m_session(session)
        , m_console(console) {}

    /// False after the last one. \throws Error
    bool perform(std::string line) {
        const std::string word = takeWord(line);
        if (word.empty() || word.front() == '#')
            return true;
        if (word == "quit")
            return false;
        if (word == "break" || word == "delete") {
            word == "break" ? addBreakpoint(line) : removeBreakpoints(line);
            return true;
        }
        if (word == "buffer") {
            showBuffer(line);
            return true;
        }
        StepCommand command;
        session::StepDetails details;
        if (word == "writer")
            readWriter(line, command);
        else
            read(word, line, command, details);
        command.breakpoints = m_breakpoints;
        show(m_session.step(command), details);
        return true;
    }

    void show(const session::StepState& state, const session::StepDetails& details) {
        m_buffers = state.buffers;
        m_console.record(session::toJson(state, details));
    }

  private:
    static void read(const std::string& word, std::string line, StepCommand& command,
                     session::StepDetails& details) {
        const auto* move = std::find_if(std::begin(kMoves), std::end(kMoves),
                                        [&](const MoveWord& row) { return word == row.word; });
        if (move != std::end(kMoves)) {
            command.move = move->move;
        } else if (word == "until") {
            command.move = StepMove::until;
            command.line = numberFrom<int>(takeWord(line), phrase("a line"));
        } else if (word == "lane") {
            command.move = StepMove::lane;
            command.lane = numberFrom<std::uint32_t>(takeWord(line), phrase("a lane of the warp"));
        } else if (word == "warp") {
            command.warp = numberFrom<std::uint32_t>(takeWord(line), phrase("a warp of the block"));
            if (!line.empty())
                command.block =
                    numberFrom<std::uint64_t>(takeWord(line), phrase("a block's linear index"));
        } else if (word == "print") {
            if (line.empty())
                throw wrong(
                    {"WB3076", "what to print is missing", "write for instance: print data[i]"});
            command.prints = {std::exchange(line, {})};
        } else if (word == "registers") {
            command.registers = details.registers = true;
        } else if (word == "where" || word == "lanes" || word == "shared") {
            details.warps = word == "where";
            details.lanes = word == "lanes";
            details.shared = word == "shared";
        } else {
            throw unknown(word);
        }
        if (!line.empty())
            throw unexpected(line, word, phrase("write one command per line"));
    }

    /// \throws Error (usage) if there is none
    const session::StepBuffer& bufferNamed(const std::string& name) const {
        const auto found = std::find_if(m_buffers.begin(), m_buffers.end(),
                                        [&](const auto& buffer) { return buffer.name == name; });
        if (found != m_buffers.end())
            return *found;
        std::vector<std::string> names;
        for (const session::StepBuffer& buffer : m_buffers)
            names.push_back(buffer.name);
        throw wrong(
            ErrorText{"WB3077", "unknown buffer \"{buffer}\"", {}, {{"buffer", name}}}.advised(
                project::suggestion(name, names)));
    }

    /// \throws Error (usage) for one beyond `end`
    static std::uint64_t elementFrom(const std::string& text, const session::StepBuffer& buffer,
                                     std::uint64_t end) {
        const auto element = numberFrom<std::uint64_t>(text, phrase("an element"));
        if (element >= end)
            throw wrong({"WB3078",
                         "\"{buffer}\" has {count} elements",
                         "elements are numbered from 0",
                         {{"buffer", buffer.name}, {"count", buffer.ref.elements}}});
        return element;
    }

    /// NAME ELEMENT
    void readWriter(std::string line, StepCommand& command) const {
        const session::StepBuffer& buffer = bufferNamed(takeWord(line));
        const std::uint64_t element = elementFrom(takeWord(line), buffer, buffer.ref.elements);
        if (!line.empty())
            throw unexpected(line, "writer", phrase("write for instance: writer out 5"));
        command.move = StepMove::writer;
        command.buffer = buffer.name;
        command.bytes = std::uint64_t(buffer.dtype.size());
        command.firstByte = element * command.bytes;
    }

    /// NAME [FIRST [COUNT]]: part of a buffer's contents at this pause.
    void showBuffer(std::string line) {
        const std::string name = takeWord(line);
        const session::StepBuffer* const found = &bufferNamed(name);
        const std::uint64_t all = found->ref.elements;
        const std::uint64_t first = line.empty() ? 0 : elementFrom(takeWord(line), *found, all + 1);
        std::uint64_t count = line.empty()
                                  ? kFewElements
                                  : numberFrom<std::uint64_t>(takeWord(line), phrase("a count"));
        count = std::min({count, all - first, kMostElements});
        if (!line.empty())
            throw unexpected(line, "buffer", phrase("write for instance: buffer out 0 32"));
        const arrays::HostArray values = m_session.read({found->ref, first, count});
        nlohmann::json texts = nlohmann::json::array();
        for (std::uint64_t i = 0; i < count; ++i)
            texts.push_back(arrays::formatElement(values, std::int64_t(i)));
        m_console.record({{"format", "warpbench-step"},
                          {"version", 1},
                          {"buffer",
                           {{"name", name},
                            {"dtype", found->dtype.name()},
                            {"shape", found->shape},
                            {"first", first},
                            {"values", std::move(texts)}}}});
    }

    static Error unknown(const std::string& word) {
        std::vector<std::string> words = {"break",     "delete", "until", "lane",   "warp",
                                          "print",     "where",  "lanes", "shared", "buffer",
                                          "registers", "writer", "quit"};
        for (const MoveWord& row : kMoves)
            words.emplace_back(row.word);
        return wrong(
            ErrorText{"WB3079", "unknown command \"{command}\"", {}, {{"command", word}}}.advised(
                project::suggestion(word, words)));
    }

    void addBreakpoint(std::string line) {
        std::string place = takeWord(line);
        session::StepBreakpoint breakpoint;
        if (const std::size_t colon = place.rfind(':'); colon != std::string::npos) {
            breakpoint.file = place.substr(0, colon);
            place = place.substr(colon + 1);
        }
        breakpoint.line = numberFrom<int>(place, phrase("a line"));
        if (breakpoint.line < 1)
            throw wrong({"WB3080", "lines are numbered from 1", "write for instance: break 12"});
        if (!line.empty() && takeWord(line) != "if")
            throw wrong({"WB3081", "a condition begins with \"if\"",
                         "write for instance: break 12 if threadIdx.x == 3"});
        breakpoint.condition = line;
        // An invalid breakpoint is refused before it counts.
        std::vector<session::StepBreakpoint> all = m_breakpoints;
        all.push_back(std::move(breakpoint));
        StepCommand command;
        command.breakpoints = all;
        m_session.step(command);
        m_breakpoints = std::move(all);
        listBreakpoints();
    }

    void removeBreakpoints(std::string line) {
        const std::string which = takeWord(line);
        if (which == "all") {
            m_breakpoints.clear();
        } else {
            const auto number = numberFrom<std::size_t>(which, phrase("a breakpoint's number"));
            if (number < 1 || number > m_breakpoints.size())
                throw wrong({"WB3082",
                             "unknown breakpoint {number}",
                             "numbers start at 1; `delete all` deletes all of them",
                             {{"number", number}}});
            m_breakpoints.erase(m_breakpoints.begin() + std::ptrdiff_t(number) - 1);
        }
        listBreakpoints();
    }

    void listBreakpoints() {
        nlohmann::json all = nlohmann::json::array();
        for (const session::StepBreakpoint& breakpoint : m_breakpoints)
            all.push_back({{"number", all.size() + 1},
                           {"file", breakpoint.file.empty() ? nlohmann::json(nullptr)
                                                            : nlohmann::json(breakpoint.file)},
                           {"line", breakpoint.line},
                           {"condition", breakpoint.condition.empty()
                                             ? nlohmann::json(nullptr)
                                             : nlohmann::json(breakpoint.condition)}});
        m_console.record(
            {{"format", "warpbench-step"}, {"version", 1}, {"breakpoints", std::move(all)}});
    }

    BlockingSession& m_session;
    Console& m_console;
    std::vector<session::StepBreakpoint> m_breakpoints;
    std::vector<session::StepBuffer> m_buffers; ///< of the last answer
};

/// A launch by its index or its kernel.
std::size_t launchOf(const project::Project& project, const std::string& name) {
    if (name.empty())
        return 0;
    for (std::size_t i = 0; i < project.launches.size(); ++i) {
        if (project.launches[i].kernel == name)
            return i;
    }
    const bool isIndex = name.find_first_not_of("0123456789") == std::string::npos;
    if (isIndex && name.size() < 6 && std::stoul(name) < project.launches.size())
        return std::stoul(name);
    throw Error(ErrorKind::usage, {"WB3083",
                                   "the project has {count} launches, and none is \"{name}\"",
                                   "name a kernel that it launches, or count launches from 0",
                                   {{"count", project.launches.size()}, {"name", name}}});
}

} // namespace

int stepProject(const StepOptions& options, Console& console) {
    session::StepRequest request;
    request.run.set = parseSettings(options.settings);
    request.run.project =
        loadRunnable(pathFromUtf8(options.project), options.includeDirs, options.defines, console,
                     project::UnknownKeys::keep, &request.run.set);
    request.run.project.mayLeaveFolder |= options.allowOutside;
    request.run.device = options.device;
    request.launch = launchOf(request.run.project, options.launch);
    // In a child, so that a kernel's output and crashes stay there.
    BlockingSession session(console, session::WorkerHome::child_process);
    StepDialog dialog(session, console);
    dialog.show(session.startStepping(std::move(request)), {});
    int code = 0;
    for (std::string line; std::getline(std::cin, line);) {
        try {
            if (!dialog.perform(std::move(line)))
                break;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::cancelled)
                throw;
            console.record({{"format", "warpbench-step"}, {"version", 1}, {"error", error.what()}});
            code = exitCode(error.kind());
        }
    }
    return code;
}

} // namespace warpbench::cli
