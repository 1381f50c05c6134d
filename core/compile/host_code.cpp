// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/host_code.h"

#include "core/base/path_text.h"
#include "core/compile/program_files.h"
#include "core/formats/ptx_file_names.h"
#include "core/sources/declarations.h"
#include "core/toolkit/host_headers.h"
#include "core/toolkit/thrust_headers.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <system_error>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

using File = ProgramFile;

/// Selects the declarations that kernels need, by the names they use; the rest is host code.
class Sorter {
  public:
    Sorter(Program& program, const std::vector<std::string>& nameExpressions)
        : m_program(program) {
        for (std::size_t f = 0; f < program.files().size(); ++f)
            for (std::size_t d = 0; d < program.files()[f].declarations.size(); ++d)
                enter(f, d);
        for (const std::string& expression : nameExpressions)
            use(tokenize(expression));
        drain();
    }

    bool hasHostDeclarations() const { return m_hasHost; }
    bool kept(std::size_t file, std::size_t declaration) const {
        return m_kept.contains({file, declaration});
    }
    const std::set<std::string_view>& names() const { return m_names; }
    const std::set<std::string_view>& stdNames() const { return m_stdNames; }
    bool needsDefaultDevice() const { return m_needsDefaultDevice; }
    bool defines(std::string_view name) const {
        return m_defined.contains(name) || m_program.macros().contains(name);
    }

    static bool isHosts(const Declaration& d) {
        using Kind = Declaration::Kind;
        if (d.device || d.name == "static_assert")
            return false;
        if (d.host)
            return true;
        return (d.kind == Kind::function && !d.constexpression) ||
               (d.kind == Kind::variable && !d.constant) || d.kind == Kind::macroCall;
    }

    /// The members of a kept type that are functions for the host: [begin, end) of tokens.
    std::vector<Declaration> hostMembers(const File& file, const Declaration& type) const {
        std::vector<Declaration> found;
        std::vector<Declaration> open = {type};
        while (!open.empty()) {
            const Declaration outer = open.back();
            open.pop_back();
            if (outer.bodyBegin == 0 || isEnum(file, outer))
                continue;
            for (const Declaration& member :
                 readDeclarations(file.structure, outer.bodyBegin + 1, outer.bodyEnd - 1,
                                  m_program.words(), m_program.macros())) {
                const bool function = member.kind == Declaration::Kind::function;
                if (function && !member.device && !member.constexpression && !member.ofCompiler &&
                    member.name != "static_assert")
                    found.push_back(member);
                else if (!function)
                    open.push_back(member);
            }
        }
        return found;
    }

    static bool isEnum(const File& file, const Declaration& d) {
        for (std::size_t i = d.begin; i < d.bodyBegin && i < d.begin + 3; ++i)
            if (file.structure[i].is("enum"))
                return true;
        return false;
    }

  private:
    using Id = std::pair<std::size_t, std::size_t>;

    void enter(std::size_t f, std::size_t d) {
        const Declaration& declaration = m_program.files()[f].declarations[d];
        using Kind = Declaration::Kind;
        if (isHosts(declaration)) {
            m_hasHost |= declaration.kind != Kind::macroCall;
            return;
        }
        for (const std::string_view name : declaration.names)
            m_defined.insert(name);
        m_defined.insert(declaration.name);
        if (declaration.device || declaration.kind == Kind::usingNamespace ||
            declaration.name == "static_assert") {
            m_waiting.push_back({f, d});
            return;
        }
        for (const std::string_view name : declaration.names)
            m_byName[name].push_back({f, d});
        if (!declaration.name.empty())
            m_byName[declaration.name].push_back({f, d});
    }

    void drain() {
        while (!m_waiting.empty()) {
            const Id id = m_waiting.front();
            m_waiting.pop_front();
            if (m_kept.insert(id).second)
                keep(m_program.files()[id.first],
                     m_program.files()[id.first].declarations[id.second]);
        }
    }

    void keep(const File& file, const Declaration& declaration) {
        m_needsDefaultDevice |=
            declaration.constexpression || declaration.kind == Declaration::Kind::type;
        std::vector<bool> left(file.structure.empty() ? 0 : declaration.end - declaration.begin);
        if (declaration.kind == Declaration::Kind::type ||
            declaration.kind == Declaration::Kind::alias)
            for (const Declaration& member : hostMembers(file, declaration))
                for (std::size_t i = member.begin; i < member.end; ++i)
                    left[i - declaration.begin] = true;
        std::vector<Token> used;
        for (std::size_t i = declaration.begin; i < declaration.end; ++i)
            if (!left[i - declaration.begin])
                used.push_back(file.structure[i]);
        use(used);
    }

