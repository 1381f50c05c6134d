// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/host_code_note.h"

#include "core/compile/host_code.h"
#include "core/compile/host_headers.h"
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace warpbench::ui {

namespace {

constexpr qsizetype kLargestText = 1 << 20;
constexpr int kMostNames = 4;

QString tr(const char* text) {
    return QCoreApplication::translate("HostCodeNote", text);
}

QString counted(int count, const char* one, const char* several) {
    return count == 1 ? tr(one) : tr(several).arg(count);
}

} // namespace

HostCodeNote noteOnHostCode(const QString& source) {
    HostCodeNote note;
    if (source.size() > kLargestText) {
        return note;
    }
    compile::CompileRequest request;
    request.source = ss(source);
    QStringList names;
    int functions = 0;
    int includes = 0;
    int others = 0;
    for (const compile::SetAside& part : compile::setHostCodeAside(request, {}).setAside) {
        using Kind = compile::SetAside::Kind;
        if (part.kind == Kind::include) {
            includes += compile::isHostHeader(part.name) ? 1 : 0; // else it may be the user's own
        } else if (part.kind == Kind::function && !part.name.empty()) {
            ++functions;
            if (names.size() < kMostNames) {
                names << qs(part.name) + QStringLiteral("()");
            }
            note.line = note.line == 0 ? part.line : note.line;
        } else {
            ++others;
        }
    }
    if (functions > names.size()) {
        names << counted(functions - int(names.size()),
                         QT_TRANSLATE_NOOP("HostCodeNote", "1 function more"),
                         QT_TRANSLATE_NOOP("HostCodeNote", "%1 functions more"));
    }
    if (others > 0) {
        names << counted(others, QT_TRANSLATE_NOOP("HostCodeNote", "1 declaration"),
                         QT_TRANSLATE_NOOP("HostCodeNote", "%1 declarations"));
    }
    if (includes > 0) {
        names << counted(includes, QT_TRANSLATE_NOOP("HostCodeNote", "1 header of the host"),
                         QT_TRANSLATE_NOOP("HostCodeNote", "%1 headers of the host"));
    }
    if (!names.isEmpty()) {
        note.text =
            tr("Host code was set aside and not run: %1. The launches are those of the set-up.")
                .arg(names.join(QStringLiteral(", ")));
    }
    return note;
}

} // namespace warpbench::ui
