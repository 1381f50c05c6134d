// SPDX-License-Identifier: GPL-3.0-or-later
// Draws an SVG as a square PNG, or as an icon of Windows in all its sizes:
//   draw_icon IN.svg SIZE OUT.png
//   draw_icon IN.svg OUT.ico
#include <QBuffer>
#include <QDataStream>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QStringList>
#include <QSvgRenderer>

#include <vector>

namespace {

QImage draw(QSvgRenderer& drawing, int size) {
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.setAspectRatioMode(Qt::KeepAspectRatio);
    drawing.render(&painter);
    return image;
}

QByteArray asPng(const QImage& image) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

/// A picture as icons hold it: a header of Windows bitmaps that tells twice the height, rows from
/// the bottom up, then a mask of one bit a pixel, which the pixels' own transparency makes idle.
QByteArray asBitmap(const QImage& picture) {
    const QImage image = picture.convertToFormat(QImage::Format_ARGB32);
    const int size = image.width();
    const int maskRow = (size + 31) / 32 * 4;
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    out << quint32(40) << qint32(size) << qint32(2 * size) << quint16(1) << quint16(32);
    for (int zero = 0; zero < 6; ++zero) // not compressed, sizes and colours as they come
        out << quint32(0);
    for (int y = size - 1; y >= 0; --y) {
        for (int x = 0; x < size; ++x)
            out << quint32(image.pixel(x, y));
    }
    bytes.append(qsizetype(maskRow) * size, '\0');
    return bytes;
}

/// Sizes that Windows asks for at its usual scales. Old programs know PNG in the largest alone.
QByteArray asIcon(QSvgRenderer& drawing) {
    const std::vector<int> sizes{16, 20, 24, 32, 40, 48, 64, 256};
    QByteArray pictures;
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    out << quint16(0) << quint16(1) << quint16(sizes.size());
    const auto first = quint32(6 + 16 * sizes.size());
    for (const int size : sizes) {
        const QByteArray picture =
            size < 256 ? asBitmap(draw(drawing, size)) : asPng(draw(drawing, size));
        const auto side = quint8(size); // 0 says 256
        out << side << side << quint8(0) << quint8(0) << quint16(1) << quint16(32)
            << quint32(picture.size()) << quint32(first + quint32(pictures.size()));
        pictures += picture;
    }
    return bytes + pictures;
}

} // namespace

int main(int argc, char** argv) {
    const QGuiApplication app(argc, argv);
    const QStringList arguments = QGuiApplication::arguments();
    QSvgRenderer drawing(arguments.value(1));
    const bool icon = arguments.value(2).endsWith(QLatin1String(".ico"));
    const int size = arguments.value(2).toInt();
    if (!drawing.isValid() || (!icon && size <= 0))
        return 2;
    const QByteArray bytes = icon ? asIcon(drawing) : asPng(draw(drawing, size));
    QFile file(arguments.value(icon ? 2 : 3));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? 0 : 1;
}
