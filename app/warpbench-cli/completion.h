// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// A description of the command line for shell completion and the manual page. It comes from the
/// parser itself, so it cannot become outdated.
namespace warpbench::cli {

struct OptionText {
    std::vector<std::string> names; ///< "--device", "-D"; empty for a positional argument
    std::string value;              ///< the expected value: "NAME", "FILE"; empty for a flag
    std::string description;
    std::vector<std::string> choices; ///< the only valid values; empty: any
    bool isFile = false;              ///< expects a file or folder
};

struct VerbText {
    std::string name;
    std::string description;
    std::vector<OptionText> options;
};

/// The formats that `completion` can write: "bash", "zsh", "fish", and "man" for a man(1) page.
const std::vector<std::string>& completionKinds();
/// \param kind  one of completionKinds
std::string completionText(const std::string& kind, const std::vector<VerbText>& verbs);

} // namespace warpbench::cli
