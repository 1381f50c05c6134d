// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::launch {

/// One argument of a launch as the device reads it.
struct ArgumentValue {
    std::vector<std::byte> bytes;
    std::string description; ///< for messages: "int32 n", "buffer a"

    static ArgumentValue pointer(std::uint64_t address, std::string description);
    template <class T>
    static ArgumentValue of(const T& value, std::string description) {
        const auto raw = std::as_bytes(std::span(&value, 1));
        return {{raw.begin(), raw.end()}, std::move(description)};
    }
};

/// What a kernel expects of one parameter.
struct ParameterSpec {
    std::size_t size = 0;    ///< bytes; 0: unknown, not checked
    std::string description; ///< for messages: "const float* a"; may be empty
};

/// The arguments of a launch, laid out so that the driver can take them many times without further
/// work. Move-only; pointers stay valid while this object lives.
class PackedArguments {
  public:
    PackedArguments() = default;
    /// \param kernel  for messages
    /// \throws Error (project) if their number or sizes do not match the parameters, naming them
    PackedArguments(std::string_view kernel, std::span<const ArgumentValue> values,
                    std::span<const ParameterSpec> parameters);
    PackedArguments(PackedArguments&&) noexcept = default;
    PackedArguments& operator=(PackedArguments&&) noexcept = default;

    /// For cuda::Kernel::launch.
    void* const* pointers() const noexcept { return m_pointers.data(); }
    std::size_t count() const noexcept { return m_pointers.size(); }
    std::span<const std::byte> bytes(std::size_t index) const;
    /// Overwrites an argument of the same size, such as an address that changed.
    /// \throws Error (internal) if the size differs
    void replace(std::size_t index, std::span<const std::byte> bytes);

  private:
    std::vector<std::byte> m_storage;
    std::vector<void*> m_pointers;
    std::vector<std::size_t> m_sizes;
};

} // namespace warpbench::launch
