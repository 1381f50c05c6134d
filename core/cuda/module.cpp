// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/module.h"

#include "core/cuda/context_state.h"
#include "core/cuda/kernel_box.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstring>
#include <type_traits>

namespace warpbench::cuda {

namespace {

/// The driver's logs while it loads a module, and the options that ask for them.
class LoadOptions {
  public:
    LoadOptions() {
        add(CU_JIT_INFO_LOG_BUFFER, m_info.data());
        add(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, m_info.size());
        add(CU_JIT_ERROR_LOG_BUFFER, m_error.data());
        add(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, m_error.size());
    }

    void add(CUjit_option option, void* value) {
        m_options.push_back(option);
        m_values.push_back(value);
    }
    void add(CUjit_option option, std::size_t value) {
        add(option, reinterpret_cast<void*>(std::uintptr_t(value)));
    }

    CUresult load(const DriverApi& api, CUmodule* module, const void* image) {
        return api.moduleLoadDataEx(module, image, unsigned(m_options.size()), m_options.data(),
                                    m_values.data());
    }

    CUresult startLink(const DriverApi& api, CUlinkState* link) {
        return api.linkCreate(unsigned(m_options.size()), m_options.data(), m_values.data(), link);
    }

    std::string info() const { return text(m_info); }
    std::string error() const { return text(m_error); }

  private:
    static std::string text(const std::vector<char>& buffer) {
        std::string log(buffer.data(), strnlen(buffer.data(), buffer.size()));
        while (!log.empty() && (log.back() == '\n' || log.back() == ' '))
            log.pop_back();
        return log;
    }

    std::vector<char> m_info = std::vector<char>(std::size_t(64) * 1024);
    std::vector<char> m_error = std::vector<char>(std::size_t(64) * 1024);
    std::vector<CUjit_option> m_options;
    std::vector<void*> m_values;
};

std::shared_ptr<ObjectBox> load(const Context& context, const void* image, LoadOptions& options,
                                const ErrorText& what) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUmodule handle = nullptr;
    const CUresult code = options.load(state->api(), &handle, image);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuModuleLoadDataEx", what, options.error());
    const Grave::Free free = [](const DriverApi& api, std::uint64_t module) {
        return api.moduleUnload(pointerOf<CUmodule>(module));
    };
    return std::make_shared<ObjectBox>(state, handleOf(handle), free, "cuModuleUnload");
}

} // namespace

Module::Module(std::shared_ptr<ObjectBox> box, std::string log) noexcept
    : m_box(std::move(box))
    , m_kernels(std::make_shared<Kernels>())
    , m_log(std::move(log)) {}

Module Module::fromImage(const Context& context, std::span<const std::byte> image) {
    LoadOptions options;
    auto box = load(context, image.data(), options,
                    phrase("device code of {count} bytes", {{"count", image.size()}}));
    return Module(std::move(box), options.info());
}

Module Module::fromPtx(const Context& context, std::string_view ptx, const JitOptions& jit) {
    LoadOptions options;
    if (jit.maxRegisters)
        options.add(CU_JIT_MAX_REGISTERS, std::size_t(*jit.maxRegisters));
    if (jit.optimizationLevel)
        options.add(CU_JIT_OPTIMIZATION_LEVEL, std::size_t(*jit.optimizationLevel));
    if (jit.debugInfo)
        options.add(CU_JIT_GENERATE_DEBUG_INFO, std::size_t(1));
    else if (jit.lineInfo)
        options.add(CU_JIT_GENERATE_LINE_INFO, std::size_t(1));
    const std::string terminated(ptx); // the driver wants a null at the end
    auto box = load(context, terminated.c_str(), options, "PTX");
    return Module(std::move(box), options.info());
}

