// SPDX-License-Identifier: GPL-3.0-or-later
// The type of an expression before a `.` or `->`, as far as the surrounding text tells.
#include "ui/cpp/cuda_names.h"
#include "ui/cpp/source_outline.h"

#include <QRegularExpression>

namespace warpbench::ui {

namespace {

constexpr int kDeepest = 8; ///< nested members and autos

/// "const cg::thread_block_tile<32>&" is a thread_block_tile.
QString bareType(QString type) {
    const qsizetype arguments = type.indexOf(u'<');
    if (arguments >= 0) {
        type.truncate(arguments);
    }
    type.replace(QRegularExpression(QStringLiteral("[*&]|\\b__\\w+__\\b(?=\\s)")),
                 QStringLiteral(" "));
    static const QRegularExpression words(
        QStringLiteral("\\b(const|volatile|static|extern|struct|constexpr|inline|typename)\\b"));
    type.remove(words);
    type = type.simplified();
    const qsizetype scope = type.lastIndexOf(QLatin1String("::"));
    return scope < 0 ? type : type.mid(scope + 2);
}

class Teller {
  public:
    Teller(const QString& text, const SourceOutline& outline)
        : m_text(text)
        , m_outline(outline) {}

    QString typeAt(qsizetype end, int depth = 0) const {
        end = back(end);
        if (depth > kDeepest || end == 0) {
            return {};
        }
        bool call = false;
        while (end > 0 && m_text[end - 1] == u']') {
            end = back(opening(end, u'[', u']'));
        }
        if (end > 0 && m_text[end - 1] == u')') {
            const qsizetype open = opening(end, u'(', u')');
            qsizetype before = back(open);
            if (before > 0 && m_text[before - 1] == u'>') { // f<32>(x)
                before = back(opening(before, u'<', u'>'));
            }
            if (before == 0 || !isWordCharacter(m_text[before - 1])) {
                return typeAt(end - 1, depth + 1); // (*pointer)
            }
            call = true;
            end = before;
        }
        qsizetype start = end;
        while (start > 0 && isWordCharacter(m_text[start - 1])) {
            --start;
        }
        const QString name = m_text.mid(start, end - start);
        if (name.isEmpty()) {
            return {};
        }
        const qsizetype before = back(start);
        if (before > 0 && m_text[before - 1] == u'.') {
            return memberType(typeAt(before - 1, depth + 1), name);
        }
        if (before > 1 && m_text[before - 1] == u'>' && m_text[before - 2] == u'-') {
            return memberType(typeAt(before - 2, depth + 1), name);
        }
        if (name == QLatin1String("this")) {
            return {};
        }
        return call ? resultType(name) : variableType(name, start, depth);
    }

  private:
    qsizetype back(qsizetype at) const {
        while (at > 0 && m_text[at - 1].isSpace()) {
            --at;
        }
        return at;
    }

    /// The position of the bracket that closes before `end`; 0: none.
    qsizetype opening(qsizetype end, QChar open, QChar close) const {
        int depth = 0;
        for (qsizetype at = end; at-- > 0;) {
            depth += m_text[at] == close ? 1 : m_text[at] == open ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        return 0;
    }

    /// Resolves an alias: using Vec = float4.
    QString known(QString type) const {
        for (int i = 0; i < kDeepest; ++i) {
            const Symbol* alias = m_outline.find(type);
            if (!alias || alias->kind != Symbol::Kind::type || alias->type.isEmpty()) {
                break;
            }
            type = bareType(alias->type);
        }
        return type;
    }

    QString memberType(const QString& owner, const QString& name) const {
        if (const Symbol* member = owner.isEmpty() ? nullptr : m_outline.findMember(owner, name)) {
            return known(bareType(member->type));
        }
        for (const cuda_names::Name& member : cuda_names::membersOf(owner)) {
            if (name == QLatin1String(member.name)) {
                return known(bareType(cuda_names::typeOf(member)));
            }
        }
        return {};
    }

    QString resultType(const QString& name) const {
        if (const Symbol* symbol = m_outline.find(name)) {
            return known(symbol->kind == Symbol::Kind::type ? name : bareType(symbol->type));
        }
        const cuda_names::Name* builtin = cuda_names::find(name);
        if (!builtin) {
            return {};
        }
        return builtin->kind == cuda_names::Kind::type_ ? name
                                                        : bareType(cuda_names::typeOf(*builtin));
    }

    /// The type in the last declaration of a name before a position.
    QString variableType(const QString& name, qsizetype at, int depth) const {
        const cuda_names::Name* builtin = cuda_names::find(name);
        if (builtin && builtin->kind == cuda_names::Kind::variable_) {
            return bareType(cuda_names::typeOf(*builtin));
        }
        // "Type a, *name": a type, possibly followed by other names.
        const QRegularExpression declared(
            QStringLiteral("(?<![\\w.>])([A-Za-z_][\\w:]*)(?:\\s*<[^;<>{}]*>)?"
                           "(?=[\\s*&])(?:[\\s*&]|\\bconst\\b|\\b__restrict__\\b)*"
                           "(?:\\w+\\s*(?:\\[[^\\]]*\\]\\s*)*(?:=[^,;(){}]*)?,[\\s*&]*)*\\b%1\\b"
                           "(?!\\s*\\()")
                .arg(name));
        QString found;
        qsizetype end = 0;
        for (auto it = declared.globalMatch(m_text.left(at)); it.hasNext();) {
            const auto match = it.next();
            static const QRegularExpression none(QStringLiteral(
                "^(return|else|case|goto|delete|new|typename|throw|const|sizeof|in)$"));
            if (!none.match(match.captured(1)).hasMatch()) {
                found = match.captured(1);
                end = match.capturedEnd();
            }
        }
        if (found == QLatin1String("auto")) {
            const qsizetype assigned = m_text.indexOf(u'=', end);
            const qsizetype stop = m_text.indexOf(u';', end);
            const bool made = assigned >= 0 && stop > assigned &&
                              m_text.mid(end, assigned - end).trimmed().isEmpty();
            return made ? typeAt(stop, depth + 1) : QString();
        }
        if (found.isEmpty()) {
            const Symbol* symbol = m_outline.find(name);
            return symbol ? known(bareType(symbol->type)) : QString();
        }
        return known(bareType(found));
    }

    const QString& m_text;
    const SourceOutline& m_outline;
};

} // namespace

QString typeOfExpression(const QString& text, qsizetype end, const SourceOutline& outline) {
    return Teller(text, outline).typeAt(end);
}

} // namespace warpbench::ui
