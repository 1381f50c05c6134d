// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/texture/texture_case.h"

#include <QTest>

namespace warpbench::test {

inline constexpr CUaddress_mode kAddressModes[] = {
    CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_MIRROR,
    CU_TR_ADDRESS_MODE_BORDER};
inline constexpr const char* kAddressNames[] = {"wrap", "clamp", "mirror", "border"};

} // namespace warpbench::test

/// Every combination of rules from coordinates to texels, as rows of a test.
struct AddressingRow {
    int dimensions = 1;
    int layers = 0;
    std::size_t mode = 0; ///< index into kAddressModes
    bool linear = false;
    bool normalized = false;

    /// Everything except the sizes, the address modes and the border.
    warpbench::test::TextureCase description() const {
        warpbench::test::TextureCase description;
        description.dimensions = dimensions;
        description.layers = layers;
        description.texture.filterMode =
            linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
        description.texture.flags = normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0;
        return description;
    }
};
Q_DECLARE_METATYPE(AddressingRow)

namespace warpbench::test {

/// Adds a column `row` of them.
inline void addAddressingRows() {
    QTest::addColumn<AddressingRow>("row");
    for (const int layers : {0, 3}) {
        for (int dimensions = 1; dimensions <= (layers ? 2 : 3); ++dimensions) {
            for (std::size_t mode = 0; mode < 4; ++mode) {
                for (const bool linear : {false, true}) {
                    for (const bool normalized : {false, true})
                        QTest::addRow("%dD%s %s %s %s", dimensions, layers ? " layered" : "",
                                      kAddressNames[mode], linear ? "linear" : "point",
                                      normalized ? "normalized" : "texels")
                            << AddressingRow{dimensions, layers, mode, linear, normalized};
                }
            }
        }
    }
}

} // namespace warpbench::test
