// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/step_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>
#include <tuple>

namespace warpbench::session {

namespace {

/// Arrays with more elements are left to `print`.
constexpr std::uint32_t kMostElements = 16;
constexpr int kDeepest = 3;
/// Frames in which a variable's parts are looked for.
constexpr std::uint32_t kDeepestFrame = 16;
/// Members and variables that are looked through for a name.
constexpr std::uint32_t kMostInside = 1024;

struct ElementType {
    const char* name;
    wbsimEncoding encoding;
    std::uint32_t bytes;
};
/// Types of shared memory as sources spell them; the compiler's debug information has none.
constexpr ElementType kElementTypes[] = {
    {"float", WBSIM_ENCODING_FLOAT, 4},
    {"double", WBSIM_ENCODING_FLOAT, 8},
    {"half", WBSIM_ENCODING_FLOAT, 2},
    {"__half", WBSIM_ENCODING_FLOAT, 2},
    {"int", WBSIM_ENCODING_SIGNED, 4},
    {"int32_t", WBSIM_ENCODING_SIGNED, 4},
    {"unsigned", WBSIM_ENCODING_UNSIGNED, 4},
    {"unsigned int", WBSIM_ENCODING_UNSIGNED, 4},
    {"uint32_t", WBSIM_ENCODING_UNSIGNED, 4},
    {"short", WBSIM_ENCODING_SIGNED, 2},
    {"int16_t", WBSIM_ENCODING_SIGNED, 2},
    {"unsigned short", WBSIM_ENCODING_UNSIGNED, 2},
    {"uint16_t", WBSIM_ENCODING_UNSIGNED, 2},
    {"char", WBSIM_ENCODING_SIGNED, 1},
    {"signed char", WBSIM_ENCODING_SIGNED, 1},
    {"int8_t", WBSIM_ENCODING_SIGNED, 1},
    {"unsigned char", WBSIM_ENCODING_UNSIGNED, 1},
    {"uint8_t", WBSIM_ENCODING_UNSIGNED, 1},
    {"bool", WBSIM_ENCODING_BOOL, 1},
    {"long long", WBSIM_ENCODING_SIGNED, 8},
    {"int64_t", WBSIM_ENCODING_SIGNED, 8},
    {"unsigned long long", WBSIM_ENCODING_UNSIGNED, 8},
    {"uint64_t", WBSIM_ENCODING_UNSIGNED, 8},
};
constexpr ElementType kWord{"", WBSIM_ENCODING_UNKNOWN, 4};

ElementType elementType(const std::string& name) {
    const auto found = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
                                    [&](const ElementType& type) { return name == type.name; });
    return found == std::end(kElementTypes) ? kWord : *found;
}

double halfToDouble(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023;
    const double magnitude = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                             : exponent == 0 ? std::ldexp(fraction, -24)
                                             : std::ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

std::int64_t signExtended(std::uint64_t bits, std::uint32_t bytes) {
    const int shift = 64 - 8 * int(std::clamp<std::uint32_t>(bytes, 1, 8));
    return std::int64_t(bits << shift) >> shift;
}

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
    item.bytes = variable.bytes;
    item.children = variable.children;
    item.mask = variable.mask;
    item.parameter = variable.parameter != 0;
    std::copy(std::begin(variable.values), std::end(variable.values), item.values.begin());
    return item;
}

bool hasValue(const StepView::Item& item) {
    return item.encoding != WBSIM_ENCODING_ARRAY && item.encoding != WBSIM_ENCODING_STRUCT &&
           item.encoding != WBSIM_ENCODING_UNKNOWN && item.bytes > 0 && item.bytes <= 8;
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
    // What a pointer points to goes on for ever.
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

/// An element by its number, else a variable or member by its name.
std::optional<StepView::Item> StepView::itemAt(const wbsimPlace& at,
                                               const std::string& path) const {
    const std::size_t cut = path.find_last_of(".[");
    const std::string around = cut == std::string::npos ? std::string() : path.substr(0, cut);
    if (path.ends_with(']')) {
        std::uint32_t index = 0;
        const char* const end = path.data() + path.size() - 1;
        if (std::from_chars(path.data() + cut + 1, end, index).ec != std::errc())
            return std::nullopt; // a number that no element has
        wbsimVariable variable{};
        variable.structSize = sizeof variable;
        if (m_api->getVariable(m_device, &at, around.c_str(), index, &variable) != 0)
            return std::nullopt;
        return itemFrom(variable);
    }
    const std::vector<Item> items = itemsOf(at, around);
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const Item& item) { return item.path == path; });
    return found == items.end() ? std::nullopt : std::optional(*found);
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
            if (item.space != WBSIM_SPACE_SHARED || !item.type.empty())
                expand(here, at, item, 0);
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
    // What the kernel's author follows first: its own variables, then what it was given.
    std::stable_partition(variables.begin(), variables.end(),
                          [](const StepVariable& v) { return !v.parameter; });
    return variables;
}

std::vector<StepShared> StepView::shared() const {
    std::vector<StepShared> all;
    for (const Item& item : itemsOf(place(0), {})) {
        if (item.space == WBSIM_SPACE_SHARED && item.type.empty())
            all.push_back(sharedOf(item));
    }
    return all;
}

