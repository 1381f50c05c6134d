// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/host_code_note.h"

#include "core/compile/host_code.h"
#include "core/toolkit/host_headers.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QStringList>

namespace warpbench::ui {

namespace {

constexpr int kMostNames = 4;

} // namespace

std::vector<compile::SetAside> hostPartsOf(const std::string& source) {
    compile::CompileRequest request;
    request.source = source;
    std::vector<compile::SetAside> parts = compile::setHostCodeAside(request, {}).setAside;
    std::erase_if(parts, [](const compile::SetAside& part) {
        return part.kind == compile::SetAside::Kind::include && !compile::isHostHeader(part.name);
    });
    return parts;
}

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
        names << tr("%n function(s) more", nullptr, functions - int(names.size()));
    }
    if (others > 0) {
        names << tr("%n declaration(s)", nullptr, others);
    }
    if (includes > 0) {
        names << tr("%n header(s) of the host", nullptr, includes);
    }
    if (!names.isEmpty()) {
        note.text =
            tr("Host code was set aside and not run: %1. The launches are those of the set-up.")
                .arg(names.join(QStringLiteral(", ")));
    }
    return note;
}

} // namespace warpbench::ui
