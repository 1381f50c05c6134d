// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// What the command line knows of itself, for shells and the manual page: made from the parser's
/// own description, so that it cannot fall behind.
namespace warpbench::cli {

struct OptionText {
    std::vector<std::string> names; ///< "--device", "-D"; none for what stands without a name
    std::string value;              ///< what it wants: "NAME", "FILE"; empty for a flag
    std::string description;
    std::vector<std::string> choices; ///< the only values there are; empty: any
    bool isFile = false;              ///< wants a file or folder
};

struct VerbText {
    std::string name;
    std::string description;
    std::vector<OptionText> options;
};

/// What `completion` can make: "bash", "zsh", "fish" and "man", a manual page for man(1).
const std::vector<std::string>& completionKinds();
/// \param kind  one of completionKinds
std::string completionText(const std::string& kind, const std::vector<VerbText>& verbs);

} // namespace warpbench::cli
