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

/// Generates independent programs from projects.
namespace warpbench::exporting {

/// A file of an exported program.
struct ExportedFile {
    std::string name; ///< relative to the program's folder, separated by '/'
    std::string contents;
};

/// A project in a form independent of the target language: numbers, names and files.
struct ExportModel {
    struct Buffer {
        std::string name; ///< in the program
        arrays::DType dtype;
        std::uint64_t elements = 0, bytes = 0;
        bool managed = false;
        std::string initial;  ///< a file with the initial contents; empty: zeros
        std::string expected; ///< a file with the expected final contents; empty: not checked
        double rtol = 0, atol = 0;
        bool exact = false, equalNan = true;
    };
    struct Argument {
        std::string type;                ///< of the parameter, in C++; may be empty
        std::vector<std::uint8_t> bytes; ///< as read by the kernel
        /// Addresses in these bytes: position, buffer, and offset in the buffer.
        struct Address {
            std::size_t at = 0, buffer = 0;
            std::uint64_t offset = 0;
        };
        std::vector<Address> addresses;

        /// Only the address of a buffer.
        bool isPointer() const { return bytes.size() == 8 && addresses.size() == 1; }
    };
    struct Launch {
        std::string kernel;  ///< in C++
        std::string lowered; ///< in the module
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

    std::string title; ///< of the project, on one line
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
    std::vector<std::string> notes;  ///< limits of the program, one sentence each
    std::vector<ExportedFile> files; ///< data, and headers next to the source
};

/// Makes a text suitable for a line comment by removing line ends.
std::string oneLine(std::string text);

/// Collects everything that an exported program needs. Its data files go to the folder NAME_data.
/// \param source  the project's text
/// \param name  of the program's files
/// \throws Error (project) for features that exported programs do not support: textures, library
///         calls, buffers that are split or have fixed addresses, several sources
ExportModel makeExportModel(const project::Project& project, const project::LaunchPlan& plan,
                            const compile::CompileResult& compiled, const std::string& source,
                            const std::string& name);

/// NAME.cu with main; build it with `nvcc -std=… NAME.cu`.
ExportedFile cudaProgram(const ExportModel& model);

enum class PythonLibrary { cupy, pycuda };
/// NAME.py and the source that it compiles.
std::vector<ExportedFile> pythonScript(const ExportModel& model, PythonLibrary library);

/// A copy of a project with only the launch that Kernel Tuner should tune.
/// \param launch  its kernel, or its number from 0 on; empty: the only one
/// \throws Error (usage) if it matches no launch, or is empty although there are several
/// \throws Error (project) if the launch depends on others, or is a step
project::Project projectForTuning(const project::Project& project, const std::string& launch);

/// NAME_tune.py, which makes Kernel Tuner try the combinations of the project's sweep, and the
/// source that it compiles.
/// \param model    of that project
/// \param project  of projectForTuning
/// \throws Error (project) that names what tune_kernel cannot express: a block size that is not the
///         value of one name, arguments that the sweep changes, addresses within buffers, structs
std::vector<ExportedFile> kernelTunerScript(const ExportModel& model,
                                            const project::Project& project);

} // namespace warpbench::exporting
