// SPDX-License-Identifier: GPL-3.0-or-later
// Shared memory of a paused block, and which bytes of memory were ever written.
#include "core/stepping/step_view.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace warpbench::session {

/// A variable of the same size as its type in the source has a value; others have elements.
void StepView::takeSharedType(Item& item) const {
    const StepType type = sharedType(item.path);
    item.encoding = WBSIM_ENCODING_ARRAY;
    if (item.bytes == type.bytes && !isWritten(WBSIM_SPACE_SHARED, 0, item.address, item.bytes))
        item.mask = 0;
    std::uint64_t bits = 0;
    const wbsimPlace at = place(0);
    if (item.bytes != type.bytes || m_api->readMemory(m_device, &at, 0, WBSIM_SPACE_SHARED,
                                                      item.address, &bits, type.bytes) != 0)
        return;
    item.encoding = type.encoding;
    item.values.fill(bits);
}

std::vector<StepShared> StepView::shared() const {
    std::vector<StepShared> all;
    std::set<std::string> names;
    wbsimLanes lanes{};
    lanes.structSize = sizeof lanes;
    if (m_api->getLanes(m_device, m_block, m_warp, 0, &lanes) != 0)
        return all;
    for (std::uint32_t frame = 0; frame < std::min(lanes.frames, kDeepestFrame); ++frame) {
        for (const Item& item : itemsOf(place(0, frame), {})) {
            if (item.space == WBSIM_SPACE_SHARED && names.insert(item.path).second)
                all.push_back(sharedOf(item));
        }
    }
    return all;
}

/// The type of a variable's elements according to the source, if the compiler does not provide it.
StepType StepView::sharedType(const std::string& name) const {
    const auto known = m_sharedTypes->find(name);
    return known == m_sharedTypes->end() ? StepType() : stepType(known->second);
}

StepShared StepView::sharedOf(const Item& item) const {
    StepShared shared;
    shared.name = item.path;
    shared.address = item.address;
    shared.bytes = item.bytes ? item.bytes : m_dynamicShared;
    Part element;
    if (item.type.empty()) {
        const StepType type = sharedType(item.path);
        element.item.type = type.name;
        element.item.encoding = type.encoding;
        element.item.bytes = type.bytes;
    } else {
        const std::optional<Item> first =
            item.encoding == WBSIM_ENCODING_ARRAY ? firstElement(item.path) : item;
        if (!first || first->bytes == 0)
            return shared; // dynamic, but the launch requested none
        element = partOf(*first, 0);
    }
    shared.type = element.item.type;
    shared.elementBytes = element.item.bytes;
    const std::uint64_t size = shared.elementBytes;
    const std::uint64_t elements =
        std::min<std::uint64_t>(shared.bytes / size, std::uint64_t(kMostShared));
    std::vector<std::uint8_t> bytes(std::size_t(elements * size));
    const wbsimPlace at = place(0);
    if (m_api->readMemory(m_device, &at, 0, WBSIM_SPACE_SHARED, item.address, bytes.data(),
                          bytes.size()) != 0)
        return shared;
    const std::vector<bool> written = writtenIn(item.address, bytes.size());
    const auto isAny = [&](std::size_t first, std::size_t count) {
        const auto begin = written.begin() + std::ptrdiff_t(first);
        return std::find(begin, begin + std::ptrdiff_t(count), true) !=
               begin + std::ptrdiff_t(count);
    };
    for (std::size_t i = 0; i < elements; ++i) {
        if (!isAny(i * size, size)) {
            shared.values.emplace_back();
            continue;
        }
        shared.values.push_back(textOf(element, [&](const Item& leaf) {
            const std::size_t from = i * size + (leaf.address - element.item.address);
            std::uint64_t bits = 0;
            std::memcpy(&bits, bytes.data() + from, leaf.bytes);
            return isAny(from, leaf.bytes) ? stepText(leaf.encoding, leaf.bytes, bits)
                                           : std::string(kNoValue);
        }));
    }
    return shared;
}

/// Whether any of a value's bytes was ever written; true if unknown.
bool StepView::isWritten(wbsimSpace space, std::uint32_t lane, std::uint64_t address,
                         std::uint32_t bytes) const {
    std::uint64_t bits = 0;
    const wbsimPlace at = place(0);
    return bytes > 64 ||
           m_api->getWritten(m_device, &at, lane, space, address,
                             reinterpret_cast<std::uint8_t*>(&bits), bytes) != 0 ||
           bits != 0;
}

/// The same for each byte of the block's shared memory.
std::vector<bool> StepView::writtenIn(std::uint64_t address, std::size_t bytes) const {
    std::vector<std::uint8_t> bits((bytes + 7) / 8);
    const wbsimPlace at = place(0);
    std::vector<bool> all(bytes, true);
    if (m_api->getWritten(m_device, &at, 0, WBSIM_SPACE_SHARED, address, bits.data(), bytes) != 0)
        return all;
    for (std::size_t i = 0; i < bytes; ++i)
        all[i] = (bits[i / 8] >> i % 8 & 1) != 0;
    return all;
}

} // namespace warpbench::session
