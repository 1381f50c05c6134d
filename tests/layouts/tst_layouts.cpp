// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of memory. The compiler of this test says where members are: each struct is both C++ and
// the text of a layout.
#include "core/base/error.h"
#include "core/layouts/layout.h"
#include "core/layouts/source_structs.h"
#include "tests/main.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tst_layouts {

using namespace warpbench;
using arrays::Scalar;
using layouts::Column;
using layouts::Layout;
using layouts::parseLayout;

// Declares a struct, and its text with a name in front.
#define BOTH(name, ...)                                                                            \
    __VA_ARGS__;                                                                                   \
    constexpr const char* name##Text = #__VA_ARGS__ ";";

namespace {

using real = float;

// clang-format off
BOTH(Plain, struct Plain { char tag; double weight; short a, b; unsigned long long id; bool on; })
BOTH(Arrays, struct Arrays { std::uint8_t head; float matrix[2][3]; char name[5]; std::int16_t last; })
BOTH(Packed, struct __attribute__((packed)) Packed { char tag; double weight; short a; })
BOTH(PackedAfter, struct PackedAfter { char tag; int weight; } __attribute__((packed)))
BOTH(Aligned, struct alignas(32) Aligned { float x; alignas(8) char y; int z; })
BOTH(Union, struct Union { int kind; union { float f; unsigned bits; double d; }; union { short s[2]; char c; } both; })
BOTH(Nested, struct Nested { struct Inner { short a; int b; } inner[2]; Inner* next; const Inner &other; char end; })
BOTH(Methods, struct Methods { Methods() : x(1), y{2} {} explicit Methods(float v) : x(v), y(0) { if (v > 0) { y = 1; } } float x = 0, y{0};
    static const int kCount = 3; float length() const { return x * x; } bool operator<(const Methods& o) const { return x < o.x; }
    enum class Kind : std::uint8_t { one, two = 5 }; Kind kind; private: int hidden; public: int shown; })
BOTH(Derived, struct Base { int first; char second; }; struct Derived : public Base { int third; })
BOTH(Typedefs, typedef struct { float x, y; } Point; typedef float Row[3]; struct Typedefs { real value; Point at; Row row; })
// clang-format on

#pragma pack(push, 2)
struct Pragma {
    char tag;
    double weight;
    struct {
        char a;
        int b;
    } inner;
};
#pragma pack(pop)
constexpr const char* kPragmaText = R"(
#pragma pack(push, 2)
struct Pragma { char tag; double weight; struct { char a; int b; } inner; };
#pragma pack(pop)
)";

std::string listed(const Layout& layout) {
    std::string text;
    for (const Column& column : layout.columns)
        text += column.name + "@" + std::to_string(column.offset) + " ";
    return text + std::to_string(layout.size);
}

std::string at(const std::string& name, std::size_t offset) {
    return name + "@" + std::to_string(offset) + " ";
}

/// The line and the sentence of an error.
QString problemOf(const std::string& text) {
    try {
        parseLayout(text);
    } catch (const Error& error) {
        return QStringLiteral("%1: %2").arg(error.place().line).arg(error.text().c_str());
    }
    return {};
}

} // namespace

class TestLayouts : public QObject {
    Q_OBJECT

  private slots:
    void asTheCompilerLaysOut_data();
    void asTheCompilerLaysOut();
    void recordOfLooseMembers();
    void cudaTypes();
    void textsAndBits();
    void sizesFromNames();
    void paddingAndSkipping();
    void ownTypeOfABuffer();
    void recordsInMemory();
    void structsOfASource();
    void problems_data();
    void problems();
    void limits();
};

void TestLayouts::asTheCompilerLaysOut_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* name, const char* text, const std::string& wanted) {
        QTest::newRow(name) << text << QString::fromStdString(wanted);
    };
