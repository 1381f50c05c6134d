// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/builder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

std::string withoutTemplateArguments(const std::string& name);

/// Finds a launched kernel; launches may omit namespaces where C++ allows it. \returns null if none
const compile::ScannedKernel* findKernel(const std::vector<compile::ScannedKernel>& kernels,
                                         const std::string& name);

/// Creates a project for a followed program.
class SetUpBuilder {
  public:
    SetUpBuilder(project::Project start, const HostProgram& program,
                 const std::vector<compile::ScannedKernel>& kernels, const PointerUses& uses,
                 const DynamicShared& shared)
        : m_project(std::move(start))
        , m_program(program)
        , m_kernels(kernels)
        , m_uses(uses)
        , m_shared(shared)
        , m_buffers(program.memories.size()) {}

    ProgramGuess run();

  private:
    using Kind = Question::Kind;
    using Subject = Question::Subject;

    /// \param name  of the buffer
    void ask(const LaunchCall& call, Subject subject, Kind kind, std::vector<std::string> what,
             const std::string& name = {});

    /// The template arguments that C++ deduces from the launch's pointers: T of `k(const T *p)` is
    /// p's element type; if unknown, float. Empty: nothing to deduce.
    std::string deduced(const LaunchCall& call, const compile::ScannedKernel& kernel) const;

    /// The type for a template parameter: the argument at its position, otherwise the first one,
    /// which usually is the one for a parameter of type T.
    std::string typeOf(const std::string& type, const LaunchCall& call,
                       const compile::ScannedKernel& kernel) const;
    void addLaunch(LaunchCall call, const compile::ScannedKernel& kernel);
    /// For unknown dynamic shared memory: one element of the kernel's array per thread.
    void setShared(project::Launch& launch, const LaunchCall& call, const std::string& plain);
    void extent(const LaunchCall& call, const Value& value, std::vector<project::Expression>& to,
                Subject subject, const char* otherwise);

    /// How a kernel uses an argument, according to its text.
    PointerUse useOf(const LaunchCall& call, std::size_t index) const;

    /// Data that the kernel only reads is not copied back, and data that it only writes is not
    /// copied to the device unless the program does so.
    project::Access accessOf(const LaunchCall& call, const compile::Parameter& parameter,
                             std::size_t index) const;

    /// A member's value in the program; empty if that is zero or unknown.
    /// \param missing  receives the names of unknown members
    std::optional<project::MemberValue> member(const LaunchCall& call, const Value& value,
                                               const std::string& path, std::string& missing);
    project::StructArg members(const LaunchCall& call, const Value& value, const std::string& path,
                               std::string& missing);

    /// The values that the program sets in a struct passed by value; all others are zero.
    project::StructArg structArgument(const LaunchCall& call, const compile::Parameter& parameter,
                                      const Value& value);
    project::Argument argument(const LaunchCall& call, const compile::Parameter& parameter,
                               std::size_t index);
    bool taken(const std::string& name) const;
    std::string freeName(const std::string& wanted) const;

    /// Adds questions about memory that is read before any understood code fills it, that nothing
    /// fills, or that the host changes after another launch.
    /// \param argument  of the launch
    void askForContents(const LaunchCall& call, std::size_t argument, std::size_t index,
                        project::Access access);

    /// \param index  of the kernel's parameters; empty: it is a member of one
    std::string bufferOf(std::size_t memory, const LaunchCall& call,
                         std::optional<std::size_t> index, const compile::Parameter& parameter);

    /// Sets rows and columns if the kernel addresses elements that way, so that they are shown as
    /// an image or a table.
    void setRows(project::Buffer& buffer, const PointerUse& use, const LaunchCall& call,
                 const Value& count) const;

    /// The value of a name in the kernel's text: its argument, or a macro's number.
    Value valueNamed(const std::string& name, const LaunchCall& call) const;

    /// Of the whole grid, as a project file expression; unknown if the grid or the block is.
    Value threadsOf(const LaunchCall& call) const;

    /// The size that the kernel needs, according to its other arguments and their use; empty if
    /// they do not determine it.
    std::vector<project::Expression> shapeOfGiven(const LaunchCall& call, std::size_t index,
                                                  const std::string& name) const;
    /// The same as one number in a project file expression; "65536" if undetermined.
    std::string lengthOf(const LaunchCall& call, std::size_t index, const std::string& name) const;

    /// Random numbers for data that is only read, because most kernels turn zeros into zeros.
    project::Init contentsOfGiven(const project::Buffer& buffer, project::Access access) const;

    /// Element size in bytes of memory that the program allocates; 1 if its type is unknown.
    std::size_t sizeOfElement(const Memory& memory) const;
    /// Size in elements of the kernel's type, if the program allocated another type.
    Value elementsOf(const Memory& memory, std::size_t size) const;

    /// The element type: the kernel's, otherwise the variable's. A struct becomes bytes.
    /// \returns element size of a struct that became bytes; 0 if the type is known
    std::size_t setType(project::Buffer& buffer, const compile::Parameter& parameter,
                        const Memory& from) const;

    /// A buffer for a pointer whose allocation was not found.
    std::string strangeBuffer(const LaunchCall& call, std::size_t index,
                              const compile::Parameter& parameter, const std::string& written);

    /// Whether a pass uses results of the previous one.
    bool carries(const LaunchLoop& loop) const;

    /// Whether the effect of one of its launches on its arguments is unknown.
    bool isHandedOn(const LaunchLoop& loop) const;

    /// Turns a loop's passes into the project's rounds if the loop is all there is. A loop whose
    /// passes leave the same results only serves for timing, which the project does by itself.
    void addLoop(const LaunchLoop& loop);
    void setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes);
    void addConstant(const ConstantCopy& copy);

    /// Adds only the variables that are used.
    void addParameters();

    project::Project m_project;
    const HostProgram& m_program;
    const std::vector<compile::ScannedKernel>& m_kernels;
    const PointerUses& m_uses;
    const DynamicShared& m_shared;
    std::vector<std::string> m_buffers; ///< by memory; empty: not used yet
    std::vector<std::pair<std::string, std::string>> m_strange;
    std::vector<Question> m_questions;
    int m_launch = 0;   ///< of the project: the subject of questions
    int m_argument = 0; ///< of the launch
};

} // namespace warpbench::guess
