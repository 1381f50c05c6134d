// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/element_text.h"

#include "core/arrays/element.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <complex>

namespace warpbench::ui {

namespace {

QString hexadecimal(std::span<const std::byte> bytes) {
    QString text = QStringLiteral("0x");
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
        text += QStringLiteral("%1").arg(std::to_integer<int>(*byte), 2, 16, QLatin1Char('0'));
    return text;
}

NumberFormat g_format;

/// Rounds each fractional number in a text, including those in vectors, structs and complex
/// numbers.
QString rounded(const QString& text, int digits) {
    static const QRegularExpression fraction(
        QStringLiteral("[0-9]+(?:\\.[0-9]+(?:e[+-]?[0-9]+)?|e[+-]?[0-9]+)"));
    QString result;
    qsizetype done = 0;
    for (auto found = fraction.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        result += QStringView(text).mid(done, match.capturedStart() - done);
        result += QString::number(match.captured().toDouble(), 'g', digits);
        done = match.capturedEnd();
    }
    return result += QStringView(text).mid(done);
}

} // namespace

QString editableText(const arrays::DType& dtype, std::span<const std::byte> bytes) {
    const std::size_t size = arrays::sizeOf(dtype.scalar());
    QStringList lanes;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        if (arrays::isComplex(dtype.scalar())) {
            const std::complex<double> value =
                arrays::readComplex(dtype.scalar(), bytes.data() + at);
            const auto part = [](double number) {
                return QString::number(number, 'g', QLocale::FloatingPointShortest);
            };
            lanes.append(
                QStringLiteral("complex(%1, %2)").arg(part(value.real()), part(value.imag())));
        } else {
            lanes.append(
                QString::fromStdString(arrays::formatScalar(dtype.scalar(), bytes.data() + at)));
        }
    }
    return lanes.join(QStringLiteral(", "));
}

void setNumberFormat(const NumberFormat& format) {
    g_format = format;
}

bool isShownInHex(const arrays::DType& dtype) {
    return g_format.hexIntegers && dtype.kind() != arrays::DType::Kind::structure &&
           arrays::isInteger(dtype.scalar()) && dtype.scalar() != arrays::Scalar::boolean;
}

QString shownElement(const arrays::DType& dtype, std::span<const std::byte> bytes, bool hex) {
    const QString text = elementText(dtype, bytes, hex);
    return hex || g_format.digits == 0 ? text : rounded(text, g_format.digits);
}

QString elementText(const arrays::DType& dtype, std::span<const std::byte> bytes, bool hex) {
    return hex ? hexadecimal(bytes)
               : QString::fromStdString(arrays::formatElement(dtype, bytes.data()));
}

int elementCharacters(const arrays::DType& dtype, bool hex) {
    if (hex)
        return int(2 * dtype.size() + 2);
    if (dtype.kind() == arrays::DType::Kind::structure)
        return 40;
    int characters = 5;
    if (arrays::isComplex(dtype.scalar()))
        characters = dtype.size() > 8 ? 40 : 26;
    else if (arrays::isFloating(dtype.scalar()))
        characters = arrays::sizeOf(dtype.scalar()) == 8   ? 22
                     : arrays::sizeOf(dtype.scalar()) == 4 ? 13
                                                           : 9;
    else
        characters = arrays::sizeOf(dtype.scalar()) == 8   ? 20
                     : arrays::sizeOf(dtype.scalar()) == 4 ? 11
                                                           : 6;
    return dtype.lanes() > 1 ? dtype.lanes() * (characters * 2 / 3 + 2) : characters;
}

