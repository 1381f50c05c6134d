// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// Of names in C++.
inline bool isWordCharacter(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

/// Something that a source text gives a name.
struct Symbol {
    enum class Kind { kernel, function, type, member, macro, variable };
    Kind kind = Kind::function;
    QString name;
    QString owner;          ///< of a member: its struct
    QString signature;      ///< in one line: "__global__ void add(float* out, int n)"
    QString type;           ///< of a variable or member, what a function gives; empty: not told
    qsizetype at = 0;       ///< of the name, in UTF-16 units from the text's start
    int line = 0;           ///< of the name, from 1
    bool definition = true; ///< not only declared
    QString file;           ///< the header that it is in; empty: the text itself
};

/// What a text of C++ declares outside of functions' bodies, in its order. A quick look at each
/// pause in typing, which takes unfinished text as it comes; macros are not expanded and branches
/// of the preprocessor all count.
class SourceOutline {
  public:
    SourceOutline() = default;
    explicit SourceOutline(const QString& text);
    /// What a header declares, behind what is known already. \param file  as users are told of it
    void addHeader(const QString& file, const SourceOutline& header);

    const std::vector<Symbol>& symbols() const { return m_symbols; }
    /// Files that #include "…" or <…> names.
    const QStringList& includes() const { return m_includes; }

    /// A name outside of a struct, its definition before its declarations; null: there is none.
    const Symbol* find(const QString& name) const;
    /// The member of a struct, or of any where the owner is empty.
    const Symbol* findMember(const QString& owner, const QString& name) const;
    std::vector<const Symbol*> membersOf(const QString& type) const;
    bool hasType(const QString& name) const;

  private:
    std::vector<Symbol> m_symbols;
    QStringList m_includes;
};

/// What is before the `.` or `->` at a place: the name of its type without const, pointers,
/// namespaces and template arguments, "float4". Empty: it is not known.
/// \param end  where the expression ends, in UTF-16 units
QString typeOfExpression(const QString& text, qsizetype end, const SourceOutline& outline);

} // namespace warpbench::ui
