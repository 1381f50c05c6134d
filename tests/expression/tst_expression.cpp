// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.h"
#include "core/formulas/element_expression.h"
#include "tests/main.h"

#include <QTest>

#include <cmath>
#include <random>

namespace tst_expression {

using namespace warpbench;
using namespace warpbench::project;
using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

namespace {

std::optional<Number> lookup(const std::string& name) {
    if (name == "n") {
        return Number(std::int64_t(400));
    }
    if (name == "x") {
        return Number(2.5);
    }
    return std::nullopt;
}

Number scalar(const std::string& text) {
    return evaluate(Formula::parse({text, Place{"p.warpbench", 3, 10}}), lookup);
}

template <class T>
HostArray arrayOf(DType dtype, std::vector<std::int64_t> shape, std::vector<T> values) {
    HostArray array(std::move(dtype), std::move(shape));
    std::copy(values.begin(), values.end(), array.as<T>().begin());
    return array;
}

template <class T>
std::vector<T> elements(const std::string& text, DType dtype, std::vector<std::int64_t> shape,
                        const std::map<std::string, HostArray>& buffers) {
    ElementNames names;
    names.numbers["n"] = std::int64_t(400);
    names.initial = [&](const std::string& name) -> std::optional<HostArray> {
        const auto found = buffers.find(name);
        return found == buffers.end() ? std::nullopt : std::optional(found->second);
    };
    HostArray out(dtype, shape);
    ElementExpression(Formula::parse({text, {}}), dtype, shape, names).evaluate(out.bytes());
    return {out.as<T>().begin(), out.as<T>().end()};
}

} // namespace

class TestExpression : public QObject {
    Q_OBJECT

