// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "core/steps/step.h"
#include "tests/session/session_bench.h"

/// Projects of steps over buffers of any type and length, and errors in their runs.
namespace warpbench::session::testing {

using arrays::Scalar;
using project::Expression;
using project::Step;

/// x and y with small numbers, z to write, total of one element.
inline project::Project projectOf(Scalar scalar, std::int64_t n) {
    project::Project project;
    project.name = "steps";
    project.parameters["n"] = {std::to_string(n), {}};
    project.parameters["a"] = {"3", {}};
    for (const char* name : {"x", "y", "z"}) {
        project::Buffer& made =
            project.buffers.emplace_back(buffer(name, "n", project::Init::Kind::randint));
        made.dtype = scalar;
        made.init.low =
            Expression{arrays::isSigned(scalar) || !arrays::isInteger(scalar) ? "-9" : "1", {}};
        made.init.high = Expression{"10", {}};
        made.init.seed = std::uint64_t(name[0] + n);
    }
    project::Buffer& total =
        project.buffers.emplace_back(buffer("total", "1", project::Init::Kind::constant));
    total.dtype = scalar;
    total.init.value = Expression{"77", {}};
    return project;
}

/// The error for a project that cannot be planned; empty if it can.
inline std::string planError(const project::Project& project) {
    try {
        project::makePlan(project);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

inline project::Buffer& bufferOf(project::Project& project, const std::string& name) {
    return *std::find_if(project.buffers.begin(), project.buffers.end(),
                         [&](const project::Buffer& one) { return one.name == name; });
}

inline project::Launch launchOf(Step::Kind kind, const std::string& text) {
    project::Launch launch;
    launch.step.emplace().kind = kind;
    launch.step->text = {text, {}};
    return launch;
}

inline void expectReference(project::Project& project, const std::string& name,
                            const std::string& reference, double atol = 0) {
    project::Expect& expect = bufferOf(project, name).expect.emplace();
    expect.reference = {reference, {}};
    expect.atol = atol;
}

inline void expectElements(project::Project& project, const std::string& name,
                           const std::string& expression) {
    bufferOf(project, name).expect.emplace().expression = {expression, {}};
}

inline RunRequest requestFor(const project::Project& project, bool check = true) {
    RunRequest request;
    request.device = testedDevice();
    request.project = project;
    request.source = "// none of its own\n";
    request.checkFaults = check;
    return request;
}

inline std::string whyOf(const RunReport& report) {
    std::string why = report.message.whole();
    if (report.compile)
        for (const compile::Diagnostic& one : report.compile->diagnostics)
            why += "\n" + one.place.file + ":" + std::to_string(one.place.line) + " " + one.text;
    for (const Fault& fault : report.faults)
        why += "\n" + fault.text;
    for (const BufferReport& one : report.buffers)
        if (one.expect && !one.expect->passed)
            why += "\n" + one.name + " differs";
    return why;
}

#define RUN_WELL(report, ...)                                                                      \
    const RunReport report = bench.run(__VA_ARGS__);                                               \
    QVERIFY2(report.status == RunStatus::ok, whyOf(report).c_str());                               \
    QVERIFY2(report.faults.empty(), whyOf(report).c_str());                                        \
    QCOMPARE(report.device->simulated, !testsRealGpu())

inline constexpr Scalar kTypes[] = {Scalar::int32,  Scalar::int64,   Scalar::uint32,
                                    Scalar::uint64, Scalar::float32, Scalar::float64};
inline constexpr std::int64_t kLengths[] = {0,   1,    2,    3,    4,    5,    31,
                                            255, 1023, 1024, 1025, 4097, 70001};

inline void typeRows() {
    QTest::addColumn<int>("scalar");
    for (const Scalar scalar : kTypes)
        QTest::newRow(std::string(arrays::nameOf(scalar)).c_str()) << int(scalar);
}

} // namespace warpbench::session::testing
