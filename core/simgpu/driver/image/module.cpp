// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/module.h"

#include "core/simgpu/driver/findings/profile_files.h"
#include "core/simgpu/driver/findings/program_faults.h"
#include "core/simgpu/driver/image/jit_options.h"
#include "core/simgpu/driver/launch/launch_capture.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/engine/named_texts.h"
#include "core/simgpu/engine/register_directives.h"

#include <algorithm>
#include <cctype>

namespace warpbench::simgpu::driver {

namespace {

constexpr int kDefaultSharedBytes = 49152;

int product(const engine::Dim3& size) {
    return static_cast<int>(size[0] * size[1] * size[2]);
}

/// The number of `.target sm_90a`, and whether a letter follows.
struct Target {
    int arch = 0;
    char suffix = 0;
    std::ptrdiff_t line = 0; ///< from 1; 0: none
};

Target targetOf(std::string_view text) {
    Target target;
    const std::size_t at = text.find(".target");
    const std::size_t digits = at == std::string_view::npos ? at : text.find("sm_", at);
    if (digits == std::string_view::npos)
        return target;
    target.line = 1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(digits), '\n');
    constexpr int kTooLarge = 100000; // for any GPU; no more digits are looked at
    std::size_t i = digits + 3;
    for (; i < text.size() && target.arch < kTooLarge &&
           std::isdigit(static_cast<unsigned char>(text[i]));
         ++i)
        target.arch = target.arch * 10 + (text[i] - '0');
    if (i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])))
        target.suffix = text[i];
    return target;
}

void requireRunnable(const Target& target, const Model& model, JitOptions& options) {
    const int arch = model.ccMajor * 10 + model.ccMinor;
    const bool family = target.suffix == 'f' && target.arch / 10 == model.ccMajor;
    const bool exact = target.suffix == 'a' && target.arch != arch;
    if (target.arch > arch || exact || (target.suffix == 'f' && !family)) {
        options.error("PTX line " + std::to_string(target.line) + ": the PTX is for sm_" +
                      std::to_string(target.arch) +
                      (target.suffix ? std::string(1, target.suffix) : "") + ", which " +
                      model.name + " (sm_" + std::to_string(arch) + ") cannot run");
        fail(CUDA_ERROR_INVALID_PTX);
    }
}

CUresult codeOf(engine::LoadError::Kind kind) {
    switch (kind) {
    case engine::LoadError::Kind::unsupportedVersion:
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    case engine::LoadError::Kind::unsupported:
        return CUDA_ERROR_NOT_SUPPORTED;
    case engine::LoadError::Kind::noMemory:
        return CUDA_ERROR_OUT_OF_MEMORY;
    case engine::LoadError::Kind::invalidPtx:
    case engine::LoadError::Kind::unresolved:
        break;
    }
    return CUDA_ERROR_INVALID_PTX;
}

} // namespace

void refuse(const engine::LoadError& error, JitOptions& options) {
    // The parser's own texts name the line already.
    const bool named = error.ptxLine == 0 || error.text.find("line") != std::string::npos;
    options.error((named ? "" : "PTX line " + std::to_string(error.ptxLine) + ": ") + error.text);
    if (error.kind == engine::LoadError::Kind::unsupported)
        sayCannotRun(error.text);
    fail(codeOf(error.kind));
}

Function::Function(std::weak_ptr<Module> module, std::weak_ptr<Context> context,
                   std::shared_ptr<const engine::Program> program, std::uint32_t index,
                   const RegisterLimits& limits)
    : m_module(std::move(module))
    , m_context(std::move(context))
    , m_program(std::move(program))
    , m_index(index)
    , m_limits(limits) {}

std::shared_ptr<Context> Function::context() const {
    auto context = m_context.lock();
    require(context != nullptr, CUDA_ERROR_CONTEXT_IS_DESTROYED);
    return context;
}

const engine::KernelInfo& Function::info() const noexcept {
    return engine::kernelsOf(*m_program)[m_index];
}

int Function::registers() const {
    const engine::KernelInfo& kernel = info();
    return std::clamp(
        static_cast<int>(kernel.registerEstimate), 1,
        mostRegisters(kernel, engine::registerDirectivesOf(*m_program, m_index), m_limits));
}

int Function::maxThreads() const {
    const engine::KernelInfo& kernel = info();
    int threads = threadsWith(registers());
    if (product(kernel.maxThreads) > 0)
        threads = std::min(threads, product(kernel.maxThreads));
    if (product(kernel.requiredThreads) > 0)
        threads = std::min(threads, product(kernel.requiredThreads));
    return threads;
}

std::uint64_t Function::maxDynamicShared() const {
    if (m_maxDynamicShared >= 0)
        return static_cast<std::uint64_t>(m_maxDynamicShared.load());
    const std::uint64_t fixed = info().staticShared;
    return fixed < kDefaultSharedBytes ? kDefaultSharedBytes - fixed : 0;
}

engine::Dim3 Function::requiredCluster() const {
    const engine::Dim3& declared = info().requiredCluster;
    if (product(declared) > 0)
        return declared;
    return {static_cast<std::uint32_t>(m_cluster[0]), static_cast<std::uint32_t>(m_cluster[1]),
            static_cast<std::uint32_t>(m_cluster[2])};
}

