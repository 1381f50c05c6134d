// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/base/decimal.h"
#include "core/base/error.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>

namespace tst_array_files {

using namespace warpbench;
using namespace warpbench::arrays;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(std::string_view text) {
    const auto view = std::as_bytes(std::span(text));
    return {view.begin(), view.end()};
}

void append(Bytes& bytes, std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) {
        bytes.push_back(i < 8 ? std::byte(value >> (8 * i) & 0xFF) : std::byte(0));
    }
}

/// An .npy with the given header text and data.
Bytes npy(int version, const std::string& header, const Bytes& data) {
    Bytes bytes = bytesOf("\x93NUMPY");
    append(bytes, std::uint64_t(version), 1);
    append(bytes, 0, 1);
    append(bytes, header.size(), version == 1 ? 2 : 4);
    const Bytes text = bytesOf(header);
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

Bytes formatNpy(const HostArray& array) {
    Bytes bytes = bytesOf(npyHeader(array));
    bytes.insert(bytes.end(), array.bytes().begin(), array.bytes().end());
    return bytes;
}

Bytes deflated(const Bytes& data) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    Bytes out(deflateBound(&stream, uLong(data.size())));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(data.data()));
    stream.avail_in = uInt(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

struct Member {
    std::string name;
    Bytes data;
    bool compress = false;
};

/// A ZIP archive; `zip64` puts sizes into the extra fields, as numpy.savez does for large arrays.
Bytes archive(const std::vector<Member>& members, bool zip64) {
    Bytes out, directory;
    for (const Member& member : members) {
        const Bytes packed = member.compress ? deflated(member.data) : member.data;
        const auto crc =
            crc32(0, reinterpret_cast<const Bytef*>(member.data.data()), uInt(member.data.size()));
        const std::uint64_t local = out.size();
        const std::uint32_t far = 0xFFFFFFFF;
        append(out, 0x04034b50, 4);
        append(out, 45, 2);
        append(out, 0, 2);
        append(out, member.compress ? 8 : 0, 2);
        append(out, 0, 4);
        append(out, crc, 4);
        append(out, packed.size(), 4);
        append(out, member.data.size(), 4);
        append(out, member.name.size(), 2);
        append(out, 0, 2);
        const Bytes name = bytesOf(member.name);
        out.insert(out.end(), name.begin(), name.end());
        out.insert(out.end(), packed.begin(), packed.end());

        append(directory, 0x02014b50, 4);
        append(directory, 45, 2);
        append(directory, 45, 2);
        append(directory, 0, 2);
        append(directory, member.compress ? 8 : 0, 2);
        append(directory, 0, 4);
        append(directory, crc, 4);
        append(directory, zip64 ? far : packed.size(), 4);
        append(directory, zip64 ? far : member.data.size(), 4);
        append(directory, member.name.size(), 2);
        append(directory, zip64 ? 28 : 0, 2);
        append(directory, 0, 2 + 2 + 2 + 4);
        append(directory, zip64 ? far : local, 4);
        directory.insert(directory.end(), name.begin(), name.end());
        if (zip64) {
            append(directory, 1, 2);
            append(directory, 24, 2);
            append(directory, member.data.size(), 8);
            append(directory, packed.size(), 8);
            append(directory, local, 8);
        }
    }
    const std::uint64_t start = out.size();
    out.insert(out.end(), directory.begin(), directory.end());
    append(out, 0x06054b50, 4);
    append(out, 0, 4);
    append(out, members.size(), 2);
    append(out, members.size(), 2);
    append(out, directory.size(), 4);
    append(out, start, 4);
    append(out, 0, 2);
    return out;
}

HostArray ramp(DType dtype, std::vector<std::int64_t> shape) {
    HostArray array(std::move(dtype), std::move(shape));
    const std::size_t size = sizeOf(array.dtype().scalar());
    for (std::size_t i = 0; i < array.sizeBytes() / size; ++i) {
        writeDouble(array.dtype().scalar(), array.bytes().data() + i * size, double(i % 64));
    }
    return array;
}

bool sameBytes(const HostArray& a, const HostArray& b) {
    return a.sizeBytes() == b.sizeBytes() &&
           std::memcmp(a.bytes().data(), b.bytes().data(), a.sizeBytes()) == 0;
}

} // namespace

