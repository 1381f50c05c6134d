// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/import_image.h"

#include "core/arrays/element.h"

#include <QCoreApplication>
#include <QImage>
#include <QImageReader>
#include <QRgba64>

#include <cmath>

namespace warpbench::ui {

namespace {

struct ImportImage {
    Q_DECLARE_TR_FUNCTIONS(ImportImage)
};

constexpr double kWhite = 65535; // of a channel with 16 bits

int channelsOf(const arrays::DType& dtype, const std::vector<std::int64_t>& shape) {
    return dtype.kind() == arrays::DType::Kind::vector ? dtype.lanes()
           : shape.size() == 3                         ? int(shape[2])
                                                       : 1;
}

} // namespace

bool holdsImage(const arrays::DType& dtype, const std::vector<std::int64_t>& shape) {
    if (dtype.kind() == arrays::DType::Kind::structure || arrays::isComplex(dtype.scalar()))
        return false;
    const bool isVector = dtype.kind() == arrays::DType::Kind::vector;
    if (shape.size() != (isVector ? 2U : shape.size() == 3 ? 3U : 2U))
        return false;
    const int channels = channelsOf(dtype, shape);
    return channels == 3 || channels == 4 || (channels == 1 && shape.size() == 2);
}

std::variant<arrays::HostArray, QString> readImage(const QString& path, const arrays::DType& dtype,
                                                   const std::vector<std::int64_t>& shape) {
    QImageReader reader(path);
    reader.setAutoTransform(true); // photographs that are stored on their side
    QImage image = reader.read();
    if (image.isNull())
        return ImportImage::tr("%1 cannot be read as an image: %2").arg(path, reader.errorString());
    if (image.height() != shape[0] || image.width() != shape[1])
        return ImportImage::tr("The image has %1 × %2 pixels, and the buffer %3 × %4.")
            .arg(image.width())
            .arg(image.height())
            .arg(shape[1])
            .arg(shape[0]);
    const int channels = channelsOf(dtype, shape);
    image =
        image.convertToFormat(channels == 1 ? QImage::Format_Grayscale16 : QImage::Format_RGBA64);
    arrays::HostArray array(dtype, shape);
    const arrays::Scalar scalar = dtype.scalar();
    const std::size_t size = arrays::sizeOf(scalar);
    const bool isInteger = arrays::isInteger(scalar);
    const double white = isInteger && scalar != arrays::Scalar::boolean ? 255 : 1;
    std::byte* out = array.bytes().data();
    const auto put = [&](std::uint16_t channel) {
        const double value = channel / kWhite * white;
        arrays::writeDouble(scalar, out, isInteger ? std::round(value) : value);
        out += size;
    };
    for (int y = 0; y < image.height(); ++y) {
        if (channels == 1) {
            const auto* row = reinterpret_cast<const quint16*>(image.constScanLine(y));
            for (int x = 0; x < image.width(); ++x)
                put(row[x]);
            continue;
        }
        const auto* row = reinterpret_cast<const QRgba64*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            put(row[x].red());
            put(row[x].green());
            put(row[x].blue());
            if (channels == 4)
                put(row[x].alpha());
        }
    }
    return array;
}

} // namespace warpbench::ui
