// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/kernel_texts.h"

namespace warpbench::guess {

void forEachKernelText(const std::vector<std::pair<std::string, std::string>>& files,
                       const std::function<void(const KernelText&)>& use) {
    compile::Macros macros;
    for (const auto& [path, text] : files) {
        std::vector<compile::Directive> directives;
        const std::vector<Token> all = compile::tokenize(text, directives);
        compile::readMacros(directives, macros);
        const std::vector<Token> kept = compile::structuralTokens(all, directives);
        const Tokens tokens(kept);
        for (const compile::Declaration& d : compile::readDeclarations(
                 tokens, 0, tokens.size(), compile::deviceWords(macros), macros)) {
            if (!d.kernel || d.bodyBegin == 0)
                continue;
            KernelText kernel{d.name, {}, tokens.subspan(d.bodyBegin, d.bodyEnd - d.bodyBegin)};
            const std::size_t end = compile::afterClosing(tokens, d.parameters, tokens.size());
            if (end >= d.parameters + 2)
                kernel.parameters = tokens.subspan(d.parameters + 1, end - d.parameters - 2);
            use(kernel);
        }
    }
}

std::string plainName(const std::string& kernel) {
    const std::string plain = kernel.substr(0, kernel.find('<'));
    const std::size_t scope = plain.rfind("::");
    return scope == std::string::npos ? plain : plain.substr(scope + 2);
}

} // namespace warpbench::guess
