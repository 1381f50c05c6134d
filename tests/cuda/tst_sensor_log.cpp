// SPDX-License-Identifier: GPL-3.0-or-later
// A thread reads sensors, keeps a bounded, sorted log, and finds entries by time.
#include "core/sensors/sensor_log.h"
#include "tests/main.h"

#include <QTest>

#include <atomic>
#include <vector>

namespace tst_sensor_log {

using namespace warpbench::cuda;
using namespace std::chrono_literals;

namespace {

SensorReading readingAt(double ms, double clock, std::uint64_t slowdowns = 0) {
    SensorReading reading;
    reading.atMs = ms;
    reading.smClockMhz = clock;
    reading.slowdowns = slowdowns;
    return reading;
}

/// Sensors whose clock counts readings.
struct Counting {
    std::atomic<int> count = 0;

    SensorLog::Read read() {
        return [this] {
            const SensorReading reading = readingAt(0, ++count);
            count.notify_all();
            return reading;
        };
    }
    void waitFor(int readings) const {
        for (int now = count; now < readings; now = count)
            count.wait(now);
    }
};

} // namespace

class TestSensorLog : public QObject {
    Q_OBJECT

  private slots:
    void theLastReadingIsMadeAtTheEnd() {
        Counting sensors;
        SensorLog log(sensors.read(), 24h);
        const GpuConditions conditions = log.finish();
        QCOMPARE(conditions.readings, int(sensors.count));
        QVERIFY(conditions.readings >= 1); // two, where the machine was slow
        QCOMPARE(int(conditions.timeline.size()), conditions.readings);
        QVERIFY(conditions.timeline.back().atMs >= 0);
        QVERIFY(!conditions.temperatureC);
    }

    void readingsAreInOrder() {
        Counting sensors;
        SensorLog log(sensors.read(), 0ms);
        sensors.waitFor(20);
        const GpuConditions conditions = log.finish();
        QVERIFY(conditions.readings > 20);
        QCOMPARE((*conditions.smClockMhz)[0], 1.0);
        QCOMPARE((*conditions.smClockMhz)[1], double(conditions.readings));
        for (std::size_t i = 1; i < conditions.timeline.size(); ++i)
            QVERIFY(conditions.timeline[i - 1].atMs <= conditions.timeline[i].atMs);
    }

    /// The first one is always kept; the others are thinned out evenly.
    void longRunsKeepABoundedNumber() {
        Counting sensors;
        SensorLog log(sensors.read(), 0ms, 8);
        sensors.waitFor(1000);
        const GpuConditions conditions = log.finish();
        QVERIFY(conditions.readings > 1000);
        QVERIFY(conditions.timeline.size() >= 4 && conditions.timeline.size() <= 8);
        QCOMPARE(conditions.timeline.front().smClockMhz.value(), 1.0);
        QCOMPARE((*conditions.smClockMhz)[1], double(conditions.readings));
    }

    void goesWithoutBeingFinished() {
        Counting sensors;
        {
            const SensorLog log(sensors.read(), 0ms);
            sensors.waitFor(3);
        }
        const int then = sensors.count;
        QVERIFY(then >= 3);
    }

    void samplesFindTheirReading() {
        const std::vector<SensorReading> readings{readingAt(2, 300), readingAt(12, 1700, 0x4),
                                                  readingAt(22, 1980)};
        QCOMPARE(nearestReading(readings, -5).smClockMhz.value(), 300.0);
        QCOMPARE(nearestReading(readings, 6.9).smClockMhz.value(), 300.0);
        QCOMPARE(nearestReading(readings, 7.1).smClockMhz.value(), 1700.0);
        QCOMPARE(nearestReading(readings, 12).smClockMhz.value(), 1700.0);
        QCOMPARE(nearestReading(readings, 1e9).smClockMhz.value(), 1980.0);

        const auto early = conditionsAt(readings, {0, 1, 8, 9});
        QVERIFY(early.has_value());
        QCOMPARE(early->readings, 2);
        QCOMPARE(*early->smClockMhz, (GpuConditions::Range{300, 1700}));
        QCOMPARE(early->slowdowns, (std::vector<std::string>{"power_cap"}));
        QVERIFY(early->timeline.empty());
        QVERIFY(conditionsAt(readings, {30})->slowdowns.empty());
        QVERIFY(!conditionsAt({}, {1}));
        QVERIFY(!conditionsAt(readings, {}));
    }
};

WARPBENCH_TEST(TestSensorLog)
} // namespace tst_sensor_log

#include "tst_sensor_log.moc"
