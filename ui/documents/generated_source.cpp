// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/generated_source.h"

#include "core/base/error.h"
#include "core/steps/step.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

std::optional<GeneratedSource> generatedSource(const project::Project& project,
                                               const QString& file) {
    const QString name = file.mid(1 + std::max(file.lastIndexOf(u'/'), file.lastIndexOf(u'\\')));
    for (const project::Launch& launch : project.launches) {
        if (!launch.step)
            continue;
        try {
            const project::GeneratedKernel made = project::kernelOfStep(project, launch);
            if (name == qs(made.name) + QLatin1String(".cu"))
                return GeneratedSource{name, qs(made.source), qs(project::textOf(*launch.step))};
        } catch (const Error&) {
            continue; // an unfinished step does not generate a kernel
        }
    }
    return std::nullopt;
}

} // namespace warpbench::ui
