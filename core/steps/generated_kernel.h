// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/steps/element_code.h"
#include "core/steps/elementwise.h"

#include <string>

/// The code that all kinds of generated kernels share around their expressions.
namespace warpbench::project {

/// A project with the names that a split defines, with the values for one device.
Project withPartNames(const Project& project);

/// A thread's number in the grid, and the number of threads.
inline constexpr const char* kThreadLines =
    "    const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
    "    const long long threads = gridDim.x * (long long)blockDim.x;\n";

/// For kernels whose threads stride over the remaining elements.
inline constexpr int kMostStridingBlocks = 16384;

/// The work of each thread on `element`: packs, and single elements of the remainder.
/// \param from  the variable with the first pack
std::string packedLoops(const ElementCode& code, const char* from = "thread");

/// The threads of a block if they are given as a number; 256 if they are computed.
int threadsOf(const Expression& block);

/// How a reduction or a scan combines two values.
struct Joining {
    std::string function; ///< of the C values `left` and `right`
    std::string neutral;
};
/// Reads the step's operator into `code`, before it is complete. \throws Error (project)
void readJoining(ElementCode& code, const Step& step);
/// Before `code` is complete: if a named operator combines unsigned 32-bit numbers as they are, the
/// kernel computes in that type, not in 64 bits that are truncated at the end.
void keepsUnsigned(ElementCode& code, const Step& step, const Formula& value);
/// \param code  complete \throws Error (project) for the minimum of complex numbers
Joining joiningOf(ElementCode& code, const Step& step);
/// The lines that publish a value of type C to other blocks in a volatile variable, part by part
/// for a complex number.
std::string toldLines(const ElementCode& code, const std::string& variable,
                      const std::string& value, const std::string& indent);
/// Reads a value that another block has published.
std::string heard(const ElementCode& code, const std::string& variable);
/// Lines that define `lane`, `warp`, the `warps` of a block, and this warp's `lanes` and their
/// `mask`. If `block` has whole warps the last two are constants, for which the compiler makes
/// faster shuffles; such a kernel stops if it is launched with another kind of block.
std::string warpLines(const Expression& block);
/// `value`, a C, of the lane at a distance of `distance`, among those of `mask`.
/// \param shuffle  "__shfl_up_sync"
std::string shuffled(const ElementCode& code, const std::string& shuffle);
/// The only assignment of a reduction or scan. \throws Error (project) if there are more
Assignment onlyAssignment(const Expression& text);

struct KernelText {
    std::string kind;          ///< the prefix of its name
    std::string state;         ///< device variables before the kernel; "NAME" becomes its name
    std::string body;          ///< the same
    std::size_t packs = 1;     ///< number that a thread takes at once
    std::size_t tile = 0;      ///< elements that a block takes at once, of any size; 0: its packs
    int residentBlocks = 0;    ///< that the registers of an SM are to allow; 0: up to the compiler
    int residentThreads = 256; ///< of a block: applies only up to this number
    int leastBlocks = 0;       ///< minimum number before a thread takes more than one pack
};
/// Name, source and launch of a kernel.
/// \param bytes  moved per element
GeneratedKernel finishKernel(const Project& project, const ElementCode& code,
                             const KernelText& text, const Expression& block, int mostBlocks,
                             std::size_t bytes);

} // namespace warpbench::project
