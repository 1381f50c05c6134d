// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/first_sizes.h"

#include "core/base/decimal.h"
#include "core/follow/c_value.h"
#include "core/guess/used_names.h"
#include "core/plan/evaluate.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace warpbench::guess {

namespace {

/// Bytes of all buffers, and threads of the largest launch.
std::pair<double, double> sizesOf(const project::LaunchPlan& plan) {
    double bytes = 0;
    for (const project::PlannedBuffer& buffer : plan.buffers)
        bytes += double(buffer.bytes);
    double threads = 0;
    for (const project::PlannedLaunch& launch : plan.launches) {
        double all = 1;
        for (const auto& extent : {launch.grid, launch.block})
            for (const auto one : extent)
                all *= double(one);
        threads = std::max(threads, all);
    }
    return {bytes, threads};
}

/// Whether a first run of a set-up would take long, or not fit into memory.
bool isLarge(const project::LaunchPlan& plan) {
    constexpr double kMostBytes = 256e6;
    constexpr double kMostThreads = 4e6;
    const auto [bytes, threads] = sizesOf(plan);
    return bytes > kMostBytes || threads > kMostThreads;
}

/// Whether the product of a function's parameters is small enough: a matrix product loops over all
/// of its dimensions.
bool isQuick(const project::Project& project, const std::vector<Question>& questions) {
    constexpr double kMostSteps = 1 << 24;
    double steps = 1;
    std::set<std::string> seen; // functions share them
    for (const Question& question : questions)
        if (const auto found = project.parameters.find(question.name);
            seen.insert(question.name).second &&
            (question.kind == Question::Kind::function_parameter ||
             question.kind == Question::Kind::unknown_size) &&
            found != project.parameters.end())
            steps *= std::max(1.0, leadingDecimal(found->second.text).value);
    return steps <= kMostSteps;
}

} // namespace

bool canBePlanned(const project::Project& project, std::string& reason) {
    try {
        project::makePlan(project);
        return true;
    } catch (const Error& error) {
        reason = error.text();
        return false;
    }
}

void makeSmaller(project::Project& project, std::vector<Question>& questions) {
    constexpr double kLeast = 32;
    project::Project smaller = project;
    const auto halve = [&] {
        bool any = false;
        for (const Question& question : questions) {
            const auto found = smaller.parameters.find(question.name);
            if (question.subject != Question::Subject::parameter ||
                found == smaller.parameters.end())
                continue;
            const double number = leadingDecimal(found->second.text).value;
            if (number < kLeast || number != std::trunc(number))
                continue;
            found->second.text = Value::of(std::trunc(number / 2), true).spelled();
            any = true;
        }
        return any;
    };
    const auto fits = [&] {
        try {
            return !isLarge(project::makePlan(smaller));
        } catch (const Error&) {
            return false; // more than its type holds, say
        }
    };
    while (!fits() || !isQuick(smaller, questions))
        if (!halve())
            break;
    std::string reason;
    if (!canBePlanned(smaller, reason))
        return;
    for (Question& question : questions) {
        const auto before = project.parameters.find(question.name);
        if (question.subject != Question::Subject::parameter || before == project.parameters.end())
            continue;
        // The assumptions come last in them.
        std::vector<std::string> told = question.arguments;
        if (told.empty() || told.back() != before->second.text)
            continue;
        told.back() = smaller.parameters[question.name].text;
        question = {question.kind, std::move(told), question.subject,
                    question.name, question.launch, question.argument};
    }
    project.parameters = smaller.parameters;
}

void fitBlocks(project::Project& project, std::vector<Question>& questions) {
    for (const project::Launch& launch : project.launches) {
        std::set<std::string> used;
        for (const project::Expression& extent : launch.block)
            noteNames(extent, used);
        const auto tooLarge = [&] {
            try {
                const auto plan = project::makePlan(project);
                double threads = 1;
                for (const auto one :
                     plan.launches[std::size_t(&launch - project.launches.data())].block)
                    threads *= double(one);
                return threads > 1024;
            } catch (const Error&) {
                return false;
            }
        };
        for (bool any = true; any && tooLarge();) {
            any = false;
            for (Question& question : questions) {
                const auto found = project.parameters.find(question.name);
                if (question.subject != Question::Subject::parameter ||
                    !used.contains(question.name) || found == project.parameters.end())
                    continue;
                const double number = leadingDecimal(found->second.text).value;
                if (number < 2 || question.arguments.empty() ||
                    question.arguments.back() != found->second.text)
                    continue;
                found->second.text = Value::of(std::trunc(number / 2), true).spelled();
                std::vector<std::string> told = question.arguments;
                told.back() = found->second.text;
                question = {question.kind, std::move(told), question.subject,
                            question.name, question.launch, question.argument};
                any = true;
            }
        }
    }
}

void askForLess(const project::Project& project, std::vector<Question>& questions) {
    constexpr double kManyBytes = 1e9;
    constexpr double kManyThreads = 32e6;
    constexpr double kLarge = 4096; // a number that may be the reason
    try {
        const project::LaunchPlan plan = project::makePlan(project);
        const auto [bytes, threads] = sizesOf(plan);
        std::string names;
        for (const auto& [name, value] : project.parameters)
            if (leadingDecimal(value.text).value >= kLarge)
                names += (names.empty() ? "" : ", ") + name;
        if ((bytes > kManyBytes || threads > kManyThreads) && !names.empty())
            questions.push_back({Question::Kind::large,
                                 {Value::of(std::round(bytes / 1e6), true).spelled(),
                                  Value::of(threads, true).spelled(), names}});
    } catch (const Error&) { // said elsewhere
    }
}

} // namespace warpbench::guess
