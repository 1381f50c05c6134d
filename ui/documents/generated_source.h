// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

#include <optional>

namespace warpbench::ui {

/// The kernel that was made of a step, as the compiler got it.
struct GeneratedSource {
    QString file; ///< as the compiler names it, without a folder: "reduce_1f2e3d4c.cu"
    QString text; ///< lines count as the compiler's do
    QString step; ///< "reduce: dot = a * b, +"
};

/// The one that a file of the compiler's is, by its name; none where no step of the project makes
/// it (any more).
std::optional<GeneratedSource> generatedSource(const project::Project& project,
                                               const QString& file);

} // namespace warpbench::ui
