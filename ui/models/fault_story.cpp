// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fault_story.h"

#include "ui/models/describe.h"
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace warpbench::ui {

namespace {

/// For lupdate and for translating: a context of its own.
struct FaultStory {
    Q_DECLARE_TR_FUNCTIONS(FaultStory)
};

QString triple(const std::array<std::uint32_t, 3>& place) {
    return QStringLiteral("(%1, %2, %3)").arg(place[0]).arg(place[1]).arg(place[2]);
}

QString whoOf(const session::Fault& fault) {
    if (fault.thread && fault.block)
        return FaultStory::tr("Thread %1 of block %2")
            .arg(triple(*fault.thread), triple(*fault.block));
    return fault.kernel.empty() ? QString() : FaultStory::tr("The kernel %1").arg(qs(fault.kernel));
}

/// "element 400 of dest, which has 400 (0 to 399)", where the buffer is known.
QString elementOf(const session::Fault& fault) {
    if (!fault.offset || fault.elementBytes == 0)
        return {};
    const auto bytes = std::int64_t(fault.elementBytes);
    const auto count = std::int64_t(fault.elements);
    const std::int64_t element =
        *fault.offset >= 0 ? *fault.offset / bytes : -((-*fault.offset + bytes - 1) / bytes);
    const QString name = qs(fault.buffer);
    if (element < 0)
        return FaultStory::tr("element %1 of %2: before its start").arg(element).arg(name);
    if (element < count)
        return FaultStory::tr("element %1 of %2").arg(element).arg(name);
    return FaultStory::tr("element %1 of %2, whose last one is %3: %4 too far")
        .arg(element)
        .arg(name)
        .arg(count - 1)
        .arg(element - count + 1);
}

} // namespace

QString faultRemedy(const std::string& kind) {
    struct Remedy {
        const char* kind;
        const char* text;
    };
    static constexpr Remedy kRemedies[] = {
        {"out_of_bounds",
         QT_TRANSLATE_NOOP("FaultStory", "Compare the index with the size before the access: a "
                                         "grid often has more threads than there are elements.")},
        {"null_pointer", QT_TRANSLATE_NOOP("FaultStory", "Give the argument a buffer, or test the "
                                                         "pointer.")},
        {"misaligned", QT_TRANSLATE_NOOP("FaultStory", "The address has to be a multiple of the "
                                                       "type's size.")},
        {"uninitialized",
         QT_TRANSLATE_NOOP("FaultStory", "Write the element before it is read, or give the buffer "
                                         "the access in or inout.")},
        {"shared_race", QT_TRANSLATE_NOOP("FaultStory", "Put __syncthreads() between the two "
                                                        "lines.")},
        {"global_race", QT_TRANSLATE_NOOP("FaultStory", "Use an atomic operation, or let one "
                                                        "thread own the element.")},
        {"barrier_divergence", QT_TRANSLATE_NOOP("FaultStory", "Every thread of the block has to "
                                                               "come to the barrier: move it out "
                                                               "of the if.")},
        {"invalid_sync_mask", QT_TRANSLATE_NOOP("FaultStory", "The mask has to name just the "
                                                              "lanes that come to the call.")},
        {"stack_overflow", QT_TRANSLATE_NOOP("FaultStory", "Recurse less deeply, or make local "
                                                           "arrays smaller.")},
    };
    const auto found = std::find_if(std::begin(kRemedies), std::end(kRemedies),
                                    [&](const Remedy& remedy) { return kind == remedy.kind; });
    return found == std::end(kRemedies) ? QString() : FaultStory::tr(found->text);
}

QString faultStory(const session::Fault& fault) {
    QStringList lines{fault.text.empty() ? describeFaultKind(fault.kind) : qs(fault.text)};
    QString what = whoOf(fault);
    if (const QString element = elementOf(fault); !element.isEmpty())
        what += (what.isEmpty() ? QString() : QStringLiteral(": ")) + element;
    if (!what.isEmpty())
        lines << what + QLatin1Char('.');
    if (fault.otherLine) {
        const QString other = fault.otherThread
                                  ? FaultStory::tr("Thread %1").arg(triple(*fault.otherThread))
                                  : FaultStory::tr("Another thread");
        lines
            << FaultStory::tr("%1 is the other side, in line %2.").arg(other).arg(*fault.otherLine);
    }
    if (fault.count > 1)
        lines << FaultStory::tr("It happened %1 times; this is the first.")
                     .arg(describeCount(fault.count));
    if (const QString remedy = faultRemedy(fault.kind); !remedy.isEmpty())
        lines << remedy;
    return lines.join(QLatin1Char('\n'));
}

std::vector<Problem> problemsOfFaults(const session::RunReport& report) {
    std::vector<Problem> problems;
    for (const session::Fault& fault : report.faults) {
        Problem problem = problemOf(fault);
        problem.text = faultStory(fault);
        problems.push_back(problem);
        if (fault.otherLine && *fault.otherLine != problem.line) {
            Problem other = problem;
            other.severity = compile::Severity::note;
            other.line = *fault.otherLine;
            other.text = FaultStory::tr("The other side of what is wrong in line %1.")
                             .arg(fault.line.value_or(0));
            problems.push_back(std::move(other));
        }
    }
    return problems;
}

} // namespace warpbench::ui
