// SPDX-License-Identifier: GPL-3.0-or-later
// The corpora of the fuzz targets: the seeds, and every input that once caused a failure. Replayed
// in the ordinary build, so that a run without clang covers them too. Inputs of extreme size are
// generated here instead of being stored.
#include "tests/fuzz/victims.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest/QTest>

#include <exception>
#include <iterator>
#include <random>
#include <string>

namespace tst_fuzz_corpus {

namespace fuzz = warpbench::fuzz;

using Victim = void (*)(std::string_view);

class TestFuzzCorpus : public QObject {
    Q_OBJECT

  private slots:
    void corpus_data();
    void corpus();
    void mutants_data();
    void mutants();
    void extremes_data();
    void extremes();
};

namespace {

void run(Victim victim, const QByteArray& input) {
    try {
        victim({input.constData(), static_cast<std::size_t>(input.size())});
    } catch (const std::exception& wrong) {
        QFAIL(wrong.what());
    }
}

const std::pair<const char*, Victim> kVictims[] = {
    {"ptx", fuzz::tryPtx},         {"module", fuzz::tryModule},   {"project", fuzz::tryProject},
    {"npy", fuzz::tryArrays},      {"program", fuzz::tryProgram}, {"binary", fuzz::tryBinary},
    {"message", fuzz::tryMessage}, {"layout", fuzz::tryLayout}};

QString folderOf(const char* name) {
    return QString::fromStdString(warpbench::test::sourcePath("tests/fuzz/corpus/")) +
           QLatin1String(name);
}

qsizetype anywhere(const QByteArray& text, std::mt19937& random) {
    return static_cast<qsizetype>(random() % static_cast<std::uint32_t>(text.size() + 1));
}

/// A piece of text from one blank to a later one.
QByteArray piece(const QByteArray& text, std::mt19937& random) {
    const qsizetype begin = text.indexOf(' ', anywhere(text, random));
    const qsizetype end = text.indexOf(' ', begin + 2 + static_cast<qsizetype>(random() % 30));
    return begin < 0 ? text.left(5) : text.mid(begin, end < 0 ? 8 : end - begin);
}

QByteArray mutated(QByteArray text, std::mt19937& random) {
    static const QByteArray kNumbers[] = {
        "0",     "-1",    "1",          "31",         "32",      "255",
        "65535", "65536", "2147483647", "4294967295", "1048576", "-9223372036854775808"};
    for (std::uint32_t n = 1 + random() % 4; n > 0 && !text.isEmpty(); --n) {
        const qsizetype at = anywhere(text, random);
        switch (random() % 6) {
        case 0:
            text.remove(at, static_cast<qsizetype>(1 + random() % 12));
            break;
        case 1:
            text.insert(at, piece(text, random));
            break;
        case 2: {
            static const QRegularExpression number(QStringLiteral("\\d+"));
            const auto match = number.match(QString::fromLatin1(text), at);
            if (match.hasMatch())
                text.replace(match.capturedStart(), match.capturedLength(),
                             kNumbers[random() % std::size(kNumbers)]);
            break;
        }
        case 3: {
            const QByteArray other = piece(text, random);
            text.replace(at, other.size(), other);
            break;
        }
        case 4:
            if (at < text.size())
                text[at] = static_cast<char>(random());
            break;
        default:
            text.truncate(text.size() - static_cast<qsizetype>(random() % 8));
        }
    }
    return text;
}

QByteArray kernelAround(const QByteArray& body) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n" + body +
           "\n}\n";
}

} // namespace

void TestFuzzCorpus::corpus_data() {
    QTest::addColumn<Victim>("victim");
    QTest::addColumn<QString>("file");
    for (const auto& [name, victim] : kVictims) {
        const QString folder = folderOf(name);
        QDirIterator files(folder, QDir::Files);
        QVERIFY2(files.hasNext(), qPrintable(folder + " has no seeds"));
        while (files.hasNext()) {
            const QString file = files.next();
            QTest::newRow(qPrintable(QLatin1String(name) + "/" + files.fileName()))
                << victim << file;
            // Accepted input may also run.
            if (victim == fuzz::tryPtx)
                QTest::newRow(qPrintable("ptx as module/" + files.fileName()))
                    << Victim(fuzz::tryModule) << file;
        }
    }
}