int Function::attribute(CUfunction_attribute attribute) const {
    const engine::KernelInfo& kernel = info();
    const engine::Dim3 cluster = requiredCluster();
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        return maxThreads();
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        return static_cast<int>(kernel.staticShared);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        return static_cast<int>(kernel.constantBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        return static_cast<int>(kernel.localBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        return registers();
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: {
        const auto owner = module();
        return owner ? owner->ptxVersion() : 0;
    }
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: {
        const Model& model = context()->device().model();
        return model.ccMajor * 10 + model.ccMinor;
    }
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
        return 0;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        return static_cast<int>(maxDynamicShared());
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        return m_carveOut;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        return 0;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
        return static_cast<int>(cluster[0]);
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
        return static_cast<int>(cluster[1]);
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        return static_cast<int>(cluster[2]);
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        return m_nonPortableCluster;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        return m_schedulingPolicy;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void Function::setAttribute(CUfunction_attribute attribute, int value) {
    const Model& model = context()->device().model();
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: {
        const auto fixed = static_cast<std::int64_t>(info().staticShared);
        require(value >= 0 && value + fixed <= model.sm.sharedPerBlockOptin);
        m_maxDynamicShared = value;
        return;
    }
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        require(value >= -1 && value <= 100);
        m_carveOut = value;
        return;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        // The cluster declared by a kernel cannot be changed.
        require(value >= 0 && product(info().requiredCluster) == 0 && model.ccMajor >= 9);
        m_cluster[static_cast<std::size_t>(attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH)] =
            value;
        return;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        require((value == 0 || value == 1) && model.ccMajor >= 9);
        m_nonPortableCluster = value;
        return;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        require(value >= CU_CLUSTER_SCHEDULING_POLICY_DEFAULT &&
                value <= CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING);
        m_schedulingPolicy = value;
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

std::shared_ptr<Module> Module::load(const std::shared_ptr<Context>& context,
                                     const ModuleCode& code, JitOptions& options) {
    const auto started = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started)
            .count();
    };
    Device& device = context->device();
    std::shared_ptr<Module> module(new Module);
    module->m_context = context;
    const engine::MachineModel machine = machineOf(device.model());
    try {
        std::vector<engine::NamedText> texts;
        for (std::size_t i = 0; i < code.texts.size(); ++i) {
            const Target target = targetOf(code.texts[i]);
            requireRunnable(target, device.model(), options);
            module->m_target = std::max(module->m_target, target.arch);
            texts.push_back({code.texts[i], {}});
            if (i < code.names.size())
                texts.back().name = code.names[i];
        }
        engine::LoadResult result = engine::load(texts, machine, device.memory());
        if (const auto* error = std::get_if<engine::LoadError>(&result))
            refuse(*error, options);
        module->m_program = std::move(std::get<std::shared_ptr<engine::Program>>(result));
        for (const engine::KernelInfo& kernel : engine::kernelsOf(*module->m_program)) {
            if (!kernel.unsupported.empty())
                options.info("warning: kernel '" + kernel.name +
                             "' cannot be executed: " + kernel.unsupported);
        }
    } catch (const DriverError&) {
        options.finish(elapsed());
        throw;
    }
    options.finish(elapsed());
    if (launchesAreCaptured() || ProfileFiles::ofProcess())
        module->m_texts = code.texts;
    const std::size_t count = engine::kernelsOf(*module->m_program).size();
    for (std::uint32_t i = 0; i < count; ++i) {
        auto function = std::make_shared<Function>(module->weak_from_this(), context,
                                                   module->m_program, i, code.limits);
        function->setHandle(toHandle<CUfunction>(Runtime::get().functions.add(function)));
        module->m_functions.push_back(std::move(function));
    }
    return module;
}

Module::~Module() {
    dropHandles();
}

void Module::dropHandles() {
    for (const auto& function : m_functions)
        Runtime::get().functions.remove(fromHandle(function->handle()));
}

std::shared_ptr<Function> Module::function(std::string_view name) const {
    const auto it = std::find_if(m_functions.begin(), m_functions.end(),
                                 [&](const auto& f) { return f->info().name == name; });
    require(it != m_functions.end(), CUDA_ERROR_NOT_FOUND);
    if (const std::string& why = (*it)->info().unsupported; !why.empty()) {
        sayCannotRun(why);
        fail(CUDA_ERROR_NOT_SUPPORTED);
    }
    return *it;
}

const engine::VariableInfo& Module::variable(std::string_view name) const {
    const auto& variables = engine::variablesOf(*m_program);
    const auto it = std::find_if(variables.begin(), variables.end(),
                                 [&](const auto& v) { return v.name == name; });
    require(it != variables.end(), CUDA_ERROR_NOT_FOUND);
    return *it;
}

const engine::VariableInfo* Module::globalAt(std::size_t index) const {
    for (const engine::VariableInfo& variable : engine::variablesOf(*m_program)) {
        if (!variable.constant && index-- == 0)
            return &variable;
    }
    return nullptr;
}

std::shared_ptr<Function> functionOf(CUfunction handle) {
    Runtime& runtime = Runtime::get();
    if (auto function = runtime.functions.find(fromHandle(handle)))
        return function;
    const auto kernel = runtime.kernels.find(fromHandle(handle));
    require(kernel != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return kernel->functionIn(currentContext());
}

} // namespace warpbench::simgpu::driver
