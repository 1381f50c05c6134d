// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults of the sanitizers, linked into every sanitized program, so that they hold for tests, for
// the children that tests start and for programs started by hand; ASAN_OPTIONS and TSAN_OPTIONS
// still override.

#if !defined(__SANITIZE_THREAD__)
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#endif

#if defined(__SANITIZE_THREAD__)

/// Qt is not built under the sanitizer, which cannot see what its locks (futexes of its own) order:
/// Qt Test's watchdog thread would be reported in every test. Nor does it see glibc's lock around
/// the thread-local storage of an ended thread, which another thread frees when it takes over the
/// stack; nor the counter in libstdc++'s exception_ptr, by which the last thread that holds an
/// exception frees it; nor that libuv closes a file before another thread gets its number, since it
/// does so by the system's call and not by close().
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();

extern "C" const char* __tsan_default_suppressions() {
    return "called_from_lib:libQt6Core.so\n"
           "called_from_lib:libQt6Test.so\n"
           "race:QTest::qRun\n"
           "race:std::__exception_ptr::exception_ptr::_M_release\n"
           "race:_dl_deallocate_tls\n"
           "race:uv_pipe\n"
           "race:epoll_ctl\n";
}

#else

/// intercept_tls_get_addr=0: to find the thread-local storage of loaded libraries, GCC 12's leak
/// sanitizer takes any such block that lies 16 bytes past a page for one with glibc 2.19's header
/// in front. glibc's blocks have come from malloc since 2.25, so what stands there is the address
/// sanitizer's own chunk header; the tracer then scans "memory" from the address
/// (thread << 32 | stack id) and dies at exit with "Tracer caught signal 11". It needs no more than
/// a library with `thread_local char block[40]` that some threads touch. Without the interceptor
/// the blocks are found as what they are, chunks that the threads' control blocks point to.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();

extern "C" const char* __asan_default_options() {
    return "intercept_tls_get_addr=0";
}

/// NVIDIA's driver keeps what cuInit allocates.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libcuda.so.1\n";
}

namespace {

/// Qt Test's watchdog, by the name that it gives itself, or any QThread without a name of its own.
bool isQtThreadRunning() {
    std::error_code gone; // a thread may end while it is looked at
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
        std::string name;
        std::ifstream comm(task.path() / "comm");
        std::getline(comm, name);
        if (name == "QtTest Watchdog" || name == "QThread")
            return true;
    }
    return false;
}

/// QThread::wait() returns before the thread has let go of its QThreadData (152 bytes), and it
/// never does where the process ends first: Qt takes the key of thread-specific data away, and with
/// it the destructor that would. So, before Qt's own destructors run, such threads are waited for.
__attribute__((destructor)) void waitForQtThreads() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (isQtThreadRunning() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

#endif
