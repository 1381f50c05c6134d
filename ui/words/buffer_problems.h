// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

/// What is wrong with a buffer's first contents or check, as far as it can be known without making
/// them. All return an empty text where nothing is.
namespace warpbench::ui {

/// Where an expression over elements stands, which decides what it may name.
enum class ElementsUse {
    initialiser, ///< i, j, k and other buffers
    expected,    ///< after(y) too
    reference,   ///< whole arrays and their functions
};

/// A mistake in the expression, or a name in it that is no parameter, define or buffer.
QString elementsProblem(const project::Project& project, const std::string& expression,
                        ElementsUse use);
/// A file that is not named, not in the project's folder or not there.
QString filePathProblem(const project::Project& project, const std::string& path);
/// A buffer that the project has not got.
QString bufferNameProblem(const project::Project& project, const std::string& name);

} // namespace warpbench::ui
