// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/base/decimal.h"
#include "core/base/error.h"

#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <clocale>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

using namespace warpbench;
using namespace warpbench::memory;

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

    /// Headers that lie or are broken: an error each, and no memory asked for.
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
        QTest::newRow("records") << QByteArray(
            "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }");
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

    /// A project may name one; opening it would wait for somebody who writes it, for ever.
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

    /// A member that inflates beyond what is wanted stops there.
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
        std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where there is one
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
};

QTEST_GUILESS_MAIN(TestArrayFiles)
#include "tst_array_files.moc"
