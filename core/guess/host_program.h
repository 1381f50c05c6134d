// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/c_value.h"
#include "core/guess/question.h"
#include "core/project/project.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What a program's host code does before it launches kernels, followed without running it.
namespace warpbench::guess {

/// An array that the program allocates, on either side.
struct Memory {
    std::string name; ///< of the variable
    std::string type; ///< of an element, as written
    Value count;      ///< elements; unknown where it cannot be determined
    Value bytes{};    ///< as the program asks for them; unknown where it does not
    project::Init init;
    bool filled = false;         ///< init is what the program does
    bool zeroed = false;         ///< made of zeros, as calloc does and vectors do
    bool refilled = false;       ///< a loop that launches puts its contents there again each time
    std::vector<Value> listed{}; ///< `= {1, 2, 3}`, as many as the list has; else empty
    bool unclear = false;        ///< the program fills it in a way that was not understood
    bool given = false;          ///< the program puts something there before it is launched on
    bool launched = false;       ///< a kernel got it
    bool changedLate = false;    ///< the program changes it after that
    bool fromDevice = false;     ///< the program copies there what kernels left
};

struct LaunchCall {
    std::string kernel; ///< with its template arguments
    Value grid;
    Value block;
    Value shared;
    std::vector<Value> arguments;
    std::vector<std::string> written; ///< the arguments as they are in the source
    std::vector<bool> given;          ///< of arguments: whether something was put there until then
    std::vector<bool> changed;        ///< of arguments: changed by the host since another launch
    std::vector<std::string> types; ///< of arguments that are variables or temporaries of a struct
    std::string file;
    int line = 0;
    bool cooperative = false;
};

/// Launches that a loop of the program makes. Passes that differ stand among the launches one by
/// one, where they are few; then there is no such loop.
struct LaunchLoop {
    std::size_t first = 0; ///< of HostProgram::launches
    std::size_t count = 0; ///< launches that are made again and again
    int passesEach = 1;    ///< passes that they represent: 2 where pointers change places
    Value passes;          ///< of the whole loop; unknown: until something is so
    bool varies = false;   ///< later passes launch with other values, which are not here
};

/// `cudaMemcpyToSymbol(symbol, source, …)`
struct ConstantCopy {
    std::string symbol;
    std::string type; ///< of an element, as written
    Value count;      ///< elements of the symbol
    Value source;     ///< a pointer to host memory, or a scalar's value
    int line = 0;
};

struct HostProgram {
    /// Whether it asks for more dynamic shared memory than a kernel has without asking.
    bool asksForShared = false;
    std::vector<Memory> memories;
    std::vector<LaunchCall> launches;
    std::vector<LaunchLoop> loops;
    std::vector<ConstantCopy> constants;
    std::map<std::string, std::string> parameters; ///< variables with a plain number
    /// Of parameters that are worked out of literal numbers: "1024 // 256"
    std::map<std::string, std::string> formulas;
    std::map<std::string, double> numbers;    ///< macros and constants that are numbers
    std::map<std::string, std::string> types; ///< other names of types
    std::map<std::string, std::size_t> sizes; ///< of the program's structs, bytes
    /// Macros that are whole numbers within `#ifndef NAME … #endif`, which are made to be changed.
    std::map<std::string, std::string> guarded;
    std::set<std::string> ofDevice; ///< words that device code has, by macros as well
    /// Macros and constants of files that device code has: the set-up alone cannot change them.
    std::set<std::string> fixed;
    std::vector<Question> questions;
};

/// Follows main, or where there is none each function that launches. Loops are gone through once,
/// those that launch until their launches repeat or there are many; branches whose condition is not
/// known are taken. Never fails; gives up after so many steps.
HostProgram readHostProgram(const std::vector<std::pair<std::string, std::string>>& files);

/// The same program with numbers in place of words.
HostProgram withoutWords(HostProgram program);

} // namespace warpbench::guess