StepShared StepView::sharedOf(const Item& item) const {
    StepShared shared;
    shared.name = item.path;
    shared.address = item.address;
    shared.bytes = item.bytes ? item.bytes : m_dynamicShared;
    const auto known = m_sharedTypes->find(item.path);
    const ElementType type = known == m_sharedTypes->end() ? kWord : elementType(known->second);
    shared.type = type.name;
    shared.elementBytes = type.bytes;
    const std::uint64_t elements =
        std::min<std::uint64_t>(shared.bytes / type.bytes, std::uint64_t(kMostShared));
    std::vector<std::uint8_t> bytes(std::size_t(elements * type.bytes));
    const wbsimPlace at = place(0);
    if (m_api->readMemory(m_device, &at, 0, WBSIM_SPACE_SHARED, item.address, bytes.data(),
                          bytes.size()) != 0)
        return shared;
    Item element;
    element.encoding = type.encoding;
    element.bytes = type.bytes;
    for (std::size_t i = 0; i < elements; ++i) {
        std::memcpy(element.values.data(), bytes.data() + i * type.bytes, type.bytes);
        shared.values.push_back(text(element, 0));
        element.values[0] = 0;
    }
    return shared;
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
                if (found->mask & lanes.mask & (1u << lane))
                    result->values[lane] = found->values[lane];
            }
            result->mask |= found->mask & lanes.mask;
            if (found->space == WBSIM_SPACE_SHARED)
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
        const auto known = m_sharedTypes->find(of.path);
        const ElementType type = known == m_sharedTypes->end() ? kWord : elementType(known->second);
        std::tie(result.type, result.encoding, result.bytes) =
            std::tuple(std::string(type.name), type.encoding, type.bytes);
    } else if (of.encoding == WBSIM_ENCODING_POINTER || of.encoding == WBSIM_ENCODING_ARRAY) {
        std::optional<Item> inside;
        for (std::uint32_t frame = 0; !inside && frame < kDeepestFrame; ++frame)
            inside = itemAt(place(0, frame), of.path + "[0]");
        if (!inside)
            return std::nullopt;
        result.type = inside->type;
        result.encoding = inside->encoding;
        result.bytes = inside->bytes;
        if (of.encoding == WBSIM_ENCODING_POINTER)
            space = WBSIM_SPACE_GENERIC;
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
            of.encoding == WBSIM_ENCODING_POINTER ? of.values[lane] : of.address;
        const std::uint64_t address = base + std::uint64_t(*index[lane]) * result.bytes;
        const wbsimPlace at = place(0);
        if (m_api->readMemory(m_device, &at, lane, space, address, &result.values[lane],
                              result.bytes) == 0)
            result.mask |= 1u << lane;
        else
            result.values[lane] = 0;
    }
    return result;
}

std::optional<project::Number> StepView::number(const Item& item, std::uint32_t lane) {
    if (!(item.mask >> lane & 1) || item.bytes > 8)
        return std::nullopt;
    const std::uint64_t bits = item.values[lane];
    switch (item.encoding) {
    case WBSIM_ENCODING_FLOAT:
        if (item.bytes == 2)
            return halfToDouble(std::uint16_t(bits));
        return item.bytes == 4 ? double(std::bit_cast<float>(std::uint32_t(bits)))
                               : std::bit_cast<double>(bits);
    case WBSIM_ENCODING_SIGNED:
    case WBSIM_ENCODING_ENUM:
    case WBSIM_ENCODING_CHAR:
        return signExtended(bits, item.bytes);
    case WBSIM_ENCODING_UNSIGNED:
    case WBSIM_ENCODING_BOOL:
    case WBSIM_ENCODING_POINTER:
    case WBSIM_ENCODING_UNKNOWN:
        return project::toNumber(project::Integer(bits));
    case WBSIM_ENCODING_ARRAY:
    case WBSIM_ENCODING_STRUCT:
        break;
    }
    return std::nullopt;
}

std::string StepView::text(const Item& item, std::uint32_t lane) {
    const std::uint64_t bits = item.values[lane];
    switch (item.encoding) {
    case WBSIM_ENCODING_FLOAT:
        if (item.bytes == 2)
            return fmt::format("{}", float(halfToDouble(std::uint16_t(bits))));
        return item.bytes == 4 ? fmt::format("{}", std::bit_cast<float>(std::uint32_t(bits)))
                               : fmt::format("{}", std::bit_cast<double>(bits));
    case WBSIM_ENCODING_SIGNED:
    case WBSIM_ENCODING_ENUM:
        return fmt::format("{}", signExtended(bits, item.bytes));
    case WBSIM_ENCODING_CHAR: {
        const auto value = signExtended(bits, item.bytes);
        return value >= 0x20 && value < 0x7f ? fmt::format("'{}'", char(value))
                                             : fmt::format("{}", value);
    }
    case WBSIM_ENCODING_BOOL:
        return (bits & 0xff) != 0 ? "true" : "false";
    case WBSIM_ENCODING_UNSIGNED:
        return fmt::format("{}", bits);
    case WBSIM_ENCODING_POINTER:
        return fmt::format("{:#x}", bits);
    case WBSIM_ENCODING_UNKNOWN:
        return fmt::format("{:#010x}", bits);
    case WBSIM_ENCODING_ARRAY:
    case WBSIM_ENCODING_STRUCT:
        break;
    }
    return {};
}

} // namespace warpbench::session
