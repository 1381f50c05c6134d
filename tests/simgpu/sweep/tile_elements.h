// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Matrix elements for tests, by PTX type name: their bits, and the numbers that they represent.
/// "e2m1p" is e2m1 in the middle of a byte.
namespace warpbench::test {

unsigned bitsOf(const std::string& type);
bool isInteger(const std::string& type);
/// The bits of a number, which the type must hold exactly.
std::uint64_t patternOf(const std::string& type, double value);
/// The number that an element's bits represent: for integer types, and for floats that are neither
/// infinite nor NaN.
double numberOf(const std::string& type, std::uint64_t bits);

/// Random elements that only depend on the name.
class Elements {
  public:
    explicit Elements(const std::string& name);
    /// Bits and value of a small integer or half-integer, so that sums are exact in any order; for
    /// integers of at most 8 bits, any value.
    std::pair<std::uint64_t, double> next(const std::string& type);
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }
    std::uint32_t word() { return static_cast<std::uint32_t>(m_random()); }

  private:
    std::mt19937_64 m_random;
};

/// Packs elements into 32-bit registers.
void append(std::vector<std::uint32_t>& to, const std::vector<std::uint64_t>& elements,
            unsigned bits);

} // namespace warpbench::test
