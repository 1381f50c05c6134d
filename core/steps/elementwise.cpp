// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/elementwise.h"

#include "core/steps/element_code.h"
#include "core/steps/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpbench::project {

namespace {

/// The assignments, as a function of one element of each buffer.
std::string elementFunction(ElementCode& code, const std::vector<Assignment>& assignments) {
    std::string lines;
    for (const Assignment& assignment : assignments) {
        for (const Operand& operand : code.packed()) {
            if (operand.name() == assignment.target) {
                lines += fmt::format("        v_{} = {};\n", operand.name(),
                                     code.converted(*operand.buffer, code.code(assignment.value)));
            }
        }
    }
    std::vector<std::string> values;
    for (const Operand& operand : code.packed()) {
        values.push_back(fmt::format("{}T_{}& v_{}", operand.written ? "" : "const ",
                                     operand.name(), operand.name()));
    }
    values.emplace_back("long long at");
    return fmt::format("    const auto element = [&]({}) {{\n        (void)at;\n{}{}    }};\n",
                       fmt::join(values, ", "), code.indices(), lines);
}

} // namespace

GeneratedKernel elementwiseKernel(const Project& project, const Expression& assignments,
                                  const Expression& block) {
    const std::vector<Assignment> all = parseAssignments(assignments);
    const Project known = withPartNames(project);
    ElementCode code(known, assignments);
    code.takeHalf();
    code.takeComplex();
    for (const Assignment& one : all) {
        code.reads(one.value, one.place);
        code.writes(one.target, one.place);
    }
    code.complete();
    const std::string element = elementFunction(code, all); // also determines the required helpers
    const std::string body =
        code.declarations() + code.helpers() + element + kThreadLines + packedLoops(code);
    return finishKernel(known, code, {"elementwise", "", body}, block, kMostStridingBlocks,
                        code.bytesRead() + code.bytesWritten());
}

} // namespace warpbench::project
