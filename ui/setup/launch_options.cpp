// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/launch_options.h"

#include "ui/fields/extent_editor.h"
#include "ui/fields/form.h"

#include <QVBoxLayout>

namespace warpbench::ui {

using project::Launch;

namespace {

/// Generated kernels use neither clusters nor dynamic shared memory.
bool isNamed(const Launch& launch) {
    return !launch.step;
}

QString clusterProblem(const Launch& launch, std::size_t axis, const Evaluation& evaluation) {
    const auto grid = evaluation.integers(launch.grid, 1);
    if (!grid || axis >= launch.cluster.size())
        return {};
    const Evaluated size = evaluation.integer(launch.cluster[axis].text, 1);
    const std::int64_t blocks = axis < grid->size() ? (*grid)[axis] : 1;
    return size.ok() && size.number && blocks % std::int64_t(*size.number)
               ? LaunchOptions::tr("The grid has %1 blocks here: not a multiple").arg(blocks)
               : size.error;
}

} // namespace

LaunchOptions::LaunchOptions(BoundForm<Launch>& form, QWidget* parent)
    : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Launch options")));
    auto* rows = makeForm();
    layout->addLayout(rows);
    // clang-format off
    form.add({.label = tr("Repeat"), .name = "launchRepeat", .says = tr("Launches per pass"),
              .tip = tr("Launches it this many times in every pass; its time is divided by that "
                        "number"),
              .placeholder = QStringLiteral("1"), .undo = tr("Change repeat"),
              .input = expressionInput(), .value = at(&Launch::repeat),
              .evaluate = integerFrom(1)},
             *rows);
    form.add({.label = tr("Stream"), .name = "launchStream", .says = tr("Stream"),
              .tip = tr("Launches in one stream run in order; those in different streams may "
                        "run at the same time"),
              .placeholder = tr("default stream"), .undo = tr("Change stream"),
              .input = lineInput(true), .value = at(&Launch::stream)},
             *rows);
    form.add({.label = tr("Priority"), .name = "launchPriority",
              .says = tr("Priority of the stream"),
              .tip = tr("Blocks of a stream with a smaller number go first; 0 is the lowest "
                        "priority. The default stream does not take one"),
              .placeholder = QStringLiteral("0"), .undo = tr("Change priority"),
              .input = expressionInput(), .value = at(&Launch::priority),
              .evaluate = integerFrom(-1000),
              .visible = [](const Launch& l) { return !l.stream.empty() || l.priority; }},
             *rows);
    // clang-format on
    auto* cluster = new ExtentEditor;
    cluster->setToolTip(tr("Blocks of a cluster along x, y and z (compute capability 9.0 and "
                           "later); the grid must be a multiple of it"));
    rows->addRow(tr("Cluster"), cluster);
    std::size_t axis = 0;
    for (auto& row : cluster->fields(tr("Cluster"), QStringLiteral("cluster"), tr("Change cluster"),
                                     &Launch::cluster, false)) {
        row.problem = [axis](const Launch& launch, const Evaluation& evaluation) {
            return clusterProblem(launch, axis, evaluation);
        };
        if (axis++ == 0) {
            row.placeholder = tr("none");
            row.prepare = [rows, cluster](const Launch& launch) {
                rows->setRowVisible(cluster, isNamed(launch));
            };
        }
        form.add(std::move(row));
    }
    // clang-format off
    form.add({.label = tr("Max shared"), .name = "launchMaxShared",
              .says = tr("Limit of dynamic shared memory in bytes"),
              .tip = tr("Raises the kernel's limit of dynamic shared memory, for more than "
                        "48 KiB (cudaFuncAttributeMaxDynamicSharedMemorySize)"),
              .placeholder = QStringLiteral("49152"),
              .undo = tr("Change the limit of shared memory"), .input = expressionInput(),
              .value = at(&Launch::maxDynamicShared), .evaluate = integerFrom(0),
              .visible = isNamed},
             *rows);
    layout->addWidget(
        form.add({.name = "launchCooperative",
                  .tip = tr("Runs all blocks at once, so that the grid can synchronise"),
                  .undo = tr("Change cooperative launch"),
                  .input = checkInput(tr("&Cooperative launch")), .value = at(&Launch::cooperative),
                  .visible = isNamed}));
    layout->addWidget(form.add(
        {.name = "launchProgrammatic",
         .tip = tr("Programmatic dependent launch (compute capability 9.0 and later): the kernel "
                   "waits itself, with cudaGridDependencySynchronize(). Both are timed together"),
         .undo = tr("Change overlapping"), .input = checkInput(tr("May overlap the launch before")),
         .value = at(&Launch::programmatic), .visible = isNamed}));
    // clang-format on
}

} // namespace warpbench::ui