class TestArrayFiles : public QObject {
    Q_OBJECT

  private slots:
    void everyTypeSurvives() {
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "a.npy";
        for (int s = 0; s <= int(Scalar::complex128); ++s) {
            const HostArray array = ramp(Scalar(s), {3, 5});
            writeArrayFile(file, array);
            const HostArray back = readArrayFile(file, "", array.dtype(), array.shape());
            QVERIFY2(sameBytes(array, back), nameOf(Scalar(s)).data());
            QVERIFY(back.dtype() == array.dtype());
        }
        const HostArray vectors = ramp(*DType::parse("float4"), {6});
        writeArrayFile(file, vectors);
        QVERIFY(sameBytes(vectors, readArrayFile(file, "", vectors.dtype(), {6})));
        const HostArray plain = readArrayFile(file);
        QCOMPARE(plain.shape(), (std::vector<std::int64_t>{6, 4}));
    }

    void fortranOrder() {
        Bytes data;
        for (int value : {1, 4, 2, 5, 3, 6}) { // columns of [[1, 2, 3], [4, 5, 6]]
            append(data, std::uint64_t(value), 4);
        }
        for (int version : {1, 2, 3}) {
            const HostArray array = parseNpy(
                npy(version, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }\n", data));
            const std::vector<std::int32_t> want{1, 2, 3, 4, 5, 6};
            QVERIFY(std::equal(want.begin(), want.end(), array.as<std::int32_t>().begin()));
        }
    }

    void bigEndian() {
        const Bytes data = bytesOf(std::string_view("\x01\x02\x03\x04", 4));
        const HostArray array =
            parseNpy(npy(1, "{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", data));
        QCOMPARE(array.as<std::int16_t>()[0], std::int16_t(0x0102));
        QCOMPARE(array.as<std::int16_t>()[1], std::int16_t(0x0304));
    }

    /// Wrong or broken headers: an error for each, without allocating memory.
    void brokenNpy_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("huge") << QByteArray(
            "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }");
        QTest::newRow("overflow") << QByteArray(
            "{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }");
        QTest::newRow("negative") << QByteArray(
            "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }");
        QTest::newRow("object") << QByteArray(
            "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }");
        for (const char* fields : {"", "('x', '<f4'", "('x')", "('x', '<f4', (0,))", "('x', '|O')",
                                   "('x', '<f4'), ('x', '<i4')", "('x', '|V1048577')",
                                   "('x', '<f8', (99999999,))", "('', '|V8')"})
            QTest::addRow("records %s", fields)
                << QByteArray("{'descr': [") + fields +
                       "], 'fortran_order': False, 'shape': (1,), }";
        QTest::newRow("long double")
            << QByteArray("{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }");
        QTest::newRow("no shape") << QByteArray("{'descr': '<f8', 'fortran_order': False}");
        QTest::newRow("cut") << QByteArray("{'descr': '<f8");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("evil") << QByteArray("__import__('os').system('true')");
        QTest::newRow("void") << QByteArray(
            "{'descr': '|V99999999999999999999', 'fortran_order': False, 'shape': (1,), }");
    }
    void brokenNpy() {
        QFETCH(QByteArray, header);
        QVERIFY_EXCEPTION_THROWN(parseNpy(npy(1, header.toStdString(), Bytes(16))), Error);
    }

    /// A project may name a pipe; opening it would block until somebody writes to it.
    void aNamedPipeIsRefusedAtOnce() {
#ifdef _WIN32
        QSKIP("a pipe has no name among files on Windows");
#else
        const QTemporaryDir folder;
        for (const char* name : {"pipe.npy", "pipe.npz", "pipe.csv", "pipe.bin"}) {
            const auto pipe = std::filesystem::path(folder.path().toStdString()) / name;
            QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
            try {
                readArrayFile(pipe, "", Scalar::float32, {4});
                QFAIL("a pipe was read");
            } catch (const Error& error) {
                QCOMPARE(error.text(), std::string("this is not a file"));
            }
        }
#endif
    }

