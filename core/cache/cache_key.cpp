// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_key.h"

#include "core/base/path_text.h"
#include "core/cache/options.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <system_error>

namespace warpbench::compile {

namespace {

/// Counts up whenever the meaning of a key or of a result changes.
constexpr std::uint64_t kKeySchema = 5;

class Hasher {
  public:
    Hasher()
        : m_state(XXH3_createState(), &XXH3_freeState) {
        XXH3_128bits_reset(m_state.get());
    }

    void number(std::uint64_t value) { XXH3_128bits_update(m_state.get(), &value, sizeof value); }

    void text(std::string_view value) {
        number(value.size());
        XXH3_128bits_update(m_state.get(), value.data(), value.size());
    }

    template <class List>
    void texts(const List& list) {
        number(list.size());
        for (const auto& value : list) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::filesystem::path>)
                text(utf8(value));
            else
                text(value);
        }
    }

    CacheKey key() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(m_state.get());
        return {hash.high64, hash.low64};
    }

  private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> m_state;
};

/// Relative names refer to other files in another folder, and appear in PTX as absolute ones.
bool dependsOnFolder(const CompileRequest& request) {
    const std::vector<std::filesystem::path> dirs = userIncludeDirs(request);
    return pathFromUtf8(request.fileName).is_relative() || !preIncludes(request).empty() ||
           std::any_of(dirs.begin(), dirs.end(), [](const auto& dir) { return dir.is_relative(); });
}

} // namespace

CacheKey cacheKey(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler) {
    Hasher hasher;
    hasher.number(kKeySchema);
    hasher.text(compiler.version);
    hasher.text(compiler.headerVersion);
    hasher.texts(compiler.includeDirs);
    hasher.text(request.source);
    hasher.text(request.fileName);
    if (dependsOnFolder(request)) {
        std::error_code ignored;
        hasher.text(utf8(std::filesystem::current_path(ignored)));
    }
    hasher.text(request.arch);
    hasher.text(request.std);
    hasher.texts(request.options);
    hasher.number(request.defines.size());
    for (const auto& [name, value] : request.defines) {
        hasher.text(name);
        hasher.number(value ? 1 : 0);
        hasher.text(value.value_or(std::string()));
    }
    hasher.texts(request.includeDirs);
    hasher.texts(request.nameExpressions);
    hasher.number((request.lineInfo ? 1U : 0U) | (request.debug ? 2U : 0U));
    hasher.number(dependencies.files.size());
    for (const Dependencies::File& file : dependencies.files) {
        hasher.text(utf8(file.path));
        hasher.text(file.content);
    }
    hasher.number(dependencies.toolkit.size());
    for (const Dependencies::ToolkitHeader& header : dependencies.toolkit) {
        hasher.text(utf8(header.path));
        hasher.number(header.content.high);
        hasher.number(header.content.low);
    }
    hasher.texts(dependencies.missing);
    return hasher.key();
}

} // namespace warpbench::compile