void TestFuzzCorpus::corpus() {
    QFETCH(Victim, victim);
    QFETCH(QString, file);
    QFile input(file);
    QVERIFY(input.open(QIODevice::ReadOnly));
    run(victim, input.readAll());
}

void TestFuzzCorpus::mutants_data() {
    QTest::addColumn<Victim>("victim");
    QTest::addColumn<QString>("file");
    for (const auto& [name, victim] : kVictims) {
        QDirIterator files(folderOf(name), QDir::Files);
        while (files.hasNext()) {
            const QString file = files.next();
            QTest::newRow(qPrintable(QLatin1String(name) + "/" + files.fileName()))
                << victim << file;
        }
    }
}

/// A little of what the fuzz targets do, for builds without clang; the same mutants every time.
/// WARPBENCH_FUZZ_ROUNDS makes more of them, WARPBENCH_FUZZ_INPUT names a file that holds the one
/// that is being tried.
void TestFuzzCorpus::mutants() {
    QFETCH(Victim, victim);
    QFETCH(QString, file);
    QFile input(file);
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QByteArray seed = input.readAll();
    bool given = false;
    const int rounds = qEnvironmentVariableIntValue("WARPBENCH_FUZZ_ROUNDS", &given);
    std::mt19937 random(static_cast<std::uint32_t>(seed.size()));
    for (int round = 0; round < (given ? rounds : 3); ++round) {
        const QByteArray mutant = mutated(seed, random);
        QFile kept(qEnvironmentVariable("WARPBENCH_FUZZ_INPUT"));
        if (!kept.fileName().isEmpty() && kept.open(QIODevice::WriteOnly))
            kept.write(mutant);
        kept.close();
        run(victim, mutant);
    }
}

