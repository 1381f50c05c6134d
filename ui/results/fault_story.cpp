// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/fault_story.h"

#include "ui/words/describe.h"
#include "ui/words/fault_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace warpbench::ui {

namespace {

/// Translation context for this file.
struct FaultStory {
    Q_DECLARE_TR_FUNCTIONS(FaultStory)
};

QString triple(const std::array<std::uint32_t, 3>& place) {
    return QStringLiteral("(%1, %2, %3)").arg(place[0]).arg(place[1]).arg(place[2]);
}

/// Empty if unknown.
QString whoOf(const session::Fault& fault) {
    if (fault.thread && fault.block)
        return FaultStory::tr("Thread %1 of block %2")
            .arg(triple(*fault.thread), triple(*fault.block));
    if (fault.block)
        return FaultStory::tr("A thread of block %1").arg(triple(*fault.block));
    return fault.kernel.empty() ? QString() : FaultStory::tr("The kernel %1").arg(qs(fault.kernel));
}

/// Index of the accessed element in its buffer; negative: before the first one. Empty if
/// unknown.
std::optional<std::int64_t> elementOf(const session::Fault& fault) {
    if (!fault.offset || fault.elementBytes == 0)
        return std::nullopt;
    const auto bytes = std::int64_t(fault.elementBytes);
    return *fault.offset >= 0 ? *fault.offset / bytes : -((-*fault.offset + bytes - 1) / bytes);
}

/// A plain description without an address; empty if too little is known.
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
        return FaultStory::tr("%1 went to element %2 of buffer %3, which is empty.")
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

/// Thread and element as far as known: "Thread …, element 10 of dest".
QString subjectOf(const session::Fault& fault) {
    QStringList parts;
    if (const QString who = whoOf(fault); !who.isEmpty())
        parts << who;
    // If the address is far from all buffers, the nearest one is unrelated.
    const auto element = elementOf(fault);
    const bool within = !element || (*element >= 0 && *element < std::int64_t(fault.elements));
    if (!within)
        return parts.join(QStringLiteral(", "));
    if (element)
        parts << FaultStory::tr("element %1 of %2").arg(*element).arg(qs(fault.buffer));
    else if (!fault.buffer.empty())
        parts << FaultStory::tr("buffer %1").arg(qs(fault.buffer));
    return parts.join(QStringLiteral(", "));
}

/// Whether the address is in memory freed by free() or by the host.
bool isOfFreedMemory(const session::Fault& fault) {
    return fault.kind == "out_of_bounds" &&
           fault.text.find(", which has been freed") != std::string::npos;
}

/// The sentence in core's words, for translation; null: unknown.
const char* sentenceOfKind(const std::string& kind) {
    struct Words {
        const char* kind;
        const char* text;
    };
    static constexpr Words kKinds[] = {
        {"out_of_bounds", QT_TRANSLATE_NOOP("FaultStory", "access out of bounds")},
        {"misaligned", QT_TRANSLATE_NOOP("FaultStory", "misaligned access")},
        {"uninitialized", QT_TRANSLATE_NOOP("FaultStory", "read of memory that was never written")},
        {"shared_race", QT_TRANSLATE_NOOP("FaultStory", "race in shared memory")},
        {"global_race", QT_TRANSLATE_NOOP("FaultStory", "race in global memory")},
        {"input_written", QT_TRANSLATE_NOOP("FaultStory", "write to a buffer whose access is in")},
        {"barrier_divergence",
         QT_TRANSLATE_NOOP("FaultStory", "barrier that not all threads reach")},
        {"trap", QT_TRANSLATE_NOOP("FaultStory", "trap instruction")},
        {"stack_overflow", QT_TRANSLATE_NOOP("FaultStory", "stack overflow")},
        {"null_pointer", QT_TRANSLATE_NOOP("FaultStory", "access through a null pointer")},
        {"invalid_sync_mask",
         QT_TRANSLATE_NOOP("FaultStory",
                           "warp-wide operation whose mask names threads that do not take part")},
        {"invalid_pc", QT_TRANSLATE_NOOP("FaultStory", "jump to an address that is not code")},
        {"illegal_instruction", QT_TRANSLATE_NOOP("FaultStory", "illegal instruction")},
        {"timeout", QT_TRANSLATE_NOOP("FaultStory", "the launch took longer than its time limit")},
    };
    const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const Words& words) { return kind == words.kind; });
    return found == std::end(kKinds) ? nullptr : found->text;
}

