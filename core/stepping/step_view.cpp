// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stepping/step_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <set>

namespace warpbench::session {

namespace {

/// Larger arrays are left to `print`.
constexpr std::uint32_t kMostElements = 16;
constexpr int kDeepest = 3;
/// The number of members and variables to search for a name.
constexpr std::uint32_t kMostInside = 1024;

const char* nameOf(wbsimLanesState state) {
    switch (state) {
    case WBSIM_LANES_NEXT:
        return "next";
    case WBSIM_LANES_AT_BARRIER:
        return "barrier";
    case WBSIM_LANES_AT_WARP_SYNC:
        return "warp_sync";
    case WBSIM_LANES_READY:
        break;
    }
    return "ready";
}

StepView::Item itemFrom(const wbsimVariable& variable) {
    StepView::Item item;
    item.path = variable.path;
    item.type = variable.type;
    item.encoding = variable.encoding;
    item.space = variable.space;
    item.address = variable.address;
    std::copy(std::begin(variable.addresses), std::end(variable.addresses), item.addresses.begin());
    item.bytes = variable.bytes;
    item.children = variable.children;
    item.mask = variable.mask;
    item.parameter = variable.parameter != 0;
    std::copy(std::begin(variable.values), std::end(variable.values), item.values.begin());
    return item;
}

bool hasValue(const StepView::Item& item) {
    return session::hasValue(item.encoding, item.bytes);
}

/// Dynamic shared memory, whose type does not give the number of elements.
bool isOpenArray(const StepView::Item& item) {
    return item.type.find("[]") != std::string::npos;
}

} // namespace

StepView::StepView(const wbsimApi& api, int device, const wbsimPause& pause, std::uint64_t block,
                   std::uint32_t warp, const std::map<std::string, std::string>& sharedTypes,
                   std::uint64_t dynamicShared)
    : m_api(&api)
    , m_device(device)
    , m_pause(pause)
    , m_block(block)
    , m_warp(warp)
    , m_sharedTypes(&sharedTypes)
    , m_dynamicShared(dynamicShared) {}

wbsimPlace StepView::place(std::uint32_t group, std::uint32_t frame) const {
    return {sizeof(wbsimPlace), m_warp, m_block, group, frame};
}

// ---- warps ----

std::vector<std::uint64_t> StepView::blocks() const {
    std::vector<std::uint64_t> all;
    const std::uint32_t count = m_api->blockCount(m_device);
    for (std::uint32_t i = 0; i < count; ++i) {
        wbsimBlock block{};
        block.structSize = sizeof block;
        if (m_api->getBlock(m_device, i, &block) == 0)
            all.push_back(block.block);
    }
    return all;
}

std::array<std::uint32_t, 3> StepView::blockIndex() const {
    const std::uint64_t x = std::max(1u, m_pause.grid[0]), y = std::max(1u, m_pause.grid[1]);
    return {std::uint32_t(m_block % x), std::uint32_t(m_block / x % y),
            std::uint32_t(m_block / (x * y))};
}

std::vector<StepWarp> StepView::warps() const {
    std::vector<StepWarp> all;
    wbsimWarp state{};
    state.structSize = sizeof state;
    for (std::uint32_t warp = 0; m_api->getWarp(m_device, m_block, warp, &state) == 0; ++warp) {
        StepWarp& one = all.emplace_back();
        one.warp = warp;
        one.activeMask = state.activeMask;
        one.exitedMask = state.exitedMask;
        one.absentMask = state.absentMask;
        for (std::uint32_t group = 0; group < state.groups; ++group) {
            wbsimLanes lanes{};
            lanes.structSize = sizeof lanes;
            if (m_api->getLanes(m_device, m_block, warp, group, &lanes) != 0)
                break;
            StepLanes& at = one.groups.emplace_back();
            at.state = nameOf(lanes.state);
            at.mask = lanes.mask;
            if (lanes.state == WBSIM_LANES_AT_BARRIER)
                at.barrier = int(lanes.barrier);
            if (lanes.state == WBSIM_LANES_AT_WARP_SYNC)
                at.missingLanes = lanes.waitsFor & ~lanes.mask;
            at.file = lanes.file;
            at.line = int(lanes.line);
            at.ptxLine = int(lanes.ptxLine);
        }
    }
    for (StepWarp& warp : all) {
        for (StepLanes& waiting : warp.groups) {
            if (waiting.barrier < 0)
                continue;
            for (const StepWarp& other : all) {
                const bool comes =
                    std::any_of(other.groups.begin(), other.groups.end(), [&](const auto& group) {
                        return group.barrier != waiting.barrier;
                    });
                if (comes)
                    waiting.missingWarps.push_back(other.warp);
            }
        }
    }
    return all;
}

std::vector<StepFrame> StepView::frames() const {
    return framesAt(0);
}

std::vector<StepFrame> StepView::framesOf(std::uint32_t lane) const {
    wbsimLanes lanes{};
    lanes.structSize = sizeof lanes;
    for (std::uint32_t group = 0; m_api->getLanes(m_device, m_block, m_warp, group, &lanes) == 0;
         ++group) {
        if (lanes.mask >> lane & 1)
            return framesAt(group);
    }
    return {};
}

std::vector<StepFrame> StepView::framesAt(std::uint32_t group) const {
    std::vector<StepFrame> all;
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    for (wbsimPlace at = place(group); m_api->getFrame(m_device, &at, &frame) == 0; ++at.frame)
        all.push_back({frame.function, frame.file, int(frame.line), frame.inlined != 0});
    return all;
}

// ---- variables ----

std::vector<StepView::Item> StepView::itemsOf(const wbsimPlace& at, const std::string& path) const {
    std::vector<Item> all;
    wbsimVariable variable{};
    variable.structSize = sizeof variable;
    const char* inside = path.empty() ? nullptr : path.c_str();
    // A pointer's targets may go on forever.
    for (std::uint32_t i = 0;
         i < kMostInside && m_api->getVariable(m_device, &at, inside, i, &variable) == 0; ++i) {
        Item item = itemFrom(variable);
        const bool hidden =
            std::any_of(all.begin(), all.end(), [&](const Item& o) { return o.path == item.path; });
        if (!hidden)
            all.push_back(std::move(item));
    }
    return all;
}

void StepView::expand(std::vector<Item>& into, const wbsimPlace& at, const Item& item,
                      int depth) const {
    if (hasValue(item)) {
        into.push_back(item);
        return;
    }
    if (depth >= kDeepest || item.children == 0 || item.children > kMostElements)
        return;
    for (const Item& inside : itemsOf(at, item.path))
        expand(into, at, inside, depth + 1);
}

std::optional<StepView::Item> StepView::itemAt(const wbsimPlace& at,
                                               const std::string& path) const {
    wbsimVariable variable{};
    variable.structSize = sizeof variable;
    if (m_api->getVariable(m_device, &at, path.c_str(), WBSIM_ITSELF, &variable) != 0)
        return std::nullopt;
    Item item = itemFrom(variable);
    if (item.space == WBSIM_SPACE_SHARED && item.type.empty())
        takeSharedType(item);
    return item;
}

/// The same for the innermost frame of the first lanes that has it.
std::optional<StepView::Item> StepView::itemOfFrames(const std::string& path) const {
    std::optional<Item> found;
    for (std::uint32_t frame = 0; !found && frame < kDeepestFrame; ++frame)
        found = itemAt(place(0, frame), path);
    return found;
}

/// The element type of an array, also of one with several dimensions.
std::optional<StepView::Item> StepView::firstElement(const std::string& path) const {
    std::optional<Item> element = itemOfFrames(path + "[0]");
    while (element && element->encoding == WBSIM_ENCODING_ARRAY)
        element = itemOfFrames(element->path + "[0]");
    return element;
}

/// Members of the object whose function it is, which C++ accesses without `this`.
void StepView::expandThis(std::vector<Item>& into, const wbsimPlace& at) const {
    const std::string object = "this[0]";
    for (const Item& member : itemsOf(at, object)) {
        const std::string name = member.path.substr(object.size() + 1);
        const std::optional<Item> found = itemAt(at, name);
        if (found && found->addresses == member.addresses) // otherwise hidden by a local variable
            expand(into, at, *found, 1);
    }
}

std::vector<StepVariable> StepView::variables() const {
    std::vector<Item> all;
    wbsimWarp state{};
    state.structSize = sizeof state;
    if (m_api->getWarp(m_device, m_block, m_warp, &state) != 0)
        return {};
    for (std::uint32_t group = 0; group < state.groups; ++group) {
        const wbsimPlace at = place(group);
        wbsimLanes lanes{};
        lanes.structSize = sizeof lanes;
        if (m_api->getLanes(m_device, m_block, m_warp, group, &lanes) != 0)
            break;
        std::vector<Item> here;
        for (const Item& item : itemsOf(at, {})) {
            const bool isInList = // shared()
                item.type.empty() || isOpenArray(item) || m_sharedTypes->contains(item.path);
            if (item.space != WBSIM_SPACE_SHARED || !isInList)
                expand(here, at, item, 0);
            if (item.path == "this")
                expandThis(here, at);
        }
        for (Item& item : here) {
            item.mask &= lanes.mask;
            const auto found = std::find_if(all.begin(), all.end(), [&](const Item& other) {
                return other.path == item.path && other.type == item.type;
            });
            if (found == all.end()) {
                all.push_back(item);
                continue;
            }
            for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
                if (item.mask >> lane & 1)
                    found->values[lane] = item.values[lane];
            }
            found->mask |= item.mask;
        }
    }
    std::vector<StepVariable> variables;
    for (const Item& item : all) {
        StepVariable& variable = variables.emplace_back();
        variable.path = item.path;
        variable.type = item.type;
        variable.parameter = item.parameter;
        for (std::uint32_t lane = 0; lane < kStepLanes; ++lane)
            variable.values.push_back(item.mask >> lane & 1 ? text(item, lane) : std::string());
    }
    // Most useful first for the kernel's author: local variables, then parameters.
    std::stable_partition(variables.begin(), variables.end(),
                          [](const StepVariable& v) { return !v.parameter; });
    return variables;
}

