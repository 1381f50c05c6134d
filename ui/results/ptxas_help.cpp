// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/ptxas_help.h"

#include "core/formats/line_table.h"
#include "core/steps/step.h"
#include "ui/words/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace warpbench::ui {

namespace {

struct PtxasHelp {
    Q_DECLARE_TR_FUNCTIONS(PtxasHelp)
};

/// Part of a message in lower case, and its remedy.
struct Remedy {
    const char* part;
    const char* text;
};

constexpr Remedy kRemedies[] = {
    {"spilled to local memory",
     QT_TRANSLATE_NOOP("PtxasHelp",
                       "More values are live at once than there are registers. Raise the limit "
                       "(-maxrregcount, __launch_bounds__), use a smaller block, or keep fewer "
                       "values live: unroll less, recompute instead of keeping.")},
    {"local memory used",
     QT_TRANSLATE_NOOP("PtxasHelp",
                       "An array is in memory instead of registers, usually because its index is "
                       "unknown at compile time. Unroll the loop over it, or use shared memory.")},
    {"stack size",
     QT_TRANSLATE_NOOP(
         "PtxasHelp",
         "Recursion or a function pointer: the compiler cannot know how deep calls go, and uses "
         "the limit of the device. Write the recursion as a loop if you can.")},
    {".minnctapersm will be ignored",
     QT_TRANSLATE_NOOP("PtxasHelp", "The second number of __launch_bounds__ asks for more blocks "
                                    "than a multiprocessor of this architecture can hold. Make it "
                                    "smaller.")},
    {"wgmma.mma_async instructions are serialized",
     QT_TRANSLATE_NOOP("PtxasHelp", "Matrix operations wait for each other. Keep their "
                                    "accumulators out of branches and calls, and put "
                                    "wgmma.fence before and wait_group after them.")},
    {"setmaxnreg ignored",
     QT_TRANSLATE_NOOP("PtxasHelp", "The kernel needs a register count that is fixed at compile "
                                    "time: give it __launch_bounds__.")},
    {"too much shared data",
     QT_TRANSLATE_NOOP(
         "PtxasHelp",
         "Declared __shared__ arrays may take 48 KiB in total. Make them smaller, or declare them "
         "extern and give the size at the launch, where more is allowed.")},
    {"too much parameter space",
     QT_TRANSLATE_NOOP("PtxasHelp", "Pass a pointer to a buffer instead of a large struct.")},
    {"unresolved extern function",
     QT_TRANSLATE_NOOP("PtxasHelp", "A function is declared and never defined. Include the header "
                                    "that defines it, or write it in this source.")},
};

} // namespace

QString ptxasRemedy(const QString& message) {
    const auto found =
        std::find_if(std::begin(kRemedies), std::end(kRemedies), [&](const Remedy& remedy) {
            return message.contains(QLatin1String(remedy.part), Qt::CaseInsensitive);
        });
    return found == std::end(kRemedies) ? QString() : PtxasHelp::tr(found->text);
}

std::vector<Problem> spillProblems(const compile::CompileResult& code) {
    std::vector<Problem> problems;
    if (!code.cubin)
        return problems;
    for (const compile::SpillSite& site : compile::spillSites(*code.cubin)) {
        if (site.place.line <= 0 || project::isFileOfStep(site.place.file))
            continue; // users cannot change anything there
        const auto kernel =
            std::find_if(code.kernels.begin(), code.kernels.end(),
                         [&](const compile::KernelInfo& k) { return k.lowered == site.kernel; });
        Problem problem;
        problem.severity = compile::Severity::note;
        problem.origin = ProblemOrigin::ptxas;
        problem.file = qs(site.place.file);
        problem.line = site.place.line;
        problem.text = PtxasHelp::tr("%n instruction(s) of %1 spill registers here", nullptr,
                                     site.instructions)
                           .arg(kernel == code.kernels.end() ? qs(site.kernel) : qs(kernel->name));
        problems.push_back(std::move(problem));
    }
    return problems;
}

} // namespace warpbench::ui
