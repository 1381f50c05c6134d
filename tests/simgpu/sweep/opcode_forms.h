// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Instructions between registers, one kernel each, to be run with special and random inputs on the
/// simulated device and on a real GPU.
namespace warpbench::test {

/// The meaning of an operand's bits; selects the inputs.
enum class Domain : std::uint8_t { words, longs, f32, f64, f16, bf16, angles, nearSmallest };

struct OpcodeForm {
    std::string name;  ///< "add.rz.ftz.f32", unique
    std::string code;  ///< with operands; ends in ';'
    char result = 'r'; ///< r f: 32 bits, h: 16, q d: 64, p: a predicate
    Domain domain = Domain::words;
    int target = 75;       ///< the first sm_NN that supports it
    bool specific = false; ///< only for targets with a letter: sm_100a
    /// Inputs with undefined results in the PTX ISA: not compared.
    bool (*undefined)(const std::uint64_t* abc) = nullptr;
};

/// All forms: several hundred.
std::vector<OpcodeForm> opcodeForms();

/// PTX of a module whose kernel "k" (.u64 out, .u64 in, .u32 n) computes out[i] from in[3i],
/// in[3i+1] and in[3i+2].
std::string moduleFor(const OpcodeForm& form);

/// Triples of operands: all pairs of special values, then random ones. Always the same.
std::vector<std::uint64_t> inputsOf(Domain domain);

/// Expands each {a,b,c} to each of its alternatives: "x{,.y}" gives "x" and "x.y".
std::vector<std::string> expanded(const std::string& pattern);

} // namespace warpbench::test
