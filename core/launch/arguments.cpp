// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/arguments.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cstring>

namespace warpbench::launch {

namespace {

/// The largest alignment of a kernel parameter in the CUDA C++ Programming Guide's type tables.
constexpr std::size_t kSlotAlignment = 16;

std::string describe(std::size_t index, std::string_view description) {
    std::string text = fmt::format("argument {}", index + 1);
    if (!description.empty())
        text += fmt::format(" ({})", description);
    return text;
}

void check(std::string_view kernel, std::span<const ArgumentValue> values,
           std::span<const ParameterSpec> parameters) {
    const std::size_t common = std::min(values.size(), parameters.size());
    if (values.size() < parameters.size())
        throw Error(ErrorKind::project,
                    fmt::format("kernel \"{}\" takes {} arguments, the launch gives {}: {} is "
                                "missing",
                                kernel, parameters.size(), values.size(),
                                describe(common, parameters[common].description)),
                    "list one argument for each parameter, in order");
    if (values.size() > parameters.size())
        throw Error(ErrorKind::project,
                    fmt::format("kernel \"{}\" takes {} arguments, the launch gives {}: {} is too "
                                "many",
                                kernel, parameters.size(), values.size(),
                                describe(common, values[common].description)),
                    "list one argument for each parameter, in order");
    for (std::size_t i = 0; i < common; ++i) {
        const ParameterSpec& parameter = parameters[i];
        if (parameter.size == 0 || parameter.size == values[i].bytes.size())
            continue;
        const std::string wanted = parameter.description.empty()
                                       ? std::string("the kernel")
                                       : fmt::format("\"{}\"", parameter.description);
        throw Error(ErrorKind::project,
                    fmt::format("{} of kernel \"{}\" has {} bytes, but {} takes {}",
                                describe(i, values[i].description), kernel, values[i].bytes.size(),
                                wanted, parameter.size),
                    "give it the parameter's type");
    }
}

} // namespace

ArgumentValue ArgumentValue::pointer(std::uint64_t address, std::string description) {
    return of(address, std::move(description));
}

PackedArguments::PackedArguments(std::string_view kernel, std::span<const ArgumentValue> values,
                                 std::span<const ParameterSpec> parameters) {
    check(kernel, values, parameters);
    std::size_t total = 0;
    std::vector<std::size_t> offsets;
    for (const ArgumentValue& value : values) {
        offsets.push_back(total);
        total += (value.bytes.size() + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
    }
    m_storage.resize(total);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::byte* slot = m_storage.data() + offsets[i];
        if (!values[i].bytes.empty())
            std::memcpy(slot, values[i].bytes.data(), values[i].bytes.size());
        m_pointers.push_back(slot);
        m_sizes.push_back(values[i].bytes.size());
    }
}

std::span<const std::byte> PackedArguments::bytes(std::size_t index) const {
    return {static_cast<const std::byte*>(m_pointers.at(index)), m_sizes.at(index)};
}

void PackedArguments::replace(std::size_t index, std::span<const std::byte> bytes) {
    if (bytes.size() != m_sizes.at(index))
        throw Error(ErrorKind::internal,
                    fmt::format("argument {} has {} bytes and cannot become {}", index + 1,
                                m_sizes[index], bytes.size()));
    if (!bytes.empty())
        std::memcpy(m_pointers[index], bytes.data(), bytes.size());
}

} // namespace warpbench::launch
