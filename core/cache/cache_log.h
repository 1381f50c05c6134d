// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

/// Why a compile was not in the cache: what its key is made of, part by part, beside that of the
/// source's compile before.
namespace warpbench::compile {

/// Parts of a key by name: "source", "architecture", "define BLOCK", "header /usr/include/x.h", …
/// Long ones by their digest.
using KeyParts = std::map<std::string, std::string>;

KeyParts keyParts(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler);

/// "the source and header \"tile.h\" changed", "it was not compiled before", …
std::string explainMiss(const std::optional<KeyParts>& before, const KeyParts& now);

/// The parts of each source's last compile, in a folder, a small file each. Nothing throws: what
/// cannot be read or written is not known.
class CacheLog {
  public:
    /// \param most  sources that are remembered, or somewhat more
    explicit CacheLog(std::filesystem::path folder, std::size_t most = 1000)
        : m_folder(std::move(folder))
        , m_most(most) {}
    /// Beside the results of CompileCache::ofThisUser(), which are known by their keys' names
    /// alone.
    static CacheLog ofThisUser();

    std::optional<KeyParts> last(const std::string& fileName) const;
    void note(const std::string& fileName, const KeyParts& parts) const;

  private:
    std::filesystem::path fileOf(const std::string& fileName) const;

    std::filesystem::path m_folder;
    std::size_t m_most;
};

} // namespace warpbench::compile
