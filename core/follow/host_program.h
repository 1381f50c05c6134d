// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/c_value.h"
#include "core/follow/question.h"
#include "core/project/project.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Follows what a program's host code does before it launches kernels, without running it.
namespace warpbench::guess {

/// An array that the program allocates, on host or device.
struct Memory {
    std::string name; ///< of the variable
    std::string type; ///< of an element, as written
    Value count;      ///< elements; unknown if not determined
    Value bytes{};    ///< as requested by the program; unknown if it does not say
    project::Init init;
    bool filled = false;         ///< init equals the program's contents
    bool zeroed = false;         ///< created with zeros, as by calloc and vectors
    bool refilled = false;       ///< a loop with launches fills it again each time
    std::vector<Value> listed{}; ///< `= {1, 2, 3}`: the listed values; otherwise empty
    bool unclear = false;        ///< the program fills it in a way that was not understood
    bool given = false;          ///< the program writes to it before the launch
    bool launched = false;       ///< passed to a kernel
    bool changedLate = false;    ///< the program changes it after that
    bool fromDevice = false;     ///< the program copies kernel results to it
};

struct LaunchCall {
    std::string kernel; ///< including template arguments
    Value grid;
    Value block;
    Value shared;
    std::vector<Value> arguments;
    std::vector<std::string> written; ///< arguments as written in the source
    std::vector<bool> given;          ///< for arguments: whether they were written before
    std::vector<bool> changed;        ///< for arguments: changed by the host since another launch
    std::vector<std::string> types;   ///< for arguments that are struct variables or temporaries
    std::string file;
    int line = 0;
    bool cooperative = false;
};

/// Launches in a loop of the program. If the passes differ and are few, they are listed separately
/// as launches, without a loop.
struct LaunchLoop {
    std::size_t first = 0; ///< into HostProgram::launches
    std::size_t count = 0; ///< number of repeated launches
    int passesEach = 1;    ///< passes that they represent: 2 if pointers are swapped
    Value passes;          ///< of the whole loop; unknown: until a condition is met
    bool varies = false;   ///< later passes launch with other values, which are not included
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
    /// Whether it requests more dynamic shared memory than the default limit.
    bool asksForShared = false;
    std::vector<Memory> memories;
    std::vector<LaunchCall> launches;
    std::vector<LaunchLoop> loops;
    std::vector<ConstantCopy> constants;
    std::map<std::string, std::string> parameters; ///< variables with a plain number
    /// For parameters calculated from literal numbers: "1024 // 256"
    std::map<std::string, std::string> formulas;
    std::map<std::string, double> numbers;    ///< numeric macros and constants
    std::map<std::string, std::string> types; ///< type aliases
    std::map<std::string, std::size_t> sizes; ///< of the program's structs, in bytes
    /// Macros that are whole numbers within `#ifndef NAME … #endif`, which are made to be changed.
    std::map<std::string, std::string> guarded;
    std::set<std::string> ofDevice; ///< words in device code, including macros
    /// Macros and constants also used by device code: the set-up cannot change them by itself.
    std::set<std::string> fixed;
    std::vector<Question> questions;
};

/// Follows main, or without it each function that launches. Loops are followed once; those with
/// launches until their launches repeat or there are many. Branches with an unknown condition are
/// taken. Never fails; gives up after a maximum number of steps.
HostProgram readHostProgram(const std::vector<std::pair<std::string, std::string>>& files);

/// The same program with numbers instead of names.
HostProgram withoutWords(HostProgram program);

} // namespace warpbench::guess