#define AT(type, member) at(#member, offsetof(type, member))
#define SIZE(type) std::to_string(sizeof(type))
    row("plain", PlainText,
        AT(Plain, tag) + AT(Plain, weight) + AT(Plain, a) + AT(Plain, b) + AT(Plain, id) +
            AT(Plain, on) + SIZE(Plain));
    row("arrays", ArraysText,
        AT(Arrays, head) + AT(Arrays, matrix[0][0]) + AT(Arrays, matrix[0][1]) +
            AT(Arrays, matrix[0][2]) + AT(Arrays, matrix[1][0]) + AT(Arrays, matrix[1][1]) +
            AT(Arrays, matrix[1][2]) + AT(Arrays, name) + AT(Arrays, last) + SIZE(Arrays));
    row("packed", PackedText, AT(Packed, tag) + AT(Packed, weight) + AT(Packed, a) + SIZE(Packed));
    row("packed behind the brace", PackedAfterText,
        AT(PackedAfter, tag) + AT(PackedAfter, weight) + SIZE(PackedAfter));
    row("pragma pack", kPragmaText,
        AT(Pragma, tag) + AT(Pragma, weight) + AT(Pragma, inner.a) + AT(Pragma, inner.b) +
            SIZE(Pragma));
    row("aligned", AlignedText, AT(Aligned, x) + AT(Aligned, y) + AT(Aligned, z) + SIZE(Aligned));
    row("union", UnionText,
        AT(Union, kind) + AT(Union, f) + AT(Union, bits) + AT(Union, d) + AT(Union, both.s[0]) +
            AT(Union, both.s[1]) + AT(Union, both.c) + SIZE(Union));
    struct Layouted { // a reference has no offset
        Nested::Inner inner[2];
        void* next;
        void* other;
        char end;
    };
    row("nested", NestedText,
        AT(Layouted, inner[0].a) + AT(Layouted, inner[0].b) + AT(Layouted, inner[1].a) +
            AT(Layouted, inner[1].b) + AT(Layouted, next) + AT(Layouted, other) +
            AT(Layouted, end) + SIZE(Nested));
    row("methods", MethodsText, "x@0 y@4 kind@8 hidden@12 shown@16 " + SIZE(Methods));
    row("derived", DerivedText, "first@0 second@4 third@8 " + SIZE(Derived));
    const std::string typedefs = std::string("using real = float; ") + TypedefsText;
    row("typedefs", typedefs.c_str(),
        AT(Typedefs, value) + AT(Typedefs, at.x) + AT(Typedefs, at.y) + AT(Typedefs, row[0]) +
            AT(Typedefs, row[1]) + AT(Typedefs, row[2]) + SIZE(Typedefs));
}

void TestLayouts::asTheCompilerLaysOut() {
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    QCOMPARE(QString::fromStdString(listed(parseLayout(text.toStdString()))), wanted);
}

/// Members outside of structs are the record; a struct alone is one as well.
void TestLayouts::recordOfLooseMembers() {
    const std::string pair = "struct Pair { short a; int b; };";
    QCOMPARE(listed(parseLayout(pair)), std::string("a@0 b@4 8"));
    QCOMPARE(listed(parseLayout(pair + " float w; Pair p[2]; struct Pair q;")),
             std::string("w@0 p[0].a@4 p[0].b@8 p[1].a@12 p[1].b@16 q.a@20 q.b@24 28"));
    QCOMPARE(listed(parseLayout("struct { char a; float b; } x, *y;")),
             std::string("x.a@0 x.b@4 y@8 16"));
    QCOMPARE(listed(parseLayout("int a; // one\n/* two */ int b;")), std::string("a@0 b@4 8"));
}

void TestLayouts::cudaTypes() {
    const Layout layout = parseLayout("char c; float3 a; float4 b; half2 h; __half one; "
                                      "uint32 n; std::uint64_t m; long unsigned int l;");
    QCOMPARE(listed(layout), std::string("c@0 a.x@4 a.y@8 a.z@12 b.x@16 b.y@20 b.z@24 b.w@28 "
                                         "h.x@32 h.y@34 one@36 n@40 m@48 l@56 64"));
    QCOMPARE(layout.columns[9].type, Scalar::float16);
    QCOMPARE(layout.columns[11].type, Scalar::uint32);
    QCOMPARE(layout.columns[13].type, Scalar::uint64);
}

