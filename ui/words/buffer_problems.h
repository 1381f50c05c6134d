// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

/// Errors in a buffer's initialiser or check, as far as they can be found without running them. All
/// functions return an empty text if there is no error.
namespace warpbench::ui {

/// Where an element expression is used, which determines the names it can use.
enum class ElementsUse {
    initialiser, ///< i, j, k and other buffers
    expected,    ///< also after(y)
    reference,   ///< whole arrays and their functions
};

/// A syntax error, or a name that is not a parameter, define or buffer.
QString elementsProblem(const project::Project& project, const std::string& expression,
                        ElementsUse use);
/// A file name that is empty, outside the project's folder, or does not exist.
QString filePathProblem(const project::Project& project, const std::string& path);
/// A buffer that does not exist in the project.
QString bufferNameProblem(const project::Project& project, const std::string& name);

} // namespace warpbench::ui