QString kindInWords(const session::Fault& fault) {
    if (isOfFreedMemory(fault))
        return FaultStory::tr("access to memory that has been freed");
    const char* const sentence = sentenceOfKind(fault.kind);
    return sentence ? FaultStory::tr(sentence) : QString();
}

QString byteCount(std::uint64_t bytes) {
    return FaultStory::tr("%n byte(s)", nullptr, int(std::min<std::uint64_t>(bytes, INT_MAX)));
}

/// "write of 4 bytes of shared memory"
QString accessInWords(const session::Fault& fault) {
    using session::AccessSpace;
    using session::FaultAccess;
    struct Words {
        FaultAccess access;
        AccessSpace space;
        const char* text;
    };
    static constexpr Words kAccesses[] = {
        {FaultAccess::read, AccessSpace::global, QT_TRANSLATE_NOOP("FaultStory", "read of %1")},
        {FaultAccess::write, AccessSpace::global, QT_TRANSLATE_NOOP("FaultStory", "write of %1")},
        {FaultAccess::atomic, AccessSpace::global,
         QT_TRANSLATE_NOOP("FaultStory", "atomic access to %1")},
        {FaultAccess::read, AccessSpace::shared,
         QT_TRANSLATE_NOOP("FaultStory", "read of %1 of shared memory")},
        {FaultAccess::write, AccessSpace::shared,
         QT_TRANSLATE_NOOP("FaultStory", "write of %1 of shared memory")},
        {FaultAccess::atomic, AccessSpace::shared,
         QT_TRANSLATE_NOOP("FaultStory", "atomic access to %1 of shared memory")},
        {FaultAccess::read, AccessSpace::local,
         QT_TRANSLATE_NOOP("FaultStory", "read of %1 of local memory")},
        {FaultAccess::write, AccessSpace::local,
         QT_TRANSLATE_NOOP("FaultStory", "write of %1 of local memory")},
        {FaultAccess::atomic, AccessSpace::local,
         QT_TRANSLATE_NOOP("FaultStory", "atomic access to %1 of local memory")},
    };
    const auto found =
        std::find_if(std::begin(kAccesses), std::end(kAccesses), [&](const Words& words) {
            return fault.access == words.access && fault.space == words.space;
        });
    return found == std::end(kAccesses) || fault.bytes == 0
               ? QString()
               : FaultStory::tr(found->text).arg(byteCount(fault.bytes));
}

/// The position of an access relative to the intended variable; empty if unknown.
QString placeInWords(const session::Fault& fault) {
    if (fault.variable.empty())
        return {};
    const QString name = variableInWords(qs(fault.variable));
    const QString size = byteCount(fault.variableBytes);
    if (fault.variableOffset < 0)
        return FaultStory::tr("%1 before the start of %2 (%3)")
            .arg(byteCount(std::uint64_t(-fault.variableOffset)), name, size);
    const auto offset = std::uint64_t(fault.variableOffset);
    if (offset < fault.variableBytes)
        return FaultStory::tr("at offset %1 of %2 (%3)").arg(offset).arg(name, size);
    if (offset == fault.variableBytes)
        return FaultStory::tr("just past the end of %1 (%2)").arg(name, size);
    return FaultStory::tr("%1 past the end of %2 (%3)")
        .arg(byteCount(offset - fault.variableBytes), name, size);
}

