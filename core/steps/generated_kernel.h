// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/steps/element_code.h"
#include "core/steps/elementwise.h"

#include <string>

/// What the kinds of generated kernels have in common around their expressions.
namespace warpbench::project {

/// A project with the names that a split brings, as on one device.
Project withPartNames(const Project& project);

/// The number of a thread in the grid, and how many there are.
inline constexpr const char* kThreadLines =
    "    const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
    "    const long long threads = gridDim.x * (long long)blockDim.x;\n";

/// Of kernels whose threads stride over what is left.
inline constexpr int kMostStridingBlocks = 16384;

/// What each thread does with `element`: packs, and of what is left over an element.
/// \param from  the variable with the first pack
std::string packedLoops(const ElementCode& code, const char* from = "thread");

/// The threads of a block where they stand as a number; 256 where they are computed.
int threadsOf(const Expression& block);

/// How a reduction or a scan joins two values.
struct Joining {
    std::string function; ///< of the C values `left` and `right`
    std::string neutral;
};
/// Reads the step's operator into `code`, before it is complete. \throws Error (project)
void readJoining(ElementCode& code, const Step& step);
/// Before `code` is complete: numbers of 32 bits without sign that are joined as they are, by a
/// word, are computed in such, not in 64 bits, which are cut to them in the end.
void keepsUnsigned(ElementCode& code, const Step& step, const Formula& value);
/// \param code  complete \throws Error (project) for the least of complex numbers
Joining joiningOf(ElementCode& code, const Step& step);
/// The lines that leave a value of C where other blocks see it, in a volatile variable, which takes
/// a complex number part by part.
std::string toldLines(const ElementCode& code, const std::string& variable,
                      const std::string& value, const std::string& indent);
/// And what another block left there.
std::string heard(const ElementCode& code, const std::string& variable);
/// Lines that name `lane`, `warp`, the `warps` of a block, and of this warp its `lanes` and their
/// `mask`. Where `block` has whole warps the last two are constants, which the compiler makes
/// quicker shuffles of; such a kernel stops when it is launched with another kind of block.
std::string warpLines(const Expression& block);
/// `value`, a C, of the lane that is `distance` away, among those of `mask`.
/// \param shuffle  "__shfl_up_sync"
std::string shuffled(const ElementCode& code, const std::string& shuffle);
/// The one assignment of a reduction or scan. \throws Error (project) where there are more
Assignment onlyAssignment(const Expression& text);

struct KernelText {
    std::string kind;       ///< what its name begins with
    std::string state;      ///< variables of the device before the kernel; "NAME" becomes its name
    std::string body;       ///< the same
    std::size_t packs = 1;  ///< that a thread takes at once
    std::size_t tile = 0;   ///< elements that a block takes at once, however large; 0: its packs
    int residentBlocks = 0; ///< that a multiprocessor has registers for; 0: the compiler's choice
    int residentThreads = 256; ///< of a block: only where they are at most so many
    int leastBlocks = 0;       ///< as many as are wanted before a thread takes more than one pack
};
/// Name, source and launch of a kernel.
/// \param bytes  that it moves for each element
GeneratedKernel finishKernel(const Project& project, const ElementCode& code,
                             const KernelText& text, const Expression& block, int mostBlocks,
                             std::size_t bytes);

} // namespace warpbench::project
