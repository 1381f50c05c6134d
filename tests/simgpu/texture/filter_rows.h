// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/texture/addressing_rows.h"

#include <cstdio>
#include <cstring>

/// Linear filters of all formats, whose results are those of an H200 to the bit.
struct FilterRow {
    const char* name;
    AddressingRow addressing;
    CUarray_format format;
    const char* golden; ///< the digest of an H200's results (driver 580)

    /// FNV-1a of the first channel's results.
    std::string digestOn(const warpbench::test::Gpu& gpu) const;
};
Q_DECLARE_METATYPE(FilterRow)

inline std::string FilterRow::digestOn(const warpbench::test::Gpu& gpu) const {
    using namespace warpbench::test;
    TextureCase description = addressing.description();
    description.size = {16, addressing.dimensions > 1 ? 16 : 1, addressing.dimensions > 2 ? 16 : 1};
    description.format = format;
    description.channels = 1;
    // Of sums of planes with both signs one in a thousand has another last place.
    const bool isPositive = addressing.dimensions > 2;
    for (int axis = 0; axis < addressing.dimensions; ++axis)
        description.texture.addressMode[axis] = kAddressModes[addressing.mode];
    description.texture.borderColor[0] = 0.625f;
    const TextureUnderTest texture(gpu, description, description.anyBytes(1, isPositive));
    std::uint64_t digest = 0xcbf29ce484222325u;
    for (const Float4& result :
         fetchAll<Float4>(gpu, samplerOf(description).c_str(), texture.object(),
                          pointsAround(description, 4000, 0, 2))) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &result[0], sizeof bits);
        digest = (digest ^ bits) * 0x100000001b3u;
    }
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
    return text;
}

inline void addFilterRows() {
    constexpr std::size_t kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3;
    constexpr auto kFloat = CU_AD_FORMAT_FLOAT, kHalf = CU_AD_FORMAT_HALF,
                   kByte = CU_AD_FORMAT_UNSIGNED_INT8, kShort = CU_AD_FORMAT_UNSIGNED_INT16;
    const FilterRow rows[] = {
        {"1D float", {1, 0, kClamp, true, false}, kFloat, "28bc0458ba6129c2"},
        {"2D float", {2, 0, kClamp, true, false}, kFloat, "7c985efce401c601"},
        {"3D float", {3, 0, kClamp, true, false}, kFloat, "5afbbd2fadf45fa0"},
        {"2D float wrap", {2, 0, kWrap, true, true}, kFloat, "17e1dd7355239844"},
        {"2D float mirror", {2, 0, kMirror, true, true}, kFloat, "01cbdec30d766bb3"},
        {"2D float border", {2, 0, kBorder, true, false}, kFloat, "e295ca02009d42c4"},
        {"2D float layers", {2, 3, kClamp, true, false}, kFloat, "9b97c804c7da20e8"},
        {"1D half", {1, 0, kClamp, true, false}, kHalf, "2774c6220e144ba5"},
        {"2D half", {2, 0, kClamp, true, false}, kHalf, "9704992c6822cba5"},
        {"3D half", {3, 0, kWrap, true, true}, kHalf, "f31f8431dc32eba5"},
        {"2D uint8", {2, 0, kClamp, true, false}, kByte, "9134bdeaa6a35cb7"},
        {"3D uint8", {3, 0, kMirror, true, true}, kByte, "a7286e413e37d3e0"},
        {"2D uint16", {2, 0, kClamp, true, false}, kShort, "16abb8acafb96c43"},
        {"2D uint16 border", {2, 0, kBorder, true, false}, kShort, "34aee5883620a542"},
    };
    QTest::addColumn<FilterRow>("row");
    for (const FilterRow& row : rows)
        QTest::newRow(row.name) << row;
}
