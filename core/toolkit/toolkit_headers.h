// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace warpbench::compile {

/// What headers of the toolkit hold, with all that they include: CCCL and cuRAND come in packages
/// of their own, and people change a header to try something.
///
/// `cub/block/block_reduce.cuh` leads to some 620 files of 6.6 MB. So their contents are read
/// once, and told by names, sizes and times from then on, also by later processes (a file for each
/// header in a folder). Any thread. Nothing here throws: what cannot be read has no content.
class ToolkitHeaders {
  public:
    /// \param memo  where to keep what was found out
    explicit ToolkitHeaders(std::filesystem::path memo);
    static ToolkitHeaders& ofThisUser();

    /// \param header  in one of the toolkit's folders, which its own includes are looked for in
    CacheKey digestOf(const std::filesystem::path& header,
                      const std::vector<std::filesystem::path>& toolkit);

    /// Whether one of these folders has a header by the name of one that `header` leads to (or its
    /// own): the compiler looks there first.
    bool isShadowed(const std::filesystem::path& header,
                    const std::vector<std::filesystem::path>& toolkit,
                    const std::vector<std::filesystem::path>& folders);

  private:
    struct File {
        std::filesystem::path path;
        std::uint64_t size = 0;
        std::int64_t time = 0;

        bool operator==(const File&) const = default;
    };
    struct Closure {
        std::vector<File> files;
        CacheKey digest;
    };

    static File stampOf(const std::filesystem::path& path);
    static bool isCurrent(const Closure& closure);
    static Closure follow(const std::filesystem::path& header,
                          const std::vector<std::filesystem::path>& toolkit);
    std::filesystem::path memoOf(const std::filesystem::path& header,
                                 const std::vector<std::filesystem::path>& toolkit) const;
    static Closure load(const std::filesystem::path& memo);
    static void store(const std::filesystem::path& memo, const Closure& closure);

    std::filesystem::path m_folder;
    std::mutex m_mutex;
    std::map<std::filesystem::path, Closure> m_known; ///< by the memo's path
};

} // namespace warpbench::compile
