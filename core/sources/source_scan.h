// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/kernel_info.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A parameter of a kernel template.
struct TemplateParameter {
    std::string name;
    bool isType = false;     ///< otherwise a number
    std::string otherwise{}; ///< its default; empty: none
};

/// A kernel as written in the source text.
struct ScannedKernel {
    KernelInfo info; ///< name with its namespaces, line of the name, parameters' names and types
    bool isTemplate = false;
    std::vector<TemplateParameter> templateParameters{};
    bool isDefinition = false; ///< has a body
    bool hasLoop = false;      ///< in itself, or in a function of the text that it calls
};

/// Finds the kernels of a source text with a small tokenizer, without a compiler: instant, tolerant
/// of errors, and unaware of macros and template arguments. Offsets and sizes are 0.
std::vector<KernelInfo> scanKernels(const std::string& source);

/// The same with the flags.
std::vector<ScannedKernel> scanSource(std::string_view source);

/// An explicit instantiation of a kernel: `template __global__ void rows<128, float>(float *);`
struct KernelInstance {
    std::string kernel;                 ///< as written, with its namespaces
    std::vector<std::string> arguments; ///< of the template; empty: deduced
    std::vector<Parameter> parameters;
};

/// The instantiations in a source text, in order.
std::vector<KernelInstance> explicitInstances(std::string_view source);

/// Whether a source is a complete program: it defines a main.
bool definesMain(std::string_view source);

/// Fills pointer, pointee and pointeeConst from a type's spelling ("const float *").
void classifyType(Parameter& parameter);

} // namespace warpbench::compile
