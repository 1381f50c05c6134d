// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/programs/captured_launch.h"
#include "core/programs/captured_project.h"
#include "core/programs/captured_types.h"
#include "core/project/project.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warpbench::programs {

/// Makes buffers from a captured launch's memory: memory that arguments point to, and memory that
/// pointers in memory point to, which keeps its address. Leaves out other memory.
class MemoryMaker {
  public:
    /// \param folder  the project's; data files are written to its subfolder "data"
    MemoryMaker(const CapturedLaunch& launch, PointerSearch search, std::filesystem::path folder);

    /// Records that an argument, or a member of one, points to memory. Call before chooseTypes().
    /// \param name  for the buffer
    void noteUse(std::uint64_t address, const compile::Parameter& pointer, const std::string& name);
    /// Follows the pointers in memory, and gives each buffer the first type that fits all pointers
    /// into it.
    void chooseTypes();
    /// Empty if the address is not in any captured memory.
    std::optional<project::BufferArg> argumentFor(std::uint64_t address,
                                                  const compile::Parameter& pointer);
    /// Fixes the addresses of memory that pointers among these bytes lead to, for the replay.
    void fixTargetsOf(std::span<const std::byte> bytes);

    /// \param isExpected  the memory contents after the launch are the buffers' expected contents
    void addBuffers(CapturedProject& made, bool isExpected);

  private:
    struct Use {
        PointeeShape shape;
        std::uint64_t offset = 0; ///< bytes
        bool isConst = false;     ///< the kernel only reads through it
    };
    struct Part {
        const CapturedMemory* memory = nullptr;
        std::string name; ///< empty: no argument points to it
        std::string hint; ///< the name of the buffer that first led here
        std::vector<Use> uses;
        arrays::DType dtype = arrays::Scalar::uint8;
        bool isFixed = false;  ///< pointers in memory point to it
        bool isLooked = false; ///< already searched for pointers

        bool isBuffer() const { return isFixed || !name.empty(); }
    };

    Part* partAt(std::uint64_t address);
    bool mayPoint(const Part& part) const;
    void followPointers(const Part& part, const std::string& bytes);
    void followAll(const Part& part, const std::string& bytes);
    static void addUse(Part& part, Use use);
    static void chooseType(Part& part);
    Part merged(const std::vector<const Part*>& group);
    static bool isOnlyRead(const Part& part);
    void lookThrough();
    void mergeNeighbours();
    std::string freshName(const std::string& wanted);
    project::Buffer bufferOf(const Part& part, bool isExpected);
    std::string dataFile(const Part& part, const std::string& name, const std::string& bytes) const;

    const CapturedLaunch& m_launch;
    const PointerSearch m_search;
    PointeeTypes m_types;
    const std::filesystem::path m_folder;
    std::vector<Part> m_parts;            ///< by address
    std::vector<CapturedMemory> m_merged; ///< from several parts; not moved once made
    std::set<std::string> m_names;        ///< of buffers
};

} // namespace warpbench::programs
