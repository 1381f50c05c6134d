// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

enum class Severity { note, remark, warning, error };

/// One message of NVRTC or ptxas.
struct Diagnostic {
    Severity severity = Severity::error;
    Place place;      ///< column counts bytes from 1; 0 where the compiler gives none
    std::string code; ///< "177-D"; empty where the compiler gives none
    std::string text;
    /// "ptxas", "nvrtc" or "linker"
    std::string source = "nvrtc";
    std::vector<Diagnostic> notes; ///< notes and "detected during" lines that belong to it

    bool operator==(const Diagnostic&) const = default;
};

/// A kernel's parameter. Name and type come from the source (or DWARF), offset and size from the
/// cubin, so the latter are exact.
struct Parameter {
    std::string name; ///< empty where unknown
    std::string type; ///< as C++ spells it, "const float *"; empty where unknown
    std::size_t offset = 0;
    std::size_t size = 0; ///< bytes; 0 where there is no cubin yet
    bool pointer = false;
    bool pointeeConst = false; ///< a pointer to const: the kernel only reads
    std::string pointee;       ///< the type pointed to, without const; "float"
    /// Members of a struct passed by value, as far as they are known.
    std::vector<Parameter> members;
    /// The type with its typedefs resolved ("float" for "real"), without namespaces; from DWARF,
    /// else empty.
    std::string canonical;
    std::size_t count = 0; ///< elements of an array, of the outermost dimension; 0: it is none
    /// Of an array: one, as its elements are; arrays themselves where it has more dimensions.
    std::vector<Parameter> element;
    /// Of a pointer to a struct: one, the struct with its members. Pointers in it have none.
    std::vector<Parameter> target;

    bool operator==(const Parameter&) const = default;
};

/// What ptxas and the cubin say of one kernel.
struct KernelInfo {
    std::string
        name; ///< as the source or name expression has it: "multiply_them", "scale<float, 4>"
    std::string lowered; ///< as the module has it: "_Z5scaleIfLi4EEvPT_"
    /// Name expressions besides `name` that mean the same instance: "scale<real, 2 + 2>".
    std::vector<std::string> otherNames;
    int line = 0; ///< of its definition in the source, 0 if unknown
    std::vector<Parameter> parameters;

    std::optional<int> registers;              ///< per thread; empty where there is no cubin
    std::optional<std::int64_t> sharedBytes;   ///< static, as ptxas reports
    std::optional<std::int64_t> localBytes;    ///< stack frame per thread
    std::optional<std::int64_t> constantBytes; ///< empty on sm_90 and later: ptxas does not say
    std::optional<std::int64_t> spillStoreBytes;
    std::optional<std::int64_t> spillLoadBytes;
    std::optional<int> barriers;
    std::optional<int> maxThreads; ///< __launch_bounds__ and the register limit taken in

    /// Whether a launch that names its kernel so means this one.
    bool isCalled(const std::string& launched) const;

    bool operator==(const KernelInfo&) const = default;
};

/// A further source that is compiled by itself and linked: CUDA C++, or PTX by its name.
struct LinkedSource {
    std::string fileName; ///< as in CompileRequest
    std::string text;

    bool operator==(const LinkedSource&) const = default;
};

/// All that a compile depends on.
struct CompileRequest {
    std::string source; ///< the text; of a cubin its bytes
    std::string
        fileName;     ///< as it is to stand in messages; the folder is searched for "…" includes
    std::string arch; ///< "sm_90" or "compute_90"; never "auto"
    std::string std = "c++17";
    std::vector<std::string> options;
    std::map<std::string, std::optional<std::string>> defines;
    std::vector<std::filesystem::path> includeDirs; ///< absolute
    std::vector<std::string> nameExpressions;       ///< templates to instantiate, "scale<float, 4>"
    /// Compiled with the same settings, all of them relocatable (-rdc=true), for the driver to
    /// link.
    std::vector<LinkedSource> linked;
    /// The linked sources are optimised as one (-dlto) and linked here, by nvJitLink.
    bool lto = false;
    /// Texts that stand for files which the source includes, by absolute path, whether these are
    /// there or not: what an editor holds and has not saved.
    std::map<std::string, std::string> unsaved;
    bool lineInfo = true;
    bool debug = false; ///< -G
    bool useCache = true;
    /// Refuses files that lie neither in `readable` nor in the toolkit: the source is a stranger's.
    bool confined = false;
    /// Does not compile where the system cannot keep the compiler from such files.
    bool mustConfine = false;
    std::vector<std::filesystem::path> readable; ///< absolute folders
    /// Fills in what describeKernels() knows of the parameters (members of structs, typedefs) as
    /// well, which takes a second compile where it is not cached.
    bool describeParameters = false;

