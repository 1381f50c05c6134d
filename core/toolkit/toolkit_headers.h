// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace warpbench::compile {

/// The contents of toolkit headers, with everything that they include: CCCL and cuRAND come in
/// separate packages, and people change a header to try something.
///
/// `cub/block/block_reduce.cuh` includes some 620 files of 6.6 MB in all. So their contents are
/// read once and then identified by names, sizes and times, also by later processes (a file for
/// each header in a folder). Any thread. Nothing here throws: an unreadable file counts as empty.
class ToolkitHeaders {
  public:
    /// \param memo  the folder for the stored results
    explicit ToolkitHeaders(std::filesystem::path memo);
    static ToolkitHeaders& ofThisUser();

    /// \param header  in one of the toolkit's folders, where its own includes are looked up
    CacheKey digestOf(const std::filesystem::path& header,
                      const std::vector<std::filesystem::path>& toolkit);

    /// Whether one of these folders has a header with the same name as `header` or one that it
    /// includes: the compiler looks there first.
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
