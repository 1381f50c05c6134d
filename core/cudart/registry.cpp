// SPDX-License-Identifier: GPL-3.0-or-later
// Registrations by nvcc's code before main: fat binaries with their kernels and variables. Nothing
// is loaded until a kernel or a variable is used. The tables are never destroyed, since static
// constructors and destructors of a program's files use them in any order.
#include "core/cudart/registry.h"

#include <fatbinary_section.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace warpbench::cudart {

namespace {

struct ManagedVariable {
    void** pointer; ///< the program's; filled when its binary is loaded
    std::string name;
};

/// A fat binary of the program.
struct Binary {
    const __fatBinC_Wrapper_t* wrapper = nullptr;
    CUlibrary library = nullptr;
    CUresult error = CUDA_SUCCESS; ///< of loading it
    std::vector<char> linked{};    ///< the linker's result, for binaries of several objects
    std::vector<ManagedVariable> managed{};
};

struct Kernel {
    Binary* binary;
    std::string name;
    CUkernel kernel = nullptr;
};

struct Variable {
    Binary* binary;
    std::string name;
    bool isManaged;
};

struct Tables {
    std::recursive_mutex mutex;
    std::set<Binary*> binaries;
    std::map<const void*, Kernel> kernels; ///< by host stub
    std::map<const void*, Variable> variables;
    std::set<CUkernel> ofLibraries; ///< cudaLibraryGetKernel's
    std::map<CUkernel, const void*> standIns;
};

Tables& tables() {
    static auto* const all = new Tables;
    return *all;
}

/// A fat binary starts with its magic number, version and header size, followed by the size of the
/// rest.
std::size_t sizeOfFatbin(const void* data) {
    struct Header {
        std::uint32_t magic;
        std::uint16_t version;
        std::uint16_t headerBytes;
        std::uint64_t bytes;
    };
    constexpr std::uint32_t kMagic = 0xba55ed50;
    Header header{};
    std::memcpy(&header, data, sizeof header);
    return header.magic == kMagic ? header.headerBytes + header.bytes : 0;
}

/// Links the objects of a program that was compiled with -rdc=true.
CUresult link(Binary& binary) {
    CUlinkState linker = nullptr;
    CUresult result = cuLinkCreate(0, nullptr, nullptr, &linker);
    if (result != CUDA_SUCCESS)
        return result;
    const auto* parts = static_cast<const void* const*>(binary.wrapper->filename_or_fatbins);
    for (std::size_t i = 0; parts && parts[i] && result == CUDA_SUCCESS; ++i) {
        result = cuLinkAddData(linker, CU_JIT_INPUT_FATBINARY, const_cast<void*>(parts[i]),
                               sizeOfFatbin(parts[i]), "", 0, nullptr, nullptr);
        // The toolkit's libcudadevrt, whose code is for other devices: the driver provides these
        // functions.
        if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
            result = CUDA_SUCCESS;
    }
    void* image = nullptr;
    std::size_t bytes = 0;
    if (result == CUDA_SUCCESS)
        result = cuLinkComplete(linker, &image, &bytes);
    if (result == CUDA_SUCCESS)
        binary.linked.assign(static_cast<char*>(image), static_cast<char*>(image) + bytes);
    cuLinkDestroy(linker);
    return result;
}

/// Loads a binary's code, once. The caller holds the tables' mutex.
CUresult load(Binary& binary) {
    if (binary.library || binary.error != CUDA_SUCCESS)
        return binary.error;
    CUresult result = useContext();
    if (result != CUDA_SUCCESS)
        return result;
    const void* code = binary.wrapper;
    if (binary.wrapper->version == FATBINC_LINK_VERSION) {
        result = link(binary);
        code = binary.linked.data();
    }
    if (result == CUDA_SUCCESS)
        result = cuLibraryLoadData(&binary.library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    for (const ManagedVariable& variable : binary.managed) {
        CUdeviceptr pointer = 0;
        std::size_t bytes = 0;
        if (result == CUDA_SUCCESS)
            result = cuLibraryGetManaged(&pointer, &bytes, binary.library, variable.name.c_str());
        if (result == CUDA_SUCCESS)
            *variable.pointer = as<void*>(pointer);
    }
    binary.error = result;
    return result;
}

Binary& binaryOf(void** handle) {
    return *reinterpret_cast<Binary*>(handle);
}

} // namespace

cudaError_t kernelOf(const void* function, CUkernel& kernel) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    const auto it = all.kernels.find(function);
    if (it == all.kernels.end()) {
        kernel = static_cast<CUkernel>(const_cast<void*>(function));
        return all.standIns.count(kernel) || all.ofLibraries.count(kernel)
                   ? cudaSuccess
                   : keep(cudaErrorInvalidDeviceFunction);
    }
    Kernel& found = it->second;
    if (!found.kernel) {
        CUresult result = load(*found.binary);
        if (result == CUDA_SUCCESS)
            result = cuLibraryGetKernel(&found.kernel, found.binary->library, found.name.c_str());
        if (result != CUDA_SUCCESS) {
            found.kernel = nullptr;
            return keep(result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction
                                                       : as<cudaError_t>(result));
        }
        all.standIns[found.kernel] = function;
    }
    kernel = found.kernel;
    return cudaSuccess;
}

