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

QString editableText(const memory::DType& dtype, std::span<const std::byte> bytes) {
    const std::size_t size = memory::sizeOf(dtype.scalar());
    QStringList lanes;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        if (memory::isComplex(dtype.scalar())) {
            const std::complex<double> value =
                memory::readComplex(dtype.scalar(), bytes.data() + at);
            const auto part = [](double number) {
                return QString::number(number, 'g', QLocale::FloatingPointShortest);
            };
            lanes.append(
                QStringLiteral("complex(%1, %2)").arg(part(value.real()), part(value.imag())));
        } else {
            lanes.append(
                QString::fromStdString(memory::formatScalar(dtype.scalar(), bytes.data() + at)));
        }
    }
    return lanes.join(QStringLiteral(", "));
}

void setNumberFormat(const NumberFormat& format) {
    g_format = format;
}

bool isShownInHex(const memory::DType& dtype) {
    return g_format.hexIntegers && dtype.kind() != memory::DType::Kind::structure &&
           memory::isInteger(dtype.scalar()) && dtype.scalar() != memory::Scalar::boolean;
}

QString shownElement(const memory::DType& dtype, std::span<const std::byte> bytes, bool hex) {
    const QString text = elementText(dtype, bytes, hex);
    return hex || g_format.digits == 0 ? text : rounded(text, g_format.digits);
}

QString elementText(const memory::DType& dtype, std::span<const std::byte> bytes, bool hex) {
    return hex ? hexadecimal(bytes)
               : QString::fromStdString(memory::formatElement(dtype, bytes.data()));
}

int elementCharacters(const memory::DType& dtype, bool hex) {
    if (hex)
        return int(2 * dtype.size() + 2);
    if (dtype.kind() == memory::DType::Kind::structure)
        return 40;
    int characters = 5;
    if (memory::isComplex(dtype.scalar()))
        characters = dtype.size() > 8 ? 40 : 26;
    else if (memory::isFloating(dtype.scalar()))
        characters = memory::sizeOf(dtype.scalar()) == 8   ? 22
                     : memory::sizeOf(dtype.scalar()) == 4 ? 13
                                                           : 9;
    else
        characters = memory::sizeOf(dtype.scalar()) == 8   ? 20
                     : memory::sizeOf(dtype.scalar()) == 4 ? 11
                                                           : 6;
    return dtype.lanes() > 1 ? dtype.lanes() * (characters * 2 / 3 + 2) : characters;
}

QString rowsText(const memory::HostArray& array, const ElementRows& rows, std::int64_t first,
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
