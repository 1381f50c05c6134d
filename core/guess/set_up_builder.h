// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/builder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

std::string withoutTemplateArguments(const std::string& name);

/// A launch is written with as few namespaces as its place needs. \returns null where it is none
const compile::ScannedKernel* findKernel(const std::vector<compile::ScannedKernel>& kernels,
                                         const std::string& name);

/// Makes a project of a followed program.
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

    /// The arguments that C++ finds by itself, from the pointers that the launch hands over: T of
    /// `k(const T *p)` is what p points to; where it finds none, float. Empty: nothing to be found.
    std::string deduced(const LaunchCall& call, const compile::ScannedKernel& kernel) const;

    /// What a template's parameter is here: the argument at its place, else the first one, which is
    /// what a parameter of type T most often is.
    std::string typeOf(const std::string& type, const LaunchCall& call,
                       const compile::ScannedKernel& kernel) const;
    void addLaunch(LaunchCall call, const compile::ScannedKernel& kernel);
    /// Dynamic shared memory that is not told: an element of the kernel's array for each thread.
    void setShared(project::Launch& launch, const LaunchCall& call, const std::string& plain);
    void extent(const LaunchCall& call, const Value& value, std::vector<project::Expression>& to,
                Subject subject, const char* otherwise);

    /// What a kernel does with an argument, as far as its text says.
    PointerUse useOf(const LaunchCall& call, std::size_t index) const;

    /// What the kernel only reads is not copied back, and what it only writes is not copied there
    /// where the program does not do so either.
    project::Access accessOf(const LaunchCall& call, const compile::Parameter& parameter,
                             std::size_t index) const;

    /// A member as the program leaves it; empty where that is zeros, or not known.
    /// \param missing  gets the names of those that are not
    std::optional<project::MemberValue> member(const LaunchCall& call, const Value& value,
                                               const std::string& path, std::string& missing);
    project::StructArg members(const LaunchCall& call, const Value& value, const std::string& path,
                               std::string& missing);

    /// What the program sets of a struct that is passed by value. What it leaves is zeros.
    project::StructArg structArgument(const LaunchCall& call, const compile::Parameter& parameter,
                                      const Value& value);
    project::Argument argument(const LaunchCall& call, const compile::Parameter& parameter,
                               std::size_t index);
    bool taken(const std::string& name) const;
    std::string freeName(const std::string& wanted) const;

    /// Of memory that is read before anything that was understood fills it.
    /// And of memory that nothing fills, or that the host changes after another launch.
    /// \param argument  of the launch
    void askForContents(const LaunchCall& call, std::size_t argument, std::size_t index,
                        project::Access access);

    /// \param index  of the kernel's parameters; empty: it is a member of one
    std::string bufferOf(std::size_t memory, const LaunchCall& call,
                         std::optional<std::size_t> index, const compile::Parameter& parameter);

    /// Rows and columns, where the kernel says elements so: then they are seen as a picture, or as
    /// a table of rows.
    void setRows(project::Buffer& buffer, const PointerUse& use, const LaunchCall& call,
                 const Value& count) const;

    /// What a name of the kernel's text represents: its argument, or a macro's number.
    Value valueNamed(const std::string& name, const LaunchCall& call) const;

    /// Of the whole grid, in a project's words; unknown where the grid or the block is.
    Value threadsOf(const LaunchCall& call) const;

    /// How much of it the kernel needs, by its other arguments and what it does with them; empty
    /// where they say nothing.
    std::vector<project::Expression> shapeOfGiven(const LaunchCall& call, std::size_t index,
                                                  const std::string& name) const;
    /// The same as one number, in a project's words; "65536" where nothing is said.
    std::string lengthOf(const LaunchCall& call, std::size_t index, const std::string& name) const;

    /// Random numbers for what is only read: of zeros most kernels make zeros.
    project::Init contentsOfGiven(const project::Buffer& buffer, project::Access access) const;

    /// Of what the program makes, bytes; 1 where its type is not known.
    std::size_t sizeOfElement(const Memory& memory) const;
    /// How many elements of the kernel's type the memory has, where the program made others of it.
    Value elementsOf(const Memory& memory, std::size_t size) const;

    /// The element's type: the kernel's, else the variable's. A struct becomes bytes.
    /// \returns bytes of an element that became bytes; 0 where the type is known
    std::size_t setType(project::Buffer& buffer, const compile::Parameter& parameter,
                        const Memory& from) const;

    /// A pointer whose memory was not seen being made.
    std::string strangeBuffer(const LaunchCall& call, std::size_t index,
                              const compile::Parameter& parameter, const std::string& written);

    /// Whether a pass finds what the one before it left.
    bool carries(const LaunchLoop& loop) const;

    /// Whether nobody knows what one of its launches does to its arguments.
    bool isHandedOn(const LaunchLoop& loop) const;

    /// The passes of a loop are the project's rounds where that is all there is. A loop whose
    /// passes leave the same is there to be timed, which the project does by itself.
    void addLoop(const LaunchLoop& loop);
    void setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes);
    void addConstant(const ConstantCopy& copy);

    /// Only the variables that something refers to.
    void addParameters();

    project::Project m_project;
    const HostProgram& m_program;
    const std::vector<compile::ScannedKernel>& m_kernels;
    const PointerUses& m_uses;
    const DynamicShared& m_shared;
    std::vector<std::string> m_buffers; ///< by memory; empty: not used yet
    std::vector<std::pair<std::string, std::string>> m_strange;
    std::vector<Question> m_questions;
    int m_launch = 0;   ///< of the project: what is asked is asked of it
    int m_argument = 0; ///< of the launch
};

} // namespace warpbench::guess
