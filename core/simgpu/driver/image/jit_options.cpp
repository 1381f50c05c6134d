// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/jit_options.h"

#include <algorithm>
#include <cstring>

namespace warpbench::simgpu::driver {

void JitOptions::Buffer::add(std::string_view line) {
    if (!text || capacity == 0)
        return;
    // Between lines but not after the last one, as in driver 580.159.
    if (used > 0 && used < capacity - 1)
        text[used++] = '\n';
    const std::size_t taken = std::min(capacity - 1 - used, line.size());
    std::memcpy(text + used, line.data(), taken);
    used += taken;
    text[used] = '\0';
}

JitOptions::JitOptions(unsigned int count, const CUjit_option* options, void** values)
    : m_count(count)
    , m_options(options)
    , m_values(values) {
    require(count == 0 || (options && values));
    for (unsigned int i = 0; i < count; ++i) {
        require(options[i] >= 0 && options[i] < CU_JIT_NUM_OPTIONS);
        // A 32-bit number in the place of the pointer.
        const auto number = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(values[i]));
        switch (options[i]) {
        case CU_JIT_MAX_REGISTERS:
            require(number > 0); // undocumented, but required by driver 580.159
            m_limits.registers = number;
            break;
        case CU_JIT_THREADS_PER_BLOCK:
            m_limits.threadsPerBlock = number;
            break;
        case CU_JIT_INFO_LOG_BUFFER:
            m_info.text = static_cast<char*>(values[i]);
            break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
            m_info.capacity = number;
            break;
        case CU_JIT_ERROR_LOG_BUFFER:
            m_error.text = static_cast<char*>(values[i]);
            break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            m_error.capacity = number;
            break;
        default:
            break;
        }
    }
    for (Buffer* buffer : {&m_info, &m_error}) {
        if (buffer->text && buffer->capacity > 0)
            buffer->text[0] = '\0';
    }
}

void JitOptions::info(std::string_view line) {
    m_info.add(line);
}

void JitOptions::error(std::string_view line) {
    m_error.add(line);
}

void JitOptions::finish(double wallMilliseconds) {
    for (unsigned int i = 0; i < m_count; ++i) {
        if (m_options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) {
            m_values[i] = reinterpret_cast<void*>(m_info.used);
        } else if (m_options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
            m_values[i] = reinterpret_cast<void*>(m_error.used);
        } else if (m_options[i] == CU_JIT_WALL_TIME) {
            // A float in the place of the pointer.
            const auto time = static_cast<float>(wallMilliseconds);
            std::memcpy(&m_values[i], &time, sizeof time);
        }
    }
}

} // namespace warpbench::simgpu::driver