/// Describes the two accesses of a race.
QString raceInWords(const session::Fault& fault) {
    using session::FaultAccess;
    struct Words {
        FaultAccess access;
        FaultAccess other;
        const char* text;
    };
    static constexpr Words kRaces[] = {
        {FaultAccess::write, FaultAccess::write,
         QT_TRANSLATE_NOOP("FaultStory", "a write over what line %1 writes")},
        {FaultAccess::write, FaultAccess::read,
         QT_TRANSLATE_NOOP("FaultStory", "a write over what line %1 reads")},
        {FaultAccess::read, FaultAccess::write,
         QT_TRANSLATE_NOOP("FaultStory", "a read of what line %1 writes")},
        {FaultAccess::atomic, FaultAccess::write,
         QT_TRANSLATE_NOOP("FaultStory", "an atomic update of what line %1 writes")},
        {FaultAccess::atomic, FaultAccess::read,
         QT_TRANSLATE_NOOP("FaultStory", "an atomic update of what line %1 reads")},
    };
    const auto found = std::find_if(std::begin(kRaces), std::end(kRaces), [&](const Words& words) {
        return fault.access == words.access && fault.otherAccess == words.other;
    });
    return found == std::end(kRaces) || !fault.otherLine
               ? QString()
               : FaultStory::tr(found->text).arg(*fault.otherLine);
}

QString orderInWords(session::FaultOrder unordered) {
    using session::FaultOrder;
    switch (unordered) {
    case FaultOrder::noBarrier:
        return FaultStory::tr("with no barrier between them");
    case FaultOrder::sameWarp:
        return FaultStory::tr("by another thread of the warp, with no __syncwarp() between them");
    case FaultOrder::otherBlock:
        return FaultStory::tr("in another block, and nothing orders the two blocks");
    case FaultOrder::asyncCopy:
        return FaultStory::tr("by an asynchronous copy that nothing has waited for");
    case FaultOrder::bulkCopy:
        return FaultStory::tr("by a bulk copy, with no wait for its mbarrier in between");
    case FaultOrder::notAtomic:
        return FaultStory::tr("which several threads update without an atomic operation");
    case FaultOrder::none:
        break;
    }
    return {};
}

/// The condition of a failed assertion on the simulated GPU; empty: none.
QString conditionOf(const session::Fault& fault) {
    static const QRegularExpression said(QStringLiteral("^assertion '(.+)' failed in "),
                                         QRegularExpression::DotMatchesEverythingOption);
    return fault.kind == "assert" ? said.match(qs(fault.text)).captured(1) : QString();
}

/// The fault in the window's language. Texts of drivers and of unknown kinds stay
/// unchanged.
QString whatHappened(const session::Fault& fault) {
    if (fault.kind == "barrier_divergence" && fault.otherLine)
        return FaultStory::tr("threads of one block wait at different barriers: others are at "
                              "line %1")
            .arg(*fault.otherLine);
    if (const QString condition = conditionOf(fault); !condition.isEmpty())
        return FaultStory::tr("the assertion %1 failed").arg(condition);
    const QString kind = kindInWords(fault);
    if (kind.isEmpty())
        return fault.text.empty() ? qs(fault.kind).replace(QLatin1Char('_'), QLatin1Char(' '))
                                  : qs(fault.text);
    const bool race = fault.otherAccess != session::FaultAccess::none;
    QStringList details;
    for (const QString& detail :
         {race ? raceInWords(fault) : accessInWords(fault),
          race ? orderInWords(fault.unordered) : QString(), placeInWords(fault)}) {
        if (!detail.isEmpty())
            details << detail;
    }
    return details.isEmpty()
               ? kind
               : QStringLiteral("%1: %2").arg(kind, details.join(QStringLiteral(", ")));
}

/// A complete sentence from a phrase.
QString sentenceFrom(const QString& words) {
    return words.isEmpty() ? QString() : words.left(1).toUpper() + words.mid(1) + QLatin1Char('.');
}

/// Whether the headline contains everything in the device's message.
bool isSaidInFull(const session::Fault& fault, const QString& headline) {
    const char* const kind = sentenceOfKind(fault.kind);
    return fault.text.empty() || headline.endsWith(qs(fault.text)) ||
           (kind && fault.text == kind) ||
           (fault.kind == "barrier_divergence" && fault.otherLine) || !conditionOf(fault).isEmpty();
}

