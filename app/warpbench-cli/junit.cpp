// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/junit.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::cli {

namespace {

/// Bytes that are not UTF-8 become U+FFFD.
std::string validUtf8(const std::string& text) {
    using nlohmann::json;
    const std::string dumped = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    return json::parse(dumped).get<std::string>();
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : validUtf8(text)) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\n':
            result += "&#10;";
            break;
        default:
            // XML 1.0 does not allow other control characters, not even escaped.
            result += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? ' ' : c;
        }
    }
    return result;
}

std::string caseXml(const JUnitCase& test, const std::string& suite) {
    const std::string head =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", escaped(suite),
                    escaped(test.name), test.seconds);
    if (test.failure.empty())
        return head + "/>\n";
    const std::string type = test.code.empty() ? "" : fmt::format(" type=\"{}\"", test.code);
    return head + fmt::format(">\n      <failure{} message=\"{}\"/>\n    </testcase>\n", type,
                              escaped(test.failure));
}

} // namespace

std::string junitXml(const std::vector<JUnitSuite>& suites) {
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const JUnitSuite& suite : suites) {
        double seconds = 0;
        for (const JUnitCase& test : suite.cases)
            seconds += test.seconds;
        const auto failures =
            std::count_if(suite.cases.begin(), suite.cases.end(),
                          [](const JUnitCase& test) { return !test.failure.empty(); });
        xml += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n",
            escaped(suite.name), suite.cases.size(), failures, seconds);
        for (const JUnitCase& test : suite.cases)
            xml += caseXml(test, suite.name);
        xml += "  </testsuite>\n";
    }
    return xml + "</testsuites>\n";
}

} // namespace warpbench::cli
