// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/launch_bounds.h"
#include "tests/main.h"

#include <QTest>

namespace tst_launch_bounds {

using namespace warpbench::compile;

class LaunchBoundsTest : public QObject {
    Q_OBJECT

  private slots:
    void boundsArePutBeforeTheName_data() {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("kernel");
        QTest::addColumn<QByteArray>("wanted"); // empty: no change
        const auto row = [](const char* name, const char* source, const char* kernel,
                            const char* wanted) {
            QTest::newRow(name) << QByteArray(source) << QByteArray(kernel) << QByteArray(wanted);
        };
        row("plain", "__global__ void f(int n) {}", "f",
            "__global__ void __launch_bounds__(256, 4) f(int n) {}");
        row("extern", "extern \"C\" __global__ void f() {}", "f",
            "extern \"C\" __global__ void __launch_bounds__(256, 4) f() {}");
        row("bounds after the type", "__global__ void __launch_bounds__(2 * (32)) f() {}", "f",
            "__global__ void __launch_bounds__(256, 4) f() {}");
        row("bounds before it", "__global__ __launch_bounds__(BLOCK, 2) void f() {}", "f",
            "__global__ __launch_bounds__(256, 4) void f() {}");
        row("another attribute", "__global__ __cluster_dims__(2, 1, 1) void f() {}", "f",
            "__global__ __cluster_dims__(2, 1, 1) void __launch_bounds__(256, 4) f() {}");
        row("the second kernel", "__global__ void f() { g(); }\n__global__ void g() {}", "g",
            "__global__ void f() { g(); }\n__global__ void __launch_bounds__(256, 4) g() {}");
        row("an instance", "template <class T>\n__global__ void f(T* t) {}", "ns::f<float, 4>",
            "template <class T>\n__global__ void __launch_bounds__(256, 4) f(T* t) {}");
        row("a comment", "// __global__ void f(\n/* é */ __global__ void f() {}", "f",
            "// __global__ void f(\n/* é */ __global__ void __launch_bounds__(256, 4) f() {}");
        row("not there", "__global__ void f() {}", "h", "");
        row("never closed", "__global__ __launch_bounds__(256 void f", "f", "");
        row("a host function", "void f() {}", "f", "");
    }
    void boundsArePutBeforeTheName() {
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, kernel);
        QFETCH(QByteArray, wanted);
        const auto change = launchBounds(source.toStdString(), kernel.toStdString(), 256, 4);
        QCOMPARE(change.has_value(), !wanted.isEmpty());
        if (!change)
            return;
        source.replace(qsizetype(change->begin), qsizetype(change->length),
                       QByteArray::fromStdString(change->text));
        QCOMPARE(source, wanted);
    }
};

WARPBENCH_TEST(LaunchBoundsTest)
} // namespace tst_launch_bounds

#include "tst_launch_bounds.moc"
