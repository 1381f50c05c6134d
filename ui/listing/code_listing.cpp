// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/listing/code_listing.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/disassemble.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Starts like a comment in PTX and SASS.
QString headingOf(const compile::CodePart& part) {
    return QStringLiteral("// ") + qs(utf8(pathFromUtf8(part.fileName).filename()));
}

int linesIn(const std::string& text) {
    const bool open = !text.empty() && text.back() != '\n';
    return int(std::count(text.begin(), text.end(), '\n')) + (open ? 1 : 0);
}

Listing sassOf(const std::vector<std::byte>& cubin, const std::string& ownFile) {
    return Listing::ofSass(compile::disassemble(cubin), compile::lineTable(cubin), ownFile);
}

} // namespace

Listing ptxListing(const compile::CompileResult& code, const std::string& ownFile) {
    Listing all = Listing::ofPtx(code.ptx, ownFile);
    int lines = linesIn(code.ptx);
    for (const compile::CodePart& part : code.parts) {
        all.append(headingOf(part), Listing::ofPtx(part.ptx, part.fileName), lines,
                   qs(part.fileName));
        lines += linesIn(part.ptx);
    }
    return all;
}

Listing sassListing(const compile::CompileResult& code, const std::string& ownFile) {
    if (!code.cubin)
        throw Error(ErrorKind::environment, {"WB3315", "there is no machine code",
                                             "choose auto or sm_… as the architecture"});
    Listing all = sassOf(*code.cubin, ownFile);
    int lines = linesIn(code.ptx);
    for (const compile::CodePart& part : code.parts) {
        // Code linked as PTX becomes machine code only in the driver.
        all.append(headingOf(part), part.cubin ? sassOf(*part.cubin, part.fileName) : Listing(),
                   lines, qs(part.fileName));
        lines += linesIn(part.ptx);
    }
    return all;
}

} // namespace warpbench::ui
