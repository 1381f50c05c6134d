// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/content_hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace warpbench::compile {

std::string CacheKey::hex() const {
    return fmt::format("{:016x}{:016x}", high, low);
}

CacheKey hashBytes(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

} // namespace warpbench::compile