// ---- structs and arrays as a whole ----

StepView::Part StepView::partOf(const Item& item, int depth) const {
    Part part{item, {}};
    if (hasValue(item) || depth >= kDeepest || item.children > kMostElements)
        return part;
    for (std::uint32_t frame = 0; part.parts.empty() && frame < kDeepestFrame; ++frame) {
        for (const Item& inside : itemsOf(place(0, frame), item.path))
            part.parts.push_back(partOf(inside, depth + 1));
    }
    return part;
}

/// "{1, {2, 3}}", as in C++ initialisation.
std::string StepView::textOf(const Part& part,
                             const std::function<std::string(const Item&)>& leafText) {
    if (part.item.encoding != WBSIM_ENCODING_STRUCT && part.item.encoding != WBSIM_ENCODING_ARRAY)
        return leafText(part.item);
    if (part.parts.empty())
        return "{…}";
    std::string text;
    for (const Part& inside : part.parts)
        text += (text.empty() ? "{" : ", ") + textOf(inside, leafText);
    return text + "}";
}

StepValues StepView::texts(const Item& item, std::uint32_t lanes) const {
    StepValues all(kStepLanes);
    // Leaves are found by their paths, because lanes at other places have different ones.
    const Part whole = partOf(item, 0);
    std::map<std::string, std::optional<Item>> leaves;
    for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
        if (!(lanes & item.mask & 1u << lane))
            continue;
        all[lane] = textOf(whole, [&](const Item& leaf) {
            if (&leaf == &whole.item)
                return text(item, lane);
            const auto [found, isNew] = leaves.try_emplace(leaf.path);
            if (isNew)
                found->second = this->item(leaf.path);
            return found->second && (found->second->mask >> lane & 1) ? text(*found->second, lane)
                                                                      : std::string(kNoValue);
        });
    }
    return all;
}