    /// Any prefix of a file, and files with flipped bits, give an array or an Error.
    void damagedFiles() {
        const Bytes good = formatNpy(ramp(Scalar::float32, {4, 4}));
        const Bytes zip = archive({{"x.npy", good, true}, {"y.npy", good, false}}, true);
        std::mt19937 random(7);
        int failures = 0;
        const auto tryBoth = [&](const Bytes& a, const Bytes& b) {
            try {
                parseNpy(a);
            } catch (const Error&) {
                ++failures;
            }
            try {
                extractNpzMember(b, "x", 1 << 20);
            } catch (const Error&) {
                ++failures;
            }
        };
        for (std::size_t n = 0; n < std::max(good.size(), zip.size()); ++n) {
            tryBoth({good.begin(), good.begin() + std::ptrdiff_t(std::min(n, good.size()))},
                    {zip.begin(), zip.begin() + std::ptrdiff_t(std::min(n, zip.size()))});
        }
        for (int round = 0; round < 3000; ++round) {
            Bytes a = good;
            Bytes b = zip;
            for (int flips = 0; flips < 3; ++flips) {
                a[random() % a.size()] = std::byte(random());
                b[random() % b.size()] = std::byte(random());
            }
            tryBoth(a, b);
        }
        QVERIFY(failures > 1000);
    }

    void npzMembersAreFound() {
        const HostArray x = ramp(Scalar::float32, {1000});
        const HostArray y = ramp(Scalar::int64, {2, 2});
        for (const bool zip64 : {false, true}) {
            const Bytes zip =
                archive({{"x.npy", formatNpy(x), true}, {"y.npy", formatNpy(y), false}}, zip64);
            QCOMPARE(npzMembers(zip), (std::vector<std::string>{"x", "y"}));
            QVERIFY(sameBytes(parseNpy(extractNpzMember(zip, "x", 1 << 20)), x));
            QVERIFY(sameBytes(parseNpy(extractNpzMember(zip, "y.npy", 1 << 20)), y));
            QVERIFY_EXCEPTION_THROWN(extractNpzMember(zip, "z", 1 << 20), Error);
            QVERIFY_EXCEPTION_THROWN(extractNpzMember(zip, "", 1 << 20), Error);
        }
    }

