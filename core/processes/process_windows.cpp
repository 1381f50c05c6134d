// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/processes/process_windows.h"

#include "core/base/error.h"
#include "core/platform/problems.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::platform {

namespace {

/// The system's exit codes for processes that it ended (ntstatus.h).
constexpr DWORD kControlC = 0xC000013A;

/// The exit code of a process killed by Process::kill, as a shell on other systems would report it.
constexpr UINT kKilled = 137;

const char* meaningOf(DWORD code) {
    switch (code) {
    case 0xC0000005:
        return "access violation";
    case 0xC000001D:
        return "illegal instruction";
    case 0xC0000094:
        return "division by zero";
    case 0xC00000FD:
        return "stack overflow";
    case 0xC0000135:
        return "a DLL is missing";
    case 0xC0000374:
        return "heap corruption";
    case 0xC0000409:
        return "fast fail";
    case kControlC:
        return "Ctrl-C";
    default:
        return "ended by the system";
    }
}

} // namespace

std::string ExitStatus::text() const {
    if (!broken.empty())
        return "it was ended because " + broken;
    const auto bits = static_cast<DWORD>(code);
    if (bits >= 0xC0000000)
        return fmt::format("exit code {:#010x} ({})", bits, meaningOf(bits));
    return fmt::format("exit code {}", code);
}

bool ExitStatus::interrupted() const noexcept {
    return static_cast<DWORD>(code) == kControlC;
}

namespace win32 {

namespace {

/// Quotes an argument for CommandLineToArgvW and the C runtimes: backslashes are special only
/// before a quote ("Parsing C command-line arguments", Microsoft C++ documentation).
void appendArgument(std::wstring& line, const std::wstring& argument) {
    if (!line.empty())
        line += L' ';
    if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring::npos) {
        line += argument;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : argument) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        line.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        line += c;
    }
    line.append(2 * backslashes, L'\\');
    line += L'"';
}

bool sameName(std::wstring_view a, std::wstring_view b) {
    return CompareStringOrdinal(a.data(), int(a.size()), b.data(), int(b.size()), TRUE) ==
           CSTR_EQUAL;
}

/// This process's environment with changes, in the format of CreateProcess.
std::wstring environmentWith(const std::map<std::string, std::optional<std::string>>& changes) {
    std::wstring block;
    wchar_t* const own = GetEnvironmentStringsW();
    for (const wchar_t* entry = own; *entry;) {
        const std::wstring_view text(entry);
        // Names like "=C:" contain the current folders of drives.
        const std::wstring_view name = text.substr(0, text.find(L'=', 1));
        const bool changed = std::any_of(changes.begin(), changes.end(), [&](const auto& change) {
            return sameName(wide(change.first), name);
        });
        if (!changed)
            block.append(text).push_back(L'\0');
        entry += text.size() + 1;
    }
    FreeEnvironmentStringsW(own);
    for (const auto& [name, value] : changes) {
        if (value)
            block.append(wide(name + "=" + *value)).push_back(L'\0');
    }
    block.push_back(L'\0');
    return block;
}

/// A copy of a handle that a child may inherit; empty if there is none to copy.
Handle inheritableCopy(HANDLE handle) {
    HANDLE copy = nullptr;
    if (!handle || handle == INVALID_HANDLE_VALUE)
        return {};
    DuplicateHandle(GetCurrentProcess(), handle, GetCurrentProcess(), &copy, 0, TRUE,
                    DUPLICATE_SAME_ACCESS);
    return Handle(copy);
}

/// PROC_THREAD_ATTRIBUTE_JOB_LIST, since Windows 10 ("UpdateProcThreadAttribute", Win32
/// documentation), which the headers of mingw-w64 10 lack.
constexpr DWORD_PTR kJobList = 0x0002000D;

/// CreateProcess's list of the handles that a child inherits, and the job that it is created
/// in. A child that entered its job after its creation would stay suspended forever if this
/// process was killed in between.
class AttributeList {
  public:
    /// Both must outlive this.
    AttributeList(std::vector<HANDLE>& handles, HANDLE& job) {
        const DWORD count = handles.empty() ? 1 : 2;
        SIZE_T bytes = 0;
        InitializeProcThreadAttributeList(nullptr, count, 0, &bytes);
        m_storage.resize(bytes);
        m_ready = InitializeProcThreadAttributeList(get(), count, 0, &bytes) &&
                  UpdateProcThreadAttribute(get(), 0, kJobList, &job, sizeof job, nullptr, nullptr);
        if (m_ready && !handles.empty())
            m_ready = UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                                handles.data(), handles.size() * sizeof(HANDLE),
                                                nullptr, nullptr);
    }
    ~AttributeList() {
        if (!m_storage.empty())
            DeleteProcThreadAttributeList(get());
    }
    AttributeList(const AttributeList&) = delete;
    AttributeList& operator=(const AttributeList&) = delete;
    LPPROC_THREAD_ATTRIBUTE_LIST get() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_storage.data());
    }
    bool ready() const { return m_ready; }

  private:
    std::vector<char> m_storage;
    bool m_ready = false;
};

Handle makeJob() {
    Handle job(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

} // namespace

void Process::kill() const noexcept {
    if (!TerminateJobObject(job.get(), kKilled))
        TerminateProcess(process.get(), kKilled);
}

ExitStatus Process::status() const noexcept {
    WaitForSingleObject(process.get(), INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(process.get(), &code);
    return {static_cast<int>(code), 0};
}

Process start(const StartOptions& options) {
    const auto fail = [&](DWORD error) {
        throw Error(ErrorKind::environment, cannotStart(options.program, message(error)));
    };
    std::wstring line;
    appendArgument(line, options.program.wstring());
    for (const std::string& argument : options.arguments)
        appendArgument(line, wide(argument));
    std::wstring environment = environmentWith(options.environment);
    const std::wstring folder = options.folder.wstring();

    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof startup;
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    const Handle output = inheritableCopy(options.output);
    const Handle errors = inheritableCopy(options.errors);
    startup.StartupInfo.hStdOutput = output.get();
    startup.StartupInfo.hStdError = errors.get();
    std::vector<HANDLE> handles = options.inherited;
    for (HANDLE handle : options.inherited)
        SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    for (HANDLE handle : {output.get(), errors.get()}) {
        if (handle)
            handles.push_back(handle);
    }
    Handle job = makeJob();
    HANDLE member = job.get();
    AttributeList attributes(handles, member);
    if (!attributes.ready())
        fail(GetLastError());
    startup.lpAttributeList = attributes.get();

    DWORD flags = CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
    if (options.ownGroup)
        flags |= CREATE_NEW_PROCESS_GROUP;
    // A window's children open no console. Workers need none; other programs may start
    // further ones, which share theirs.
    if (!GetConsoleWindow())
        flags |= options.ownGroup && !options.startsOthers ? DETACHED_PROCESS : CREATE_NO_WINDOW;
    PROCESS_INFORMATION made{};
    if (!CreateProcessW(options.program.wstring().c_str(), line.data(), nullptr, nullptr,
                        !handles.empty(), flags, environment.data(),
                        folder.empty() ? nullptr : folder.c_str(), &startup.StartupInfo, &made))
        fail(GetLastError());
    CloseHandle(made.hThread);
    return {Handle(made.hProcess), std::move(job), made.dwProcessId};
}

} // namespace win32

} // namespace warpbench::platform
