// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/fault_words.h"

#include "ui/words/known_sentence.h"

#include <QCoreApplication>

#include <array>

namespace warpbench::ui {

namespace {

struct FaultWords {
    Q_DECLARE_TR_FUNCTIONS(FaultWords)
};

/// Those of core/simgpu/engine: machine/block.cpp, matrix_tiles.cpp, access.cpp, local_check.cpp,
/// handlers/warpwide.cpp, machine/calls.cpp.
constexpr const char* kDetails[] = {
    QT_TRANSLATE_NOOP("FaultWords",
                      "the block's threads wait for each other forever: at barriers of lines %1"),
    QT_TRANSLATE_NOOP("FaultWords", "an operation of four warps that not all of them reach: "
                                    "threads wait in lines %1"),
    QT_TRANSLATE_NOOP("FaultWords", "the mask does not name the thread that passes it"),
    QT_TRANSLATE_NOOP("FaultWords",
                      "some threads that the mask names wait elsewhere and never arrive"),
    QT_TRANSLATE_NOOP("FaultWords",
                      "an operation of the whole warp, of which not all threads take part"),
    QT_TRANSLATE_NOOP("FaultWords", "the thread has %1 bytes of local memory"),
    QT_TRANSLATE_NOOP("FaultWords", "the thread has not written it"),
    QT_TRANSLATE_NOOP("FaultWords", "calls are nested deeper than the stack allows"),
    QT_TRANSLATE_NOOP("FaultWords", "a call through a pointer that does not point to a function"),
};

/// core/simgpu/engine/memory/kernel_heap.cpp
constexpr std::array kNameless = {QT_TRANSLATE_NOOP("FaultWords", "malloc in a kernel")};

QString inFaultWords(const char* text) {
    return FaultWords::tr(text);
}

} // namespace

std::optional<QString> faultDetailInWords(const QString& detail) {
    return knownSentence(kDetails, QStringLiteral("([\\d, ]+)"), &inFaultWords, detail);
}

QString variableInWords(const QString& name) {
    return knownSentence(kNameless, QStringLiteral("(.+)"), &inFaultWords, name).value_or(name);
}

} // namespace warpbench::ui