void TestLayouts::textsAndBits() {
    const Layout layout = parseLayout(
        "char name[2][8]; hex unsigned flags; float *p; int hex; unsigned char raw[2];");
    QCOMPARE(layout.columns.size(), std::size_t(7));
    QVERIFY(layout.columns[0].isText && layout.columns[1].isText);
    QCOMPARE(layout.columns[1].offset, std::size_t(8));
    QCOMPARE(layout.columns[1].size(), std::size_t(8));
    QVERIFY(layout.columns[2].hexadecimal);
    QVERIFY(layout.columns[3].hexadecimal);
    QCOMPARE(layout.columns[4].name, std::string("hex"));
    QVERIFY(!layout.columns[4].hexadecimal);
    QVERIFY(!layout.columns[5].isText);
}

void TestLayouts::sizesFromNames() {
    const project::NumberTable names{{"BLOCK", std::int64_t(4)}};
    const std::string text = "#define HALF (BLOCK / 2)\nfloat tile[HALF][2 * HALF - 1]; int n;";
    QCOMPARE(parseLayout(text, names).size, std::size_t(2 * 3 * 4 + 4));
    QCOMPARE(problemOf("#define N N\nint a[N];"),
             QStringLiteral("2: a macro is defined by itself"));
}

void TestLayouts::paddingAndSkipping() {
    const Layout layout = parseLayout("skip 0x40; short a; pad 3; char b; pad (2 * 2); int pad;");
    QCOMPARE(layout.first, std::size_t(64));
    QCOMPARE(listed(layout), std::string("a@0 b@5 pad@12 16"));
}

void TestLayouts::ownTypeOfABuffer() {
    const auto inner = std::make_shared<const arrays::DType>(arrays::DType::structure(
        "Inner",
        {{"a", std::make_shared<const arrays::DType>(Scalar::uint8)},
         {"b", std::make_shared<const arrays::DType>(arrays::DType::vector(Scalar::float32, 3))}}));
    const arrays::DType type = arrays::DType::structure("Outer", {{"x", inner, 0, 2}});
    QCOMPARE(listed(layouts::layoutOf(type)),
             std::string("x[0].a@0 x[0].b.x@4 x[0].b.y@8 x[0].b.z@12 "
                         "x[1].a@16 x[1].b.x@20 x[1].b.y@24 x[1].b.z@28 32"));
    QCOMPARE(listed(parseLayout(layouts::textOf(type))), listed(layouts::layoutOf(type)));
    QCOMPARE(listed(layouts::layoutOf(arrays::DType(Scalar::float64))), std::string("@0 8"));
    QCOMPARE(layouts::textOf(arrays::DType::vector(Scalar::uint8, 4)),
             std::string("uchar4 value;\n"));
}

void TestLayouts::recordsInMemory() {
    const Layout layout = parseLayout("skip 8; int a; int b;");
    QCOMPARE(layout.recordsIn(0), std::int64_t(0));
    QCOMPARE(layout.recordsIn(8), std::int64_t(0));
    QCOMPARE(layout.recordsIn(31), std::int64_t(2));
    QCOMPARE(layout.recordsIn(32), std::int64_t(3));
}

