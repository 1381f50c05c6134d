// SPDX-License-Identifier: GPL-3.0-or-later
// Modules, libraries and links: code and its contents.
#include "core/simgpu/driver/image/image.h"
#include "core/simgpu/driver/image/jit_options.h"
#include "core/simgpu/driver/image/library.h"
#include "core/simgpu/driver/image/linker.h"
#include "core/simgpu/driver/runtime.h"

#include <cstdlib>
#include <string_view>

using namespace warpbench::simgpu::driver;

namespace {

/// The PTX of an image with the options' limits, or the output of cuLinkComplete with the link's.
ModuleCode codeFor(const Context& context, const Image& image, JitOptions& options) {
    ModuleCode linked = Linker::codeOf(image.data, image.size);
    if (!linked.texts.empty())
        return linked;
    try {
        return {ptxOf(image, context.device().model(), options), options.limits()};
    } catch (const DriverError&) {
        options.finish(0);
        throw;
    }
}

CUmodule loadModule(const Image& image, JitOptions& options) {
    const ContextPtr context = currentContext();
    auto module = Module::load(context, codeFor(*context, image, options), options);
    const CUmodule handle = toHandle<CUmodule>(Runtime::get().modules.add(module));
    module->setHandle(handle);
    return handle;
}

std::shared_ptr<Module> moduleOf(CUmodule handle) {
    auto module = Runtime::get().modules.find(fromHandle(handle));
    require(module != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return module;
}

std::shared_ptr<Library> libraryOf(CUlibrary handle) {
    auto library = Runtime::get().libraries.find(fromHandle(handle));
    require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return library;
}

std::shared_ptr<Kernel> kernelOf(CUkernel handle) {
    auto kernel = Runtime::get().kernels.find(fromHandle(handle));
    require(kernel != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return kernel;
}

/// A kernel's function on a device, in its primary context.
std::shared_ptr<Function> functionOn(CUkernel kernel, CUdevice dev) {
    const auto known = kernelOf(kernel);
    Device& device = Runtime::get().device(dev);
    const auto& stack = contextStack();
    if (!stack.empty() && &stack.back()->device() == &device)
        return known->functionIn(currentContext());
    const ContextPtr primary = device.retainPrimary();
    return known->functionIn(primary);
}

/// Where a library is loaded when its kernels are queried: a current context is not required then.
ContextPtr contextForLibraries() {
    return contextStack().empty() ? Runtime::get().device(0).retainPrimary() : currentContext();
}

/// The environment variable described in CUDA's programming guide, "Lazy Loading".
bool isLoadingLazy() {
    const char* mode = std::getenv("CUDA_MODULE_LOADING");
    return !mode || std::string_view(mode) != "EAGER";
}

CUlibrary loadLibrary(const Image& image, JitOptions& options) {
    const ContextPtr context = contextForLibraries();
    auto library = std::make_shared<Library>(codeFor(*context, image, options));
    if (isLoadingLazy())
        options.finish(0);
    else
        library->load(context, options);
    const CUlibrary handle = toHandle<CUlibrary>(Runtime::get().libraries.add(library));
    library->setHandle(handle);
    return handle;
}

void globalOf(const Module& module, const char* name, CUdeviceptr* dptr, size_t* bytes) {
    // Each may be null; both are documented to be ignored then, and driver 580 refuses it.
    require(dptr != nullptr || bytes != nullptr);
    const auto& variable = module.variable(name);
    if (dptr)
        *dptr = variable.address;
    if (bytes)
        *bytes = variable.size;
}

std::shared_ptr<Linker> linkerOf(CUlinkState state) {
    auto linker = Runtime::get().linkers.find(fromHandle(state));
    require(linker != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return linker;
}

} // namespace

CUresult CUDAAPI cuModuleLoad(CUmodule* module, const char* fname) {
    return entry([&] {
        require(module != nullptr && fname != nullptr);
        const std::string image = readFile(fname);
        JitOptions none(0, nullptr, nullptr);
        *module = loadModule({image.c_str(), image.size(), fname}, none);
    });
}

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions,
                                    CUjit_option* options, void** optionValues) {
    return entry([&] {
        require(module != nullptr && image != nullptr);
        JitOptions jit(numOptions, options, optionValues);
        *module = loadModule({image}, jit);
    });
}

CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image) {
    return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

CUresult CUDAAPI cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
    return cuModuleLoadDataEx(module, fatCubin, 0, nullptr, nullptr);
}

CUresult CUDAAPI cuModuleUnload(CUmodule hmod) {
    return entry([&] {
        currentContext();
        const auto module = Runtime::get().modules.remove(fromHandle(hmod));
        require(module != nullptr, CUDA_ERROR_INVALID_HANDLE);
        module->dropHandles();
    });
}

CUresult CUDAAPI cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
    return entry([&] {
        require(mode != nullptr);
        *mode = isLoadingLazy() ? CU_MODULE_LAZY_LOADING : CU_MODULE_EAGER_LOADING;
    });
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
    return entry([&] {
        require(hfunc != nullptr && name != nullptr && *name != '\0');
        currentContext();
        *hfunc = moduleOf(hmod)->function(name)->handle();
    });
}

