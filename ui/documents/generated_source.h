// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

#include <optional>

namespace warpbench::ui {

/// The kernel generated from a step, as passed to the compiler.
struct GeneratedSource {
    QString file; ///< the compiler's file name without folder: "reduce_1f2e3d4c.cu"
    QString text; ///< with the compiler's line numbers
    QString step; ///< "reduce: dot = a * b, +"
};

/// The generated source for a file name of the compiler; empty if no step of the project generates
/// it (any more).
std::optional<GeneratedSource> generatedSource(const project::Project& project,
                                               const QString& file);

} // namespace warpbench::ui
