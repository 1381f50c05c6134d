// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/kernel_info.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

class ElfFile;

/// The tree of debugging entries in a cubin compiled with -G (DWARF 2, measured; the forms of DWARF
/// 3 and 4 are also supported). Views point into the cubin's bytes.
class DwarfTree {
  public:
    struct Entry {
        std::uint32_t tag = 0;
        std::size_t parent = kNone; ///< index into entries()
        std::vector<std::size_t> children;
        std::string_view name;
        std::string_view linkageName;
        std::uint64_t type = 0; ///< offset of another entry; 0: void
        std::uint64_t byteSize = 0;
        std::uint64_t bitSize = 0;
        std::uint64_t memberOffset = 0;
        std::uint64_t count = 0; ///< elements of a subrange; 0: unknown
        int line = 0;
        bool declaration = false;
    };
    static constexpr std::size_t kNone = ~std::size_t{0};

    /// Reads `.debug_info`; empty if it is missing. A damaged section yields the entries before the
    /// damage.
    static DwarfTree read(const ElfFile& elf);

    const std::vector<Entry>& entries() const noexcept { return m_entries; }
    /// The entry at an offset of `.debug_info`, or null.
    const Entry* at(std::uint64_t offset) const;

  private:
    friend class DwarfReader;
    std::vector<Entry> m_entries;
    std::map<std::uint64_t, std::size_t> m_byOffset;
};

/// A kernel according to its debugging entry.
struct DwarfKernel {
    std::string name;
    std::string lowered;
    int line = 0;
    /// Names, types, struct members. The parameters' own offsets are 0: the cubin has them.
    std::vector<Parameter> parameters;
};

/// The functions of a cubin compiled with -G. Empty without debugging entries.
std::vector<DwarfKernel> readDwarfKernels(std::span<const std::byte> cubin);

} // namespace warpbench::compile