// ---- registers ----

namespace {

/// Names of registers in an instruction: "%rd4".
std::set<std::string_view> registersIn(std::string_view instruction) {
    std::set<std::string_view> names;
    for (std::size_t at = instruction.find('%'); at != std::string_view::npos;) {
        const std::size_t end =
            std::min(instruction.find_first_of(" \t,;:]})+.|", at), instruction.size());
        names.insert(instruction.substr(at, end - at));
        at = instruction.find('%', end);
    }
    return names;
}

std::string registerText(const wbsimRegister& value, std::uint32_t lane) {
    const std::uint64_t bits = value.values[lane];
    const std::string_view type = value.type;
    if (type == "pred")
        return bits ? "true" : "false";
    if (type == "f32")
        return fmt::format("{}", std::bit_cast<float>(std::uint32_t(bits)));
    if (type == "f64")
        return fmt::format("{}", std::bit_cast<double>(bits));
    return fmt::format("{:#x}", bits);
}

} // namespace

std::vector<StepRegister> StepView::registers(std::string_view instruction) const {
    const wbsimPlace at = place(0);
    wbsimRegister empty{};
    empty.structSize = sizeof empty;
    std::vector<wbsimRegister> read(
        std::min<std::size_t>(m_api->registerCount(m_device, &at), kMostRegisters), empty);
    if (read.empty() ||
        m_api->getRegisters(m_device, &at, 0, read.data(), std::uint32_t(read.size())) != 0)
        return {};
    const std::set<std::string_view> named = registersIn(instruction);
    std::vector<StepRegister> all;
    for (const wbsimRegister& value : read) {
        StepRegister& one = all.emplace_back();
        one.name = value.name;
        one.type = value.type;
        one.named = named.contains(one.name);
        for (std::uint32_t lane = 0; lane < kStepLanes; ++lane)
            one.values.push_back(value.mask >> lane & 1 ? registerText(value, lane)
                                                        : std::string());
    }
    return all;
}

// ---- values for expressions ----

