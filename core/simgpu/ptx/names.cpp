// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/names.h"

namespace warpbench::simgpu::ptx {

namespace {

/// No range is longer, so that a number of more digits is not part of a range.
constexpr std::size_t kMaxDigits = 8;

struct RangeMember {
    Named named;
    std::uint32_t depth = 0;
};

/// `%r12` in the innermost range that contains it: "%r" and 12, or "%r1" and 2.
RangeMember findInRanges(const ScopedTable<RegisterRange>& ranges, std::string_view name) {
    RangeMember best;
    std::uint32_t number = 0;
    std::uint32_t place = 1;
    for (std::size_t digits = 1; digits <= kMaxDigits && digits < name.size(); ++digits) {
        const char digit = name[name.size() - digits];
        if (digit < '0' || digit > '9')
            break;
        number += place * static_cast<std::uint32_t>(digit - '0');
        place *= 10;
        const auto found = ranges.find(name.substr(0, name.size() - digits));
        if (!found.value || number >= found.value->count ||
            (best.named.index >= 0 && found.depth <= best.depth))
            continue;
        best = {found.value->first, found.depth};
        best.named.index += static_cast<std::int32_t>(number * found.value->first.width);
    }
    return best;
}

} // namespace

Named Names::find(std::string_view name) const {
    // The last letters of registers' names differ the most.
    std::size_t place = name.size();
    for (std::size_t at = name.size() > 4 ? name.size() - 4 : 0; at < name.size(); ++at)
        place = place * 11 + static_cast<unsigned char>(name[at]);
    Recent& recent = m_recent[place % m_recent.size()];
    if (recent.version != m_version || recent.name != name)
        recent = {name, m_version, findAnew(name)};
    return recent.named;
}

Named Names::findAnew(std::string_view name) const {
    const auto exact = m_values.find(name);
    const RangeMember member = findInRanges(m_ranges, name);
    if (exact.value && (member.named.index < 0 || exact.depth >= member.depth))
        return *exact.value;
    return member.named;
}

} // namespace warpbench::simgpu::ptx