    /// Stops inflating a member at the expected size.
    void inflationIsLimited() {
        const Bytes zip = archive({{"bomb.npy", Bytes(50 << 20), true}}, false);
        QVERIFY(zip.size() < 100'000);
        QVERIFY_EXCEPTION_THROWN(extractNpzMember(zip, "bomb", 1 << 20), Error);
    }

    void csv() {
        const HostArray a = parseCsv("x, y\n1, 2\n# note\n3; -4.5e0\n", Scalar::float32, {2, 2});
        QCOMPARE(a.as<float>()[3], -4.5F);
        QCOMPARE(formatCsv(a), std::string("1,2\n3,-4.5\n"));
        const HostArray c = parseCsv("1+2j\n-3e-1-4j\n5j", Scalar::complex128, {3});
        QCOMPARE(formatElement(c, 1), std::string("-0.3-4j"));
        QCOMPARE(formatElement(c, 2), std::string("0+5j"));
        const HostArray u = parseCsv("18446744073709551615", Scalar::uint64, {1});
        QCOMPARE(u.as<std::uint64_t>()[0], UINT64_MAX);
        QVERIFY_EXCEPTION_THROWN(parseCsv("1\n2\n", Scalar::int32, {3}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCsv("1\n2\n3\n4", Scalar::int32, {3}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCsv("1\n300", Scalar::uint8, {2}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCsv("1\n1.5", Scalar::int32, {2}), Error);
        // Just beyond the type: as doubles they are the type's largest value.
        QVERIFY_EXCEPTION_THROWN(parseCsv("9223372036854775808", Scalar::int64, {1}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCsv("18446744073709551616", Scalar::uint64, {1}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCsv("-1", Scalar::uint64, {1}), Error);
        QCOMPARE(parseCsv("1e3", Scalar::int64, {1}).as<std::int64_t>()[0], std::int64_t(1000));
        try {
            parseCsv("1 2\n3 four\n", Scalar::int32, {4});
            QFAIL("a word was taken for a number");
        } catch (const Error& error) {
            QCOMPARE(error.place().line, 2);
            QCOMPARE(error.place().column, 3);
        }
    }

    /// The point is a point whatever the locale, also where a number is too large or too small.
    void numbersBeyondDoubles() {
        const char* before = std::setlocale(LC_NUMERIC, nullptr);
        const std::string restored = before ? before : "C";
        std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // if available
        const HostArray a =
            parseCsv("1.5e-400 1.5e400 -1.5e400 -1e-400 0.0000e999 1e99999999999999999999",
                     Scalar::float64, {6});
        std::setlocale(LC_NUMERIC, restored.c_str());
        const auto values = a.as<double>();
        constexpr double kInf = std::numeric_limits<double>::infinity();
        QCOMPARE(values[0], 0.0);
        QCOMPARE(values[1], kInf);
        QCOMPARE(values[2], -kInf);
        QVERIFY(values[3] == 0 && std::signbit(values[3]));
        QCOMPARE(values[4], 0.0);
        QCOMPARE(values[5], kInf);
        QCOMPARE(outOfRangeDouble("0." + std::string(400, '0') + "1e500"), kInf);
        QCOMPARE(outOfRangeDouble("1" + std::string(400, '0') + "e-800"), 0.0);
    }

    /// A file of any size that is not the buffer's is refused by its size.
    void largeFilesAreNotRead() {
        QTemporaryDir folder;
        const std::filesystem::path base(folder.path().toStdString());
        for (const char* name : {"a.bin", "a.npy"}) {
            writeArrayFile(base / name, ramp(Scalar::float32, {4}));
            std::error_code tooLarge; // sparse, or refused by a system that wants the room
            std::filesystem::resize_file(base / name, std::uintmax_t(1) << 40, tooLarge);
            if (tooLarge)
                QSKIP("a file of a terabyte cannot be made here");
            try {
                readArrayFile(base / name, "", Scalar::float32, {4});
                QFAIL("a terabyte was read");
            } catch (const Error& error) {
                QVERIFY2(std::string(error.what()).find("bytes") != std::string::npos,
                         error.what());
                QCOMPARE(int(error.kind()), int(ErrorKind::project));
            }
        }
    }

    void mismatchesAreSaid() {
        QTemporaryDir folder;
        const std::filesystem::path base(folder.path().toStdString());
        writeArrayFile(base / "a.npy", ramp(Scalar::float64, {4}));
        writeArrayFile(base / "a.bin", ramp(Scalar::float32, {4}));
        QVERIFY_EXCEPTION_THROWN(readArrayFile(base / "a.npy", "", Scalar::float32, {4}), Error);
        QVERIFY_EXCEPTION_THROWN(readArrayFile(base / "a.npy", "", Scalar::float64, {5}), Error);
        QVERIFY_EXCEPTION_THROWN(readArrayFile(base / "a.bin", "", Scalar::float32, {3}), Error);
        QVERIFY_EXCEPTION_THROWN(readArrayFile(base / "none.npy", "", Scalar::float32, {3}), Error);
        QCOMPARE(readArrayFile(base / "a.bin", "", Scalar::float32, {2, 2}).as<float>()[3], 3.0F);
        QCOMPARE(readArrayFile(base / "a.npy", "", Scalar::float64, {4, 1}).as<double>()[3], 3.0);
    }

    /// The first row is a heading if it contains no numbers; all rows must have the same, matching
    /// length.
    void csvRows_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");   ///< 0: a list
        QTest::addColumn<int>("wrongLine"); ///< 0: it is right
        const auto row = [](const char* text, int rows, int columns, int wrongLine) {
            QTest::newRow(text) << QByteArray(text) << rows << columns << wrongLine;
        };
        row("1,2,3\n4,5,6\n", 2, 3, 0);
        row("a,b,c\n1,2,3\n4,5,6\n", 2, 3, 0);
        row("sensor 1,sensor 2,n\n1,2,3\n4,5,6", 2, 3, 0);
        row("# note\n\"a\",\"b\",\"c\"\n1,2,3\n4,5,6", 2, 3, 0);
        row("1\n2\n3\n4\n5\n6\n", 2, 3, 0);
        row("1 2 3 4 5 6", 2, 3, 0);
        row("1,2,3,\n4,5,6,\n", 2, 3, 0);
        row("1,2,3,4\n5,6\n", 6, 0, 0);
        row("1,2\n3,4\n5,6\n", 6, 0, 0);
        row("1,N/A,3\n4,5,6\n", 1, 3, 1);
        row("1,N/A,3\n4,5,6\n", 2, 3, 1);
        row("x,2,3\n4,5,6\n", 2, 3, 1);
        row("1,2\n3,4\n5,6\n", 2, 3, 1);
        row("1,2,3\n4,5\n6,7,8\n", 3, 3, 2);
        row("1,2,3,4\n5,6\n", 2, 3, 2);
        row("1,,3\n4,5,6\n", 2, 3, 1);
        row("1,2,3\n4,N/A,6\n", 2, 3, 2);
    }

    void csvRows() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, wrongLine);
        std::vector<std::int64_t> shape{rows};
        if (columns > 0)
            shape.push_back(columns);
        try {
            const HostArray array = parseCsv(text.toStdString(), Scalar::float32, shape);
            QCOMPARE(wrongLine, 0);
            for (std::int64_t i = 0; i < array.elements(); ++i)
                QCOMPARE(array.as<float>()[std::size_t(i)], float(i + 1));
        } catch (const Error& error) {
            QCOMPARE(error.place().line, wrongLine);
        }
    }

    void csvSpellings_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("second");
        const auto row = [](const char* text, double second) {
            QTest::newRow(text) << QByteArray(text) << second;
        };
        row("\"1\",\"2.5\"", 2.5);
        row("'1', '2.5'", 2.5);
        row("0x1,0x10", 16);
        row("0b1,0b101", 5);
        row("0o1,0o17", 15);
        row("1.0f,2.5f", 2.5);
        row("1u,2UL", 2);
        row("1.0D+00,2.5D+01", 25);
        row("1e0,-2.5E-1", -0.25);
        row("1,5;2,5", 2.5);
        row("1,5\t2,5", 2.5);
    }

    void csvSpellings() {
        QFETCH(QByteArray, text);
        QFETCH(double, second);
        const HostArray array = parseCsv(text.toStdString(), Scalar::float64, {2});
        QCOMPARE(array.as<double>()[1], second);
    }

    void utf16Csv() {
        std::string text = "\xFF\xFE";
        for (const char c : std::string("a,b\n1,2\n"))
            text += {c, '\0'};
        QCOMPARE(parseCsv(text, Scalar::float64, {2}).as<double>()[1], 2.0);
    }

    /// What numpy.save makes of np.zeros(2, [("id", "<i2"), ("x", "<f8"), ("t", "u1", 3)]), packed
    /// and aligned, in either byte order, with its fields in any order.
    void structuredNpy_data() {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("element");
        const QByteArray id("\x07\x00", 2), x("\x00\x00\x00\x00\x00\x00\xF8\x3F", 8),
            t("\1\2\3", 3);
        QByteArray idBig("\x00\x07", 2), xBig = x;
        std::reverse(xBig.begin(), xBig.end());
        QTest::newRow("packed") << QByteArray("('id', '<i2'), ('x', '<f8'), ('t', '|u1', (3,))")
                                << id + x + t;
        QTest::newRow("aligned") << QByteArray("('id', '<i2'), ('', '|V6'), ('x', '<f8'), "
                                               "('t', '|u1', (3,)), ('', '|V5')")
                                 << id + QByteArray(6, 'p') + x + t + QByteArray(5, 'p');
        QTest::newRow("big-endian")
            << QByteArray("('id', '>i2'), ('x', '>f8'), ('t', '|u1', (3,))") << idBig + xBig + t;
        QTest::newRow("another order")
            << QByteArray("('t', '|u1', 3), ('x', '<f8'), (('a title', 'id'), '<i2')")
            << t + x + id;
    }

    void structuredNpy() {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, element);
        const auto fieldOf = [](const char* name, DType type, std::size_t count) {
            return Field{name, std::make_shared<const DType>(type), 0, count};
        };
        const DType record = DType::structure("Record", {fieldOf("id", Scalar::int16, 1),
                                                         fieldOf("x", Scalar::float64, 1),
                                                         fieldOf("t", Scalar::uint8, 3)});
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "r.npy";
        const Bytes bytes = npy(
            1, "{'descr': [" + fields.toStdString() + "], 'fortran_order': False, 'shape': (2,), }",
            bytesOf((element + element).toStdString()));
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
        const HostArray read = readArrayFile(file, "", record, {2});
        QCOMPARE(formatElement(read, 1), std::string("{id: 7, x: 1.5, t: [1, 2, 3]}"));
        // And out again, with its names.
        writeArrayFile(file, read);
        QVERIFY(
            npyHeader(read).find("('id', '<i2'), ('', '|V6'), ('x', '<f8'), ('t', '|u1', (3,)), "
                                 "('', '|V5')]") != std::string::npos);
        QVERIFY(sameBytes(readArrayFile(file, "", record, {2}), read));
        const DType other = DType::structure("Other", {fieldOf("id", Scalar::int16, 1),
                                                       fieldOf("y", Scalar::float64, 1),
                                                       fieldOf("t", Scalar::uint8, 3)});
        QVERIFY_EXCEPTION_THROWN(readArrayFile(file, "", other, {2}), Error);
    }

    void endingsAreCheckedBeforehand() {
        const DType record =
            DType::structure("R", {Field{"x", std::make_shared<const DType>(Scalar::float32)}});
        QVERIFY_EXCEPTION_THROWN(requireWritable("r.csv", record, {4}), Error);
        QVERIFY_EXCEPTION_THROWN(requireWritable("a.npz", Scalar::float32, {4}), Error);
        QVERIFY_EXCEPTION_THROWN(requireWritable("a.png", Scalar::float32, {4}), Error);
        QVERIFY_EXCEPTION_THROWN(requireWritable("a.jpg", Scalar::float32, {4, 4}), Error);
        requireWritable("r.npy", record, {4});
        requireWritable("r.bin", record, {4});
        requireWritable("a.png", Scalar::float32, {4, 4});
        requireWritable("a.png", Scalar::uint8, {4, 4, 3});
        requireWritable("a.csv", Scalar::bfloat16, {4});
    }

    void picturesAreWritten() {
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "a.png";
        HostArray colors(Scalar::uint8, {2, 3, 3});
        for (std::size_t i = 0; i < 18; ++i)
            colors.as<std::uint8_t>()[i] = std::uint8_t(i * 14);
        writeArrayFile(file, colors);
        std::ifstream stream(file, std::ios::binary);
        const std::string png((std::istreambuf_iterator<char>(stream)), {});
        QVERIFY(png.starts_with("\x89PNG\r\n\x1A\n"));
        const std::size_t data = png.find("IDAT");
        std::string rows(20, '\0');
        uLongf size = uLongf(rows.size());
        QCOMPARE(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                            reinterpret_cast<const Bytef*>(png.data()) + data + 4,
                            uLong(png.size() - data - 4 - 16)),
                 Z_OK);
        QCOMPARE(size, uLongf(20));
        QCOMPARE(int(static_cast<unsigned char>(rows[11])), 9 * 14); // the second row's first red
        writeArrayFile(file, ramp(Scalar::float32, {4, 4}));
    }
};

WARPBENCH_TEST(TestArrayFiles)
} // namespace tst_array_files

#include "tst_array_files.moc"