    void use(const std::vector<Token>& tokens) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const Token& token = tokens[i];
            if (token.kind != Token::Kind::identifier)
                continue;
            const bool inStd = i >= 2 && tokens[i - 1].is("::") && tokens[i - 2].is("std");
            if (inStd && !(i >= 4 && tokens[i - 4].is("cuda")))
                m_stdNames.insert(token.text);
            useName(token.text);
        }
    }

    void useName(std::string_view name) {
        if (!m_names.insert(name).second)
            return;
        if (const auto found = m_byName.find(name); found != m_byName.end())
            m_waiting.insert(m_waiting.end(), found->second.begin(), found->second.end());
        if (const auto macro = m_program.macros().find(name); macro != m_program.macros().end())
            use(macro->second.body);
    }

    Program& m_program;
    std::map<std::string_view, std::vector<Id>> m_byName;
    std::set<std::string_view> m_defined;
    std::deque<Id> m_waiting;
    std::set<Id> m_kept;
    std::set<std::string_view> m_names;
    std::set<std::string_view> m_stdNames;
    bool m_hasHost = false;
    bool m_needsDefaultDevice = false;
};

/// Words of C++ that name nothing of the program.
bool isPlainWord(std::string_view word) {
    static const std::set<std::string_view> words = {
        "const",     "constexpr", "static",   "inline",   "unsigned", "signed",   "char",
        "short",     "int",       "long",     "float",    "double",   "bool",     "void",
        "struct",    "union",     "enum",     "class",    "typedef",  "using",    "true",
        "false",     "sizeof",    "size_t",   "uint",     "int8_t",   "int16_t",  "int32_t",
        "int64_t",   "uint8_t",   "uint16_t", "uint32_t", "uint64_t", "volatile", "alignas",
        "__align__", "float2",    "float3",   "float4",   "int2",     "int3",     "int4",
        "uint2",     "uint3",     "uint4",    "double2",  "uchar4",   "public",   "private"};
    return words.contains(word);
}

/// Whether a declaration that no kernel needs is harmless: it only has plain types and numbers.
/// These are kept, so that only true host code is removed.
bool isHarmless(const File& file, const Declaration& d, const Macros& macros,
                const std::set<std::string_view>& known) {
    if (d.kind == Declaration::Kind::function || d.kind == Declaration::Kind::other)
        return false;
    for (std::size_t i = d.begin; i < d.end; ++i) {
        const Token& token = file.structure[i];
        if (token.is("::") || token.is("<"))
            return false;
        if (token.kind != Token::Kind::identifier || isPlainWord(token.text))
            continue;
        const bool declared =
            i + 1 < d.end && (file.structure[i + 1].is(";") || file.structure[i + 1].is(",") ||
                              file.structure[i + 1].is("[") || file.structure[i + 1].is("=") ||
                              file.structure[i + 1].is("}") || file.structure[i + 1].is("{"));
        const bool ofItself = token.text == d.name;
        if (!ofItself && !known.contains(token.text) && !macros.contains(token.text) &&
            !(declared && i > d.begin && !file.structure[i - 1].is("=")))
            return false;
    }
    return true;
}

class Splitter {
  public:
    Splitter(const CompileRequest& request, const std::vector<fs::path>& toolkitIncludes)
        : m_program(request, toolkitIncludes)
        , m_sorter(m_program, request.nameExpressions)
        , m_toolkitIncludes(toolkitIncludes) {}

    DeviceCode run() {
        for (std::size_t f = 0; f < m_program.files().size(); ++f)
            blankDeclarations(f);
        for (File& file : m_program.files())
            blankIncludes(file);
        markChanged();
        prelude();
        File& source = m_program.files().front();
        m_code.hasHostCode = source.changed;
        m_code.source = source.changed ? textOf(source) : source.text;
        for (const File& file : m_program.files())
            if (&file != &source && file.changed)
                m_code.headers.emplace_back(withoutQuotes(absolutePath(file)), textOf(file));
        std::stable_sort(m_code.setAside.begin(), m_code.setAside.end(),
                         [&](const SetAside& a, const SetAside& b) {
                             return std::pair(a.file != source.path, a.line) <
                                    std::pair(b.file != source.path, b.line);
                         });
        return std::move(m_code);
    }

