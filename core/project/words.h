// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The project file's words for enumerations, in one place for reader, writer and window.
namespace warpbench::project {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, std::string_view>, N>;

inline constexpr Words<Init::Kind, 9> kInitWords{{
    {Init::Kind::zeros, "zeros"},
    {Init::Kind::ones, "ones"},
    {Init::Kind::constant, "constant"},
    {Init::Kind::arange, "arange"},
    {Init::Kind::uniform, "uniform"},
    {Init::Kind::normal, "normal"},
    {Init::Kind::randint, "randint"},
    {Init::Kind::expression, "expression"},
    {Init::Kind::file, "file"},
}};

inline constexpr Words<Access, 4> kAccessWords{{
    {Access::in, "in"},
    {Access::out, "out"},
    {Access::inout, "inout"},
    {Access::resident, "resident"},
}};

inline constexpr Words<Reduction, 3> kReductionWords{{
    {Reduction::sum, "sum"},
    {Reduction::min, "min"},
    {Reduction::max, "max"},
}};

inline constexpr Words<ContextKind, 2> kContextWords{{
    {ContextKind::own, "own"},
    {ContextKind::primary, "primary"},
}};

inline constexpr Words<MemoryKind, 4> kMemoryWords{{
    {MemoryKind::device, "device"},
    {MemoryKind::managed, "managed"},
    {MemoryKind::mapped, "mapped"},
    {MemoryKind::pitched, "pitched"},
}};

inline constexpr Words<Step::Kind, 7> kStepWords{{
    {Step::Kind::elementwise, "elementwise"},
    {Step::Kind::fill, "fill"},
    {Step::Kind::reduce, "reduce"},
    {Step::Kind::scan, "scan"},
    {Step::Kind::random, "random"},
    {Step::Kind::sort, "sort"},
    {Step::Kind::library, "library"},
}};

template <class Enum, std::size_t N>
std::string wordFor(const Words<Enum, N>& words, Enum value) {
    for (const auto& [candidate, word] : words) {
        if (candidate == value) {
            return std::string(word);
        }
    }
    return {};
}

template <class Enum, std::size_t N>
std::vector<std::string> allWords(const Words<Enum, N>& words) {
    std::vector<std::string> list;
    for (const auto& [value, word] : words) {
        list.emplace_back(word);
    }
    return list;
}

/// Names of every dtype, for messages and choosers: scalars first, then CUDA's vector types.
std::vector<std::string> dtypeWords();

} // namespace warpbench::project
