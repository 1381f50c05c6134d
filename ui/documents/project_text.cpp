// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/project_text.h"

#include "ui/words/text.h"

#include <QRegularExpression>

namespace warpbench::ui {

using project::Access;
using project::Init;

QString expressionsToText(const std::vector<project::Expression>& expressions) {
    QStringList parts;
    for (const auto& expression : expressions) {
        parts << qs(expression.text);
    }
    return parts.join(QStringLiteral(", "));
}

std::vector<project::Expression> textToExpressions(const QString& text) {
    std::vector<project::Expression> parts;
    int depth = 0;
    QString part;
    const auto flush = [&] {
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty()) {
            parts.push_back({ss(trimmed), {}});
        }
        part.clear();
    };
    for (const QChar c : text) {
        if (c == QLatin1Char('(') || c == QLatin1Char('[')) {
            ++depth;
        } else if (c == QLatin1Char(')') || c == QLatin1Char(']')) {
            --depth;
        }
        if (c == QLatin1Char(',') && depth <= 0) {
            flush();
        } else {
            part += c;
        }
    }
    flush();
    return parts;
}

namespace {

QString inBrackets(const project::MemberValue& value);

QString elementsText(const project::MemberList& list) {
    QStringList parts;
    for (const project::MemberValue& element : list) {
        parts << inBrackets(element);
    }
    return parts.join(QStringLiteral(", "));
}

QString inBrackets(const project::MemberValue& value) {
    if (const auto* list = std::get_if<project::MemberList>(&value)) {
        return QLatin1Char('[') + elementsText(*list) + QLatin1Char(']');
    }
    const auto* expression = std::get_if<project::Expression>(&value);
    return expression ? qs(expression->text) : QString();
}

project::MemberValue elementOf(const QString& text) {
    if (!text.startsWith(QLatin1Char('[')) || !text.endsWith(QLatin1Char(']'))) {
        return project::Expression{ss(text), {}};
    }
    project::MemberList list;
    for (const auto& part : textToExpressions(text.mid(1, text.size() - 2))) {
        list.push_back(elementOf(qs(part.text)));
    }
    return list;
}

} // namespace

QString memberToText(const project::MemberValue& value) {
    const auto* list = std::get_if<project::MemberList>(&value);
    return list && list->size() > 1 ? elementsText(*list) : inBrackets(value);
}

project::MemberValue textToMember(const QString& text) {
    const auto parts = textToExpressions(text);
    return elementOf(parts.size() == 1 ? qs(parts[0].text)
                                       : QLatin1Char('[') + text + QLatin1Char(']'));
}

QString initKindName(Init::Kind kind) {
    switch (kind) {
    case Init::Kind::zeros:
        return QStringLiteral("zeros");
    case Init::Kind::ones:
        return QStringLiteral("ones");
    case Init::Kind::constant:
        return QStringLiteral("constant");
    case Init::Kind::arange:
        return QStringLiteral("arange");
    case Init::Kind::uniform:
        return QStringLiteral("uniform");
    case Init::Kind::normal:
        return QStringLiteral("normal");
    case Init::Kind::randint:
        return QStringLiteral("randint");
    case Init::Kind::expression:
        return QStringLiteral("expression");
    case Init::Kind::file:
        return QStringLiteral("file");
    }
    return {};
}

const std::vector<Init::Kind>& initKinds() {
    static const std::vector<Init::Kind> kinds{
        Init::Kind::zeros,   Init::Kind::ones,   Init::Kind::constant,
        Init::Kind::arange,  Init::Kind::normal, Init::Kind::uniform,
        Init::Kind::randint, Init::Kind::file,   Init::Kind::expression};
    return kinds;
}

QString initToText(const Init& init) {
    const auto text = [](const std::optional<project::Expression>& e, const char* otherwise) {
        return e ? qs(e->text) : QString::fromLatin1(otherwise);
    };
    QString name = initKindName(init.kind);
    switch (init.kind) {
    case Init::Kind::zeros:
    case Init::Kind::ones:
        return name;
    case Init::Kind::constant:
        return text(init.value, "0");
    case Init::Kind::arange:
        return QStringLiteral("arange(%1, step %2)")
            .arg(text(init.start, "0"), text(init.step, "1"));
    case Init::Kind::uniform:
        return QStringLiteral("uniform(%1, %2), seed %3")
            .arg(text(init.low, "0"), text(init.high, "1"))
            .arg(init.seed);
    case Init::Kind::randint:
        return QStringLiteral("randint(%1, %2), seed %3")
            .arg(text(init.low, "0"), text(init.high, "1"))
            .arg(init.seed);
    case Init::Kind::normal:
        return QStringLiteral("normal(%1, %2), seed %3")
            .arg(text(init.mean, "0"), text(init.stddev, "1"))
            .arg(init.seed);
    case Init::Kind::expression:
        return text(init.expression, "");
    case Init::Kind::file:
        return qs(init.path);
    }
    return {};
}

QString expectToText(const std::optional<project::Expect>& expect) {
    if (!expect) {
        return {};
    }
    if (expect->expression) {
        return qs(expect->expression->text);
    }
    if (expect->reference) {
        return qs(expect->reference->text);
    }
    return expect->file.empty() ? qs(expect->buffer) : qs(expect->file);
}

QString accessName(Access access) {
    switch (access) {
    case Access::in:
        return QStringLiteral("in");
    case Access::out:
        return QStringLiteral("out");
    case Access::inout:
        return QStringLiteral("inout");
    case Access::resident:
        return QStringLiteral("resident");
    }
    return {};
}

const std::vector<Access>& accesses() {
    static const std::vector<Access> all{Access::in, Access::out, Access::inout, Access::resident};
    return all;
}

QString argumentToText(const project::Argument& argument) {
    struct Visitor {
        QString operator()(const project::BufferArg& a) const {
            return QStringLiteral("buffer %1, %2").arg(qs(a.buffer), accessName(a.access));
        }
        QString operator()(const project::ScalarArg& a) const {
            return QStringLiteral("%1 %2").arg(qs(a.type.name()), expressionsToText(a.value));
        }
        QString operator()(const project::NullArg&) const { return QStringLiteral("null pointer"); }
        QString operator()(const project::StructArg& a) const {
            return QStringLiteral("struct of %1 fields").arg(a.fields.size());
        }
        QString operator()(const project::BytesArg& a) const {
            return QStringLiteral("%1 bytes").arg(a.bytes.size());
        }
        QString operator()(const project::TextureArg& a) const {
            return QStringLiteral("texture of %1").arg(qs(a.buffer));
        }
        QString operator()(const project::SurfaceArg& a) const {
            return QStringLiteral("surface of %1").arg(qs(a.buffer));
        }
    };
    return std::visit(Visitor{}, argument.value);
}

QStringList dtypeNames() {
    return {"float32", "float64",   "float16",    "bfloat16",    "int32",      "uint32", "int64",
            "uint64",  "int16",     "uint16",     "int8",        "uint8",      "bool",   "float2",
            "float3",  "float4",    "double2",    "int2",        "int4",       "uint2",  "uint4",
            "uchar4",  "complex64", "complex128", "float8_e4m3", "float8_e5m2"};
}

bool isIdentifier(const QString& name) {
    static const QRegularExpression pattern(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    return pattern.match(name).hasMatch();
}

} // namespace warpbench::ui
