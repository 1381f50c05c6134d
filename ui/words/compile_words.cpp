// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/compile_words.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

namespace warpbench::ui {

namespace {

/// The reasons of core/compile (compile.cpp, cache_log.cpp) that are their own sentence; those
/// that list what changed stay as they are.
constexpr const char* kReasons[] = {
    QT_TRANSLATE_NOOP("warpbench::ui", "the source changed"),
    QT_TRANSLATE_NOOP("warpbench::ui", "the architecture changed"),
    QT_TRANSLATE_NOOP("warpbench::ui", "the options changed"),
    QT_TRANSLATE_NOOP("warpbench::ui", "the compiler changed"),
    QT_TRANSLATE_NOOP("warpbench::ui", "it was not cached before"),
    QT_TRANSLATE_NOOP("warpbench::ui", "its cached result is gone"),
    QT_TRANSLATE_NOOP("warpbench::ui", "the cache is switched off"),
    QT_TRANSLATE_NOOP("warpbench::ui",
                      "a file changed during the compile, so the result is not cached"),
    QT_TRANSLATE_NOOP("warpbench::ui",
                      "it reads a file that no #include names, so the result is not cached"),
    QT_TRANSLATE_NOOP("warpbench::ui",
                      "an #include takes its file name from a macro, so the result is not cached"),
};

QString reasonInWords(const std::string& reason) {
    for (const char* known : kReasons) {
        if (reason == known)
            return tr(known);
    }
    QString text = qs(reason);
    const QString header = QStringLiteral("header \"");
    const QString changed = QStringLiteral("\" changed");
    if (text.startsWith(header) && text.endsWith(changed) && text.count(u'"') == 2)
        return tr("header “%1” changed")
            .arg(text.mid(header.size(), text.size() - header.size() - changed.size()));
    return text;
}

} // namespace

QString compileInWords(const compile::CompileResult& result) {
    if (result.cached)
        return tr("from the cache");
    const QString time = describeMilliseconds(result.milliseconds);
    if (result.missReason.empty())
        return tr("compiled in %1").arg(time);
    return tr("compiled in %1: %2").arg(time, reasonInWords(result.missReason));
}

QString compileLine(const QString& file, const compile::CompileResult& result) {
    return tr("%1 for %2: %3").arg(file, qs(result.arch), compileInWords(result));
}

} // namespace warpbench::ui
