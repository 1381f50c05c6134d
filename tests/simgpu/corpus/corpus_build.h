// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "tests/simgpu/corpus/corpus_run.h"
#include "tests/source_path.h"

#include <fstream>
#include <sstream>

namespace warpbench::test {

inline std::string textOfFile(const std::string& path) {
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// PTX of a case's source file.
/// \throws std::runtime_error with the compiler's log
inline std::string compileCorpus(const CorpusCase& c, int target,
                                 std::vector<std::string> options = {}) {
    const std::string file = c.file;
    if (*c.option)
        options.emplace_back(c.option);
    compile::CompileRequest request;
    request.fileName = sourcePath("tests/simgpu/corpus/" + file + ".cu");
    request.source = textOfFile(request.fileName);
    request.arch = "compute_" + std::to_string(target);
    request.options = options;
    const compile::CompileResult result = compile::compile(request);
    if (!result.succeeded)
        throw std::runtime_error(file + " does not compile:\n" + result.log);
    return result.ptx;
}

} // namespace warpbench::test
