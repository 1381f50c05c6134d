// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/plan.h"
#include "core/project/project.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Makes independent programs of projects.
namespace warpbench::exporting {

/// A file of an exported program.
struct ExportedFile {
    std::string name; ///< relative to the program's folder, '/' between
    std::string contents;
};

/// A project as a program in any language does it: numbers, names and files.
struct ExportModel {
    struct Buffer {
        std::string name; ///< as the program calls it
        memory::DType dtype;
        std::uint64_t elements = 0, bytes = 0;
        bool managed = false;
        std::string initial;  ///< a file with its first contents; empty: zeros
        std::string expected; ///< a file with what it must hold at the end; empty: not checked
        double rtol = 0, atol = 0;
        bool exact = false, equalNan = true;
    };
    struct Argument {
        std::string type;                ///< of the parameter, as C++ spells it; may be empty
        std::vector<std::uint8_t> bytes; ///< as the kernel reads them
        /// Addresses that go into the bytes: where, of which buffer, how far into it.
        struct Address {
            std::size_t at = 0, buffer = 0;
            std::uint64_t offset = 0;
        };
        std::vector<Address> addresses;

        /// Just the address of a buffer.
        bool isPointer() const { return bytes.size() == 8 && addresses.size() == 1; }
    };
    struct Launch {
        std::string kernel;  ///< in C++
        std::string lowered; ///< as the module has it
        std::array<std::uint32_t, 3> grid{}, block{};
        std::array<std::uint32_t, 3> cluster{}; ///< zeros: none
        std::uint64_t shared = 0;
        bool cooperative = false;
        std::uint32_t repeat = 1;
        std::vector<Argument> arguments;
    };
    struct Constant {
        std::string symbol;
        std::vector<std::uint8_t> bytes;
    };

    std::string title; ///< of the project, in one line
    std::string name;  ///< of the program's files
    std::string source;
    bool hasMain = false;
    std::string standard; ///< "c++17"
    std::vector<std::string> options;
    std::vector<std::pair<std::string, std::string>> defines; ///< name and value; may be empty
    std::vector<Buffer> buffers;
    std::vector<Constant> constants;
    std::vector<Launch> launches;
    std::uint32_t rounds = 1;
    std::vector<std::string> notes;  ///< limits of the program, a sentence each
    std::vector<ExportedFile> files; ///< data, and headers beside the source
};

/// A text for a comment: line ends would end it.
std::string oneLine(std::string text);

/// Collects everything that an exported program needs. Its data files go into the folder NAME_data.
/// \param source  the project's text
/// \param name    of the program's files
/// \throws Error (project) for what no such program can do: textures, calls of libraries, buffers
///         that are split or have fixed addresses, several sources
ExportModel makeExportModel(const project::Project& project, const project::LaunchPlan& plan,
                            const compile::CompileResult& compiled, const std::string& source,
                            const std::string& name);

/// NAME.cu, with main: `nvcc -std=… NAME.cu` builds it.
ExportedFile cudaProgram(const ExportModel& model);

enum class PythonLibrary { cupy, pycuda };
/// NAME.py and the source that it compiles.
std::vector<ExportedFile> pythonScript(const ExportModel& model, PythonLibrary library);

/// A project with the launch that Kernel Tuner is to tune as its only one.
/// \param launch  its kernel, or its number from 0 on; empty: the only one there is
/// \throws Error (usage) where it names none, or is empty and there are several
/// \throws Error (project) where the launch needs others, or is a step
project::Project projectForTuning(const project::Project& project, const std::string& launch);

/// NAME_tune.py, with which Kernel Tuner tries the combinations of the project's sweep, and the
/// source that it compiles.
/// \param model    of that project
/// \param project  of projectForTuning
/// \throws Error (project) naming what tune_kernel cannot express: a block size that is not the
///         value of one name, arguments that the sweep changes, addresses within buffers, structs
std::vector<ExportedFile> kernelTunerScript(const ExportModel& model,
                                            const project::Project& project);

} // namespace warpbench::exporting
