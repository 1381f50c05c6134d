// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/host_code_note.h"

#include "ui/models/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace warpbench::ui {

namespace {

constexpr int kMostNames = 4;

QString tr(const char* text) {
    return QCoreApplication::translate("HostCodeNote", text);
}

QString counted(int count, const char* one, const char* several) {
    return count == 1 ? tr(one) : tr(several).arg(count);
}

} // namespace

HostCodeNote noteOnHostCode(const std::vector<compile::SetAside>& parts) {
    HostCodeNote note;
    QStringList names;
    int functions = 0;
    int includes = 0;
    int others = 0;
    for (const compile::SetAside& part : parts) {
        using Kind = compile::SetAside::Kind;
        if (part.kind == Kind::include) {
            ++includes;
        } else if (part.kind == Kind::function && !part.name.empty()) {
            if (++functions == 1) {
                note.file = qs(part.file);
                note.line = part.line;
            }
            if (names.size() < kMostNames) {
                names << qs(part.name) + QStringLiteral("()");
            }
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
