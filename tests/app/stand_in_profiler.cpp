// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for a profiler's library that writes its NVTX calls to a file, one per
// line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#ifdef _WIN32
#define STAND_IN_API extern "C" __declspec(dllexport)
#else
#define STAND_IN_API extern "C" __attribute__((visibility("default")))
#endif

namespace {

void note(const char* what, const char* text) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const char* file = std::getenv("WARPBENCH_TEST_PROFILE");
    if (std::FILE* out = file ? std::fopen(file, "ab") : nullptr) {
        std::fprintf(out, "%s%s\n", what, text);
        std::fclose(out);
    }
}

int push(const char* text) {
    note("push ", text);
    return 0;
}
int pop() {
    note("pop", "");
    return 0;
}
void nameStream(void*, const char* text) {
    note("stream ", text);
}

// As nvtxDetail/nvtxTypes.h of NVTX 3 has them.
using Slot = void (*)();
struct Callbacks {
    std::size_t size;
    int (*getModule)(int module, Slot*** table, unsigned* functions);
};
using ExportTable = const void* (*)(std::uint32_t table);

template <class Function>
bool put(const Callbacks& callbacks, int module, unsigned number, Function* function) {
    Slot** table = nullptr;
    unsigned functions = 0;
    if (!callbacks.getModule(module, &table, &functions) || functions <= number || table[0])
        return false;
    *table[number] = reinterpret_cast<Slot>(function);
    return true;
}

} // namespace

STAND_IN_API int InitializeInjectionNvtx2(ExportTable tables) {
    const auto* callbacks = static_cast<const Callbacks*>(tables(1));
    // Like Nsight Compute, it subscribes to all modules or none.
    for (int module = 1; callbacks && module <= 6; ++module) {
        Slot** table = nullptr;
        if (!callbacks->getModule(module, &table, nullptr))
            return 0;
    }
    return callbacks && callbacks->size == sizeof(Callbacks) && put(*callbacks, 1, 9, &push) &&
           put(*callbacks, 1, 11, &pop) && put(*callbacks, 2, 5, &nameStream);
}
