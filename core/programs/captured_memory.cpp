// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_memory.h"

#include "core/arrays/array_file.h"
#include "core/expression/expression.h"
#include "core/platform/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

namespace warpbench::programs {

namespace fs = std::filesystem;
using arrays::DType;
using project::Expression;

namespace {

/// If more allocations than this are reachable only through memory, such as the nodes of a list,
/// they are merged into few buffers.
constexpr std::size_t kMostSeparate = 8;
/// The largest gap between two allocations in such a buffer, bytes.
constexpr std::uint64_t kLargestGap = 4096;

bool isAllZero(const std::string& bytes) {
    return bytes.find_first_not_of('\0') == std::string::npos;
}

} // namespace

MemoryMaker::MemoryMaker(const CapturedLaunch& launch, PointerSearch search, fs::path folder)
    : m_launch(launch)
    , m_search(search)
    , m_folder(std::move(folder)) {
    for (const CapturedMemory& memory : launch.memory)
        m_parts.emplace_back().memory = &memory;
    std::sort(m_parts.begin(), m_parts.end(),
              [](const Part& a, const Part& b) { return a.memory->base < b.memory->base; });
}

MemoryMaker::Part* MemoryMaker::partAt(std::uint64_t address) {
    const auto next =
        std::upper_bound(m_parts.begin(), m_parts.end(), address,
                         [](std::uint64_t at, const Part& part) { return at < part.memory->base; });
    return next != m_parts.begin() && std::prev(next)->memory->holds(address) ? &*std::prev(next)
                                                                              : nullptr;
}

void MemoryMaker::noteUse(std::uint64_t address, const compile::Parameter& pointer,
                          const std::string& name) {
    PointeeShape shape = m_types.shapeOf(pointer); // even for a null pointer, to learn its structs
    Part* part = partAt(address);
    if (!part)
        return;
    part->uses.push_back({std::move(shape), address - part->memory->base, pointer.pointeeConst});
    if (part->name.empty())
        part->name = freshName(name);
}

void MemoryMaker::chooseTypes() {
    lookThrough();
    for (Part& part : m_parts)
        chooseType(part);
}

void MemoryMaker::chooseType(Part& part) {
    const auto suits = [&](const std::optional<DType>& dtype) {
        return dtype && part.memory->size % dtype->size() == 0 &&
               part.memory->base % dtype->alignment() == 0 &&
               std::all_of(part.uses.begin(), part.uses.end(),
                           [&](const Use& use) { return use.offset % dtype->size() == 0; });
    };
    const auto use = std::find_if(part.uses.begin(), part.uses.end(),
                                  [&](const Use& one) { return suits(one.shape.dtype); });
    if (use != part.uses.end())
        part.dtype = *use->shape.dtype;
}

std::optional<project::BufferArg> MemoryMaker::argumentFor(std::uint64_t address,
                                                           const compile::Parameter& pointer) {
    const Part* part = partAt(address);
    if (!part || part->name.empty())
        return std::nullopt;
    project::BufferArg argument{part->name, project::Access::inout, std::nullopt};
    if (pointer.pointeeConst)
        argument.access = project::Access::in;
    if (const std::uint64_t offset = address - part->memory->base; offset > 0)
        argument.offset = Expression{std::to_string(offset / part->dtype.size()), {}};
    return argument;
}

void MemoryMaker::fixTargetsOf(std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();
         at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        if (Part* part = partAt(word))
            part->isFixed = true;
    }
}

bool MemoryMaker::mayPoint(const Part& part) const {
    return m_search == PointerSearch::everywhere || part.uses.empty() ||
           std::any_of(part.uses.begin(), part.uses.end(),
                       [](const Use& use) { return use.shape.mayHoldMore; });
}

bool MemoryMaker::isOnlyRead(const Part& part) {
    return !part.isFixed && std::all_of(part.uses.begin(), part.uses.end(),
                                        [](const Use& use) { return use.isConst; });
}

