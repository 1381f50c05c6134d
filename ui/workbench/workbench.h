// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"
#include "ui/results/diagnostics_model.h"
#include "ui/results/resource_model.h"
#include "ui/results/task_checker.h"
#include "ui/run/baselines.h"
#include "ui/run/devices_model.h"
#include "ui/run/kept_runs.h"
#include "ui/run/known_kernels.h"
#include "ui/run/live_run.h"
#include "ui/run/log.h"
#include "ui/run/program_runner.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_state.h"
#include "ui/run/selection.h"
#include "ui/step/step_controller.h"

#include <algorithm>

namespace warpbench::ui {

/// The state behind the window, without widgets. A panel gets this, picks what it needs and
/// subscribes to it, so that no code has to know which panels exist.
struct Workbench {
    explicit Workbench(session::WorkerHome home = session::WorkerHome::child_process)
        : controller(home) {
        QObject::connect(&results, &Results::codeChanged, &usage, [this] {
            const auto& code = results.code().code;
            usage.setKernels(code ? code->kernels : std::vector<compile::KernelInfo>{});
        });
        QObject::connect(&devices, &DevicesModel::currentChanged, &results, [this] {
            usage.setLimits(devices.current()->limits);
            results.look();
        });
        QObject::connect(&document, &ProjectDocument::sourceReplaced, &selection,
                         [this] { selection.setLaunch(0); });
        QObject::connect(&document, &ProjectDocument::changed, &selection, [this] {
            const int count = int(document.project().launches.size());
            selection.setLaunch(std::clamp(selection.launch(), 0, std::max(0, count - 1)));
        });
    }
    Workbench(const Workbench&) = delete;
    Workbench& operator=(const Workbench&) = delete;

    ProjectDocument document;
    RunController controller;
    Results results{document, controller};
    KeptRuns keptRuns{document, results.history()};
    Baselines baselines{document};
    KnownKernels kernels{document, results};
    TaskChecker tasks{document, controller};
    ProgramRunner program;
    LiveRun live{document, controller};
    Selection selection;
    StepController stepper{document, controller, selection};
    DevicesModel devices;
    DiagnosticsModel diagnostics;
    ResourceModel usage;
    Log log;
};

} // namespace warpbench::ui
