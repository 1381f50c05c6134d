// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

/// Explains cache misses: compares the parts of a key with those of the source's previous
/// compile.
namespace warpbench::compile {

/// Parts of a key by name: "source", "architecture", "define BLOCK", "header /usr/include/x.h", …
/// Long ones are replaced by their digest.
using KeyParts = std::map<std::string, std::string>;

KeyParts keyParts(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler);

/// "the source and header \"tile.h\" changed", "it was not compiled before", …
std::string explainMiss(const std::optional<KeyParts>& before, const KeyParts& now);

/// The key parts of each source's last compile, one small file each in a folder. Never throws:
/// parts that cannot be read or written are treated as unknown.
class CacheLog {
  public:
    /// \param most  number of sources to remember, approximately
    explicit CacheLog(std::filesystem::path folder, std::size_t most = 1000)
        : m_folder(std::move(folder))
        , m_most(most) {}
    /// Stored next to the results of CompileCache::ofThisUser(), whose files are recognized by
    /// their keys' names.
    static CacheLog ofThisUser();

    std::optional<KeyParts> last(const std::string& fileName) const;
    void note(const std::string& fileName, const KeyParts& parts) const;

  private:
    std::filesystem::path fileOf(const std::string& fileName) const;

    std::filesystem::path m_folder;
    std::size_t m_most;
};

} // namespace warpbench::compile
