// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/float_formats.h"
#include "tests/main.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tst_float_formats {

using namespace warpbench::arrays;

namespace {

struct Format {
    const char* name;
    unsigned count; ///< number of bit patterns
    double (*decode)(unsigned);
    unsigned (*encode)(double);
    double largest;
};

const std::vector<Format>& formats() {
    static const std::vector<Format> list{
        {"float16", 0x10000, [](unsigned b) { return decodeFloat16(std::uint16_t(b)); },
         [](double v) { return unsigned(encodeFloat16(v)); }, 65504},
        {"bfloat16", 0x10000, [](unsigned b) { return decodeBfloat16(std::uint16_t(b)); },
         [](double v) { return unsigned(encodeBfloat16(v)); }, 0x1.fep127},
        {"float8_e4m3", 0x100, [](unsigned b) { return decodeFloat8E4m3(std::uint8_t(b)); },
         [](double v) { return unsigned(encodeFloat8E4m3(v)); }, 448},
        {"float8_e5m2", 0x100, [](unsigned b) { return decodeFloat8E5m2(std::uint8_t(b)); },
         [](double v) { return unsigned(encodeFloat8E5m2(v)); }, 57344},
    };
    return list;
}

} // namespace

class TestFloatFormats : public QObject {
    Q_OBJECT

  private slots:
    /// Every value of every format survives decode and encode; NaN stays NaN.
    void everyPatternSurvives() {
        for (const Format& format : formats()) {
            double largest = 0;
            for (unsigned bits = 0; bits < format.count; ++bits) {
                const double value = format.decode(bits);
                if (std::isnan(value)) {
                    QVERIFY(std::isnan(format.decode(format.encode(value))));
                } else if (std::isinf(value) && format.count == 0x100) {
                    QCOMPARE(format.decode(format.encode(value)),
                             std::copysign(format.largest, value)); // saturates
                } else {
                    QCOMPARE(format.encode(value), bits);
                    largest = std::isinf(value) ? largest : std::max(largest, value);
                }
            }
            QCOMPARE(largest, format.largest);
        }
    }

    /// Between two neighbours the nearer one is taken, and the even one in the middle.
    void roundsToNearestEven() {
        for (const Format& format : formats()) {
            for (unsigned bits = 0; bits + 1 < format.count / 2; ++bits) {
                const double low = format.decode(bits);
                const double high = format.decode(bits + 1);
                if (!std::isfinite(low) || !std::isfinite(high)) {
                    break;
                }
                const double middle = low + (high - low) / 2; // exact in double
                QCOMPARE(format.encode(middle), bits % 2 == 0 ? bits : bits + 1);
                QCOMPARE(format.encode(std::nextafter(middle, 0)), bits);
                QCOMPARE(format.encode(std::nextafter(middle, 1e300)), bits + 1);
                QCOMPARE(format.encode(-middle) & (format.count / 2 - 1), format.encode(middle));
            }
        }
    }

    void tooLarge() {
        QCOMPARE(encodeFloat16(65519.99), 0x7BFF);
        QCOMPARE(encodeFloat16(65520), 0x7C00); // half way to 2^16: even, so infinity
        QCOMPARE(encodeFloat16(-1e300), 0xFC00);
        QCOMPARE(encodeBfloat16(std::numeric_limits<double>::max()), 0x7F80);
        QCOMPARE(encodeFloat8E4m3(1e9), 0x7E);
        QCOMPARE(encodeFloat8E4m3(-std::numeric_limits<double>::infinity()), 0xFE);
        QCOMPARE(encodeFloat8E5m2(1e9), 0x7B);
    }

    /// Rounds directly from double: through float, this value would round up twice.
    void doesNotRoundTwice() {
        const double value = 1 + 0x1p-11 + 0x1p-40; // just above half a step of float16
        QCOMPARE(encodeFloat16(value), 0x3C01);
        const double below = 1 + 0x1p-11 - 0x1p-40; // through float: a tie, then even
        QCOMPARE(encodeFloat16(below), 0x3C00);
        const double tie = 1 + 3 * 0x1p-11 - 0x1p-40;
        QCOMPARE(encodeFloat16(tie), 0x3C01);
    }
};

WARPBENCH_TEST(TestFloatFormats)
} // namespace tst_float_formats

#include "tst_float_formats.moc"