  private:
    void blankDeclarations(std::size_t f) {
        File& file = m_program.files()[f];
        std::set<std::string_view> known;
        for (std::size_t d = 0; d < file.declarations.size(); ++d) {
            const Declaration& declaration = file.declarations[d];
            if (m_sorter.kept(f, d)) {
                keepNames(declaration, known);
                blankMembers(file, declaration);
                continue;
            }
            if (!Sorter::isHosts(declaration)) {
                const bool stays = !m_sorter.hasHostDeclarations() ||
                                   isHarmless(file, declaration, m_program.macros(), known);
                if (stays) {
                    for (std::size_t i = declaration.begin; i < declaration.end; ++i)
                        if (file.structure[i].kind == Token::Kind::identifier)
                            m_namesThatStay.insert(file.structure[i].text);
                    keepNames(declaration, known);
                    blankMembers(file, declaration);
                    continue;
                }
            }
            blank(file, declaration);
        }
    }

    static void keepNames(const Declaration& declaration, std::set<std::string_view>& known) {
        known.insert(declaration.names.begin(), declaration.names.end());
        known.insert(declaration.name);
    }

    void blankMembers(File& file, const Declaration& type) {
        if (type.kind != Declaration::Kind::type && type.kind != Declaration::Kind::alias)
            return;
        for (const Declaration& member : m_sorter.hostMembers(file, type))
            blank(file, member);
    }

    void blank(File& file, const Declaration& d) {
        const Token& first = file.structure[d.begin];
        const Token& last = file.structure[d.end - 1];
        const Stretch stretch{file.offset(first.text), file.offset(last.text) + last.text.size()};
        file.blanked.push_back(stretch);
        using Kind = Declaration::Kind;
        const SetAside::Kind kind = d.kind == Kind::function   ? SetAside::Kind::function
                                    : d.kind == Kind::variable ? SetAside::Kind::variable
                                                               : SetAside::Kind::declaration;
        m_code.setAside.push_back({kind, file.path, first.line, last.line, std::string(d.name)});
    }

    /// Blanks lines that include headers needed only by the host; the others get the name of the
    /// changed text.
    void blankIncludes(File& file) {
        for (const ProgramFile::Include& include : file.includes) {
            if (include.file)
                continue;
            const std::string& name = include.name;
            if (name == "cub/cub.cuh" && include.ofToolkit && m_sorter.names().contains("cub")) {
                m_code.headers.emplace_back(name, cubHeadersFor(m_sorter.names()));
                continue;
            }
            // Also if the toolkit lacks the library, as toolkits from wheels do.
            const bool hosts = include.ofToolkit || isHostHeader(name);
            if (std::string types = typesOfLibrary(name, m_sorter.names());
                hosts && !types.empty()) {
                if (std::none_of(m_code.headers.begin(), m_code.headers.end(),
                                 [&](const auto& header) { return header.first == name; }))
                    m_code.headers.emplace_back(name, std::move(types));
                continue;
            }
            if (include.ofToolkit && isToolkitHeaderOfUse(name, m_sorter.names())) {
                m_usesThrust |= name.starts_with("thrust/");
                continue;
            }
            if (!hosts && !m_sorter.hasHostDeclarations())
                continue; // NVRTC says that it is missing
            if (!hosts)
                m_code.missing.push_back(name);
            const std::size_t begin = file.offset(include.line);
            file.blanked.push_back({begin, begin + include.line.size()});
            m_code.setAside.push_back(
                {SetAside::Kind::include, file.path, include.number, include.number, name});
        }
    }

    /// A file that includes a changed one is changed as well: it must include the changed text. So
    /// are files whose text NVRTC would not find on disk, or that would get a substitute instead of
    /// the user's header, and headers with a quote in their path, which ptxas does not accept.
    void markChanged() {
        auto& files = m_program.files();
        const std::vector<std::string> names = standIns();
        for (File& file : files)
            file.changed = file.unsaved || !file.blanked.empty() ||
                           (&file != &files.front() && file.path.find('"') != std::string::npos) ||
                           includesNamesake(file, names);
        for (bool grown = true; grown;) {
            grown = false;
            for (File& file : files)
                for (const ProgramFile::Include& include : file.includes)
                    if (!file.changed && include.file && files[*include.file].changed)
                        grown = file.changed = true;
        }
    }

    /// Whether empty substitutes are needed for host headers that NVIDIA's own headers include.
    bool needsStandIns() const {
        return m_sorter.hasHostDeclarations() || !m_code.setAside.empty();
    }

    /// Their names.
    std::vector<std::string> standIns() const {
        std::vector<std::string> names;
        if (needsStandIns() || m_usesThrust)
            names = emptyHeaders();
        if (m_usesThrust)
            for (const std::string& name : emptyHeadersOfThrust())
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
        return names;
    }

