// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <string>

namespace warpbench::project {

/// A kernel made of a few words, and the launch that runs it.
struct GeneratedKernel {
    std::string name;   ///< from the content: the same words over the same types have the same name
    std::string source; ///< CUDA C++, to be in a source as it is
    Launch launch;      ///< a grid that strides over all elements
};

/// A kernel that does "z = a*x + y" for every element. Several assignments have `;` between them
/// and are done in order. The language is that of the project's expressions, with buffers,
/// parameters, defines, and the element's indices i, j, k; buffers have the shape of the first
/// assigned one, or one element. Parameters and defines are arguments, so that their values do not
/// change the source.
///
/// It computes in double where a float64 buffer takes part, or a real result is made of integers of
/// 32 or 64 bits; in float where a float32, float16 or bfloat16 buffer or a real operation does;
/// else in int, or in 64 bits where an integer is wider. What is assigned is converted as C++ does
/// it.
///
/// \param block  threads of a block
/// \throws Error (project) with its place: what is no assignment, an unknown name, a type
///         (vectors, structs) or function that it does not know, shapes that differ
GeneratedKernel elementwiseKernel(const Project& project, const Expression& assignments,
                                  const Expression& block = {"256", {}});

/// A kernel that gives each element of "z = normal(0, 1)" (`uniform(low, high)`, `normal(mean,
/// stddev)`, `randint(low, high)`) a random number of `step.seed`: those that an initialiser of
/// that kind and seed gives, bit for bit, on any device and with any block. What the numbers and
/// the seed are is part of the source.
/// \throws Error (project) as elementwiseKernel does
GeneratedKernel randomKernel(const Project& project, const Step& step,
                             const Expression& block = {"256", {}});

/// A kernel that makes one value of "total = x * y" for every element: two by two `step.with` joins
/// them, which must not depend on their order. Each block leaves what it has, and the last one
/// joins that, so that the same grid gives the same bits. Of no elements it leaves the neutral one.
/// \throws Error (project) as elementwiseKernel does; where there is more than one assignment, the
///         target has not one element, or an operator of its own has no neutral element
GeneratedKernel reduceKernel(const Project& project, const Step& step,
                             const Expression& block = {"256", {}});

/// A kernel that gives each element of "z = x" what `step.with` makes of all elements up to it, or
/// before it (`step.exclusive`); they stay in their order. Each block has a piece of them, and
/// waits for what the blocks with earlier pieces have: the same grid gives the same bits. \throws
/// Error (project) as reduceKernel does
GeneratedKernel scanKernel(const Project& project, const Step& step,
                           const Expression& block = {"256", {}});

/// A kernel that sorts the keys of "keys", or of "keys, values" and the values along with them, by
/// radix, eight bits at a time; equal keys keep their order, NaN comes last. Its blocks need up to
/// 64,000 bytes of shared memory. \throws Error (project) where keys have not one dimension, and as
/// elementwiseKernel does
GeneratedKernel sortKernel(const Project& project, const Step& step);

/// A source with a generated kernel at its end; as it is where it has one of that name.
std::string withKernel(const std::string& source, const GeneratedKernel& kernel);

} // namespace warpbench::project
