// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/line_table.h"

#include <QString>
#include <QStringView>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::ui {

/// The text of a listing, PTX or SASS, with what each of its lines is and comes from. Lines of a
/// listing count from 0, those of the source and of PTX from 1 (0: not known). Immutable once made;
/// any thread may make one.
class Listing {
  public:
    enum class Kind : std::uint8_t {
        instruction,
        label,
        function,  ///< where a function begins
        directive, ///< .reg, .pragma and the like
        debug,     ///< .loc, .file, DWARF
        other      ///< comments, braces, empty lines
    };

    /// A function of the listing: a kernel, or what a kernel calls.
    struct Function {
        QString name; ///< as the module has it
        int line = 0; ///< of the listing
    };

    Listing() = default;
    /// \param ownFile  the source as the compiler was told its name; what comes from other files is
    ///                 traced to where the source calls it
    static Listing ofPtx(const std::string& ptx, const std::string& ownFile);
    /// \param sass  what nvdisasm or cuobjdump printed
    static Listing ofSass(const std::string& sass, const std::vector<compile::FunctionLines>& lines,
                          const std::string& ownFile);

    /// Puts another source's listing behind this one, under a heading.
    /// \param ptxLines  lines of PTX that are before the other's: its own count from there on
    /// \param file      the other's source, as the compiler names it
    void append(const QString& heading, const Listing& other, int ptxLines, const QString& file);

    bool empty() const { return m_lines.empty(); }
    int size() const { return int(m_lines.size()); }
    QStringView text(int line) const;
    Kind kind(int line) const { return m_lines[std::size_t(line)].kind; }
    /// The line of the source that a line comes from: of an inlined function's body, if that is in
    /// the source too, else of the call that brought it in. 0: none.
    int sourceLine(int line) const;
    /// The linked source that it is a line of; empty: the project's own.
    const QString& sourceFile(int line) const;
    /// The lines of the source that inlined it, the innermost call first.
    std::vector<int> calledFrom(int line) const;
    /// The line of the PTX that an instruction of SASS was made from; of PTX: its own.
    int ptxLine(int line) const { return m_lines[std::size_t(line)].ptxLine; }
    /// The instructions that a line of the source gave, inlined ones at their calls too; ascending.
    /// \param file  a linked source, known by its last part; empty: the project's own
    const std::vector<int>& linesOf(int sourceLine, const QString& file = {}) const;
    /// The instructions that a line of the PTX gave; of PTX: the line itself.
    std::vector<int> linesOfPtx(int ptxLine) const;
    const std::vector<Function>& functions() const { return m_functions; }

  private:
    friend class ListingBuilder;

    /// Lines of the source, the innermost first. Few differ, so lines share them by index.
    using Chain = std::vector<int>;
    struct Line {
        qsizetype begin = 0;
        qsizetype length = 0;
        int chain = 0; ///< index in m_chains; 0: none
        int ptxLine = 0;
        Kind kind = Kind::other;
        int file = 0; ///< index in m_files
    };

    QString m_text;
    std::vector<Line> m_lines;
    std::vector<Chain> m_chains{Chain{}};
    std::vector<Function> m_functions;
    std::vector<QString> m_files{QString()}; ///< sources, the project's own first
    std::map<std::pair<int, int>, std::vector<int>> m_bySource; ///< by file and line
};

/// What a piece of a line is, for colours.
enum class ListingToken { plain, opcode, modifier, reg, number, directive, label, comment };
struct ListingSpan {
    int begin = 0;
    int length = 0;
    ListingToken token = ListingToken::plain;
};
/// The pieces of a line of PTX or SASS that have their own colour, in order.
std::vector<ListingSpan> spansOf(QStringView line);

} // namespace warpbench::ui
