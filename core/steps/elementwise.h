// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <string>

namespace warpbench::project {

/// A kernel generated from a short text, and the launch that runs it.
struct GeneratedKernel {
    std::string name;   ///< from the content: the same text with the same types has the same name
    std::string source; ///< CUDA C++, complete for insertion in a source
    Launch launch;      ///< a grid that strides over all elements
};

/// A kernel that computes "z = a*x + y" for every element. Several assignments are separated by `;`
/// and executed in order. The language is that of the project's expressions, with buffers,
/// parameters, defines, and the element's indices i, j, k. Buffers have the shape of the first
/// assigned one, or one element. Parameters and defines are arguments, so that their values do not
/// change the source.
///
/// It computes in double if a float64 buffer takes part, or a real result comes from integers of
/// 32 or 64 bits; in float if a float32, float16 or bfloat16 buffer or a real operation takes part;
/// otherwise in int, or in 64 bits if an integer is wider. Assigned values are converted as in
/// C++.
///
/// \param block  threads of a block
/// \throws Error (project) with its place: not an assignment, an unknown name, an unsupported type
///         (vectors, structs) or function, shapes that differ
GeneratedKernel elementwiseKernel(const Project& project, const Expression& assignments,
                                  const Expression& block = {"256", {}});

/// A kernel that fills "z = normal(0, 1)" (`uniform(low, high)`, `normal(mean, stddev)`,
/// `randint(low, high)`) with random numbers from `step.seed`, equal to those of an initialiser of
/// that kind and seed, bit for bit, on any device and with any block. The distribution and the seed
/// are part of the source.
/// \throws Error (project) as elementwiseKernel does
GeneratedKernel randomKernel(const Project& project, const Step& step,
                             const Expression& block = {"256", {}});

/// A kernel that computes "total = x * y" for every element and combines the values by `step.with`
/// in pairs. The result must not depend on their order. Each block stores its result, and the last
/// block combines these, so that the same grid gives the same bits. Without elements it stores the
/// neutral one. \throws Error (project) as elementwiseKernel does; if there is more than one
/// assignment, the target has more than one element, or a custom operator lacks a neutral element
GeneratedKernel reduceKernel(const Project& project, const Step& step,
                             const Expression& block = {"256", {}});

/// A kernel that gives each element of "z = x" the combination by `step.with` of all elements up to
/// it, or before it (`step.exclusive`), in order. Each block has a piece of them and waits
/// for the results of blocks with earlier pieces: the same grid gives the same bits. \throws
/// Error (project) as reduceKernel does
GeneratedKernel scanKernel(const Project& project, const Step& step,
                           const Expression& block = {"256", {}});

/// A kernel that radix-sorts the keys of "keys", or of "keys, values" and moves the values along,
/// eight bits at a time. Equal keys keep their order; NaN comes last. Its blocks need up to
/// 64,000 bytes of shared memory. \throws Error (project) if keys are not one-dimensional, and as
/// elementwiseKernel does
GeneratedKernel sortKernel(const Project& project, const Step& step);

/// A source with a generated kernel appended; unchanged if it already has one of that name.
std::string withKernel(const std::string& source, const GeneratedKernel& kernel);

} // namespace warpbench::project
