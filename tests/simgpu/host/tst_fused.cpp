// SPDX-License-Identifier: GPL-3.0-or-later
// x * y + z with a single rounding, for processors without it and C libraries that round twice.
#include "core/simgpu/host/fused.h"
#include "tests/main.h"

#include <QTest>

#include <cstring>
#include <random>

namespace tst_fused {

using namespace warpbench::simgpu::host;

namespace {

template <class Float, class Bits>
Float anyFloat(std::mt19937_64& random) {
    // All exponents alike; now and then ones and zeros in long runs, which round badly.
    auto bits = static_cast<Bits>(random());
    if (random() % 4 == 0)
        bits &= static_cast<Bits>(~Bits(0) << (random() % (8 * sizeof(Bits) - 2)));
    return std::bit_cast<Float>(bits);
}

/// Of exponents so near that product and sum meet.
template <class Float>
Float near(std::mt19937_64& random, int spread) {
    const auto whole = Float(std::int64_t(random() >> (random() % 60)));
    return std::ldexp(whole, int(random() % unsigned(spread)) - spread / 2 - 30) *
           (random() % 2 ? 1 : -1);
}

template <class Float>
void compare(Float (*fused)(Float, Float, Float) noexcept, Float x, Float y, Float z) {
    // By way of memory, so that the compiler does not compute it.
    volatile Float a = x, b = y, c = z;
    const Float got = fused(x, y, z), want = std::fma(Float(a), Float(b), Float(c));
    const bool same =
        std::isnan(want) ? std::isnan(got) : std::memcmp(&got, &want, sizeof got) == 0;
    if (!same)
        QFAIL(qPrintable(QString("%1 * %2 + %3 is %4, not %5")
                             .arg(double(x), 0, 'g', 17)
                             .arg(double(y), 0, 'g', 17)
                             .arg(double(z), 0, 'g', 17)
                             .arg(double(want), 0, 'g', 17)
                             .arg(double(got), 0, 'g', 17)));
}

} // namespace

class TestFused : public QObject {
    Q_OBJECT
  private slots:
    void knownCases() {
        // A tie rounds to even, but up if the product is slightly larger: rounding twice does not.
        const float half = std::ldexp(1.0F, -24);
        QCOMPARE(fusedByDoubles(half, 1.0F, 1.0F), 1.0F);
        QCOMPARE(fusedByDoubles(half, 1.0F + 2 * half, 1.0F), 1.0F + 2 * half);
        const double least = std::numeric_limits<double>::denorm_min();
        QCOMPARE(fusedByIntegers(least, 0.5, least), 2 * least); // a tie, to even
        QCOMPARE(fusedByIntegers(least, 0.5, -least), -0.0);
        QCOMPARE(fusedByIntegers(1e308, 10.0, -1e308), std::numeric_limits<double>::infinity());
        QCOMPARE(fusedByIntegers(1e200, 1e200, -std::numeric_limits<double>::infinity()),
                 -std::numeric_limits<double>::infinity());
        QCOMPARE(fusedByIntegers(1e200, -1e200, std::numeric_limits<double>::infinity()),
                 std::numeric_limits<double>::infinity());
        QCOMPARE(fusedByIntegers(3.0, 5.0, -15.0), 0.0);
        QVERIFY(std::signbit(fusedByIntegers(1e-200, -1e-200, 0.0)));
    }

    void asTheSystems_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("to nearest") << FE_TONEAREST;
        QTest::newRow("toward zero") << FE_TOWARDZERO;
        QTest::newRow("up") << FE_UPWARD;
        QTest::newRow("down") << FE_DOWNWARD;
    }
    void asTheSystems() {
        QFETCH(int, mode);
        struct Mode {
            explicit Mode(int mode) { std::fesetround(mode); }
            ~Mode() { std::fesetround(FE_TONEAREST); }
        };
#ifdef _WIN32 // where fma() is this, or the processor's
        if (!__builtin_cpu_supports("fma"))
            QSKIP("there is nothing here to compare with");
#endif
        const Mode set(mode);
        std::mt19937_64 random(7);
        for (int i = 0; i < 50000; ++i) {
            compare<double>(fusedByIntegers, anyFloat<double, std::uint64_t>(random),
                            anyFloat<double, std::uint64_t>(random),
                            anyFloat<double, std::uint64_t>(random));
            compare<float>(fusedByDoubles, anyFloat<float, std::uint32_t>(random),
                           anyFloat<float, std::uint32_t>(random),
                           anyFloat<float, std::uint32_t>(random));
            for (const int spread : {4, 60}) {
                compare<double>(fusedByIntegers, near<double>(random, spread),
                                near<double>(random, spread), near<double>(random, 2 * spread));
                compare<float>(fusedByDoubles, near<float>(random, spread),
                               near<float>(random, spread), near<float>(random, 2 * spread));
            }
            // Products that nearly cancel, and results that are hardly there.
            const double x = near<double>(random, 30), y = near<double>(random, 30);
            compare<double>(fusedByIntegers, x, y, -(x * y));
            compare<double>(fusedByIntegers, std::ldexp(x, -540), std::ldexp(y, -540),
                            std::ldexp(near<double>(random, 60), -1050));
            const float f = near<float>(random, 30), g = near<float>(random, 30);
            compare<float>(fusedByDoubles, f, g, -(f * g));
            compare<float>(fusedByDoubles, std::ldexp(f, -75), std::ldexp(g, -75),
                           std::ldexp(near<float>(random, 60), -120));
        }
    }
};

WARPBENCH_TEST(TestFused)
} // namespace tst_fused

#include "tst_fused.moc"