cudaError_t functionOf(const void* function, CUfunction& result) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(function, kernel);
    return found == cudaSuccess ? call(cuKernelGetFunction, &result, kernel) : found;
}

void* standInOf(CUkernel kernel) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    for (const auto& [known, standIn] : all.standIns) {
        CUfunction function = nullptr;
        if (known == kernel || (cuKernelGetFunction(&function, known) == CUDA_SUCCESS &&
                                static_cast<void*>(function) == static_cast<void*>(kernel)))
            return const_cast<void*>(standIn);
    }
    return kernel;
}

cudaError_t symbolOf(const void* symbol, Symbol& result) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    // The name of a managed variable is the target of its pointer.
    const auto it =
        std::find_if(all.variables.begin(), all.variables.end(), [&](const auto& entry) {
            return entry.first == symbol ||
                   (entry.second.isManaged && *static_cast<void* const*>(entry.first) == symbol);
        });
    if (it == all.variables.end() || !symbol)
        return keep(cudaErrorInvalidSymbol);
    const Variable& variable = it->second;
    CUresult got = useContext();
    if (got == CUDA_SUCCESS)
        got = load(*variable.binary);
    if (got == CUDA_SUCCESS)
        got = (variable.isManaged ? cuLibraryGetManaged : cuLibraryGetGlobal)(
            &result.pointer, &result.bytes, variable.binary->library, variable.name.c_str());
    return keep(got == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : as<cudaError_t>(got));
}

void noteKernel(CUkernel kernel) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    all.ofLibraries.insert(kernel);
}

} // namespace warpbench::cudart

using namespace warpbench::cudart;

// Declared by crt/host_runtime.h, which only nvcc's own output can include.
extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    auto* binary = new Binary{static_cast<const __fatBinC_Wrapper_t*>(wrapper)};
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    all.binaries.insert(binary);
    return reinterpret_cast<void**>(binary);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    auto* binary = reinterpret_cast<Binary*>(handle);
    if (all.binaries.erase(binary) == 0)
        return;
    for (auto it = all.kernels.begin(); it != all.kernels.end();) {
        if (it->second.binary == binary) {
            all.standIns.erase(it->second.kernel);
            it = all.kernels.erase(it);
        } else {
            ++it;
        }
    }
    std::erase_if(all.variables, [&](const auto& entry) { return entry.second.binary == binary; });
    if (binary->library)
        cuLibraryUnload(binary->library);
    delete binary;
}

void __cudaRegisterFunction(void** handle, const char* standIn, char*, const char* name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    all.kernels[standIn] = {&binaryOf(handle), name};
}

void __cudaRegisterVar(void** handle, char* variable, char*, const char* name, int, std::size_t,
                       int, int) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    all.variables[variable] = {&binaryOf(handle), name, false};
}

void __cudaRegisterManagedVar(void** handle, void** pointer, char*, const char* name, int,
                              std::size_t, int, int) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    Binary& binary = binaryOf(handle);
    binary.managed.push_back({pointer, name});
    all.variables[pointer] = {&binary, name, true};
}

void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}

void __cudaRegisterUnifiedTable(void**, void*) {}

/// Called before the first use of a managed variable of a file.
char __cudaInitModule(void** handle) {
    Tables& all = tables();
    const std::lock_guard lock(all.mutex);
    return keep(load(binaryOf(handle))) == cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* standIn) {
    return kernelOf(standIn, *kernel);
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* standIn) {
    return kernel ? kernelOf(standIn, *kernel) : keep(cudaErrorInvalidValue);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* standIn) {
    return function ? functionOf(standIn, *function) : keep(cudaErrorInvalidValue);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    if (!pointer)
        return keep(cudaErrorInvalidValue);
    Symbol found;
    const cudaError_t error = symbolOf(symbol, found);
    if (error == cudaSuccess)
        *pointer = as<void*>(found.pointer);
    return error;
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
    if (!bytes)
        return keep(cudaErrorInvalidValue);
    Symbol found;
    const cudaError_t error = symbolOf(symbol, found);
    if (error == cudaSuccess)
        *bytes = found.bytes;
    return error;
}

} // extern "C"