/// For comparison with other tools such as a debugger: the address and other details, or the
/// device's full message if ours omits something. Empty: no details.
QString exactWords(const session::Fault& fault, const QString& headline) {
    const QString text = qs(fault.text);
    if (fault.access != session::FaultAccess::none && fault.address) {
        const QString address =
            QStringLiteral("0x") + QString::number(qulonglong(*fault.address), 16);
        QString said = FaultStory::tr("The address was %1.").arg(address);
        if (!fault.buffer.empty() || !fault.variable.empty())
            return said;
        // In messages of the simulated GPU, the address and further details come last. Allocations
        // without a name are known only from this text.
        const QString mark = QStringLiteral(", address ") + address;
        const qsizetype at = text.indexOf(mark);
        const QString rest = at < 0 ? QString() : text.mid(at + mark.size());
        const auto detail = faultDetailInWords(rest.mid(2));
        if (at >= 0 && !fault.offset && (rest.isEmpty() || detail))
            return detail ? said + QLatin1Char(' ') + sentenceFrom(*detail) : said;
    }
    if (const auto detail = faultDetailInWords(text))
        return sentenceFrom(*detail);
    return isSaidInFull(fault, headline) ? QString()
                                         : FaultStory::tr("The device says: %1.").arg(text);
}

} // namespace

QString faultRemedy(const session::Fault& fault) {
    using session::AccessSpace;
    if (fault.isOfAWildPointer())
        return FaultStory::tr("No buffer is near the address. Check where the pointer comes from: "
                              "it may never have been set, or it may be a host pointer.");
    if (isOfFreedMemory(fault))
        return FaultStory::tr(
            "Use the memory before it is freed: afterwards every pointer to it is invalid.");
    if (fault.kind == "out_of_bounds" &&
        (elementOf(fault).value_or(0) < 0 || fault.variableOffset < 0))
        return FaultStory::tr("Check that the index is not below 0: code that reads neighbouring "
                              "elements finds none before the first.");
    if (fault.unordered == session::FaultOrder::notAtomic)
        return FaultStory::tr("Use an atomic operation, such as atomicAdd(): a barrier does not "
                              "help where several threads update one value.");
    if (fault.kind == "shared_race" && fault.unordered == session::FaultOrder::sameWarp)
        return FaultStory::tr("Put __syncwarp() between the two lines.");
    struct Remedy {
        const char* kind;
        std::optional<AccessSpace> space; ///< empty: any other
        const char* text;
    };
    static constexpr Remedy kFaultRemedies[] = {
        {"out_of_bounds", AccessSpace::shared,
         QT_TRANSLATE_NOOP("FaultStory",
                           "Compare the index with the size of the array in shared memory before "
                           "the access. If the launch sets that size, increase it.")},
        {"out_of_bounds", AccessSpace::local,
         QT_TRANSLATE_NOOP("FaultStory", "Compare the index with the size of the thread's own "
                                         "array before the access.")},
        {"out_of_bounds", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Compare the index with the size before the access: a "
                                         "grid often has more threads than there are elements.")},
        {"null_pointer", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Give the argument a buffer, or test the pointer.")},
        {"misaligned", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "The address must be a multiple of the type's size.")},
        {"uninitialized", AccessSpace::shared,
         QT_TRANSLATE_NOOP(
             "FaultStory",
             "Write the element before it is read, and put __syncthreads() between the two if "
             "another thread writes it: shared memory is undefined when a block starts.")},
        {"uninitialized", AccessSpace::local,
         QT_TRANSLATE_NOOP("FaultStory", "Give the element a value before it is read: a thread's "
                                         "local array is undefined at first.")},
        {"uninitialized", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Write the element before it is read, or give the buffer "
                                         "the access in or inout.")},
        {"shared_race", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Put __syncthreads() between the two lines.")},
        {"global_race", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Use an atomic operation, or let one thread own the "
                                         "element.")},
        {"input_written", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Give the buffer the access inout in the set-up, or do "
                                         "not write to it.")},
        {"divergent_barrier", std::nullopt,
         QT_TRANSLATE_NOOP(
             "FaultStory",
             "Move the barrier out of the branch: every thread of the block must reach it.")},
        {"divergent_mask", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Move the operation out of the branch, or name in its "
                                         "mask only the lanes that reach it.")},
        {"absent_lane", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Make the block a multiple of 32 threads, or read only "
                                         "from lanes that it has.")},
        {"barrier_divergence", std::nullopt,
         QT_TRANSLATE_NOOP(
             "FaultStory",
             "Every thread of the block must reach the barrier: move it out of the if.")},
        {"invalid_sync_mask", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory",
                           "The mask must name exactly the lanes that reach the call.")},
        {"stack_overflow", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Recurse less deeply, or make local arrays smaller.")},
        {"assert", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Step to this line to see the values in the condition.")},
        {"trap", std::nullopt,
         QT_TRANSLATE_NOOP(
             "FaultStory",
             "The kernel ended itself here, as __trap() does. Check what led to it.")},
        {"invalid_pc", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Check where the function's address comes from: it may "
                                         "never have been set, or it may be a host function's.")},
        {"timeout", std::nullopt,
         QT_TRANSLATE_NOOP("FaultStory", "Look for a loop that never ends, or give the run more "
                                         "time: Set-up, Project, Time limit.")},
    };
    const auto found = std::find_if(
        std::begin(kFaultRemedies), std::end(kFaultRemedies), [&](const Remedy& remedy) {
            return fault.kind == remedy.kind && remedy.space.value_or(fault.space) == fault.space;
        });
    return found == std::end(kFaultRemedies) ? QString() : FaultStory::tr(found->text);
}

