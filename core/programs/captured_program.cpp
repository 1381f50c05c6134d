// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_program.h"

#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/project/struct_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace warpbench::programs {

namespace fs = std::filesystem;

namespace {

bool overlap(const BufferOrigin& one, const BufferOrigin& other) {
    return one.base < other.base + other.size && other.base < one.base + one.size;
}

/// Calls `use` with each buffer that an argument names.
template <class Use>
void forEachBuffer(project::Argument& argument, const Use& use) {
    if (auto* buffer = std::get_if<project::BufferArg>(&argument.value))
        use(*buffer);
    else if (auto* structure = std::get_if<project::StructArg>(&argument.value))
        project::forEachAddress(*structure, use);
}

class LaunchJoiner {
  public:
    void add(CapturedProject launch, const fs::path& folder) {
        project::Project& own = launch.project;
        nameFiles(own, folder);
        if (const std::string why = conflictOf(launch); !why.empty()) {
            m_joined.notes.push_back(
                fmt::format("The launch of {} is left out: {}.", own.launches.front().kernel, why));
            return;
        }
        std::map<std::string, std::string> names;
        for (std::size_t i = 0; i < own.buffers.size(); ++i) {
            const std::string name = own.buffers[i].name; // it may be renamed
            names[name] = joinBuffer(own.buffers[i], launch.origins[i]);
        }
        for (project::Argument& argument : own.launches.front().args)
            forEachBuffer(argument, [&](project::BufferArg& buffer) {
                buffer.buffer = names.at(buffer.buffer);
            });
        m_joined.project.launches.push_back(std::move(own.launches.front()));
        for (auto& [symbol, constant] : own.constants)
            m_joined.project.constants.emplace(symbol, std::move(constant));
        takeLimits(own.limits);
    }

    JoinedLaunches take() { return std::move(m_joined); }

  private:
    static void nameFiles(project::Project& own, const fs::path& folder) {
        const auto name = [&](std::string& file) {
            if (!file.empty())
                file = utf8(folder / pathFromUtf8(file));
        };
        for (project::Buffer& buffer : own.buffers) {
            name(buffer.init.path);
            buffer.expect.reset();
        }
        for (auto& [symbol, constant] : own.constants)
            name(constant.file);
    }

    /// Why a launch conflicts with those before it; empty: it does not.
    std::string conflictOf(const CapturedProject& launch) const {
        for (const auto& [symbol, constant] : launch.project.constants) {
            const auto known = m_joined.project.constants.find(symbol);
            if (known != m_joined.project.constants.end() && !isSame(known->second, constant))
                return fmt::format("the variable {} had another value", symbol);
        }
        for (std::size_t i = 0; i < launch.project.buffers.size(); ++i) {
            if (!launch.project.buffers[i].address)
                continue;
            for (std::size_t k = 0; k < m_origins.size(); ++k)
                if (m_joined.project.buffers[k].address &&
                    overlap(m_origins[k], launch.origins[i]) &&
                    !goesOn(k, launch.project.buffers[i], launch.origins[i]))
                    return "the memory that its pointers lead to had changed";
        }
        return {};
    }

    static bool isSame(const project::Constant& one, const project::Constant& other) {
        if (one.file.empty() || other.file.empty())
            return one == other && !one.read;
        return !one.read && platform::readFile(pathFromUtf8(one.file)) ==
                                platform::readFile(pathFromUtf8(other.file));
    }

    /// Whether a launch found exactly the contents that the earlier launches left in a buffer.
    bool goesOn(std::size_t index, const project::Buffer& buffer,
                const BufferOrigin& origin) const {
        const BufferOrigin& known = m_origins[index];
        const project::Buffer& joined = m_joined.project.buffers[index];
        return known.base == origin.base && known.size == origin.size &&
               joined.dtype == buffer.dtype && joined.memory == buffer.memory &&
               (joined.address || !buffer.address) &&
               platform::readFile(known.after) == platform::readFile(origin.before);
    }

    /// \returns its name in the joined project
    std::string joinBuffer(project::Buffer& buffer, const BufferOrigin& origin) {
        for (std::size_t k = 0; k < m_origins.size(); ++k) {
            if (!goesOn(k, buffer, origin))
                continue;
            m_origins[k].after = origin.after;
            return m_joined.project.buffers[k].name;
        }
        const std::string stem = buffer.name;
        for (int number = 2; !m_names.insert(buffer.name).second; ++number)
            buffer.name = fmt::format("{}_{}", stem, number);
        m_origins.push_back(origin);
        m_joined.project.buffers.push_back(std::move(buffer));
        return m_joined.project.buffers.back().name;
    }

    void takeLimits(const project::Limits& limits) {
        if (limits.stackBytes)
            m_joined.project.limits.stackBytes = limits.stackBytes;
        if (limits.heapBytes)
            m_joined.project.limits.heapBytes = limits.heapBytes;
    }

    JoinedLaunches m_joined;
    std::vector<BufferOrigin> m_origins; ///< of its buffers; `after` is that of the last launch
    std::set<std::string> m_names;
};

} // namespace

JoinedLaunches joinLaunches(std::vector<CapturedProject> launches,
                            const std::vector<fs::path>& folders) {
    LaunchJoiner joiner;
    for (std::size_t i = 0; i < launches.size(); ++i)
        joiner.add(std::move(launches[i]), folders.at(i));
    return joiner.take();
}

} // namespace warpbench::programs
