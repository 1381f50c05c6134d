// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// Whether a character can be part of a C++ name.
inline bool isWordCharacter(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

/// A named entity in a source text.
struct Symbol {
    enum class Kind { kernel, function, type, member, macro, variable };
    Kind kind = Kind::function;
    QString name;
    QString owner;          ///< for a member: its struct
    QString signature;      ///< on one line: "__global__ void add(float* out, int n)"
    QString type;           ///< of a variable or member, or a function's return type; empty:
                            ///< unknown
    qsizetype at = 0;       ///< of the name, in UTF-16 units from the start of the text
    int line = 0;           ///< of the name, from 1
    bool definition = true; ///< false: only declared
    QString file;           ///< the header that contains it; empty: the text itself
};

/// What a C++ text declares outside function bodies, in order. Fast enough to run at each pause in
/// typing, and tolerates unfinished text. Does not expand macros and includes all branches of the
/// preprocessor.
class SourceOutline {
  public:
    SourceOutline() = default;
    explicit SourceOutline(const QString& text);
    /// Appends a header's declarations. \param file  the name shown to users
    void addHeader(const QString& file, const SourceOutline& header);

    const std::vector<Symbol>& symbols() const { return m_symbols; }
    /// Files named by #include "…" or <…>.
    const QStringList& includes() const { return m_includes; }

    /// A name outside structs, preferring its definition to declarations; null: not found.
    const Symbol* find(const QString& name) const;
    /// The member of a struct, or of any struct if the owner is empty.
    const Symbol* findMember(const QString& owner, const QString& name) const;
    std::vector<const Symbol*> membersOf(const QString& type) const;
    bool hasType(const QString& name) const;

  private:
    std::vector<Symbol> m_symbols;
    QStringList m_includes;
};

/// The type of the expression before the `.` or `->` at a position, without const, pointers,
/// namespaces and template arguments: "float4". Empty: unknown.
/// \param end  where the expression ends, in UTF-16 units
QString typeOfExpression(const QString& text, qsizetype end, const SourceOutline& outline);

} // namespace warpbench::ui
