// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// A simulated GPU for tests: memory, a loaded module, launches.
namespace warpbench::simgpu::engine {

/// Kernel arguments, packed according to the ABI.
class Parameters {
  public:
    template <class T>
    Parameters& add(T value) {
        const std::size_t at = (m_bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T);
        m_bytes.resize(at + sizeof(T));
        std::memcpy(m_bytes.data() + at, &value, sizeof(T));
        return *this;
    }
    const std::vector<std::byte>& bytes() const { return m_bytes; }

  private:
    std::vector<std::byte> m_bytes;
};

/// An array in the device's memory.
template <class T>
class DeviceArray {
  public:
    DeviceArray(DeviceMemory& memory, const std::vector<T>& values)
        : m_memory(memory)
        , m_size(values.size())
        , m_address(memory.allocate(values.size() * sizeof(T))) {
        std::memcpy(data(), values.data(), values.size() * sizeof(T));
    }
    ~DeviceArray() { m_memory.free(m_address); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    std::uint64_t address() const { return m_address; }
    T* data() const { return reinterpret_cast<T*>(static_cast<std::uintptr_t>(m_address)); }
    T operator[](std::size_t i) const { return data()[i]; }
    std::vector<T> values() const { return std::vector<T>(data(), data() + m_size); }

  private:
    DeviceMemory& m_memory;
    std::size_t m_size;
    std::uint64_t m_address;
};

struct Machine {
    MachineModel model;
    std::shared_ptr<DeviceMemory> memory = std::make_shared<DeviceMemory>(256u << 20);
    std::shared_ptr<Program> program;
    std::string error;
    Checks checks; ///< for the following requests

    bool loadText(std::string_view ptx) {
        LoadResult result = load(std::span(&ptx, 1), model, memory);
        if (auto* failed = std::get_if<LoadError>(&result)) {
            error = failed->text;
            program.reset();
            return false;
        }
        program = std::get<std::shared_ptr<Program>>(result);
        return true;
    }
    bool loadFile(const std::string& path) {
        std::ifstream file(path);
        if (!file) {
            error = "cannot read " + path;
            return false;
        }
        std::stringstream text;
        text << file.rdbuf();
        return loadText(text.str());
    }

    LaunchRequest request(const std::string& kernel, Dim3 grid, Dim3 block,
                          const Parameters& parameters, std::uint64_t dynamicShared = 0) const {
        LaunchRequest r;
        r.program = program;
        const auto& kernels = kernelsOf(*program);
        r.kernel = static_cast<std::uint32_t>(kernels.size());
        for (std::uint32_t k = 0; k < kernels.size(); ++k) {
            if (kernels[k].name == kernel)
                r.kernel = k;
        }
        r.grid = grid;
        r.block = block;
        r.parameters = parameters.bytes();
        r.dynamicShared = dynamicShared;
        r.timeLimitSeconds = 60;
        r.checks = checks;
        return r;
    }
    LaunchOutcome run(const std::string& kernel, Dim3 grid, Dim3 block,
                      const Parameters& parameters, std::uint64_t dynamicShared = 0) const {
        return execute(request(kernel, grid, block, parameters, dynamicShared));
    }
};

inline std::string describe(const LaunchOutcome& outcome) {
    std::string text;
    for (const Fault& fault : outcome.faults)
        text += fault.text + " at " + fault.file + ":" + std::to_string(fault.line) + " (PTX " +
                std::to_string(fault.ptxLine) + ")\n";
    return text.empty() ? "no fault" : text;
}

} // namespace warpbench::simgpu::engine
