// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <random>
#include <vector>

namespace programs {

/// An array in GPU memory.
template <class T>
class DeviceArray {
  public:
    explicit DeviceArray(std::size_t count)
        : DeviceArray(std::vector<T>(count)) {}
    explicit DeviceArray(const std::vector<T>& values)
        : m_count(values.size()) {
        cudaMalloc(reinterpret_cast<void**>(&m_data), (m_count + 1) * sizeof(T));
        cudaMemcpy(m_data, values.data(), m_count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~DeviceArray() { cudaFree(m_data); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* data() const { return m_data; }
    std::vector<T> first(std::size_t count) const {
        std::vector<T> values(count);
        cudaMemcpy(values.data(), m_data, count * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }
    std::vector<T> all() const { return first(m_count); }

  private:
    T* m_data = nullptr;
    std::size_t m_count;
};

/// Numbers from 0 to `below` - 1, always the same.
template <class T>
std::vector<T> numbers(int count, int below) {
    std::mt19937 random(static_cast<unsigned>(count) + 1);
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values)
        value = static_cast<T>(random() % static_cast<unsigned>(below));
    return values;
}

} // namespace programs
