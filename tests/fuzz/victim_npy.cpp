// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/base/error.h"
#include "tests/fuzz/victims.h"

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpbench::fuzz {

using namespace arrays;

namespace {

constexpr std::size_t kMaxMember = 1u << 20; ///< bytes that a member of an .npz may inflate to

bool sameBytes(const HostArray& a, const HostArray& b) {
    return a.sizeBytes() == b.sizeBytes() && a.shape() == b.shape() &&
           (a.empty() || std::memcmp(a.bytes().data(), b.bytes().data(), a.sizeBytes()) == 0);
}

std::vector<std::byte> formatNpy(const HostArray& array) {
    const std::string header = npyHeader(array);
    const auto head = std::as_bytes(std::span(header));
    std::vector<std::byte> bytes(head.begin(), head.end());
    bytes.insert(bytes.end(), array.bytes().begin(), array.bytes().end());
    return bytes;
}

void tryNpy(std::span<const std::byte> bytes) {
    const HostArray array = parseNpy(bytes);
    if (!sameBytes(array, parseNpy(formatNpy(array))))
        throw std::logic_error("an array does not read back from .npy as it was written");
}

void tryNpz(std::span<const std::byte> bytes) {
    for (const std::string& member : npzMembers(bytes)) {
        try {
            tryNpy(extractNpzMember(bytes, member, kMaxMember));
        } catch (const Error&) {
            // One member is broken; the others may be whole.
        }
    }
}

void tryCsv(std::string_view text) {
    for (const Scalar scalar : {Scalar::boolean, Scalar::int8, Scalar::uint64, Scalar::float32,
                                Scalar::float64, Scalar::complex64, Scalar::float8_e4m3}) {
        try {
            const HostArray array = parseCsv(text, DType(scalar), {2, 3});
            const HostArray again = parseCsv(formatCsv(array), DType(scalar), {2, 3});
            if (formatCsv(again) != formatCsv(array))
                throw std::logic_error("an array does not read back from .csv as it was written");
        } catch (const Error&) {
        }
    }
}

} // namespace

void tryArrays(std::string_view input) {
    const auto bytes = std::as_bytes(std::span(input));
    for (const auto read : {tryNpy, tryNpz}) {
        try {
            read(bytes);
        } catch (const Error&) {
        }
    }
    tryCsv(input);
}

} // namespace warpbench::fuzz