    /// Whether a file includes a user's header with the name of such a substitute.
    static bool includesNamesake(const File& file, const std::vector<std::string>& names) {
        return std::any_of(file.includes.begin(), file.includes.end(), [&](const auto& include) {
            return include.file &&
                   std::find(names.begin(), names.end(), include.name) != names.end();
        });
    }

    void prelude() {
        std::set<std::string_view> names = m_sorter.names();
        names.insert(m_namesThatStay.begin(), m_namesThatStay.end());
        std::set<std::string_view> stdNames = m_sorter.stdNames();
        std::string spaces;
        for (const File& file : m_program.files()) {
            for (const Directive& directive : file.directives)
                if (directive.name.starts_with("if") || directive.name.starts_with("elif"))
                    for (const Token& token : tokenize(directive.rest))
                        names.insert(token.text);
            for (const Declaration& d : file.declarations)
                if (d.kind == Declaration::Kind::usingNamespace)
                    spaces += emptyNamespace(file, d);
        }
        if (spaces.find("namespace std ") != std::string::npos)
            for (const std::string_view name : names)
                if (name == "numeric_limits" && !m_sorter.defines(name))
                    stdNames.insert(name);
        if (m_usesThrust)
            names.insert(namesThatThrustUses().begin(), namesThatThrustUses().end());
        m_code.prelude = (m_usesThrust ? thrustPrelude() : std::string()) +
                         preludeFor(names, stdNames,
                                    [&](std::string_view name) { return m_sorter.defines(name); }) +
                         spaces;
        for (const std::string& name : standIns())
            m_code.headers.emplace_back(name, std::string());
        if (m_usesThrust)
            for (auto& header : changedHeadersOfThrust(m_toolkitIncludes))
                m_code.headers.push_back(std::move(header));
        m_code.defaultDevice = m_sorter.needsDefaultDevice() || m_usesThrust;
        for (const char* name : {"__int128", "__int128_t", "__uint128_t"})
            m_code.wideIntegers |= names.contains(name);
    }

    /// `using namespace a::b` of a header that was set aside is not an error.
    static std::string emptyNamespace(const File& file, const Declaration& d) {
        std::string open;
        std::string close;
        for (std::size_t i = d.begin + 2; i < d.end; ++i) {
            const Token& token = file.structure[i];
            if (token.kind != Token::Kind::identifier)
                continue;
            open += "namespace " + std::string(token.text) + " { ";
            close += "} ";
        }
        return open + close + "\n";
    }

    /// The text with removed code replaced by blanks; tabs, line ends and preprocessor lines, which
    /// may matter further down, are kept.
    std::string textOf(const File& file) const {
        std::string text = file.text;
        std::vector<bool> directive(text.size(), false);
        for (const Directive& line : file.directives) {
            if (line.name == "pragma")
                continue;
            const std::size_t begin = file.offset(line.text);
            std::fill_n(directive.begin() + static_cast<std::ptrdiff_t>(begin), line.text.size(),
                        true);
        }
        for (const ProgramFile::Include& include : file.includes) {
            const std::size_t begin = file.offset(include.line);
            std::fill_n(directive.begin() + static_cast<std::ptrdiff_t>(begin), include.line.size(),
                        include.file.has_value());
        }
        for (const Stretch& stretch : file.blanked)
            for (std::size_t i = stretch.begin; i < stretch.end && i < text.size(); ++i)
                if (!directive[i] && text[i] != '\n' && text[i] != '\r' && text[i] != '\t')
                    text[i] = ' ';
        // From the end, so that offsets before stay.
        for (auto it = file.includes.rbegin(); it != file.includes.rend(); ++it)
            if (it->file)
                text.replace(file.offset(it->line), it->line.size(),
                             "#include \"" +
                                 withoutQuotes(absolutePath(m_program.files()[*it->file])) + "\"" +
                                 newlinesOf(it->line));
        return text;
    }

    static std::string newlinesOf(std::string_view text) {
        return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
                           '\n');
    }

    static std::string absolutePath(const File& file) {
        std::error_code ignored;
        return utf8(fs::absolute(pathFromUtf8(file.path), ignored).lexically_normal());
    }

    mutable Program m_program;
    Sorter m_sorter;
    const std::vector<fs::path>& m_toolkitIncludes;
    bool m_usesThrust = false;
    std::set<std::string_view> m_namesThatStay; ///< declared by harmless code that no kernel needs
    DeviceCode m_code;
};

