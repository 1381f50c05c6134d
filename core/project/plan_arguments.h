// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/names.h"
#include "core/project/plan.h"
#include "core/project/project.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpbench::project {

/// \throws Error (project) suggesting a similar buffer
std::size_t bufferIndex(const Project& project, const std::string& name, const Place& place);

/// Evaluates the arguments of kernels.
class ArgumentPlanner {
  public:
    /// All references must outlive this. \param buffers  of the plan, in the project's order
    ArgumentPlanner(const Project& project, Names& names, const std::vector<PlannedBuffer>& buffers)
        : m_project(project)
        , m_names(names)
        , m_buffers(buffers) {}

    /// \throws Error (project) if a buffer does not exist, an offset is beyond it, or a value does
    /// not
    ///         fit its type
    PlannedArgument argument(const Argument& argument);
    /// Values as they are in memory. One expression per lane, or a single one for all lanes of an
    /// element. \throws Error (project) for any other number of them, or one that does not fit
    std::vector<std::byte> pack(const arrays::DType& type, const std::vector<Expression>& values,
                                const Place& place);

  private:
    PlannedBufferArg bufferArg(const BufferArg& arg, const Place& place);
    PlannedStruct structArg(const StructArg& structure, const Place& place);
    PlannedMember member(const MemberValue& value, const Place& place);
    void packOne(arrays::Scalar scalar, const Expression& expression, std::byte* to);

    const Project& m_project;
    Names& m_names;
    const std::vector<PlannedBuffer>& m_buffers;
};

} // namespace warpbench::project
