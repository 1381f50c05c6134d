// SPDX-License-Identifier: GPL-3.0-or-later
// Draws an SVG as a square PNG: draw_icon IN.svg SIZE OUT.png
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QStringList>
#include <QSvgRenderer>

int main(int argc, char** argv) {
    const QGuiApplication app(argc, argv);
    const QStringList arguments = QGuiApplication::arguments();
    QSvgRenderer drawing(arguments.value(1));
    const int size = arguments.value(2).toInt();
    if (!drawing.isValid() || size <= 0)
        return 2;
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.setAspectRatioMode(Qt::KeepAspectRatio);
    drawing.render(&painter);
    painter.end();
    return image.save(arguments.value(3)) ? 0 : 1;
}
