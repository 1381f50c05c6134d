// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of typing a letter into a long source, from the key to the list of completions. Up to 50
// ms nobody notices.
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

#include <benchmark/benchmark.h>

using namespace warpbench;

namespace {

/// A source of about that many lines: structs, device functions and kernels.
QString sourceOf(int lines) {
    QString text;
    for (int i = 0; i < lines / 10; ++i) {
        text += QStringLiteral("struct Body%1 {\n    float4 at;\n    float mass;\n};\n"
                               "__device__ float weigh%1(const Body%1& body) {\n"
                               "    return body.mass * body.at.w; // kilograms\n}\n"
                               "__global__ void step%1(Body%1* bodies, int n) {\n"
                               "    if (threadIdx.x < n) bodies[threadIdx.x].mass = 1.0f;\n}\n")
                    .arg(i);
    }
    return text + QStringLiteral("__global__ void last(Body7* bodies) {\n\n}\n");
}

/// Rebuilds the outline, as after a letter, and finds the matching rows.
void rowsForAStart(benchmark::State& state) {
    ui::CodeEditor editor;
    const QString text = sourceOf(int(state.range(0)));
    for (auto _ : state) {
        state.PauseTiming();
        editor.replaceText(text + QString(int(state.iterations() % 7), u' '));
        state.ResumeTiming();
        benchmark::DoNotOptimize(editor.completer().proposalsFor(QStringLiteral("__s")));
    }
}

/// A point is typed behind an object, and its members are listed.
void keyToMembers(benchmark::State& state) {
    ui::CodeEditor editor;
    editor.resize(800, 600);
    editor.show();
    const QString text = sourceOf(int(state.range(0)));
    for (auto _ : state) {
        state.PauseTiming();
        editor.cancelList();
        editor.replaceText(text);
        editor.goTo(editor.lines() - 2);
        editor.insert(QStringLiteral("bodies[0]"));
        editor.SendScintilla(QsciScintillaBase::SCI_LINEEND);
        QApplication::processEvents();
        state.ResumeTiming();
        QTest::keyClick(&editor, '.');
    }
    if (!editor.isListActive()) {
        state.SkipWithError("no members are listed");
    }
}

} // namespace

BENCHMARK(rowsForAStart)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(keyToMembers)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    ui::Theme::instance().apply(false);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
