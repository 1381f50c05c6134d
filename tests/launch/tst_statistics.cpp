// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics compared with values computed by hand and by NumPy.
#include "core/launch/outliers.h"
#include "core/launch/statistics.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tst_statistics {

using namespace warpbench::launch;

class TestStatistics : public QObject {
    Q_OBJECT

  private slots:
    /// Worked out by hand: U = 0 of two sets of five, z = 12 / sqrt(25 · 11 / 12).
    void chanceIsThatOfMannAndWhitney() {
        const std::vector<double> low{1, 2, 3, 4, 5};
        const std::vector<double> high{6, 7, 8, 9, 10};
        const double expected = std::erfc(12 / std::sqrt(25.0 * 11 / 12) / std::sqrt(2.0));
        QVERIFY(std::abs(differenceByChance(low, high) - expected) < 1e-12);
        QCOMPARE(differenceByChance(low, high), differenceByChance(high, low));
        // Ties: ranks 1, 2.5, 2.5, 4 against 5; the variance falls by 6 / (5 · 4).
        const std::vector<double> tied{1, 2, 2};
        const std::vector<double> rest{3, 4};
        const double variance = 3.0 * 2 / 12 * (6 - 6.0 / 20);
        QVERIFY(std::abs(differenceByChance(tied, rest) -
                         std::erfc(2.5 / std::sqrt(variance) / std::sqrt(2.0))) < 1e-12);
        QCOMPARE(differenceByChance({}, high), 1.0);
        QCOMPARE(differenceByChance({2, 2}, {2, 2, 2}), 1.0);
    }

    void nothing() {
        const TimeStatistics result = summarize({}, "gpu-event");
        QCOMPARE(result.samples, 0);
        QCOMPARE(result.mean, 0.0);
        QCOMPARE(result.clock, std::string("gpu-event"));
    }

    void oneSample() {
        const TimeStatistics result = summarize({2.5}, "gpu-event");
        QCOMPARE(result.min, 2.5);
        QCOMPARE(result.median, 2.5);
        QCOMPARE(result.mean, 2.5);
        QCOMPARE(result.p95, 2.5);
        QCOMPARE(result.stddev, 0.0);
    }

    void known() {
        // numpy: median 3.5, mean 3.5, percentile 95 5.75, std(ddof=1) 1.8708286933869707
        const TimeStatistics result = summarize({6, 1, 5, 2, 4, 3}, "host-simulated");
        QCOMPARE(result.min, 1.0);
        QCOMPARE(result.median, 3.5);
        QCOMPARE(result.mean, 3.5);
        QCOMPARE(result.p95, 5.75);
        QCOMPARE(result.stddev, 1.8708286933869707);
        QCOMPARE(result.samples, 6);
        QCOMPARE(result.values, (std::vector<double>{6, 1, 5, 2, 4, 3})); // in their order
    }

    /// Of 100 samples the ranks 40 and 61 hold the median 19 times of 20.
    void errorOfTheMedian() {
        std::vector<double> samples(100);
        std::iota(samples.begin(), samples.end(), 1.0);
        QCOMPARE(medianError(samples).value(), 10.5 / 50.5);
        samples[99] = 1e9; // a single outlier changes nothing
        QCOMPARE(summarize(samples, "").medianError.value(), 10.5 / 50.5);
        QCOMPARE(medianError({2, 2, 2, 2, 2, 2}).value(), 0.0);
        QCOMPARE(medianError({1, 2, 2, 2, 2, 5}).value(), 1.5); // of six, all of them
        QVERIFY(!medianError({1, 2, 3, 4, 5}));
        QVERIFY(!medianError({0, 0, 0, 0, 0, 0}));
    }

    /// Medians of new samples from the same distribution are nearly always within the
    /// error.
    void errorOfTheMedianHolds() {
        std::mt19937 random(7);
        std::lognormal_distribution<double> times(0, 0.5); // its median is 1
        int within = 0;
        for (int trial = 0; trial < 1000; ++trial) {
            std::vector<double> samples(60);
            for (double& sample : samples)
                sample = times(random);
            const TimeStatistics result = summarize(samples, "");
            within += std::abs(result.median - 1) <= *result.medianError * result.median ? 1 : 0;
        }
        QVERIFY2(within > 930, qPrintable(QString::number(within)));
    }

    void percentiles_data() {
        QTest::addColumn<double>("percent");
        QTest::addColumn<double>("expected");
        QTest::newRow("0") << 0.0 << 10.0;
        QTest::newRow("25") << 25.0 << 17.5;
        QTest::newRow("50") << 50.0 << 25.0;
        QTest::newRow("95") << 95.0 << 38.5;
        QTest::newRow("100") << 100.0 << 40.0;
    }
    void percentiles() {
        QFETCH(double, percent);
        QFETCH(double, expected);
        QCOMPARE(percentile({40, 10, 30, 20}, percent), expected);
    }

    void samplesFarOffAreCounted() {
        std::vector<double> samples(40, 1.0);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] += double(i % 4) / 1000; // quartiles a thousandth or two apart
        QCOMPARE(summarize(samples, "").outliers, 0);
        samples[7] = 1.5;
        samples[30] = 0.2;
        QCOMPARE(summarize(samples, "").outliers, 2);
        // Events have a resolution of half a microsecond: one step among equal times is not an
        // outlier.
        std::vector<double> steps(40, 0.0100);
        steps[3] = 0.0105;
        QCOMPARE(summarize(steps, "").outliers, 0);
        QCOMPARE(summarize({1, 1, 1, 1, 99}, "").outliers, 0); // too few to decide
    }

    /// Drawing finds exactly the counted outliers without sorting a million samples.
    void samplesFarOffAreFound() {
        std::mt19937 random(11);
        QVERIFY(!outlierBoundsOf({1, 1, 1, 1, 99}));
        for (int round = 0; round < 200; ++round) {
            std::vector<double> samples(6 + random() % 60);
            for (double& sample : samples)
                sample = double(random() % 1000) / 7 * (random() % 20 == 0 ? 9 : 1);
            const TimeStatistics time = summarize(samples, "");
            std::vector<double> sorted = samples;
            std::sort(sorted.begin(), sorted.end());
            const auto bounds = outlierBounds(sorted);
            const auto found = outlierBoundsOf(samples);
            QCOMPARE(found->low, bounds->low);
            QCOMPARE(found->high, bounds->high);
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < samples.size(); ++i) {
                if (!bounds->inside(samples[i]))
                    places.push_back(i);
            }
            QVERIFY(outliersOf(time) == places);
            QCOMPARE(int(places.size()), time.outliers);
        }
    }

    void largeMeansDoNotCancel() {
        const TimeStatistics result = summarize({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}, "");
        QCOMPARE(result.stddev, 5.477225575051661);
    }

    void properties() {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            std::vector<double> samples(1 + random() % 50);
            for (double& sample : samples)
                sample = double(random() % 1000) / 7;
            const TimeStatistics result = summarize(samples, "");
            const double largest = *std::max_element(samples.begin(), samples.end());
            QVERIFY(result.min <= result.median && result.median <= result.p95);
            QVERIFY(result.p95 <= largest);
            QVERIFY(result.mean >= result.min - 1e-9 && result.mean <= largest + 1e-9);
            QVERIFY(result.stddev >= 0 && result.stddev <= largest - result.min + 1e-9);
            std::shuffle(samples.begin(), samples.end(), random);
            QCOMPARE(summarize(samples, "").p95, result.p95);
        }
    }
};

WARPBENCH_TEST(TestStatistics)
} // namespace tst_statistics

#include "tst_statistics.moc"
