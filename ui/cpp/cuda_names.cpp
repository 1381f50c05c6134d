// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cpp/cuda_names.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cstring>

namespace warpbench::ui::cuda_names {

namespace {

bool before(const Name& one, const char* name) {
    return std::strcmp(one.name, name) < 0;
}

constexpr std::array<const char*, 4> kComponents{"x", "y", "z", "w"};

struct Vector {
    QString element;
    int lanes = 0;
};

/// The component type and count of a vector type: "uchar4" is four unsigned chars.
Vector vectorOf(const QString& type) {
    static const QHash<QString, Vector> known = [] {
        const std::array<std::pair<const char*, const char*>, 12> bases{
            {{"char", "signed char"},
             {"uchar", "unsigned char"},
             {"short", "short"},
             {"ushort", "unsigned short"},
             {"int", "int"},
             {"uint", "unsigned"},
             {"long", "long"},
             {"ulong", "unsigned long"},
             {"longlong", "long long"},
             {"ulonglong", "unsigned long long"},
             {"float", "float"},
             {"double", "double"}}};
        QHash<QString, Vector> all;
        for (const auto& [base, element] : bases) {
            for (int lanes = 1; lanes <= 4; ++lanes) {
                all[QLatin1String(base) + QString::number(lanes)] = {QLatin1String(element), lanes};
            }
        }
        const auto add = [&all](const char* vector, const char* element, int lanes) {
            all[QLatin1String(vector)] = {QLatin1String(element), lanes};
        };
        add("dim3", "unsigned", 3);
        add("half2", "__half", 2);
        add("__half2", "__half", 2);
        add("nv_bfloat162", "__nv_bfloat16", 2);
        add("__nv_bfloat162", "__nv_bfloat16", 2);
        add("cuFloatComplex", "float", 2);
        add("cuDoubleComplex", "double", 2);
        return all;
    }();
    return known.value(type);
}

/// Signatures of components live until exit, like those of the table.
const char* componentSignature(const QString& element, int lane) {
    static QHash<QString, QByteArray> made;
    QByteArray& text = made[element + QChar(u'x') + QString::number(lane)];
    if (text.isEmpty()) {
        text = element.toLatin1() + ' ' + kComponents[std::size_t(lane)];
    }
    return text.constData();
}

} // namespace

const std::vector<Name>& all() {
    static const std::vector<Name> table{
#include "core/sources/cuda_names.inc"
    };
    return table;
}

const Name* find(const QString& name) {
    const QByteArray wanted = name.toUtf8();
    auto it = std::lower_bound(all().begin(), all().end(), wanted.constData(), before);
    while (it != all().end() && wanted == it->name && it->kind == Kind::member_) {
        ++it;
    }
    return it != all().end() && wanted == it->name ? &*it : nullptr;
}

std::vector<Name> membersOf(const QString& type) {
    std::vector<Name> members;
    const Vector vector = vectorOf(type);
    members.reserve(std::size_t(vector.lanes));
    for (int lane = 0; lane < vector.lanes; ++lane) {
        members.push_back({kComponents[std::size_t(lane)], "", Kind::member_,
                           componentSignature(vector.element, lane), 0, ""});
    }
    const QByteArray owner = type.toUtf8();
    for (const Name& name : all()) {
        if (name.kind == Kind::member_ && owner == name.owner) {
            members.push_back(name);
        }
    }
    return members;
}

QString typeOf(const Name& name) {
    const QString first = signaturesOf(name).value(0);
    const qsizetype at = wordIn(first, QString::fromUtf8(name.name));
    QString type = first.left(std::max(qsizetype(0), at)).trimmed();
    type.remove(QStringLiteral("const "));
    return type == QLatin1String("T") ? QString() : type;
}

QStringList signaturesOf(const Name& name) {
    return QString::fromUtf8(name.signature).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

qsizetype wordIn(const QString& text, const QString& word) {
    const auto isWord = [&text](qsizetype at) {
        return at >= 0 && at < text.size() && (text[at].isLetterOrNumber() || text[at] == u'_');
    };
    qsizetype at = text.indexOf(word);
    while (at >= 0 && (isWord(at - 1) || isWord(at + word.size()))) {
        at = text.indexOf(word, at + 1);
    }
    return at;
}

QString capabilityText(int capability) {
    return QStringLiteral("%1.%2").arg(capability / 10).arg(capability % 10);
}

} // namespace warpbench::ui::cuda_names
