// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>
#include <string>
#include <string_view>

/// A project's source that is compiled already: PTX from whatever compiler (NVRTC, nvcc, Triton,
/// Numba), machine code, or a fat binary, which holds several of them.
namespace warpbench::compile {

enum class SourceKind { cuda, ptx, cubin, fatbin };

/// By the ending of its name: ".ptx", ".cubin", ".fatbin"; all else is CUDA C++.
SourceKind sourceKindOf(std::string_view fileName);
/// Whether the source is no text: machine code or a fat binary.
bool isBinary(SourceKind kind);

/// What compile() gives for a source that is compiled already: nothing is compiled, its kernels are
/// listed. Of a fat binary it is what the request's architecture would be given; where nothing is
/// for that, the newest that there is. Parameters have no names there, so they are param_0,
/// param_1, …; types come from the lowered name where it has them, else from PTX. Bytes that are
/// neither give a diagnostic.
CompileResult readDeviceCode(const CompileRequest& request);

/// Whether PTX for a target ("sm_80", "sm_90a", "sm_100f") can run on a GPU: plain targets on this
/// and later ones, `a` on this one alone, `f` on those of its family from it on (PTX ISA,
/// ".target").
bool ptxTargetFits(std::string_view target, int ccMajor, int ccMinor);

} // namespace warpbench::compile