CUresult CUDAAPI cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) {
    return entry([&] {
        require(count != nullptr);
        *count = static_cast<unsigned int>(moduleOf(mod)->functions().size());
    });
}

CUresult CUDAAPI cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions,
                                            CUmodule mod) {
    return entry([&] {
        require(functions != nullptr && numFunctions > 0);
        const auto module = moduleOf(mod);
        const auto& all = module->functions();
        for (unsigned int i = 0; i < numFunctions && i < all.size(); ++i)
            functions[i] = all[i]->handle();
    });
}

CUresult CUDAAPI cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod,
                                      const char* name) {
    return entry([&] {
        require(name != nullptr);
        currentContext();
        globalOf(*moduleOf(hmod), name, dptr, bytes);
    });
}

CUresult CUDAAPI cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions,
                                   void** jitOptionsValues, unsigned int numJitOptions,
                                   CUlibraryOption*, void**, unsigned int) {
    return entry([&] {
        require(library != nullptr && code != nullptr);
        JitOptions options(numJitOptions, jitOptions, jitOptionsValues);
        *library = loadLibrary({code}, options);
    });
}

CUresult CUDAAPI cuLibraryLoadFromFile(CUlibrary* library, const char* fileName,
                                       CUjit_option* jitOptions, void** jitOptionsValues,
                                       unsigned int numJitOptions, CUlibraryOption*, void**,
                                       unsigned int) {
    return entry([&] {
        require(library != nullptr && fileName != nullptr);
        const std::string image = readFile(fileName);
        JitOptions options(numJitOptions, jitOptions, jitOptionsValues);
        *library = loadLibrary({image.c_str(), image.size(), fileName}, options);
    });
}

CUresult CUDAAPI cuLibraryUnload(CUlibrary library) {
    return entry([&] {
        require(Runtime::get().libraries.remove(fromHandle(library)) != nullptr,
                CUDA_ERROR_INVALID_HANDLE);
    });
}

CUresult CUDAAPI cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
    return entry([&] {
        require(pKernel != nullptr && name != nullptr);
        *pKernel = libraryOf(library)->kernel(contextForLibraries(), name)->handle;
    });
}

CUresult CUDAAPI cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) {
    return entry([&] {
        require(count != nullptr);
        *count = static_cast<unsigned int>(libraryOf(lib)->kernels(contextForLibraries()).size());
    });
}

CUresult CUDAAPI cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels,
                                           CUlibrary lib) {
    return entry([&] {
        require(kernels != nullptr && numKernels > 0);
        const auto library = libraryOf(lib);
        const auto& all = library->kernels(contextForLibraries());
        for (unsigned int i = 0; i < numKernels && i < all.size(); ++i)
            kernels[i] = all[i]->handle;
    });
}

CUresult CUDAAPI cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
    return entry([&] {
        require(pMod != nullptr);
        *pMod = libraryOf(library)->moduleIn(currentContext())->handle();
    });
}

