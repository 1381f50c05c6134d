// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/arguments.h"

#include "core/base/error.h"

#include <cstring>

namespace warpbench::launch {

namespace {

/// The largest alignment of a kernel parameter in the CUDA C++ Programming Guide's type tables.
constexpr std::size_t kSlotAlignment = 16;

constexpr const char* kCountRemedy = "list one argument for each parameter, in order";

ErrorText describe(std::size_t index, std::string_view description) {
    if (description.empty())
        return phrase("argument {number}", {{"number", index + 1}});
    return phrase("argument {number} ({name})", {{"number", index + 1}, {"name", description}});
}

void check(std::string_view kernel, std::span<const ArgumentValue> values,
           std::span<const ParameterSpec> parameters) {
    const std::size_t common = std::min(values.size(), parameters.size());
    if (values.size() < parameters.size())
        throw Error(ErrorKind::project,
                    {"WB1700",
                     "kernel \"{kernel}\" takes {expected} arguments, the launch gives {found}: "
                     "{argument} is missing",
                     kCountRemedy,
                     {{"kernel", kernel},
                      {"expected", parameters.size()},
                      {"found", values.size()},
                      {"argument", describe(common, parameters[common].description)}}});
    if (values.size() > parameters.size())
        throw Error(ErrorKind::project,
                    {"WB1701",
                     "kernel \"{kernel}\" takes {expected} arguments, the launch gives {found}: "
                     "{argument} is too many",
                     kCountRemedy,
                     {{"kernel", kernel},
                      {"expected", parameters.size()},
                      {"found", values.size()},
                      {"argument", describe(common, values[common].description)}}});
    for (std::size_t i = 0; i < common; ++i) {
        const ParameterSpec& parameter = parameters[i];
        if (parameter.size == 0 || parameter.size == values[i].bytes.size())
            continue;
        const ErrorText taker = parameter.description.empty()
                                    ? phrase("the kernel")
                                    : phrase("\"{name}\"", {{"name", parameter.description}});
        throw Error(ErrorKind::project, {"WB1702",
                                         "{argument} of kernel \"{kernel}\" has {found} bytes, but "
                                         "{parameter} takes {expected}",
                                         "give it the parameter's type",
                                         {{"argument", describe(i, values[i].description)},
                                          {"kernel", kernel},
                                          {"found", values[i].bytes.size()},
                                          {"parameter", taker},
                                          {"expected", parameter.size}}});
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
        throw Error(
            ErrorKind::internal,
            {"WB1703",
             "argument {number} has {found} bytes and cannot become {expected}",
             {},
             {{"number", index + 1}, {"found", m_sizes[index]}, {"expected", bytes.size()}}});
    if (!bytes.empty())
        std::memcpy(m_pointers[index], bytes.data(), bytes.size());
}

} // namespace warpbench::launch
