// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::compile {

/// The output of `--ptxas-options=-v` for one kernel. Bytes are per thread, except for shared
/// memory, which is per block.
struct PtxasUsage {
    std::optional<int> registers;
    std::optional<int> barriers;
    std::optional<std::int64_t> sharedBytes;
    std::optional<std::int64_t> stackBytes;
    std::optional<std::int64_t> spillStoreBytes;
    std::optional<std::int64_t> spillLoadBytes;
    /// Bank 0: parameters and the system's part. sm_90 and later do not print it.
    std::optional<std::int64_t> constantBytes;

    bool operator==(const PtxasUsage&) const = default;
};

/// Usage by lowered kernel name.
std::map<std::string, PtxasUsage> parsePtxasUsage(std::string_view log);

} // namespace warpbench::compile