void TestLayouts::structsOfASource() {
    const std::string source = R"(
#include <cstdio>
#define LANES 4
#define UNUSED 7
using real = float;
namespace inner {
struct Cell { real value[LANES]; };
}
template <class T> struct Box { T content; };
enum Kind { solid, fluid };
typedef struct { inner::Cell cells[2]; enum Kind kind; } Grid;
struct __align__(16) Body {
    float3 position; // where it is
    Grid *grid;
    __device__ float mass() const { return 1; }
} one, two;
struct Open { Box<int> box; };
__constant__ Body bodies[3];
__global__ void move(Body* body) { struct Local { int x; }; body->position.x += 1; }
int main() { return 0; }
)";
    const std::vector<layouts::SourceStruct> found = layouts::structsOf(source);
    QCOMPARE(found.size(), std::size_t(3));
    QCOMPARE(found[0].name, std::string("Cell"));
    QCOMPARE(listed(parseLayout(found[0].text)),
             std::string("value[0]@0 value[1]@4 value[2]@8 value[3]@12 16"));
    QCOMPARE(found[1].name, std::string("Grid"));
    QCOMPARE(parseLayout(found[1].text).size, std::size_t(36));
    QVERIFY(found[1].text.find("UNUSED") == std::string::npos);
    QCOMPARE(found[2].name, std::string("Body"));
    QVERIFY(found[2].text.find("where it is") != std::string::npos);
    QCOMPARE(listed(parseLayout(found[2].text)),
             std::string("position.x@0 position.y@4 position.z@8 grid@16 32"));
    QVERIFY(layouts::structsOf("int main() { return 0; }").empty());
}

void TestLayouts::problems_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("nothing") << ""
                             << "1: the layout has no members";
    QTest::newRow("only a comment") << "// float x;"
                                    << "1: the layout has no members";
    QTest::newRow("empty struct") << "struct A {};"
                                  << "1: the layout has no members";
    QTest::newRow("unknown type") << "int a;\nfloot b;"
                                  << "2: the type `floot` is not known";
    QTest::newRow("long double") << "long double b;"
                                 << "1: the type `long double` is not known";
    QTest::newRow("unfinished") << "struct A {\n int a;"
                                << "2: the text ends where `}` is missing";
    QTest::newRow("no semicolon") << "int a\nint b;"
                                  << "2: `int` is in the place of `;`";
    QTest::newRow("no name") << "int;"
                             << "1: the layout has no members";
    QTest::newRow("twice") << "int a;\nfloat a;"
                           << "2: there are two members named 'a'";
    QTest::newRow("bit field") << "unsigned a : 3;"
                               << "1: `a` is a bit field, which layouts do not have";
    QTest::newRow("empty array") << "int a[0];"
                                 << "1: `0` is 0";
    QTest::newRow("unknown size") << "int a[N];"
                                  << "1: in \"N\": 'N' is not known here";
    QTest::newRow("alignment") << "alignas(3) int a;"
                               << "1: an alignment cannot be 3";
    QTest::newRow("template") << "template <class T> struct A { T a; };"
                              << "1: a template has no layout";
    QTest::newRow("virtual") << "struct A { virtual void f(); int a; };"
                             << "1: a struct with virtual functions has no fixed layout";
    QTest::newRow("large") << "double a[1024][1024][1024];"
                           << "1: a record has more than 4096 numbers";
    QTest::newRow("large text") << "char a[1073741824]; char b;"
                                << "1: a record is larger than 1 GiB";
}

void TestLayouts::problems() {
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    QCOMPARE(problemOf(text.toStdString()), wanted);
}

/// Short texts that ask for a lot are refused at once.
void TestLayouts::limits() {
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep += "struct{";
    QCOMPARE(problemOf(deep), QStringLiteral("1: structs are nested too deeply"));
    std::string wide = "struct A0 { int a[4096]; };";
    for (int i = 1; i < 2000; ++i)
        wide += "struct A" + std::to_string(i) + "{A" + std::to_string(i - 1) + " a;};";
    QCOMPARE(problemOf(wide),
             QStringLiteral("1: the structs of a layout have too many members together"));
    QCOMPARE(problemOf(std::string(70'000, ' ')),
             QStringLiteral("0: a layout has at most 64 KiB of text"));
}

WARPBENCH_TEST(TestLayouts)

} // namespace tst_layouts

#include "tst_layouts.moc"