QString faultHeadline(const session::Fault& fault) {
    if (QString plain = plainSentence(fault); !plain.isEmpty())
        return plain;
    const QString subject = subjectOf(fault);
    const QString what = whatHappened(fault);
    return subject.isEmpty() ? what : QStringLiteral("%1: %2").arg(subject, what);
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
    if (const QString exact = exactWords(fault, headline); !exact.isEmpty())
        lines << exact;
    return lines.join(QLatin1Char('\n'));
}

std::vector<SameFaults> sameFaultsOf(const std::vector<session::Fault>& faults) {
    std::vector<SameFaults> all;
    for (const session::Fault& fault : faults) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const SameFaults& known) {
            const session::Fault& first = *known.first;
            return fault.line && first.line == fault.line && first.file == fault.file &&
                   first.kind == fault.kind && first.kernel == fault.kernel &&
                   first.buffer == fault.buffer && first.variable == fault.variable &&
                   first.access == fault.access && first.otherLine == fault.otherLine;
        });
        if (same == all.end())
            all.push_back({&fault, 0});
        else
            ++same->more;
    }
    return all;
}

QString moreFaults(const SameFaults& faults) {
    return faults.more == 0
               ? QString()
               : FaultStory::tr("And %n more like it in this line.", nullptr, faults.more);
}

std::vector<Problem> problemsOfFaults(const session::RunReport& report) {
    std::vector<Problem> problems;
    const auto add = [&](const SameFaults& faults, compile::Severity severity) {
        const session::Fault& fault = *faults.first;
        Problem problem = problemOf(fault);
        problem.severity = severity;
        if (const QString more = moreFaults(faults); !more.isEmpty())
            problem.text += QLatin1Char('\n') + more;
        problems.push_back(problem);
        if (fault.otherLine && *fault.otherLine != problem.line) {
            Problem other = problem;
            other.severity = compile::Severity::note;
            other.line = *fault.otherLine;
            other.text = FaultStory::tr("The other side of the fault in line %1.")
                             .arg(fault.line.value_or(0));
            problems.push_back(std::move(other));
        }
    };
    for (const SameFaults& faults : sameFaultsOf(report.faults))
        add(faults, compile::Severity::error);
    for (const SameFaults& findings : sameFaultsOf(report.findings))
        add(findings, compile::Severity::warning);
    return problems;
}

} // namespace warpbench::ui
