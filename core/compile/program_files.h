// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/sources/declarations.h"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A range of bytes in a text.
struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A file of a program, and its declarations.
struct ProgramFile {
    /// One #include line.
    struct Include {
        std::string_view line; ///< the directive's text
        std::string name;
        int number = 0;                  ///< of the line
        std::optional<std::size_t> file; ///< the user's file, as an index into the program
        bool ofToolkit = false;
    };

    std::string path;               ///< as shown in messages
    std::filesystem::path identity; ///< the same for all spellings of the path
    std::string text;
    std::vector<Directive> directives;
    std::vector<Token> tokens; ///< all tokens
    std::vector<Token> structure;
    std::vector<Declaration> declarations;
    std::vector<Include> includes;
    std::vector<Stretch> blanked;
    bool unsaved = false; ///< the text differs from the file on disk
    bool changed = false;

    std::size_t offset(std::string_view view) const {
        return static_cast<std::size_t>(view.data() - text.data());
    }
};

/// The program's files: the source and the user's headers it includes, found as NVRTC finds them.
class Program {
  public:
    Program(const CompileRequest& request,
            const std::vector<std::filesystem::path>& toolkitIncludes);

    std::deque<ProgramFile>& files() { return m_files; } ///< the source first
    const Macros& macros() const { return m_macros; }
    const std::set<std::string_view>& words() const { return m_words; }

  private:
    std::size_t add(std::string path, std::string text);
    void followIncludes(std::size_t index);
    void resolve(ProgramFile::Include& include, bool angle, const std::filesystem::path& folder);
    std::optional<std::size_t> userFile(const std::filesystem::path& place);

    const CompileRequest& m_request;
    std::vector<std::filesystem::path> m_userDirs;
    const std::vector<std::filesystem::path>& m_toolkitDirs;
    std::deque<ProgramFile> m_files; ///< views point into their texts
    Macros m_macros;
    std::set<std::string_view> m_words;
};

} // namespace warpbench::compile
