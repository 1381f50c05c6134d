// SPDX-License-Identifier: GPL-3.0-or-later
// Every function of the driver, under its own name: a jump to the real driver's, or to our hook.
#include "core/recorder/hooks.h"
#include "core/recorder/real_driver.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <vector>

namespace {

/// In place of what the real driver lacks.
CUresult lacking() {
    return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace

extern "C" {
// What the functions jump to.
#define WBSIM_ENTRY(name)                                                                          \
    [[gnu::visibility("hidden"), gnu::used]] void* warpbench_target_##name =                       \
        reinterpret_cast<void*>(&lacking);
#include "core/simgpu/include/entry_points.inc"
#undef WBSIM_ENTRY
}

// They take any arguments, which stay where they are.
#define WBSIM_ENTRY(name)                                                                          \
    asm(".text\n"                                                                                  \
        ".globl " #name "\n"                                                                       \
        ".type " #name ", @function\n" #name ":\n"                                                 \
        "jmp *warpbench_target_" #name "(%rip)\n"                                                  \
        ".size " #name ", . - " #name "\n");
#include "core/simgpu/include/entry_points.inc"
#undef WBSIM_ENTRY

namespace warpbench::recorder {

namespace {

struct EntryPoint {
    const char* symbol;
    void** target;
};

constexpr EntryPoint kEntryPoints[] = {
#define WBSIM_ENTRY(name) {#name, &warpbench_target_##name},
#include "core/simgpu/include/entry_points.inc"
#undef WBSIM_ENTRY
};

void* theLibrary = nullptr;
RealDriver theDriver;

/// By symbol. Never destroyed, as programs call the driver from static destructors too.
std::map<std::string_view, void*>& installedHooks() {
    static auto* const hooks = new std::map<std::string_view, void*>;
    return *hooks;
}

void* openRealDriver() {
    const char* const file = std::getenv("WARPBENCH_RECORDER_DRIVER");
    if (!file || !*file) {
        std::fputs("warpbench: WARPBENCH_RECORDER_DRIVER names no CUDA driver\n", stderr);
        return nullptr;
    }
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        std::fprintf(stderr, "warpbench: the CUDA driver cannot be loaded: %s\n", dlerror());
    return library;
}

void fillDriver() {
#define RECORDER_FUNCTION(name)                                                                    \
    theDriver.name = reinterpret_cast<decltype(theDriver.name)>(realAddress(#name));
#include "core/recorder/real_functions.inc"
#undef RECORDER_FUNCTION
}

/// A function that the real driver lacks stays lacking.
void installHooks() {
    if (!isRecording())
        return;
    for (const auto& hooks : {memoryHooks(), imageHooks(), launchHooks(), addressHooks()})
        for (const Hook& hook : hooks)
            if (realAddress(hook.symbol))
                installedHooks()[hook.symbol] = hook.function;
}

/// Runs when the library is loaded, before the program's own static constructors.
[[gnu::constructor]] void loadRecorder() {
    theLibrary = openRealDriver();
    if (!theLibrary)
        return;
    fillDriver();
    installHooks();
    for (const EntryPoint& entry : kEntryPoints)
        if (void* const address = realAddress(entry.symbol)) {
            void* const hook = hookOf(entry.symbol);
            *entry.target = hook ? hook : address;
        }
}

} // namespace

const RealDriver& real() {
    return theDriver;
}

void* realAddress(const char* symbol) {
    return theLibrary ? dlsym(theLibrary, symbol) : nullptr;
}

void* hookOf(const char* symbol) {
    const auto found = installedHooks().find(symbol);
    return found == installedHooks().end() ? nullptr : found->second;
}

} // namespace warpbench::recorder
