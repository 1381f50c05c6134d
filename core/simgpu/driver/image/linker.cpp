// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/linker.h"

#include "core/simgpu/driver/image/device_runtime.h"
#include "core/simgpu/driver/image/image.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/engine/ptx_mistake.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

constexpr char kMark[] = "\x7fWBSIMLINK2";
constexpr std::size_t kMarkBytes = sizeof kMark - 1;

Image::Kind kindOf(CUjitInputType type) {
    return type == CU_JIT_INPUT_OBJECT    ? Image::Kind::object
           : type == CU_JIT_INPUT_LIBRARY ? Image::Kind::archive
                                          : Image::Kind::any;
}

} // namespace

Linker::Linker(std::shared_ptr<Context> context, unsigned int count, CUjit_option* options,
               void** values)
    : m_context(std::move(context))
    , m_options(count, options, values) {
    m_code.limits = m_options.limits();
}

void Linker::add(CUjitInputType type, const void* data, std::size_t size, const std::string& name) {
    require(type >= CU_JIT_INPUT_CUBIN && type < CU_JIT_NUM_INPUT_TYPES);
    if (type == CU_JIT_INPUT_CUBIN && size > kMarkBytes) {
        if (const ModuleCode linked = codeOf(data, size); !linked.texts.empty()) {
            for (const std::string& text : linked.texts)
                take(text, name);
            return;
        }
    }
    if (type == CU_JIT_INPUT_LIBRARY && isDeviceRuntime({static_cast<const char*>(data), size})) {
        take(kDeviceRuntime, name);
        return;
    }
    const bool knows = type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_FATBINARY ||
                       type == CU_JIT_INPUT_CUBIN || type == CU_JIT_INPUT_OBJECT ||
                       type == CU_JIT_INPUT_LIBRARY;
    try {
        if (!knows) {
            m_options.error(name + ": the simulated GPU links PTX, and fat binaries, cubins, "
                                   "objects and archives that carry PTX");
            fail(CUDA_ERROR_NO_BINARY_FOR_GPU);
        }
        for (std::string& text :
             ptxOf({data, size, name, kindOf(type)}, m_context->device().model(), m_options)) {
            if (const auto error = engine::mistakeIn(text))
                refuse(*error, m_options);
            take(std::move(text), name);
        }
    } catch (const DriverError&) {
        m_options.finish(0);
        throw;
    }
}

void Linker::take(std::string text, const std::string& name) {
    m_code.texts.push_back(std::move(text));
    m_code.names.push_back(name);
}

const std::string& Linker::complete() {
    if (m_code.texts.empty()) // a link of nothing is a module with nothing in it
        take(".version 8.0\n.target sm_50\n.address_size 64\n", {});
    // Loaded once to see that it links; a module that is loaded from the image is another one.
    try {
        Module::load(m_context, m_code, m_options);
    } catch (const DriverError& error) {
        // Each text was checked when it was added, so the link itself is invalid. Undocumented, but
        // as in driver 580.159 (after other errors of a program also CUDA_ERROR_UNKNOWN).
        if (error.code == CUDA_ERROR_INVALID_PTX)
            fail(CUDA_ERROR_INVALID_SOURCE);
        throw;
    }
    const auto number = [&](std::uint64_t value) {
        m_image.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    m_image.assign(kMark, kMarkBytes);
    number(m_code.limits.registers);
    number(m_code.limits.threadsPerBlock);
    number(m_code.texts.size());
    for (const std::string& text : m_code.texts) {
        number(text.size());
        m_image += text;
    }
    return m_image;
}

ModuleCode Linker::codeOf(const void* image, std::size_t size) {
    const auto* at = static_cast<const char*>(image);
    std::size_t left = size == 0 ? SIZE_MAX : size;
    if (left < kMarkBytes || std::strncmp(at, kMark, kMarkBytes) != 0)
        return {};
    const auto take = [&](std::uint64_t bytes) {
        require(bytes <= left, CUDA_ERROR_INVALID_IMAGE);
        left -= bytes;
        return std::exchange(at, at + bytes);
    };
    const auto number = [&] {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    };
    take(kMarkBytes);
    ModuleCode code;
    code.limits.registers = static_cast<std::uint32_t>(number());
    code.limits.threadsPerBlock = static_cast<std::uint32_t>(number());
    for (std::uint64_t count = number(); count > 0; --count) {
        const std::uint64_t bytes = number();
        code.texts.emplace_back(take(bytes), bytes);
    }
    return code;
}

} // namespace warpbench::simgpu::driver
