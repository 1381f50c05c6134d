// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/linker.h"

#include "core/simgpu/driver/image.h"
#include "core/simgpu/driver/module.h"
#include "core/simgpu/driver/runtime.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

constexpr char kMark[] = "\x7fWBSIMLINK1";
constexpr std::size_t kMarkBytes = sizeof kMark - 1;

} // namespace

Linker::Linker(std::shared_ptr<Context> context, unsigned int count, CUjit_option* options,
               void** values)
    : m_context(std::move(context))
    , m_options(count, options, values) {}

void Linker::add(CUjitInputType type, const void* data, std::size_t size, const std::string& name) {
    require(type >= CU_JIT_INPUT_CUBIN && type < CU_JIT_NUM_INPUT_TYPES);
    if (type == CU_JIT_INPUT_CUBIN && size > kMarkBytes) {
        if (std::vector<std::string> linked = textsOf(data, size); !linked.empty()) {
            m_texts.insert(m_texts.end(), linked.begin(), linked.end());
            return;
        }
    }
    const bool knows =
        type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_FATBINARY || type == CU_JIT_INPUT_CUBIN;
    try {
        if (!knows) {
            m_options.error(name + ": the simulated GPU links PTX, fat binaries and cubins that "
                                   "carry PTX, and neither objects nor libraries");
            fail(CUDA_ERROR_NO_BINARY_FOR_GPU);
        }
        for (std::string& text : ptxOf({data, size, name}, m_context->device().model(), m_options))
            m_texts.push_back(std::move(text));
    } catch (const DriverError&) {
        m_options.finish(0);
        throw;
    }
}

const std::string& Linker::complete() {
    require(!m_texts.empty());
    // Loaded once to see that it links; a module that is loaded from the image is another one.
    const std::vector<std::string_view> views(m_texts.begin(), m_texts.end());
    Module::load(m_context, views, m_options);
    m_image.assign(kMark, kMarkBytes);
    const std::uint64_t count = m_texts.size();
    m_image.append(reinterpret_cast<const char*>(&count), sizeof count);
    for (const std::string& text : m_texts) {
        const std::uint64_t bytes = text.size();
        m_image.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
        m_image += text;
    }
    return m_image;
}

std::vector<std::string> Linker::textsOf(const void* image, std::size_t size) {
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
    std::vector<std::string> texts;
    for (std::uint64_t count = number(); count > 0; --count) {
        const std::uint64_t bytes = number();
        texts.emplace_back(take(bytes), bytes);
    }
    return texts;
}

} // namespace warpbench::simgpu::driver