QString rowsText(const arrays::HostArray& array, const ElementRows& rows, std::int64_t first,
                 bool hex) {
    const std::size_t size = array.dtype().size();
    QStringList lines;
    for (const auto& row : rows) {
        QStringList cells;
        for (const std::int64_t element : row) {
            const std::size_t at = std::size_t(element - first) * size;
            cells << elementText(array.dtype(), array.bytes().subspan(at, size), hex);
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

namespace {

bool isSmallFloat(arrays::Scalar scalar) {
    return arrays::isFloating(scalar) && arrays::sizeOf(scalar) < 4;
}

/// A real number as a literal.
QString literalOf(arrays::Scalar scalar, const std::byte* from, CodeKind kind) {
    QString text = QString::fromStdString(arrays::formatScalar(scalar, from));
    const bool numpy = kind == CodeKind::numpy;
    if (scalar == arrays::Scalar::boolean) {
        const bool set = std::to_integer<int>(*from) != 0;
        return numpy ? (set ? QStringLiteral("True") : QStringLiteral("False"))
                     : (set ? QStringLiteral("true") : QStringLiteral("false"));
    }
    if (arrays::isInteger(scalar)) {
        if (!numpy && scalar == arrays::Scalar::int64 &&
            text == QLatin1String("-9223372036854775808"))
            return QStringLiteral("-9223372036854775807ll - 1");
        const bool isLong = !numpy && arrays::sizeOf(scalar) == 8;
        const bool isUnsigned = !numpy && !arrays::isSigned(scalar) && arrays::sizeOf(scalar) >= 4;
        return text + (isUnsigned ? "u" : "") + (isLong ? "ll" : "");
    }
    if (text.endsWith(QLatin1String("nan")))
        return numpy ? QStringLiteral("np.nan") : QStringLiteral("NAN");
    if (text.endsWith(QLatin1String("inf")))
        return (text.startsWith(u'-') ? QStringLiteral("-") : QString()) +
               (numpy ? QStringLiteral("np.inf") : QStringLiteral("INFINITY"));
    if (!text.contains(u'.') && !text.contains(u'e'))
        text += QStringLiteral(".0");
    return numpy || scalar == arrays::Scalar::float64 ? text : text + u'f';
}

QString literalOf(const arrays::DType& dtype, std::span<const std::byte> bytes, CodeKind kind) {
    const arrays::Scalar scalar = dtype.scalar();
    const bool numpy = kind == CodeKind::numpy;
    const bool isComplex = arrays::isComplex(scalar);
    const auto part = !isComplex                            ? scalar
                      : scalar == arrays::Scalar::complex64 ? arrays::Scalar::float32
                                                            : arrays::Scalar::float64;
    const std::size_t size = arrays::sizeOf(part);
    QStringList parts;
    for (std::size_t at = 0; at < std::size_t(dtype.lanes()) * arrays::sizeOf(scalar); at += size)
        parts.append(literalOf(part, bytes.data() + at, kind));
    if (parts.size() == 1)
        return parts[0];
    if (numpy && isComplex)
        return QStringLiteral("complex(%1)").arg(parts.join(QStringLiteral(", ")));
    return (numpy ? u'[' : u'{') + parts.join(QStringLiteral(", ")) + (numpy ? u']' : u'}');
}

QString numpyType(arrays::Scalar scalar) {
    if (scalar == arrays::Scalar::boolean)
        return QStringLiteral("np.bool_");
    if (isSmallFloat(scalar) && scalar != arrays::Scalar::float16)
        return QStringLiteral("np.float32");
    return QStringLiteral("np.") + QString::fromStdString(std::string(arrays::nameOf(scalar)));
}

QString typeInC(const arrays::DType& dtype) {
    const arrays::Scalar scalar = dtype.scalar();
    if (arrays::isComplex(scalar))
        return scalar == arrays::Scalar::complex64 ? QStringLiteral("float2")
                                                   : QStringLiteral("double2");
    if (isSmallFloat(scalar))
        return dtype.lanes() > 1 ? QStringLiteral("float%1").arg(dtype.lanes())
                                 : QStringLiteral("float");
    if (dtype.kind() == arrays::DType::Kind::vector)
        return QString::fromStdString(dtype.name());
    switch (scalar) {
    case arrays::Scalar::boolean:
        return QStringLiteral("bool");
    case arrays::Scalar::float32:
        return QStringLiteral("float");
    case arrays::Scalar::float64:
        return QStringLiteral("double");
    default:
        return QString::fromStdString(std::string(arrays::nameOf(scalar))) + QStringLiteral("_t");
    }
}

} // namespace

QString codeText(const arrays::HostArray& array, const ElementRows& rows, std::int64_t first,
                 const CodeStyle& style) {
    const bool numpy = style.kind == CodeKind::numpy;
    const QString open = numpy ? QStringLiteral("[") : QStringLiteral("{");
    const QString close = numpy ? QStringLiteral("]") : QStringLiteral("}");
    const std::size_t size = array.dtype().size();
    QStringList lines;
    std::size_t elements = 0;
    for (const auto& row : rows) {
        QStringList cells;
        for (const std::int64_t element : row) {
            const std::size_t at = std::size_t(element - first) * size;
            cells << literalOf(array.dtype(), array.bytes().subspan(at, size), style.kind);
        }
        elements += row.size();
        const QString cellsText = cells.join(QStringLiteral(", "));
        lines << (style.flat ? cellsText : open + cellsText + close);
    }
    const QString text = open + lines.join(QStringLiteral(",\n    ")) + close;
    if (numpy)
        return QStringLiteral("np.array(%1, dtype=%2)")
            .arg(text, numpyType(array.dtype().scalar()));
    const QString extents =
        style.flat ? QStringLiteral("[%1]").arg(elements)
                   : QStringLiteral("[%1][%2]").arg(rows.size()).arg(rows.front().size());
    return QStringLiteral("const %1 %2%3 = %4;")
        .arg(typeInC(array.dtype()), style.name, extents, text);
}

QString charText(std::span<const std::byte> bytes) {
    QString shown;
    for (const std::byte byte : bytes) {
        const int code = std::to_integer<int>(byte);
        if (code == 0)
            break;
        shown += code >= 0x20 && code < 0x7f ? QChar(code) : QChar(u'.');
    }
    return shown;
}

QString bytesText(std::span<const std::byte> bytes, std::size_t perLine) {
    QStringList lines;
    for (std::size_t at = 0; at < bytes.size(); at += perLine) {
        const auto line = bytes.subspan(at, std::min(perLine, bytes.size() - at));
        lines.append(
            QString::fromLatin1(QByteArray::fromRawData(reinterpret_cast<const char*>(line.data()),
                                                        qsizetype(line.size()))
                                    .toHex(' ')));
    }
    return lines.join(u'\n');
}

QString shapeText(const std::vector<std::int64_t>& shape) {
    if (shape.empty())
        return QCoreApplication::translate("ElementText", "scalar");
    QStringList parts;
    for (const std::int64_t extent : shape)
        parts.append(QString::number(extent));
    return parts.join(QStringLiteral(" × "));
}

} // namespace warpbench::ui
