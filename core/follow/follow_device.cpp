// SPDX-License-Identifier: GPL-3.0-or-later
// A program's queries of the device. The actual device is not known here: the values are those of a
// large one, and become parameters of the project.
#include "core/follow/follower.h"

#include <array>

namespace warpbench::guess::host {

namespace {

struct Known {
    std::string_view name; ///< of a member of cudaDeviceProp
    std::string_view attribute;
    double number;
    bool isOfAll; ///< devices
};
constexpr std::array<Known, 8> kProperties{{
    {"warpSize", "WarpSize", 32, true},
    {"maxThreadsPerBlock", "MaxThreadsPerBlock", 1024, true},
    {"sharedMemPerBlock", "MaxSharedMemoryPerBlock", 49152, true},
    {"multiProcessorCount", "MultiProcessorCount", 132, false},
    {"maxThreadsPerMultiProcessor", "MaxThreadsPerMultiProcessor", 2048, false},
    {"sharedMemPerMultiprocessor", "MaxSharedMemoryPerMultiprocessor", 233472, false},
    {"sharedMemPerBlockOptin", "MaxSharedMemoryPerBlockOptin", 232448, false},
    {"maxBlocksPerMultiProcessor", "MaxBlocksPerMultiprocessor", 32, false},
}};
constexpr double kBlock = 256;     ///< threads
constexpr double kResident = 4;    ///< blocks of one multiprocessor
constexpr double kLeastGrid = 528; ///< blocks that fill the device

} // namespace

/// A parameter of the project, unless it has that name already for another number.
Value Follower::deviceNumber(const std::string& name, double number, int line) {
    auto& parameters = m_program.parameters;
    if (const auto known = parameters.find(name); known != parameters.end() && known->second == "0")
        parameters.erase(known); // `int size = 0;`, to be filled in
    Value value = asParameter(name, Value::of(number, true));
    const bool named = !value.text.empty();
    m_program.questions.push_back(
        {Question::Kind::from_device,
         {name, std::to_string(line), Value::of(number, true).spelled()},
         named ? Question::Subject::parameter : Question::Subject::program,
         named ? name : std::string()});
    return value;
}

void Follower::takeFromDevice(Tokens target, double number) {
    const std::string name(lastWord(target));
    if (Variable* variable = find(name))
        variable->value = deviceNumber(name, number, target.front().line);
}

bool Follower::deviceCall(std::string_view name, const std::vector<Tokens>& arguments) {
    if (arguments.empty())
        return false;
    Variable* const first = find(lastWord(arguments[0]));
    const bool counts = name == "cudaGetDeviceCount";
    if ((counts || name == "cudaGetDevice") && first) {
        first->value = Value::of(counts ? 1 : 0, true); // a project has one unless it says so
        return true;
    }
    if (arguments.size() < 2)
        return false;
    if (name.find("OccupancyMaxPotentialBlockSize") != std::string_view::npos) {
        takeFromDevice(arguments[0], kLeastGrid);
        takeFromDevice(arguments[1], kBlock);
    } else if (name.find("OccupancyMaxActiveBlocks") != std::string_view::npos) {
        takeFromDevice(arguments[0], kResident);
    } else if (name == "cudaGetDeviceProperties" && first) {
        first->value = {};
        first->value.kind = Value::Kind::structure;
        for (const Known& known : kProperties) {
            const std::string member(known.name);
            first->value.names.push_back(member);
            first->value.members.push_back(
                known.isOfAll ? Value::of(known.number, true)
                              : deviceNumber(member, known.number, arguments[0].front().line));
        }
    } else if (name == "cudaDeviceGetAttribute" && first) {
        first->value = {};
        for (const Known& known : kProperties) {
            if (lastWord(arguments[1]) != "cudaDevAttr" + std::string(known.attribute))
                continue;
            if (known.isOfAll)
                first->value = Value::of(known.number, true);
            else
                takeFromDevice(arguments[0], known.number);
        }
    } else {
        return false;
    }
    return true;
}

} // namespace warpbench::guess::host