  private slots:
    void scalars_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QString(text) << QString(value);
        };
        row("1 + 2 * 3", "7");
        row("7 / 2", "3.5");
        row("8 / 2", "4.0");
        row("7 // 2", "3");
        row("-7 // 2", "-4");
        row("-7 % 3", "2");
        row("7 % -3", "-2");
        row("-7.5 % 2", "0.5");
        row("2 ** 10", "1024");
        row("2 ** -1", "0.5");
        row("-2 ** 2", "-4");
        row("2 ** 3 ** 2", "512");
        row("0x1F", "31");
        row("1e3", "1000.0");
        row(".5 + 1.", "1.5");
        row("9223372036854775807", "9223372036854775807");
        row("-9223372036854775808", "-9223372036854775808");
        row("18446744073709551615", "18446744073709551615");
        row("0xFFFFFFFFFFFFFFFF", "18446744073709551615");
        row("9223372036854775807 + 1", "9223372036854775808");
        row("2 ** 63", "9223372036854775808");
        row("18446744073709551615 - 18446744073709551614", "1");
        row("18446744073709551615 // 2", "9223372036854775807");
        row("-9223372036854775808 // -1", "9223372036854775808");
        row("18446744073709551615 % 10", "5");
        row("-1 & 18446744073709551615", "18446744073709551615");
        row("-1 | 18446744073709551615", "-1");
        row("18446744073709551615 ^ 1", "18446744073709551614");
        row("18446744073709551615 >> 60", "15");
        row("1 << 63", "9223372036854775808");
        row("18446744073709551615 > 9223372036854775807", "1");
        row("18446744073709551615 > -1", "1");
        row("18446744073709551615 == 18446744073709551616.0", "0");
        row("max(-1, 18446744073709551615, 3.5)", "18446744073709551615");
        row("ceil_div(18446744073709551615, 2)", "9223372036854775808");
        row("next_pow2(9223372036854775807)", "9223372036854775808");
        row("abs(-9223372036854775808)", "9223372036854775808");
        row("gcd(18446744073709551615, 5)", "5");
        row("9007199254740993 == 9007199254740992.0", "0");
        row("9007199254740993 > 9007199254740992.0", "1");
        row("1 < 2 < 3", "1");
        row("1 < 3 < 2", "0");
        row("not 0 and 1 or 0", "1");
        row("1 if n > 100 else 2", "1");
        row("0 if 1 else 1 // 0", "0");
        row("1 or 1 // 0", "1");
        row("where(0, 1 // 0, 5)", "5");
        row("ceil_div(n, 64)", "7");
        row("ceil_div(-7, 2)", "-3");
        row("min(3, 1, 2)", "1");
        row("max(2, 2.5)", "2.5");
        row("clamp(9, 0, 5)", "5");
        row("round(2.5)", "2");
        row("round(-3.5)", "-4");
        row("floor(-1.5)", "-2");
        row("log2(8)", "3.0");
        row("sqrt(n)", "20.0");
        row("abs(-3)", "3");
        row("next_pow2(100)", "128");
        row("gcd(12, 18)", "6");
        row("1 << 10 | 3", "1027");
        row("6 & 3 ^ 1", "3");
        row("true + true", "2");
        row("floor(pi * 100)", "314");
        row("isnan(nan)", "1");
    }
    void scalars() {
        QFETCH(QString, text);
        QTEST(QString::fromStdString(toString(scalar(text.toStdString()))), "value");
    }

    /// Errors with their location: columns count from the quote in column 10.
    void mistakes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* text, int column, const char* part) {
            QTest::newRow(text) << QString(text) << column << QString(part);
        };
        row("", 11, "empty");
        row("1 +", 14, "ends too early");
        row("(1", 13, "')'");
        row("1 2", 13, "is unexpected here");
        row("1 // (3 - 3)", 13, "division by zero");
        row("n / 0", 13, "division by zero");
        row("18446744073709551615 + 1", 32, "64-bit");
        row("2 ** 64", 13, "64-bit");
        row("18446744073709551616", 11, "64-bit");
        row("-9223372036854775809", 11, "64-bit");
        row("0 - 9223372036854775807 - 2", 35, "64-bit");
        row("ceildiv(1, 2)", 11, "ceil_div");
        row("sqrt(-1)", 11, "sqrt of -1");
        row("min()", 11, "takes 1 or more");
        row("pow(1)", 11, "takes 2 arguments");
        row("m + 1", 11, "'m' is not known");
        row("1 $ 2", 13, "'$'");
        row("gcd(1.5, 2)", 11, "expected an integer");
        row("12abc", 13, "followed by");
        row("if", 11, "'if'");
        row("1e999", 11, "too large");
        row("after(a)", 17, "after()");
        row("sum(a)", 11, "unknown function");
        // C's operators and casts, with the words that are taken here.
        row("n >= 0 && n < 9", 18, "'and'");
        row("n < 0 || n > 9", 17, "'or'");
        row("!n", 11, "'not'");
        row("n > 1 ? 2 : 3", 17, "if CONDITION else");
        row("(int)n / 2", 16, "trunc(x)");
        row("(unsigned int) n", 11, "trunc(x)");
        row("(float)n", 18, "does not round");
        row("1.5f * n", 14, "leave out the suffix");
        row("n = 3", 13, "'=='");
        row("~n", 11, "'-x - 1'");
        row("n;", 12, "semicolon");
    }
    void mistakes() {
        QFETCH(QString, text);
        QFETCH(QString, part);
        try {
            scalar(text.toStdString());
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(part), error.what());
            QCOMPARE(error.place().line, 3);
            QTEST(error.place().column, "column");
            QCOMPARE(int(error.kind()), int(ErrorKind::project));
        }
    }

    void fractionsAreNoIntegers() {
        QCOMPARE(toInteger(scalar("n / 8"), {"n / 8", {}}), Integer(std::int64_t(50)));
        QVERIFY_EXCEPTION_THROWN(toInteger(scalar("n / 7"), {"n / 7", {}}), Error);
        QVERIFY_EXCEPTION_THROWN(toInteger(scalar("1e300"), {"1e300", {}}), Error);
    }

    void nestingIsLimited() {
        const std::string deep(100'000, '(');
        QVERIFY_EXCEPTION_THROWN(scalar(deep), Error);
        QVERIFY_EXCEPTION_THROWN(scalar(std::string(1000, '(') + "1"), Error);
        QVERIFY_EXCEPTION_THROWN(scalar(std::string(1000, '-') + "1"), Error);
        std::string powers = "1";
        for (int i = 0; i < 1000; ++i) {
            powers += "**1";
        }
        QVERIFY_EXCEPTION_THROWN(scalar(powers), Error);
        // A long chain leans to the left and needs no stack.
        std::string sum = "1";
        for (int i = 0; i < 10'000; ++i) {
            sum += " + 1";
        }
        QCOMPARE(toString(scalar(sum)), std::string("10001"));
    }

    /// Random integer arithmetic against 128-bit arithmetic.
    void randomIntegers() {
        std::mt19937_64 random(1);
        for (int round = 0; round < 3000; ++round) {
            const auto a = std::int64_t(random()) >> (random() % 64);
            const auto b = std::int64_t(random()) >> (random() % 64);
            const char op = "+-*"[round % 3];
            __extension__ using Wide = __int128;
            const Wide exact = op == '+' ? Wide(a) + b : op == '-' ? Wide(a) - b : Wide(a) * b;
            const std::string text =
                "(" + std::to_string(a) + ")" + op + "(" + std::to_string(b) + ")";
            const bool fits = exact >= INT64_MIN && exact <= Wide(UINT64_MAX);
            try {
                const Integer found = toInteger(scalar(text), {});
                QCOMPARE(found.bits(), std::uint64_t(exact));
                QCOMPARE(found.negative, exact < 0);
                QVERIFY(fits);
            } catch (const Error&) {
                QVERIFY(!fits);
            }
            if (b != 0 && !(a == INT64_MIN && b == -1)) {
                const std::string as = "(" + std::to_string(a) + ")";
                const std::string bs = "(" + std::to_string(b) + ")";
                QCOMPARE(toInteger(scalar(as + "//" + bs + "*" + bs + "+" + as + "%" + bs), {}),
                         Integer(a));
            }
        }
    }

    /// Any text gives a number or an Error.
    void randomTexts() {
        const std::string letters = "0123456789.eEnx+-*/%<>=!()|^&, ifelsandortmp#$\x80\n";
        const std::vector<std::string> words{
            "n", "x", "min(", "if ",  " else ", "**",     "//", "1e9",   "0x", "where(",
            ",", ")", "(",    "not ", "abs(",   "after(", "2",  " and ", "<=", "-"};
        std::mt19937 random(5);
        int good = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string text;
            for (unsigned n = random() % 12; n > 0; --n) {
                text += round % 2 == 0 ? std::string(1, letters[random() % letters.size()])
                                       : words[random() % words.size()];
            }
            try {
                scalar(text);
                ++good;
            } catch (const Error& error) {
                QVERIFY(!error.text().empty());
            }
        }
        QVERIFY(good > 100);
    }

    // -- element-wise

    void integersWrapInTheirWidth() {
        const std::map<std::string, HostArray> buffers{
            {"a", arrayOf<std::uint8_t>(Scalar::uint8, {2}, {250, 5})},
            {"b", arrayOf<std::int32_t>(Scalar::int32, {2}, {INT32_MAX, -7})},
            {"u", arrayOf<std::uint64_t>(Scalar::uint64, {2}, {UINT64_MAX, 3})},
        };
        QCOMPARE((elements<std::uint8_t>("a + 10", Scalar::uint8, {2}, buffers)),
                 (std::vector<std::uint8_t>{4, 15}));
        QCOMPARE((elements<std::int64_t>("a + 10", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{4, 15})); // the sum wraps before it is widened
        QCOMPARE((elements<std::int64_t>("a + 1000", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{1250, 1005}));
        QCOMPARE((elements<std::int64_t>("b + 1", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{INT32_MIN, -6}));
        QCOMPARE((elements<std::int32_t>("b // 2", Scalar::int32, {2}, buffers)),
                 (std::vector<std::int32_t>{INT32_MAX / 2, -4}));
        QCOMPARE(
            (elements<std::uint64_t>("u - 18446744073709551615", Scalar::uint64, {2}, buffers)),
            (std::vector<std::uint64_t>{0, 4}));
        QCOMPARE((elements<std::uint64_t>("18446744073709551615", Scalar::uint64, {2}, buffers)),
                 (std::vector<std::uint64_t>{UINT64_MAX, UINT64_MAX}));
        QCOMPARE((elements<std::int64_t>("u == 18446744073709551615", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{1, 0}));
        QCOMPARE((elements<std::int64_t>("u > -1", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{1, 1}));
        QCOMPARE((elements<std::int64_t>("b < 18446744073709551615", Scalar::int64, {2}, buffers)),
                 (std::vector<std::int64_t>{1, 1}));
        QCOMPARE((elements<double>("u / 2", Scalar::float64, {2}, buffers)),
                 (std::vector<double>{9223372036854775808.0, 1.5}));
        QCOMPARE((elements<std::uint64_t>("u // 2", Scalar::uint64, {2}, buffers)),
                 (std::vector<std::uint64_t>{UINT64_MAX / 2, 1}));
        QCOMPARE((elements<std::int32_t>("u > b", Scalar::int32, {2}, buffers)),
                 (std::vector<std::int32_t>{1, 1}));
        QCOMPARE((elements<double>("u", Scalar::float64, {2}, buffers)),
                 (std::vector<double>{18446744073709551615.0, 3}));
    }

    void indicesAndBroadcast() {
        const std::map<std::string, HostArray> buffers{
            {"s", arrayOf<float>(Scalar::float32, {1}, {10})},
            {"v", arrayOf<float>(DType::vector(Scalar::float32, 2), {2}, {1, 2, 3, 4})},
            {"w", arrayOf<float>(Scalar::float32, {2}, {100, 200})},
        };
        QCOMPARE((elements<float>("i * 10 + j + s", Scalar::float32, {2, 3}, buffers)),
                 (std::vector<float>{10, 11, 12, 20, 21, 22}));
        QCOMPARE((elements<float>("v + w", DType::vector(Scalar::float32, 2), {2}, buffers)),
                 (std::vector<float>{101, 102, 203, 204}));
        QCOMPARE((elements<float>("v + i", DType::vector(Scalar::float32, 2), {2}, buffers)),
                 (std::vector<float>{1, 2, 4, 5}));
        QCOMPARE((elements<std::int32_t>("n", Scalar::int32, {3}, {})),
                 (std::vector<std::int32_t>{400, 400, 400}));
        QVERIFY_EXCEPTION_THROWN((elements<float>("k", Scalar::float32, {2, 3}, buffers)), Error);
        QVERIFY_EXCEPTION_THROWN((elements<float>("w", Scalar::float32, {3}, buffers)), Error);
        QVERIFY_EXCEPTION_THROWN((elements<float>("v", Scalar::float32, {2}, buffers)), Error);
    }

    void realFunctions() {
        const std::map<std::string, HostArray> buffers{
            {"a", arrayOf<float>(Scalar::float32, {4}, {-1, 0, 2, std::nanf("")})}};
        const auto root = elements<double>("sqrt(a)", Scalar::float64, {4}, buffers);
        QVERIFY(std::isnan(root[0]) && root[1] == 0 && root[2] == std::sqrt(2.0));
        QCOMPARE((elements<float>("1 / a if a else 7", Scalar::float32, {3},
                                  {{"a", arrayOf<float>(Scalar::float32, {3}, {-1, 0, 2})}})),
                 (std::vector<float>{-1, 7, 0.5F}));
        const auto largest = elements<float>("max(a, 1)", Scalar::float32, {4}, buffers);
        QVERIFY(largest[0] == 1 && largest[2] == 2 && std::isnan(largest[3]));
        QCOMPARE((elements<std::int32_t>("isnan(a) or a > 1", Scalar::int32, {4}, buffers)),
                 (std::vector<std::int32_t>{0, 0, 1, 1}));
        QCOMPARE((elements<std::int32_t>("a * 1.9", Scalar::int32, {4}, buffers)),
                 (std::vector<std::int32_t>{-1, 0, 3, 0}));
    }

    void complexNumbers() {
        const std::map<std::string, HostArray> buffers{
            {"z", arrayOf<float>(Scalar::complex64, {2}, {1, 2, 3, -4})}};
        QCOMPARE((elements<float>("z * z", Scalar::complex64, {2}, buffers)),
                 (std::vector<float>{-3, 4, -7, -24}));
        QCOMPARE((elements<float>("abs(z) ** 2", Scalar::float32, {2}, buffers)[1]), 25.0F);
        QCOMPARE((elements<float>("complex(i, 1)", Scalar::complex64, {2}, buffers)),
                 (std::vector<float>{0, 1, 1, 1}));
        QVERIFY_EXCEPTION_THROWN((elements<float>("z", Scalar::float32, {2}, buffers)), Error);
        QVERIFY_EXCEPTION_THROWN((elements<float>("z < 1", Scalar::float32, {2}, buffers)), Error);
    }

    void integerDivisionByZero() {
        const std::map<std::string, HostArray> buffers{
            {"a", arrayOf<std::int32_t>(Scalar::int32, {2}, {6, 7})},
            {"b", arrayOf<std::int32_t>(Scalar::int32, {2}, {2, 0})}};
        QVERIFY_EXCEPTION_THROWN((elements<std::int32_t>("a // b", Scalar::int32, {2}, buffers)),
                                 Error);
        QCOMPARE((elements<std::int32_t>("where(b != 0, a // b, -1)", Scalar::int32, {2}, buffers)),
                 (std::vector<std::int32_t>{3, -1}));
        QVERIFY(std::isinf(elements<float>("a / b", Scalar::float32, {2}, buffers)[1]));
    }

    /// Evaluation in many blocks and threads gives the same results as element by element.
    void blocksAgreeWithSingleElements() {
        const std::int64_t count = 100'003;
        HostArray a(Scalar::float32, {count});
        HostArray b(Scalar::int16, {count});
        for (std::int64_t n = 0; n < count; ++n) {
            a.as<float>()[std::size_t(n)] = float(n % 977) / 7;
            b.as<std::int16_t>()[std::size_t(n)] = std::int16_t(n * 31);
        }
        const std::vector<float> got = elements<float>(
            "a * b + sin(a) if i % 3 else -a", Scalar::float32, {count}, {{"a", a}, {"b", b}});
        for (std::int64_t n = 0; n < count; ++n) {
            const double x = a.as<float>()[std::size_t(n)];
            const double y = b.as<std::int16_t>()[std::size_t(n)];
            QCOMPARE(got[std::size_t(n)], n % 3 != 0 ? float(x * y + std::sin(x)) : float(-x));
        }
    }
};

WARPBENCH_TEST(TestExpression)
} // namespace tst_expression

#include "tst_expression.moc"
