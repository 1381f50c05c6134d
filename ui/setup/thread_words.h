// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <QString>

namespace warpbench::ui {

class Evaluation;

/// A sentence where a launch has at least twice as many threads as its largest buffer has elements,
/// or at most half as many as its largest written one and a kernel with no loop, in which a thread
/// could go on: with how many blocks an element for each thread takes. Empty where that is not so,
/// or cannot be determined.
/// \param kernel  null: not known
/// \param loops   the kernel's text has a loop, or is not known
QString threadsAgainstElements(const project::Project& project, const project::Launch& launch,
                               const Evaluation& evaluation, const compile::KernelInfo* kernel,
                               bool loops);

} // namespace warpbench::ui