/// The text between the first two quotes; empty if there is none.
std::string quoted(const std::string& text) {
    const std::size_t begin = text.find('"');
    const std::size_t end = begin == std::string::npos ? begin : text.find('"', begin + 1);
    return end == std::string::npos ? std::string() : text.substr(begin + 1, end - begin - 1);
}

} // namespace

DeviceCode setHostCodeAside(const CompileRequest& request,
                            const std::vector<fs::path>& toolkitIncludes) {
    return Splitter(request, toolkitIncludes).run();
}

std::vector<std::pair<std::string, std::string>> programFiles(const CompileRequest& request) {
    const std::vector<fs::path> none;
    Program program(request, none);
    std::vector<std::pair<std::string, std::string>> files;
    for (File& file : program.files())
        files.emplace_back(std::move(file.path), std::move(file.text));
    return files;
}

namespace {

/// `variable "N" was declared but never referenced`, where host code refers to it: no fault of the
/// user's.
void leaveOutUnused(std::vector<Diagnostic>& diagnostics, const DeviceCode& code,
                    const CompileRequest& request) {
    const auto isUnused = [&](const Diagnostic& diagnostic) {
        return diagnostic.code == "177-D" && diagnostic.place.file == request.fileName;
    };
    if (std::none_of(diagnostics.begin(), diagnostics.end(), isUnused))
        return;
    std::set<std::string_view> used;
    const std::vector<Token> tokens = tokenize(request.source);
    for (const SetAside& part : code.setAside)
        if (part.file.empty() || part.file == request.fileName)
            for (const Token& token : tokens)
                if (token.isWord() && token.line >= part.line && token.line <= part.endLine)
                    used.insert(token.text);
    std::erase_if(diagnostics, [&](const Diagnostic& diagnostic) {
        return isUnused(diagnostic) && used.contains(quoted(diagnostic.text));
    });
}

/// The source line where a part starts; empty if it is in another file.
std::string_view lineOf(const CompileRequest& request, const SetAside& part) {
    if (!(part.file.empty() || part.file == request.fileName))
        return {};
    std::string_view rest = request.source;
    for (int line = 1; line < part.line && !rest.empty(); ++line)
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    return rest.substr(0, rest.find('\n'));
}

} // namespace

void explainHostCode(std::vector<Diagnostic>& diagnostics, const DeviceCode& code,
                     const CompileRequest& request) {
    leaveOutUnused(diagnostics, code, request);
    bool failed = false;
    for (Diagnostic& diagnostic : diagnostics) {
        failed |= diagnostic.severity == Severity::error;
        if (diagnostic.severity != Severity::error)
            continue;
        // The last quoted name is the unknown one: class "S" has no member "f".
        const std::size_t has = diagnostic.text.find("has no member ");
        const std::string name =
            quoted(has == std::string::npos ? diagnostic.text : diagnostic.text.substr(has));
        const auto aside =
            std::find_if(code.setAside.begin(), code.setAside.end(), [&](const SetAside& part) {
                return !name.empty() && part.name == name && part.kind != SetAside::Kind::include;
            });
        if (name == "cudaDeviceSynchronize" && aside == code.setAside.end())
            diagnostic.text += " in a kernel: since CUDA 12 it cannot wait for what it launched; "
                               "launch the work that follows into cudaStreamTailLaunch";
        if (aside == code.setAside.end())
            continue;
        const std::string line = std::to_string(aside->line);
        if (aside->kind == SetAside::Kind::function)
            diagnostic.text +=
                ": the function of line " + line +
                " is for the host; write __device__ before it to call it in a kernel";
        else if (lineOf(request, *aside).find("texture<") != std::string_view::npos)
            diagnostic.text +=
                ": CUDA 12 removed texture references; replace the declaration in line " + line +
                " with a cudaTextureObject_t that you pass to the kernel";
        else
            diagnostic.text += ": the declaration in line " + line + " is for the host";
    }
    if (!failed)
        return;
    // Any of them may be the missing one; each may also be in an inactive #if.
    for (const SetAside& part : code.setAside) {
        const bool missing =
            std::find(code.missing.begin(), code.missing.end(), part.name) != code.missing.end();
        if (part.kind != SetAside::Kind::include || !missing)
            continue;
        Diagnostic diagnostic;
        diagnostic.severity = Severity::warning;
        diagnostic.place = {part.file.empty() ? request.fileName : part.file, part.line, 0};
        diagnostic.text =
            "the header \"" + part.name +
            "\" was not found, so its declarations are unknown; add its folder with -I";
        diagnostics.push_back(std::move(diagnostic));
    }
}

} // namespace warpbench::compile
