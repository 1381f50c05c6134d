// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <optional>
#include <string>
#include <string_view>

/// A project's source that is already compiled: PTX from any compiler (NVRTC, nvcc, Triton, Numba),
/// machine code, or a fat binary, which contains several of them.
namespace warpbench::compile {

enum class SourceKind { cuda, ptx, cubin, fatbin };

/// Determined by extension: ".ptx", ".cubin", ".fatbin"; everything else is CUDA C++.
SourceKind sourceKindOf(std::string_view fileName);
/// Whether the source is not text: machine code or a fat binary.
bool isBinary(SourceKind kind);

/// The result of compile() for a source that is already compiled: only lists its kernels. From a
/// fat binary it takes the code that the request's architecture would run, or without any, the
/// newest. Parameters are unnamed there and become param_0, param_1, …; their types come from
/// the lowered name if it contains them, otherwise from PTX. Unrecognized bytes yield a
/// diagnostic.
CompileResult readDeviceCode(const CompileRequest& request);

/// Whether PTX for a target ("sm_80", "sm_90a", "sm_100f") can run on a GPU: plain targets on this
/// and later ones, `a` only on this one, `f` on those of its family from it on (PTX ISA,
/// ".target").
bool ptxTargetFits(std::string_view target, int ccMajor, int ccMinor);

} // namespace warpbench::compile