/// Thousands of pointers may lead to one allocation: identical ones count once.
void MemoryMaker::addUse(Part& part, Use use) {
    const auto isSame = [&](const Use& other) {
        const std::size_t step = use.shape.dtype ? use.shape.dtype->size() : 1;
        return other.shape.dtype == use.shape.dtype && other.offset % step == use.offset % step;
    };
    if (std::none_of(part.uses.begin(), part.uses.end(), isSame))
        part.uses.push_back(std::move(use));
}

/// Follows the pointers that the types of a buffer contain.
void MemoryMaker::followPointers(const Part& part, const std::string& bytes) {
    for (const Use& use : part.uses) {
        const std::size_t step = use.shape.dtype ? use.shape.dtype->size() : 0;
        if (step == 0 || use.shape.pointers.empty())
            continue;
        for (std::size_t at = use.offset % step; at + step <= bytes.size(); at += step)
            for (const PointeeShape::Pointer& pointer : use.shape.pointers) {
                std::uint64_t address = 0;
                std::memcpy(&address, bytes.data() + at + pointer.offset, sizeof address);
                Part* target = partAt(address);
                if (!target || target == &part)
                    continue;
                addUse(*target,
                       {m_types.shapeOf(pointer.target), address - target->memory->base, false});
                if (target->hint.empty())
                    target->hint = part.name.empty() ? part.hint : part.name;
            }
    }
}

/// Searches all buffers for pointers to more of them. A buffer that is found again with another
/// type is not searched again.
void MemoryMaker::lookThrough() {
    for (bool isDone = false; !isDone;) {
        isDone = true;
        for (Part& part : m_parts) {
            if (!part.isBuffer() || part.isLooked)
                continue;
            part.isLooked = true;
            isDone = false;
            const std::string bytes = platform::readFile(part.memory->before);
            followPointers(part, bytes);
            if (mayPoint(part))
                fixTargetsOf(std::as_bytes(std::span(bytes)));
            else
                followAll(part, bytes);
        }
    }
}

/// Fixes the addresses only of what the types of a buffer point to.
void MemoryMaker::followAll(const Part& part, const std::string& bytes) {
    for (const Use& use : part.uses) {
        const std::size_t step = use.shape.dtype ? use.shape.dtype->size() : 0;
        for (std::size_t at = step == 0 ? bytes.size() : use.offset % step;
             at + step <= bytes.size(); at += step)
            for (const PointeeShape::Pointer& pointer : use.shape.pointers)
                fixTargetsOf(std::as_bytes(std::span(bytes))
                                 .subspan(at + pointer.offset, sizeof(std::uint64_t)));
    }
}

/// One part from several, with zeros between them.
MemoryMaker::Part MemoryMaker::merged(const std::vector<const Part*>& group) {
    CapturedMemory& whole = m_merged.emplace_back(*group.front()->memory);
    whole.size = group.back()->memory->base + group.back()->memory->size - whole.base;
    const auto write = [&](fs::path CapturedMemory::*when, const char* ending) {
        std::error_code missing;
        if (!fs::exists(group.front()->memory->*when, missing))
            return;
        std::string bytes(whole.size, '\0');
        for (const Part* part : group) {
            const std::string own = platform::readFile(part->memory->*when);
            bytes.replace(part->memory->base - whole.base, own.size(), own);
        }
        whole.*when = (group.front()->memory->before).parent_path() /
                      fmt::format("merged_{}.{}", m_merged.size(), ending);
        platform::replaceFile(whole.*when, bytes);
    };
    write(&CapturedMemory::before, "before");
    write(&CapturedMemory::after, "after");
    Part part;
    part.memory = &whole;
    part.hint = group.front()->hint;
    part.isFixed = true;
    for (const Part* one : group)
        for (const Use& use : one->uses)
            part.uses.push_back(
                {use.shape, use.offset + one->memory->base - whole.base, use.isConst});
    chooseType(part);
    return part;
}