Module Module::linked(const Context& context, std::span<const LinkInput> inputs,
                      std::span<const std::string> libraries) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    const DriverApi& api = state->api();
    if (!api.linkCreate || !api.linkAddData || !api.linkComplete || !api.linkDestroy)
        state->raise(CUDA_ERROR_NOT_SUPPORTED, "cuLinkCreate");
    LoadOptions options; // the linker writes into its logs until it is destroyed
    options.add(CU_JIT_GENERATE_LINE_INFO, std::size_t(1));
    CUlinkState link = nullptr;
    state->check(options.startLink(api, &link), "cuLinkCreate");
    const auto destroy = [&api](CUlinkState ending) { api.linkDestroy(ending); };
    const std::unique_ptr<std::remove_pointer_t<CUlinkState>, decltype(destroy)> owner(link,
                                                                                       destroy);
    for (const LinkInput& input : inputs) {
        const bool isPtx = input.cubin.empty();
        // The driver wants a null at the end of PTX, and changes neither.
        const void* data = isPtx ? static_cast<const void*>(input.ptx.c_str()) : input.cubin.data();
        const CUresult code = api.linkAddData(link, isPtx ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_CUBIN,
                                              const_cast<void*>(data),
                                              isPtx ? input.ptx.size() + 1 : input.cubin.size(),
                                              input.name.c_str(), 0, nullptr, nullptr);
        if (code != CUDA_SUCCESS)
            state->raise(code, "cuLinkAddData", input.name, options.error());
    }
    for (const std::string& library : libraries) {
        if (!api.linkAddFile)
            state->raise(CUDA_ERROR_NOT_SUPPORTED, "cuLinkAddFile", library);
        const CUresult code =
            api.linkAddFile(link, CU_JIT_INPUT_LIBRARY, library.c_str(), 0, nullptr, nullptr);
        if (code != CUDA_SUCCESS)
            state->raise(code, "cuLinkAddFile", library, options.error());
    }
    void* image = nullptr;
    std::size_t bytes = 0;
    const CUresult code = api.linkComplete(link, &image, &bytes);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuLinkComplete",
                     phrase("{count} linked sources", {{"count", inputs.size()}}), options.error());
    return fromImage(context, std::span(static_cast<const std::byte*>(image), bytes));
}

CUmodule Module::handle() const noexcept {
    return m_box->as<CUmodule>();
}

const ContextPtr& Module::contextState() const noexcept {
    return m_box->context();
}

Kernel Module::kernel(const std::string& name) const {
    const ContextScope scope(m_box->context());
    CUfunction function = nullptr;
    const CUresult code = m_box->api().moduleGetFunction(&function, handle(), name.c_str());
    if (code != CUDA_SUCCESS) {
        ErrorText object = phrase("kernel \"{kernel}\"", {{"kernel", name}});
        if (code == CUDA_ERROR_NOT_FOUND) {
            const std::vector<std::string> names = kernelNames();
            if (!names.empty())
                object = phrase(
                    "{kernel} (the module has {names})",
                    {{"kernel", object}, {"names", fmt::format("{}", fmt::join(names, ", "))}});
        }
        m_box->context()->raise(code, "cuModuleGetFunction", object);
    }
    std::weak_ptr<KernelBox>& known = (*m_kernels)[function];
    std::shared_ptr<KernelBox> kernelBox = known.lock();
    if (!kernelBox)
        known = kernelBox = std::make_shared<KernelBox>(m_box, function, name);
    return Kernel(std::move(kernelBox));
}

GlobalSymbol Module::global(const std::string& name) const {
    const ContextScope scope(m_box->context());
    GlobalSymbol symbol;
    const CUresult code =
        m_box->api().moduleGetGlobal(&symbol.pointer, &symbol.size, handle(), name.c_str());
    if (code != CUDA_SUCCESS)
        m_box->context()->raise(code, "cuModuleGetGlobal",
                                phrase("variable \"{name}\"", {{"name", name}}));
    symbol.keepAlive = m_box;
    return symbol;
}

std::vector<std::string> Module::kernelNames() const {
    const DriverApi& api = m_box->api();
    if (!api.moduleGetFunctionCount || !api.moduleEnumerateFunctions || !api.functionGetName)
        return {};
    const ContextScope scope(m_box->context());
    const ContextState& state = *m_box->context();
    unsigned count = 0;
    state.check(api.moduleGetFunctionCount(&count, handle()), "cuModuleGetFunctionCount");
    std::vector<CUfunction> functions(count);
    if (count > 0)
        state.check(api.moduleEnumerateFunctions(functions.data(), count, handle()),
                    "cuModuleEnumerateFunctions");
    std::vector<std::string> names;
    for (CUfunction function : functions) {
        const char* name = nullptr;
        state.check(api.functionGetName(&name, function), "cuFuncGetName");
        names.emplace_back(name ? name : "");
    }
    return names;
}

} // namespace warpbench::cuda
