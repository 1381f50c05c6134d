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

/// The text of a PTX or SASS listing, with the type and origin of each line. Listing lines count
/// from 0, lines of the source and of PTX from 1 (0: unknown). Immutable; can be created on any
/// thread.
class Listing {
  public:
    enum class Kind : std::uint8_t {
        instruction,
        label,
        function,  ///< start of a function
        directive, ///< .reg, .pragma and the like
        debug,     ///< .loc, .file, DWARF
        other      ///< comments, braces, empty lines
    };

    /// A function in the listing: a kernel or a device function.
    struct Function {
        QString name; ///< as in the module
        int line = 0; ///< in the listing
    };

    Listing() = default;
    /// \param ownFile  the source's name in the compile; lines of other files are traced to
    /// the call in the source
    static Listing ofPtx(const std::string& ptx, const std::string& ownFile);
    /// \param sass  output of nvdisasm or cuobjdump
    static Listing ofSass(const std::string& sass, const std::vector<compile::FunctionLines>& lines,
                          const std::string& ownFile);

    /// Appends another source's listing under a heading.
    /// \param ptxLines  number of PTX lines before it, added to its PTX line numbers
    /// \param file      the other source, as the compiler names it
    void append(const QString& heading, const Listing& other, int ptxLines, const QString& file);

    bool empty() const { return m_lines.empty(); }
    int size() const { return int(m_lines.size()); }
    QStringView text(int line) const;
    Kind kind(int line) const { return m_lines[std::size_t(line)].kind; }
    /// The source line of a listing line. For inlined code: a line of the inlined function if it is
    /// in the source, else the line of the call. 0: none.
    int sourceLine(int line) const;
    /// The linked source that contains that line; empty: the project's own source.
    const QString& sourceFile(int line) const;
    /// The source lines of the inlined calls, innermost first.
    std::vector<int> calledFrom(int line) const;
    /// The PTX line of a SASS instruction; for PTX: the line itself.
    int ptxLine(int line) const { return m_lines[std::size_t(line)].ptxLine; }
    /// All instructions of a source line in ascending order, including those of functions inlined
    /// there.
    /// \param file  a linked source, matched by file name; empty: the project's own source
    const std::vector<int>& linesOf(int sourceLine, const QString& file = {}) const;
    /// The instructions generated from a line of PTX; for PTX: the line itself.
    std::vector<int> linesOfPtx(int ptxLine) const;
    const std::vector<Function>& functions() const { return m_functions; }

  private:
    friend class ListingBuilder;

    /// Source lines, innermost first. Many listing lines have equal chains and share them by index.
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
    std::vector<QString> m_files{QString()}; ///< source files, the project's own first
    std::map<std::pair<int, int>, std::vector<int>> m_bySource; ///< by file and line
};

/// Token types for colours.
enum class ListingToken { plain, opcode, modifier, reg, number, directive, label, comment };
struct ListingSpan {
    int begin = 0;
    int length = 0;
    ListingToken token = ListingToken::plain;
};
/// The coloured tokens of a line of PTX or SASS, in order.
std::vector<ListingSpan> spansOf(QStringView line);

} // namespace warpbench::ui
