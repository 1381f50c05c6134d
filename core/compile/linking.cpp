// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/linking.h"

#include "core/base/path_text.h"
#include "core/cache/options.h"
#include "core/compile/device_code.h"
#include "core/compile/kernel_facts.h"
#include "core/compile/lto.h"
#include "core/compile/nvrtc.h"
#include "core/sources/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iterator>
#include <map>
#include <set>

namespace warpbench::compile {

namespace {

bool isNamePart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

/// Takes one word, a bracketed list as a whole, or one sign off the text.
std::string_view takeWord(std::string_view& text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
        text.remove_prefix(1);
    if (text.empty())
        return {};
    std::size_t end = 1;
    if (text.front() == '(')
        end = std::min(text.find(')'), text.size() - 1) + 1;
    else if (text.front() == '.' || isNamePart(text.front()))
        while (end < text.size() && isNamePart(text[end]))
            ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

/// The name in ".func (.param .b32 r) _Z1fv(…" or ".global .align 4 .b8 table[64]", after the
/// declaration's keyword. Shared variables belong to each kernel. Empty: not a symbol.
std::string symbolOf(std::string_view declaration) {
    bool isSymbol = false;
    for (;;) {
        const std::string_view word = takeWord(declaration);
        if (word.empty())
            return {};
        if (word == ".func" || word == ".global" || word == ".const" || word == ".entry")
            isSymbol = true;
        else if (word == ".shared")
            return {};
        else if (word == ".align" || word == ".attribute")
            takeWord(declaration);
        else if (word.front() != '.' && word.front() != '(')
            return isSymbol && isNamePart(word.front()) ? std::string(word) : std::string();
    }
}

/// Functions available to every module, defined by the driver.
bool isOfTheDriver(const std::string& name) {
    static const std::set<std::string> known{"vprintf", "malloc", "free", "__assertfail"};
    return known.contains(name) || name.starts_with("cuda") || name.starts_with("__cuda") ||
           name.starts_with("__nv");
}

void addError(CompileResult& result, const LinkedSource& source, const std::string& symbol,
              std::string text) {
    Diagnostic diagnostic;
    diagnostic.place = {source.fileName, firstLineOf(demangledSignature(symbol), source.text), 0};
    diagnostic.text = std::move(text);
    diagnostic.source = "linker";
    result.diagnostics.push_back(std::move(diagnostic));
    result.succeeded = false;
}

/// Errors that the linker would report, in terms and at places of the sources.
void checkSymbols(const std::vector<LinkedSource>& sources, const std::vector<PtxSymbols>& symbols,
                  CompileResult& result) {
    std::map<std::string, std::size_t> definedBy;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        for (const std::string& name : symbols[i].defined) {
            const auto [first, isNew] = definedBy.emplace(name, i);
            if (!isNew)
                addError(result, sources[i], name,
                         fmt::format("'{}' is also defined in {}; keep one definition, and "
                                     "declare it \"extern\" here, or make it static",
                                     demangledSignature(name), sources[first->second].fileName));
        }
    }
    for (std::size_t i = 0; i < symbols.size(); ++i)
        for (const std::string& name : symbols[i].weak)
            definedBy.emplace(name, i);
    for (std::size_t i = 0; i < symbols.size(); ++i)
        for (const std::string& name : symbols[i].wanted)
            if (!definedBy.contains(name) && !isOfTheDriver(name))
                addError(result, sources[i], name,
                         fmt::format("'{}' is used here but not defined in any of the {} linked "
                                     "sources; define it, or add the source that defines it to "
                                     "\"link\"; parameter types must be the same",
                                     demangledSignature(name), sources.size()));
}

/// A request for one of the sources alone.
CompileRequest requestOf(const CompileRequest& request, const LinkedSource& source, bool first) {
    CompileRequest one = request;
    one.linked.clear();
    one.lto = false;
    one.source = source.text;
    one.fileName = source.fileName;
    if (!first)
        one.nameExpressions.clear(); // templates are the first one's
    const auto asksFor = [](const std::string& option) {
        return option.find("relocatable-device-code") != std::string::npos ||
               option.starts_with("-rdc") || option == "-dc" || option == "--device-c";
    };
    if (request.lto)
        one.options.emplace_back(kLinkTimeOptimisation);
    else if (std::none_of(one.options.begin(), one.options.end(), asksFor))
        one.options.emplace_back("-rdc=true");
    return one;
}

template <class Element>
void append(std::vector<Element>& to, std::vector<Element>&& from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

void join(CompileResult& all, CompileResult&& one) {
    all.succeeded &= one.succeeded;
    all.cached &= one.cached;
    all.log += one.log;
    all.milliseconds += one.milliseconds;
    if (all.missReason.empty())
        all.missReason = std::move(one.missReason);
    append(all.diagnostics, std::move(one.diagnostics));
    append(all.kernels, std::move(one.kernels));
    append(all.droppedOptions, std::move(one.droppedOptions));
    append(all.setAside, std::move(one.setAside));
}

bool isDebug(const CompileRequest& request) {
    return request.debug || std::any_of(request.options.begin(), request.options.end(),
                                        [](const std::string& option) {
                                            return option == "-G" || option == "--device-debug";
                                        });
}

/// nvJitLink reads the output of NVRTC versions up to its own.
std::shared_ptr<const NvJitLink> linkerFor(const Nvrtc& nvrtc) {
    std::shared_ptr<const NvJitLink> linker = NvJitLink::get();
    const int needed = nvrtc.major() * 100 + nvrtc.minor();
    if (linker->version() > 0 && linker->version() < needed)
        throw Error(
            ErrorKind::environment,
            {"WB1605",
             "nvJitLink {version} ({library}) does not link what NVRTC {needed} makes",
             "install an nvJitLink of NVRTC's version, or take \"lto\" out of \"compile\"",
             {{"version", fmt::format("{}.{}", linker->version() / 100, linker->version() % 100)},
              {"library", utf8(linker->library())},
              {"needed", nvrtc.version()}}});
    return linker;
}

/// Types that only a compile with -G knows.
void describeAll(const CompileRequest& request, const std::vector<LinkedSource>& sources,
                 CompileResult& result) {
    CompileRequest plain = request;
    plain.lto = false;
    for (std::size_t i = 0; i < sources.size(); ++i)
        for (KernelInfo& described : describeKernels(requestOf(plain, sources[i], i == 0)))
            for (KernelInfo& kernel : result.kernels)
                if (kernel.lowered == described.lowered &&
                    kernel.parameters.size() == described.parameters.size())
                    kernel.parameters = std::move(described.parameters);
}

CompileResult compileLto(const CompileRequest& request, const std::vector<LinkedSource>& sources) {
    CompileResult all;
    for (const LinkedSource& source : sources)
        if (sourceKindOf(source.fileName) != SourceKind::cuda) {
            Diagnostic diagnostic;
            diagnostic.place = {source.fileName, 0, 0};
            diagnostic.text = "code that is compiled already is not optimised with other sources; "
                              "give its CUDA source, or take \"lto\" out of \"compile\"";
            diagnostic.source = "linker";
            all.arch = request.arch;
            all.diagnostics.push_back(std::move(diagnostic));
            return all;
        }
    const std::shared_ptr<const NvJitLink> linker = linkerFor(*Nvrtc::get());
    std::vector<CompileResult> each;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        CompileRequest one = requestOf(request, sources[i], i == 0);
        one.describeParameters = false;
        each.push_back(compile(one));
        CompileResult copy = each.back();
        copy.kernels.clear();
        if (i == 0)
            all = std::move(copy);
        else
            join(all, std::move(copy));
    }
    all.cubin = nullptr; // LTO-IR is not machine code
    if (!all.succeeded)
        return all;
    const auto start = std::chrono::steady_clock::now();
    CompileResult linked = linkLto(request, sources, each, *linker);
    const PtxSymbols symbols = readPtxSymbols(linked.ptx);
    const bool whole = std::all_of(symbols.wanted.begin(), symbols.wanted.end(), isOfTheDriver);
    if (!linked.succeeded || !whole) {
        // Said with its place in a source.
        CompileRequest plain = request;
        plain.lto = false;
        CompileResult placed = compileLinked(plain);
        if (!placed.succeeded)
            return placed;
    }
    if (request.describeParameters && linked.succeeded)
        describeAll(request, sources, linked);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    all.succeeded = linked.succeeded;
    all.ptx = std::move(linked.ptx);
    all.cubin = std::move(linked.cubin);
    all.log += linked.log;
    all.milliseconds += took.count();
    append(all.diagnostics, std::move(linked.diagnostics));
    all.kernels = std::move(linked.kernels);
    return all;
}

} // namespace

bool launchesKernels(std::string_view ptx) {
    return ptx.find("cudaCDP2LaunchDevice") != ptx.npos || ptx.find("cudaLaunchDevice") != ptx.npos;
}

PtxSymbols readPtxSymbols(std::string_view ptx) {
    PtxSymbols symbols;
    std::set<std::string> wanted;
    while (!ptx.empty()) {
        const std::size_t end = std::min(ptx.find('\n'), ptx.size());
        // A declaration may span several lines; its name precedes the first parameter's.
        const std::size_t indent = std::min(ptx.find_first_not_of(" \t"), end);
        const std::string_view line = ptx.substr(indent, end - indent);
        const std::string_view rest = ptx.substr(indent);
        ptx.remove_prefix(std::min(end + 1, ptx.size()));
        const bool isExtern = line.starts_with(".extern ");
        const bool isWeak = line.starts_with(".weak ") || line.starts_with(".common ");
        if (!isExtern && !isWeak && !line.starts_with(".visible "))
            continue;
        const std::string name = symbolOf(rest.substr(line.find(' '), 4096));
        if (name.empty())
            continue;
        if (isExtern)
            wanted.insert(name);
        else
            (isWeak ? symbols.weak : symbols.defined).push_back(name);
    }
    for (const auto* defined : {&symbols.defined, &symbols.weak})
        for (const std::string& name : *defined)
            wanted.erase(name);
    symbols.wanted.assign(wanted.begin(), wanted.end());
    // ".visible .func f;" ahead of its definition is the same function.
    std::sort(symbols.defined.begin(), symbols.defined.end());
    symbols.defined.erase(std::unique(symbols.defined.begin(), symbols.defined.end()),
                          symbols.defined.end());
    return symbols;
}

CompileResult compileLinked(const CompileRequest& request) {
    std::vector<LinkedSource> sources{{request.fileName, request.source}};
    sources.insert(sources.end(), request.linked.begin(), request.linked.end());
    if (request.lto && !isDebug(request))
        return compileLto(request, sources);
    CompileRequest plain = request;
    plain.lto = false;
    CompileResult all;
    std::vector<PtxSymbols> symbols;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        CompileResult one = compile(requestOf(plain, sources[i], i == 0));
        symbols.push_back(readPtxSymbols(one.ptx));
        if (i == 0) {
            all = std::move(one);
            continue;
        }
        all.parts.push_back({sources[i].fileName, std::move(one.ptx), std::move(one.cubin)});
        join(all, std::move(one));
    }
    if (all.succeeded)
        checkSymbols(sources, symbols, all);
    return all;
}

} // namespace warpbench::compile
