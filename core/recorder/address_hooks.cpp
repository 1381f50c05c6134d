// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/hooks.h"

#include <cstring>

namespace warpbench::recorder {

namespace {

/// A form of a function: its symbols, and the version of CUDA that brought it.
struct Form {
    const char* name;
    int version;
    const char* plain;
    const char* perThread;
};

/// By name, then by version.
constexpr Form kForms[] = {
#define WBSIM_PROC(name, version, plain, perThread) {name, version, #plain, #perThread},
#include "core/simgpu/include/proc_addresses.inc"
#undef WBSIM_PROC
};

/// The newest form that a version of CUDA has; null for a function that is not in cuda.h.
const Form* formOf(const char* name, int version) {
    const Form* found = nullptr;
    for (const Form& form : kForms)
        if (form.version <= version && std::strcmp(form.name, name) == 0)
            found = &form;
    return found;
}

/// \param address  the real driver's function
/// \returns ours in its place, if there is one
void* orHook(const char* name, int version, cuuint64_t flags, void* address) {
    const Form* const form = formOf(name, version);
    const bool isPerThread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
    // Without a form it may be a symbol, such as cuMemAlloc_v2.
    const char* const symbol = !form ? name : isPerThread ? form->perThread : form->plain;
    // CUDA versions newer than our cuda.h may have forms with other parameters.
    if (version > CUDA_VERSION && realAddress(symbol) != address)
        return address;
    void* const hook = hookOf(symbol);
    return hook ? hook : address;
}

CUresult getProcAddress(const char* name, void** address, int version, cuuint64_t flags) {
    const CUresult result = real().cuGetProcAddress(name, address, version, flags);
    if (result == CUDA_SUCCESS && *address)
        *address = orHook(name, version, flags, *address);
    return result;
}

CUresult getProcAddress2(const char* name, void** address, int version, cuuint64_t flags,
                         CUdriverProcAddressQueryResult* status) {
    const CUresult result = real().cuGetProcAddress_v2(name, address, version, flags, status);
    if (result == CUDA_SUCCESS && *address)
        *address = orHook(name, version, flags, *address);
    return result;
}

} // namespace

std::vector<Hook> addressHooks() {
    return {hookFor("cuGetProcAddress", &getProcAddress),
            hookFor("cuGetProcAddress_v2", &getProcAddress2)};
}

} // namespace warpbench::recorder
