// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Elements of matrices for tests, by the names of PTX's types: bits, and the numbers that they
/// stand for. "e2m1p" is e2m1 in the middle of a byte.
namespace warpbench::test {

unsigned bitsOf(const std::string& type);
bool isInteger(const std::string& type);
/// The bits of a number that the type holds exactly.
std::uint64_t patternOf(const std::string& type, double value);
/// The number that an element's bits stand for: of the types of whole numbers, and of floats that
/// are neither infinite nor NaN.
double numberOf(const std::string& type, std::uint64_t bits);

/// Random elements, the same for the same name everywhere.
class Elements {
  public:
    explicit Elements(const std::string& name);
    /// Bits and number of a small whole number or a half, so that sums are exact in any order; of
    /// integers of at most 8 bits any.
    std::pair<std::uint64_t, double> next(const std::string& type);
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }
    std::uint32_t word() { return static_cast<std::uint32_t>(m_random()); }

  private:
    std::mt19937_64 m_random;
};

/// Puts elements side by side into registers of 32 bits.
void append(std::vector<std::uint32_t>& to, const std::vector<std::uint64_t>& elements,
            unsigned bits);

} // namespace warpbench::test