std::optional<std::int64_t> StepView::builtin(const std::string& name, std::uint32_t lane) const {
    const std::uint32_t linear = m_warp * 32 + lane;
    const std::uint32_t x = std::max(1u, m_pause.blockSize[0]),
                        y = std::max(1u, m_pause.blockSize[1]);
    const std::uint32_t thread[3] = {linear % x, linear / x % y, linear / (x * y)};
    const auto block = blockIndex();
    if (name == "lane")
        return lane;
    if (name == "warp")
        return m_warp;
    if (name.size() < 3 || name[name.size() - 2] != '_')
        return std::nullopt;
    const std::size_t axis = std::size_t(name.back() - 'x');
    if (axis > 2)
        return std::nullopt;
    const std::string_view base = std::string_view(name).substr(0, name.size() - 2);
    if (base == "threadIdx")
        return thread[axis];
    if (base == "blockIdx")
        return block[axis];
    if (base == "blockDim")
        return m_pause.blockSize[axis];
    if (base == "gridDim")
        return m_pause.grid[axis];
    return std::nullopt;
}

std::optional<StepView::Item> StepView::item(const std::string& path) const {
    std::optional<Item> result;
    wbsimWarp state{};
    state.structSize = sizeof state;
    if (m_api->getWarp(m_device, m_block, m_warp, &state) != 0)
        return result;
    for (std::uint32_t group = 0; group < state.groups; ++group) {
        wbsimLanes lanes{};
        lanes.structSize = sizeof lanes;
        if (m_api->getLanes(m_device, m_block, m_warp, group, &lanes) != 0)
            break;
        for (std::uint32_t frame = 0; frame < lanes.frames; ++frame) {
            const std::optional<Item> found = itemAt(place(group, frame), path);
            if (!found)
                continue;
            if (!result) {
                result = *found;
                result->mask = 0;
            }
            for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
                if (!(found->mask & lanes.mask & (1u << lane)))
                    continue;
                result->values[lane] = found->values[lane];
                result->addresses[lane] = found->addresses[lane];
            }
            result->mask |= found->mask & lanes.mask;
            if (found->space == WBSIM_SPACE_SHARED && !hasValue(*found))
                result->mask |= lanes.mask;
            break;
        }
    }
    return result;
}

std::optional<StepView::Item>
StepView::element(const Item& of,
                  const std::array<std::optional<std::int64_t>, kStepLanes>& index) const {
    Item result;
    result.path = of.path + "[]";
    wbsimSpace space = of.space;
    if (of.space == WBSIM_SPACE_SHARED && of.type.empty()) {
        const StepType type = sharedType(of.path);
        result.type = type.name;
        result.encoding = type.encoding;
        result.bytes = type.bytes;
    } else if (of.encoding == WBSIM_ENCODING_POINTER || of.encoding == WBSIM_ENCODING_ARRAY) {
        const std::optional<Item> inside = firstElement(of.path);
        if (!inside)
            return std::nullopt;
        result.type = inside->type;
        result.encoding = inside->encoding;
        result.bytes = inside->bytes;
        if (of.encoding == WBSIM_ENCODING_POINTER)
            space = WBSIM_SPACE_GENERIC;
        // The parts of a struct or an array are found by constant paths.
        if (!hasValue(*inside))
            return elementAt(of, index);
    } else {
        return std::nullopt;
    }
    if (result.bytes == 0 || result.bytes > 8)
        return std::nullopt;
    result.space = space;
    for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
        if (!(of.mask >> lane & 1) || !index[lane])
            continue;
        const std::uint64_t base =
            of.encoding == WBSIM_ENCODING_POINTER ? of.values[lane] : of.addresses[lane];
        const std::uint64_t address = base + std::uint64_t(*index[lane]) * result.bytes;
        const wbsimPlace at = place(0);
        if (m_api->readMemory(m_device, &at, lane, space, address, &result.values[lane],
                              result.bytes) == 0 &&
            isWritten(space, lane, address, result.bytes))
            result.mask |= 1u << lane;
        else
            result.values[lane] = 0;
    }
    return result;
}

/// An element with parts, if all lanes use the same one.
std::optional<StepView::Item>
StepView::elementAt(const Item& of,
                    const std::array<std::optional<std::int64_t>, kStepLanes>& index) const {
    std::optional<std::int64_t> which;
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
        if (!(of.mask >> lane & 1) || !index[lane])
            continue;
        if (which.value_or(*index[lane]) != *index[lane])
            return std::nullopt;
        which = index[lane];
        lanes |= 1u << lane;
    }
    std::optional<Item> found = which ? item(fmt::format("{}[{}]", of.path, *which)) : std::nullopt;
    if (found)
        found->mask &= lanes;
    return found;
}

std::optional<project::Number> StepView::number(const Item& item, std::uint32_t lane) {
    if (!(item.mask >> lane & 1) || item.bytes > 8)
        return std::nullopt;
    return stepNumber(item.encoding, item.bytes, item.values[lane]);
}

std::string StepView::text(const Item& item, std::uint32_t lane) {
    return stepText(item.encoding, item.bytes, item.values[lane]);
}

} // namespace warpbench::session