    bool operator==(const CompileRequest&) const = default;
};

/// A part of the program that is the host's and that no kernel gets: Warpbench launches the
/// kernels itself. See host_code.h.
struct SetAside {
    enum class Kind { include, function, variable, declaration };

    Kind kind = Kind::declaration;
    std::string file;
    int line = 0; ///< the first
    int endLine = 0;
    std::string name; ///< of the function, the header, …; empty where it has none

    bool operator==(const SetAside&) const = default;
};

/// What came of a further source.
struct CodePart {
    std::string fileName;
    std::string ptx;
    std::shared_ptr<const std::vector<std::byte>> cubin; ///< may be null
};

/// What came of it. A failed compile is a value, not an exception.
struct CompileResult {
    bool succeeded = false;
    std::string ptx;
    /// The device code, immutable and shared; null for a compute_XX target or a failed compile.
    std::shared_ptr<const std::vector<std::byte>> cubin;
    /// Of the linked sources, in their order: the source's own code is whole only with them.
    std::vector<CodePart> parts;
    std::string log; ///< NVRTC's log, verbatim
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelInfo> kernels;
    std::string arch;        ///< as compiled for
    std::string commandLine; ///< options as NVRTC got them, to be shown and copied
    std::string compiler;    ///< "NVRTC 13.0"; of a given one what it is: "PTX 8.4"
    /// The source is PTX or machine code, and nothing was compiled.
    bool given = false;
    /// It was to be confined, and the system could not keep the compiler from other files.
    bool unconfined = false;
    double milliseconds = 0; ///< the time this call took, whether cached or not
    bool cached = false;
    /// Why it was not cached: "the source changed"; empty where it was, or nothing was compiled.
    std::string missReason;
    std::vector<std::string> droppedOptions; ///< options that this NVRTC does not know
    std::vector<SetAside> setAside;          ///< host code that was left out
    /// Another process of a run of several, as "rank 1 on node7"; empty: this one's compilers.
    std::string compiledBy;

    const KernelInfo* kernel(const std::string& name) const;
};

/// Compiles; uses the cache in memory and on disk. A source that is PTX or a cubin by its name is
/// read, not compiled (device_code.h). Any thread; several at once are fine.
/// \throws Error (environment) where no NVRTC can be loaded, naming where it was looked for and
///         how to get it
CompileResult compile(const CompileRequest& request);

/// The kernels of a source text by a small tokenizer, without a compiler: instant, tolerant of
/// errors, blind to macros and template arguments. Offsets and sizes are 0.
std::vector<KernelInfo> scanKernels(const std::string& source);

/// The kernels of a request with exact parameter types: struct layouts, typedefs, templates. This
/// compiles once more, with -G, for its debugging entries (as slow as any compile; cached), and
/// checks sizes against the cubin. Registers and the like are left empty: those of a debug build
/// would mislead. Empty where the source does not compile.
/// \throws Error (environment) as compile() does
std::vector<KernelInfo> describeKernels(const CompileRequest& request);

/// Which NVRTC is in use, or why there is none; never throws.
struct CompilerInfo {
    bool available = false;
    std::string version;                 ///< "13.0"
    std::filesystem::path library;       ///< the file that was loaded
    std::filesystem::path includeFolder; ///< the toolkit's headers; empty where none were found
    std::vector<int> architectures;      ///< 75, 80, … that it can compile for
    std::string problem;                 ///< why not, with the remedy
    std::filesystem::path disassembler;  ///< nvdisasm or cuobjdump; empty: no SASS listings
    std::filesystem::path cacheFolder;   ///< of compiled kernels; empty: switched off
};
CompilerInfo compilerInfo();

} // namespace warpbench::compile