/// Merges allocations that are reachable only through memory into few buffers.
void MemoryMaker::mergeNeighbours() {
    const auto isNameless = [](const Part& part) { return part.isFixed && part.name.empty(); };
    if (std::size_t(std::count_if(m_parts.begin(), m_parts.end(), isNameless)) <= kMostSeparate)
        return;
    std::vector<Part> kept;
    m_merged.reserve(m_parts.size());
    std::erase_if(m_parts, [](const Part& part) { return !part.isBuffer(); });
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (!isNameless(m_parts[i])) {
            kept.push_back(m_parts[i]);
            continue;
        }
        std::vector<const Part*> group{&m_parts[i]};
        const auto isNear = [&](const Part& next) {
            const CapturedMemory& last = *group.back()->memory;
            return next.memory->base - (last.base + last.size) <= kLargestGap;
        };
        while (i + 1 < m_parts.size() && isNameless(m_parts[i + 1]) && isNear(m_parts[i + 1]))
            group.push_back(&m_parts[++i]);
        kept.push_back(merged(group));
    }
    m_parts = std::move(kept);
}

std::string MemoryMaker::freshName(const std::string& wanted) {
    std::string stem = wanted;
    std::replace_if(
        stem.begin(), stem.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; },
        '_');
    if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.front())) ||
        !project::isName(stem))
        stem = "buffer_" + stem;
    std::string name = stem;
    for (int number = 2; !m_names.insert(name).second; ++number)
        name = fmt::format("{}_{}", stem, number);
    return name;
}

/// \returns the path in the project
std::string MemoryMaker::dataFile(const Part& part, const std::string& name,
                                  const std::string& bytes) const {
    std::string path = "data/" + name + ".npy";
    arrays::HostArray array(part.dtype, {std::int64_t(bytes.size() / part.dtype.size())});
    std::memcpy(array.bytes().data(), bytes.data(), bytes.size());
    arrays::writeArrayFile(m_folder / path, array);
    return path;
}

project::Buffer MemoryMaker::bufferOf(const Part& part, bool isExpected) {
    project::Buffer buffer;
    buffer.name = part.name;
    buffer.dtype = part.dtype;
    buffer.shape = {{std::to_string(part.memory->size / part.dtype.size()), {}}};
    if (part.isFixed)
        buffer.address = Expression{fmt::format("{:#x}", part.memory->base), {}};
    else if (part.memory->kind == "managed")
        buffer.memory = project::MemoryKind::managed;
    else if (part.memory->kind == "host")
        buffer.memory = project::MemoryKind::mapped;
    const std::string before = platform::readFile(part.memory->before);
    if (!isAllZero(before)) {
        buffer.init.kind = project::Init::Kind::file;
        buffer.init.path = dataFile(part, part.name, before);
    }
    if (!isExpected)
        return buffer;
    const std::string after = platform::readFile(part.memory->after);
    if (isOnlyRead(part) && after == before)
        return buffer;
    project::Expect expect;
    expect.exact = true;
    if (isAllZero(after) && part.dtype.kind() != DType::Kind::structure)
        expect.expression = Expression{"0", {}};
    else
        expect.file = after == before && !buffer.init.path.empty()
                          ? buffer.init.path
                          : dataFile(part, part.name + "_after", after);
    buffer.expect = std::move(expect);
    return buffer;
}

void MemoryMaker::addBuffers(CapturedProject& made, bool isExpected) {
    lookThrough();
    mergeNeighbours();
    for (Part& part : m_parts) {
        if (!part.isBuffer())
            continue;
        if (part.name.empty())
            part.name = freshName(!part.hint.empty()            ? part.hint
                                  : part.memory->kind == "heap" ? "heap"
                                                                : "memory");
        made.project.buffers.push_back(bufferOf(part, isExpected));
        made.origins.push_back(
            {part.memory->base, part.memory->size, part.memory->before, part.memory->after});
    }
}

} // namespace warpbench::programs