CUresult CUDAAPI cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library,
                                    const char* name) {
    return entry([&] {
        require(name != nullptr);
        globalOf(*libraryOf(library)->moduleIn(currentContext()), name, dptr, bytes);
    });
}

CUresult CUDAAPI cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library,
                                     const char* name) {
    return entry([&] {
        require(name != nullptr);
        const auto module = libraryOf(library)->moduleIn(currentContext());
        require(module->variable(name).managed, CUDA_ERROR_NOT_FOUND);
        globalOf(*module, name, dptr, bytes);
    });
}

CUresult CUDAAPI cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
    return entry([&] {
        require(pFunc != nullptr);
        *pFunc = kernelOf(kernel)->functionIn(currentContext())->handle();
    });
}

CUresult CUDAAPI cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) {
    return entry([&] {
        require(pLib != nullptr);
        const auto library = kernelOf(kernel)->library.lock();
        require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
        *pLib = library->handle();
    });
}

CUresult CUDAAPI cuKernelGetName(const char** name, CUkernel hfunc) {
    return entry([&] {
        require(name != nullptr && hfunc != nullptr);
        *name = kernelOf(hfunc)->name.c_str();
    });
}

CUresult CUDAAPI cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset,
                                      size_t* paramSize) {
    return entry([&] {
        const CUfunction function = kernelOf(kernel)->functionIn(currentContext())->handle();
        const CUresult result = cuFuncGetParamInfo(function, paramIndex, paramOffset, paramSize);
        require(result == CUDA_SUCCESS, result);
    });
}

CUresult CUDAAPI cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel,
                                      CUdevice dev) {
    return entry([&] {
        require(pi != nullptr);
        *pi = functionOn(kernel, dev)->attribute(attrib);
    });
}

CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel,
                                      CUdevice dev) {
    return entry([&] { functionOn(kernel, dev)->setAttribute(attrib, val); });
}

CUresult CUDAAPI cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
    return entry([&] {
        require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
        functionOn(kernel, dev)->setCacheConfig(config);
    });
}

CUresult CUDAAPI cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options,
                                 void** optionValues, CUlinkState* stateOut) {
    return entry([&] {
        require(stateOut != nullptr);
        auto linker = std::make_shared<Linker>(currentContext(), numOptions, options, optionValues);
        *stateOut = toHandle<CUlinkState>(Runtime::get().linkers.add(std::move(linker)));
    });
}

CUresult CUDAAPI cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues,
                              CUlinkState* stateOut) {
    return cuLinkCreate_v2(numOptions, options, optionValues, stateOut);
}

CUresult CUDAAPI cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size,
                                  const char* name, unsigned int, CUjit_option*, void**) {
    return entry([&] {
        // A fat binary says its own size.
        require(data != nullptr && (size > 0 || type == CU_JIT_INPUT_FATBINARY));
        linkerOf(state)->add(type, data, size, name ? name : "");
    });
}

CUresult CUDAAPI cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size,
                               const char* name, unsigned int numOptions, CUjit_option* options,
                               void** optionValues) {
    return cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues);
}

CUresult CUDAAPI cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path,
                                  unsigned int, CUjit_option*, void**) {
    return entry([&] {
        require(path != nullptr);
        const auto linker = linkerOf(state);
        const std::string data = readFile(path);
        linker->add(type, data.c_str(), data.size(), path);
    });
}

CUresult CUDAAPI cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                               unsigned int numOptions, CUjit_option* options,
                               void** optionValues) {
    return cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues);
}

CUresult CUDAAPI cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) {
    return entry([&] {
        require(cubinOut != nullptr);
        const std::string& image = linkerOf(state)->complete();
        *cubinOut = const_cast<char*>(image.data());
        if (sizeOut)
            *sizeOut = image.size();
    });
}

CUresult CUDAAPI cuLinkDestroy(CUlinkState state) {
    return entry([&] {
        require(Runtime::get().linkers.remove(fromHandle(state)) != nullptr,
                CUDA_ERROR_INVALID_HANDLE);
    });
}
