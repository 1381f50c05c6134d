// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace warpbench::cli {

struct JUnitCase {
    std::string name;
    double seconds = 0;
    std::string failure; ///< empty: passed
    std::string code;    ///< of the error that is the failure; empty if it is none
};
struct JUnitSuite {
    std::string name;
    std::vector<JUnitCase> cases;
};

/// A JUnit XML file for continuous integration. Replaces characters that XML cannot represent.
std::string junitXml(const std::vector<JUnitSuite>& suites);

} // namespace warpbench::cli