void TestFuzzCorpus::extremes_data() {
    QTest::addColumn<Victim>("victim");
    QTest::addColumn<QByteArray>("input");
    const auto row = [](const char* name, Victim victim, const QByteArray& input) {
        QTest::newRow(name) << victim << input;
    };
    constexpr int kDeep = 10000;
    const QByteArray open = QByteArray("{\n").repeated(kDeep);
    const QByteArray close = QByteArray("}\n").repeated(kDeep);
    row("nested scopes", fuzz::tryModule, kernelAround(open + "ret;" + close));
    row("nested scopes, open", fuzz::tryModule, kernelAround(open + "ret;"));
    row("nested scopes with registers", fuzz::tryModule,
        kernelAround(QByteArray("{ .reg .b32 %a; mov.b32 %a, 1;\n").repeated(kDeep) + "ret;" +
                     close));
    row("nested parentheses", fuzz::tryModule,
        kernelAround(".reg .b32 %a; mov.b32 %a, " + QByteArray("(").repeated(kDeep) + "1" +
                     QByteArray(")").repeated(kDeep) + "; ret;"));
    row("nested vectors", fuzz::tryModule,
        kernelAround(".reg .b32 %a; mov.b64 " + QByteArray("{").repeated(kDeep) + "%a" +
                     QByteArray("}").repeated(kDeep) + ", 1; ret;"));
    row("nested initialisers", fuzz::tryModule,
        ".version 8.0\n.target sm_90\n.address_size 64\n.global .b32 x[1] = " +
            QByteArray("{").repeated(kDeep) + "1" + QByteArray("}").repeated(kDeep) + ";\n");
    row("unary operators", fuzz::tryModule,
        kernelAround(".reg .b32 %a; mov.b32 %a, " + QByteArray("-").repeated(kDeep) + "1; ret;"));
    row("a hundred thousand labels", fuzz::tryModule, [] {
        QByteArray body;
        for (int i = 0; i < 10 * kDeep; ++i)
            body += "L" + QByteArray::number(i) + ":\n";
        return kernelAround(body + "ret;");
    }());
    row("ten thousand branches", fuzz::tryModule, [] {
        QByteArray body = ".reg .pred %p; setp.eq.s32 %p, 0, 1;\n";
        for (int i = 0; i < kDeep; ++i)
            body += "L" + QByteArray::number(i) + ": @%p bra L" +
                    QByteArray::number((i * 7919) % kDeep) + ";\n";
        return kernelAround(body + "ret;");
    }());
    row("ten thousand blocks with sums of one product", fuzz::tryModule, [] {
        QByteArray body = ".reg .pred %p; setp.eq.s32 %p, 0, 1; .reg .f32 %a, %m, %s;\n"
                          "mov.b32 %a, 1; mov.b32 %s, 1; mul.f32 %m, %a, 0f41100000;\n";
        for (int i = 0; i < kDeep; ++i)
            body += "L" + QByteArray::number(i) + ": sub.f32 %s, %s, %m; @%p bra L" +
                    QByteArray::number((i * 7919) % kDeep) + ";\n";
        return kernelAround(body + "ret;");
    }());
    row("a hundred thousand negations of a product", fuzz::tryModule, [] {
        QByteArray body = ".reg .f32 %m<" + QByteArray::number(10 * kDeep + 2) +
                          ">; mov.b32 %m1, 1; mul.f32 %m0, %m1, %m1; mov.b32 %m1, 1;\n";
        for (int i = 2; i < 10 * kDeep; ++i)
            body += "neg.f32 %m" + QByteArray::number(i) + ", %m" +
                    QByteArray::number(i == 2 ? 0 : i - 1) + ";\n";
        return kernelAround(body + "add.f32 %m1, %m1, %m" + QByteArray::number(10 * kDeep - 1) +
                            "; ret;");
    }());
    row("a chain of ten thousand calls", fuzz::tryModule, [] {
        QByteArray text = ".version 8.0\n.target sm_90\n.address_size 64\n";
        text += ".func f0() { ret; }\n";
        for (int i = 1; i < kDeep; ++i)
            text += ".func f" + QByteArray::number(i) + "() { call.uni f" +
                    QByteArray::number(i - 1) + "; ret; }\n";
        return text + ".visible .entry k() { call.uni f" + QByteArray::number(kDeep - 1) +
               "; ret; }\n";
    }());
    row("a name of a million letters", fuzz::tryModule,
        kernelAround(".reg .b32 " + QByteArray("a").repeated(1000000) + "; ret;"));
    row("a string that never ends", fuzz::tryModule,
        ".version 8.0\n.target sm_90\n.file 1 \"" + QByteArray("a").repeated(1000000));
    row("a comment that never ends", fuzz::tryModule,
        ".version 8.0\n.target sm_90\n/*" + QByteArray("*").repeated(1000000));
    // Each instruction alone, without operands or with one of several kinds.
    for (const char* opcode :
         {"ld.global.b32",
          "ld",
          "ldu",
          "st",
          "st.shared.v2.b32",
          "atom",
          "atom.global.add.u32",
          "red.global.add.u32",
          "red",
          "mov",
          "mov.b32",
          "mov.b128",
          "setp",
          "setp.eq.s32",
          "set",
          "selp.b32",
          "bra",
          "brx.idx",
          "brx",
          "ret",
          "call",
          "cvta",
          "cvta.to.global.u64",
          "isspacep.global",
          "isspacep",
          "bar.sync",
          "bar",
          "bar.warp.sync",
          "barrier.cluster",
          "bar.red.popc.u32",
          "shfl.sync.idx.b32",
          "shfl",
          "vote.sync.all.pred",
          "vote",
          "match.any.sync.b32",
          "redux.sync.add.s32",
          "elect.sync",
          "elect",
          "mbarrier",
          "mbarrier.init.shared.b64",
          "mbarrier.try_wait.parity.shared.b64",
          "cp",
          "cp.async",
          "cp.async.ca.shared.global",
          "cp.async.wait_group",
          "cp.async.bulk",
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes",
          "cp.reduce.async.bulk",
          "mapa.u64",
          "getctarank.u32",
          "ldmatrix.sync.aligned.m8n8.x1",
          "ldmatrix",
          "stmatrix",
          "wmma",
          "wmma.load.a.sync.aligned.row.m16n16k16.f16",
          "mma",
          "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
          "alloca.u64",
          "stacksave.u64",
          "stackrestore.u64",
          "vadd.s32.s32.s32",
          "vadd4",
          "vset",
          "vmad",
          "tex",
          "tex.1d.v4.f32.s32",
          "tld4.r.2d.v4.f32.f32",
          "suld.b.1d.b32.trap",
          "sust",
          "sured",
          "txq.width.b32",
          "suq",
          "istypep",
          "movmatrix",
          "cvt",
          "cvt.rn.f16.f32",
          "cvt.pack.sat.u8.s32.b32",
          "createpolicy",
          "add",
          "add.s32",
          "mad.lo.s32",
          "madc.hi.cc.u32",
          "prmt",
          "lop3.b32",
          "dp4a.u32.u32",
          "bfe.u32",
          "testp.finite.f32",
          "copysign.f32",
          "nanosleep",
          "fence",
          "membar",
          "prefetch",
          "discard",
          "applypriority",
          "setmaxnreg",
          "tensormap",
          "alias"}) {
        for (const char* operands : {"", " %r1", " %r1, %r1", " [%d1]", " {%r1, %r1}", " 1",
                                     " %p1, %r1", " [%d1], %r1", " _, [%d1]", " L", " k"})
            for (const char* guard : {"", "@%p1 "})
                row((QByteArray(guard) + opcode + operands).constData(), fuzz::tryModule,
                    kernelAround(QByteArray(".reg .b32 %r1; .reg .b64 %d1; .reg .pred %p1;\nL: ") +
                                 guard + opcode + operands + "; ret;"));
    }
    row("a huge variable", fuzz::tryModule,
        ".version 8.0\n.target sm_90\n.address_size 64\n.global .b8 x[9223372036854775807];\n"
        ".visible .entry k() { ret; }\n");
    row("huge shared memory", fuzz::tryModule,
        kernelAround(".shared .b8 x[4611686018427387904]; ret;"));
    row("huge local memory", fuzz::tryModule,
        kernelAround(".local .b8 x[4611686018427387904]; ret;"));
    row("half a gigabyte of local memory", fuzz::tryModule,
        kernelAround(".local .b8 x[536870912]; ret;"));
    row("ten million registers", fuzz::tryModule, kernelAround(".reg .b32 %r<10000000>; ret;"));
    row("four thousand million registers", fuzz::tryModule,
        kernelAround(".reg .b32 %r<4294967295>; ret;"));
    row("nested lists", fuzz::tryProject,
        "{\"a\": " + QByteArray("[").repeated(kDeep) + QByteArray("]").repeated(kDeep) + "}");
    row("nested objects", fuzz::tryProject,
        QByteArray("{\"a\": ").repeated(10 * kDeep) + "1" + QByteArray("}").repeated(10 * kDeep));
    row("nested objects, open", fuzz::tryProject, QByteArray("{\"a\":").repeated(10 * kDeep));
    row("nested brackets", fuzz::tryProject,
        QByteArray("(").repeated(kDeep) + "1" + QByteArray(")").repeated(kDeep));
    row("a long sum", fuzz::tryProject, QByteArray("1+").repeated(kDeep) + "1");
    row("a tower of powers", fuzz::tryProject, QByteArray("2**").repeated(kDeep) + "2");
    row("negations", fuzz::tryProject, QByteArray("-").repeated(kDeep) + "1");
}

void TestFuzzCorpus::extremes() {
    QFETCH(Victim, victim);
    QFETCH(QByteArray, input);
    run(victim, input);
}

WARPBENCH_TEST(TestFuzzCorpus)
} // namespace tst_fuzz_corpus

#include "tst_fuzz_corpus.moc"
