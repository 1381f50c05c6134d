// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/main.h"

#include <cstdio>
#include <map>
#include <string>

namespace {

std::map<std::string, warpbench::tests::RunTest, std::less<>>& knownTests() {
    static std::map<std::string, warpbench::tests::RunTest, std::less<>> tests;
    return tests;
}

/// "tst_session" of "…/tst_session.cpp"
std::string_view stemOf(std::string_view file) {
    file.remove_prefix(file.find_last_of("/\\") + 1);
    return file.substr(0, file.rfind('.'));
}

void printTests() {
    for (const auto& [name, run] : knownTests())
        std::puts(name.c_str());
}

} // namespace

bool warpbench::tests::addTest(std::string_view file, RunTest run) {
    return knownTests().emplace(stemOf(file), run).second;
}

int main(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    if (name == "--list") {
        printTests();
        return 0;
    }
    const auto test = knownTests().find(name);
    if (test == knownTests().end()) {
        std::fprintf(stderr, "usage: %s TEST [ARGUMENTS]\nTests of this program:\n", argv[0]);
        printTests();
        return 2;
    }
    argv[1] = argv[0];
    return test->second(argc - 1, argv + 1);
}
