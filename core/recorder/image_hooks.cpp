// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/hooks.h"
#include "core/recorder/loaded_code.h"

namespace warpbench::recorder {

namespace {

LoadedCode& code() {
    return LoadedCode::ofProcess();
}

struct ModuleOfFile {
    void operator()(const CUmodule* module, const char* file) const {
        code().addModule(*module, Image::inFile(file));
    }
};
struct ModuleOfData {
    template <class... Rest>
    void operator()(const CUmodule* module, const void* data, Rest...) const {
        code().addModule(*module, code().imageAt(data));
    }
};
struct LibraryOfFile {
    template <class... Rest>
    void operator()(const CUlibrary* library, const char* file, Rest...) const {
        code().addLibrary(*library, Image::inFile(file));
    }
};
struct LibraryOfData {
    template <class... Rest>
    void operator()(const CUlibrary* library, const void* data, Rest...) const {
        code().addLibrary(*library, code().imageAt(data));
    }
};
struct ModuleGone {
    void operator()(CUmodule module) const { code().dropModule(module); }
};
struct LibraryGone {
    void operator()(CUlibrary library) const { code().dropLibrary(library); }
};
struct FunctionFound {
    void operator()(const CUfunction* function, CUmodule module, const char* name) const {
        code().addFunction(*function, module, name);
    }
};
struct FunctionsListed {
    void operator()(const CUfunction* functions, unsigned int count, CUmodule module) const {
        for (unsigned int i = 0; i < count; ++i)
            code().addFunction(functions[i], module, {});
    }
};
struct KernelFound {
    void operator()(const CUkernel* kernel, CUlibrary library, const char* name) const {
        code().addKernel(*kernel, library, name);
    }
};
struct KernelsListed {
    void operator()(const CUkernel* kernels, unsigned int count, CUlibrary library) const {
        for (unsigned int i = 0; i < count; ++i)
            code().addKernel(kernels[i], library, {});
    }
};
struct FunctionOfKernel {
    void operator()(const CUfunction* function, CUkernel kernel) const {
        code().addFunctionOf(*function, kernel);
    }
};
struct ModuleOfLibrary {
    void operator()(const CUmodule* module, CUlibrary library) const {
        code().addModuleOf(*module, library);
    }
};
struct LinkData {
    template <class... Rest>
    void operator()(CUlinkState state, CUjitInputType, const void* data, Rest...) const {
        code().addLinkInput(state, code().imageAt(data));
    }
};
struct LinkFile {
    template <class... Rest>
    void operator()(CUlinkState state, CUjitInputType, const char* file, Rest...) const {
        code().addLinkInput(state, Image::inFile(file));
    }
};
struct LinkDone {
    void operator()(CUlinkState state, void* const* result, const std::size_t* bytes) const {
        if (bytes)
            code().finishLink(state, *result, *bytes);
    }
};
struct LinkGone {
    void operator()(CUlinkState state) const { code().dropLink(state); }
};

} // namespace

std::vector<Hook> imageHooks() {
    return {
        RECORDER_NOTED(cuModuleLoad, ModuleOfFile),
        RECORDER_NOTED(cuModuleLoadData, ModuleOfData),
        RECORDER_NOTED(cuModuleLoadDataEx, ModuleOfData),
        RECORDER_NOTED(cuModuleLoadFatBinary, ModuleOfData),
        RECORDER_NOTED(cuModuleUnload, ModuleGone),
        RECORDER_NOTED(cuModuleGetFunction, FunctionFound),
        RECORDER_NOTED(cuModuleEnumerateFunctions, FunctionsListed),
        RECORDER_NOTED(cuLibraryLoadData, LibraryOfData),
        RECORDER_NOTED(cuLibraryLoadFromFile, LibraryOfFile),
        RECORDER_NOTED(cuLibraryUnload, LibraryGone),
        RECORDER_NOTED(cuLibraryGetKernel, KernelFound),
        RECORDER_NOTED(cuLibraryEnumerateKernels, KernelsListed),
        RECORDER_NOTED(cuLibraryGetModule, ModuleOfLibrary),
        RECORDER_NOTED(cuKernelGetFunction, FunctionOfKernel),
        RECORDER_NOTED(cuLinkAddData, LinkData),
        RECORDER_NOTED(cuLinkAddData_v2, LinkData),
        RECORDER_NOTED(cuLinkAddFile, LinkFile),
        RECORDER_NOTED(cuLinkAddFile_v2, LinkFile),
        RECORDER_NOTED(cuLinkComplete, LinkDone),
        RECORDER_NOTED(cuLinkDestroy, LinkGone),
    };
}

} // namespace warpbench::recorder
