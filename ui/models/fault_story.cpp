// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fault_story.h"

#include "ui/models/describe.h"
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace warpbench::ui {

namespace {

/// For lupdate and for translating: a context of its own.
struct FaultStory {
    Q_DECLARE_TR_FUNCTIONS(FaultStory)
};

QString triple(const std::array<std::uint32_t, 3>& place) {
    return QStringLiteral("(%1, %2, %3)").arg(place[0]).arg(place[1]).arg(place[2]);
}

/// Empty where nothing is known of it.
QString whoOf(const session::Fault& fault) {
    if (fault.thread && fault.block)
        return FaultStory::tr("Thread %1 of block %2")
            .arg(triple(*fault.thread), triple(*fault.block));
    if (fault.block)
        return FaultStory::tr("A thread of block %1").arg(triple(*fault.block));
    return fault.kernel.empty() ? QString() : FaultStory::tr("The kernel %1").arg(qs(fault.kernel));
}

/// Which element of its buffer was meant; negative: before the first. Nothing where that is not
/// known.
std::optional<std::int64_t> elementOf(const session::Fault& fault) {
    if (!fault.offset || fault.elementBytes == 0)
        return std::nullopt;
    const auto bytes = std::int64_t(fault.elementBytes);
    return *fault.offset >= 0 ? *fault.offset / bytes : -((-*fault.offset + bytes - 1) / bytes);
}

/// What happened as one would tell it, without an address; empty where too little is known.
QString plainSentence(const session::Fault& fault) {
    const auto element = elementOf(fault);
    if (!element || !fault.thread || !fault.block)
        return {};
    const QString who = whoOf(fault);
    const QString buffer = qs(fault.buffer);
    const auto count = std::int64_t(fault.elements);
    if (fault.kind == "out_of_bounds" && *element < 0)
        return FaultStory::tr("%1 went before the start of buffer %2, to element %3.")
            .arg(who, buffer)
            .arg(*element);
    if (fault.kind == "out_of_bounds" && count == 0)
        return FaultStory::tr("%1 went to element %2 of buffer %3, which has no elements.")
            .arg(who)
            .arg(*element)
            .arg(buffer);
    if (fault.kind == "out_of_bounds" && *element >= count)
        return FaultStory::tr("%1 went past the end of buffer %2, to element %3: the last one is "
                              "%4 (%5 too far).")
            .arg(who, buffer)
            .arg(*element)
            .arg(count - 1)
            .arg(*element - count + 1);
    if (fault.kind == "uninitialized" && *element < count)
        return FaultStory::tr("%1 read element %2 of buffer %3, which nothing had written.")
            .arg(who)
            .arg(*element)
            .arg(buffer);
    return {};
}

/// Who did it and to what, as far as that is known: "Thread …, element 10 of dest".
QString subjectOf(const session::Fault& fault) {
    QStringList parts;
    if (const QString who = whoOf(fault); !who.isEmpty())
        parts << who;
    if (const auto element = elementOf(fault))
        parts << FaultStory::tr("element %1 of %2").arg(*element).arg(qs(fault.buffer));
    else if (!fault.buffer.empty())
        parts << FaultStory::tr("buffer %1").arg(qs(fault.buffer));
    return parts.join(QStringLiteral(", "));
}

QString engineText(const session::Fault& fault) {
    return fault.text.empty() ? describeFaultKind(fault.kind) : qs(fault.text);
}

} // namespace

QString faultRemedy(const session::Fault& fault) {
    if (fault.kind == "out_of_bounds" && elementOf(fault).value_or(0) < 0)
        return FaultStory::tr("Test that the index is not below 0: what looks at its neighbours "
                              "has none before the first element.");
    struct Remedy {
        const char* kind;
        const char* text;
    };
    static constexpr Remedy kFaultRemedies[] = {
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
    const auto found =
        std::find_if(std::begin(kFaultRemedies), std::end(kFaultRemedies),
                     [&](const Remedy& remedy) { return fault.kind == remedy.kind; });
    return found == std::end(kFaultRemedies) ? QString() : FaultStory::tr(found->text);
}

QString faultHeadline(const session::Fault& fault) {
    if (const QString plain = plainSentence(fault); !plain.isEmpty())
        return plain;
    const QString subject = subjectOf(fault);
    return subject.isEmpty() ? engineText(fault)
                             : QStringLiteral("%1: %2").arg(subject, engineText(fault));
}

QString faultStory(const session::Fault& fault) {
    const QString headline = faultHeadline(fault);
    QStringList lines{headline};
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
    if (const QString remedy = faultRemedy(fault); !remedy.isEmpty())
        lines << remedy;
    // With its address, for who compares it with what a debugger or another tool says.
    QString exact = engineText(fault);
    if (!headline.endsWith(exact)) {
        exact[0] = exact[0].toUpper();
        lines << exact + QLatin1Char('.');
    }
    return lines.join(QLatin1Char('\n'));
}

std::vector<Problem> problemsOfFaults(const session::RunReport& report) {
    std::vector<Problem> problems;
    for (const session::Fault& fault : report.faults) {
        const Problem problem = problemOf(fault);
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
