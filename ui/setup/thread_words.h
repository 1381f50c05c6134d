// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <QString>

namespace warpbench::ui {

class Evaluation;

/// A sentence if a launch has at least twice as many threads as its largest buffer has elements.
/// Also if it has at most half as many threads as its largest written buffer has elements and the
/// kernel has no loop to process more than one. Tells how many blocks give one thread per element.
/// Empty otherwise, or if unknown.
/// \param kernel  null: unknown
/// \param loops   the kernel has a loop, or its text is unknown
QString threadsAgainstElements(const project::Project& project, const project::Launch& launch,
                               const Evaluation& evaluation, const compile::KernelInfo* kernel,
                               bool loops);

} // namespace warpbench::ui
