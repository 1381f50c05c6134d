// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cpp/definition.h"

#include "ui/cpp/source_outline.h"

#include <QRegularExpression>

#include <algorithm>

namespace warpbench::ui {

namespace {

qsizetype startOfName(const QString& text, qsizetype at) {
    at = std::clamp(at, qsizetype(0), text.size());
    while (at > 0 && isWordCharacter(text[at - 1])) {
        --at;
    }
    return at;
}

/// The file included by the line at a position; empty: none.
QString includedAt(const QString& text, qsizetype at) {
    const qsizetype start = at > 0 ? text.lastIndexOf(u'\n', at - 1) + 1 : 0;
    qsizetype end = text.indexOf(u'\n', at);
    end = end < 0 ? text.size() : end;
    static const QRegularExpression include(
        QStringLiteral("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"));
    return include.match(text.mid(start, end - start)).captured(1);
}

/// The end of the expression before a `.` or `->` in front of a name; -1: none.
qsizetype ownerEnd(const QString& text, qsizetype name) {
    if (name > 0 && text[name - 1] == u'.') {
        return name - 1;
    }
    const bool arrow = name > 1 && text[name - 1] == u'>' && text[name - 2] == u'-';
    return arrow ? name - 2 : -1;
}

Definition placeOf(std::size_t file, const QString& text, const Symbol& symbol) {
    const qsizetype lineStart = symbol.at > 0 ? text.lastIndexOf(u'\n', symbol.at - 1) + 1 : 0;
    const auto before = QStringView(text).mid(lineStart, symbol.at - lineStart);
    return {file, symbol.line, int(before.toUtf8().size()) + 1};
}

} // namespace

QString nameAt(const QString& text, qsizetype at) {
    const qsizetype start = startOfName(text, at);
    qsizetype end = start;
    while (end < text.size() && isWordCharacter(text[end])) {
        ++end;
    }
    const QString name = text.mid(start, end - start);
    return name.isEmpty() || name.front().isDigit() ? QString() : name;
}

std::optional<Definition> findDefinition(const std::vector<NamedText>& files, std::size_t here,
                                         qsizetype at) {
    const QString& text = files[here].text;
    if (const QString included = includedAt(text, at); !included.isEmpty()) {
        for (std::size_t i = 0; i < files.size(); ++i) {
            const QString path = u'/' + files[i].path;
            if (i != here && path.endsWith(u'/' + included.section(u'/', -1))) {
                return Definition{i};
            }
        }
        return std::nullopt;
    }
    const QString name = nameAt(text, at);
    if (name.isEmpty()) {
        return std::nullopt;
    }
    std::vector<std::pair<std::size_t, SourceOutline>> outlines;
    outlines.emplace_back(here, SourceOutline(text));
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i != here) {
            outlines.emplace_back(i, SourceOutline(files[i].text));
        }
    }
    const qsizetype dot = ownerEnd(text, startOfName(text, at));
    const QString owner =
        dot < 0 ? QString() : typeOfExpression(text, dot, outlines.front().second);
    std::optional<Definition> declared;
    for (const auto& [file, outline] : outlines) {
        const Symbol* symbol = dot >= 0 ? outline.findMember(owner, name) : outline.find(name);
        if (!symbol && dot < 0) {
            symbol = outline.findMember({}, name); // within its own struct
        }
        if (symbol && symbol->definition) {
            return placeOf(file, files[file].text, *symbol);
        }
        if (symbol && !declared) {
            declared = placeOf(file, files[file].text, *symbol);
        }
    }
    return declared;
}

} // namespace warpbench::ui
