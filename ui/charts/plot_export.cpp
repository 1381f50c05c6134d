// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a plot as an image, as a drawing or as numbers.
#include "ui/charts/plot.h"
#include "ui/theme/icons.h"
#include "ui/theme/save_dialog.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QMessageBox>
#include <QSaveFile>
#include <QSvgGenerator>

#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kImageScale = 2; // pixels of the image per pixel on the screen

/// A field of a .csv file (RFC 4180).
QString csvField(const QString& text) {
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n'))
        return text;
    return u'"' + QString(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QString csvNumber(double value) {
    return QString::number(value, 'g', 17);
}

QImage imageOf(const Plot& plot) {
    QImage image(plot.size() * kImageScale, QImage::Format_ARGB32);
    image.setDevicePixelRatio(kImageScale);
    image.fill(plot.palette().color(QPalette::Window));
    plot.drawOn(image);
    return image;
}

} // namespace

QString Plot::asCsv() const {
    QString text;
    if (!bars().isEmpty()) {
        text = QStringLiteral("name,value,low,high,baseline\n");
        for (const PlotBar& bar : bars()) {
            const QStringList fields{csvField(bar.name), csvNumber(bar.value), csvNumber(bar.low),
                                     csvNumber(bar.high),
                                     bar.baseline ? csvNumber(*bar.baseline) : QString()};
            text += fields.join(u',') + u'\n';
        }
        return text;
    }
    QStringList titles; // of the columns after x and y, for all series
    for (const PlotSeries& one : series())
        titles += one.more.titles;
    titles.removeDuplicates();
    text = QStringLiteral("series,x,y");
    for (const QString& title : std::as_const(titles))
        text += u',' + csvField(title);
    text += u'\n';
    for (const PlotSeries& one : series()) {
        for (qsizetype i = 0; i < one.size(); ++i) {
            const QPointF point = one.at(i);
            text += csvField(one.name) + u',' + csvNumber(point.x()) + u',' + csvNumber(point.y());
            const QStringList more = one.more.of ? one.more.of(i) : QStringList();
            for (const QString& title : std::as_const(titles))
                text += u',' + csvField(more.value(one.more.titles.indexOf(title)));
            text += u'\n';
        }
    }
    return text;
}

QByteArray Plot::asSvg() const {
    QByteArray drawing;
    QBuffer buffer(&drawing);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size());
    generator.setViewBox(rect());
    generator.setTitle(accessibleName());
    drawOn(generator);
    return drawing;
}

QString Plot::saveTo(const QString& path) const {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return tr("%1 cannot be written: %2").arg(path, file.errorString());
    bool written = true;
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        written = file.write(asSvg()) >= 0;
    } else if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
        written = file.write(asCsv().toUtf8()) >= 0;
    } else {
        written = imageOf(*this).save(&file, "PNG");
    }
    if (!written || !file.commit())
        return tr("%1 cannot be written: %2").arg(path, file.errorString());
    return {};
}

void Plot::askWhereToSave() {
    const QString path = ui::askWhereToSave(window(), tr("Save Chart"), QStringLiteral("chart.png"),
                                            tr("Image (*.png);;Drawing (*.svg);;Numbers (*.csv)"));
    if (path.isEmpty())
        return;
    if (const QString problem = saveTo(path); !problem.isEmpty())
        QMessageBox::warning(window(), tr("Save Chart"), problem);
}

/// For the right mouse button and the menu key.
void Plot::addMenu() {
    auto* save = new QAction(icon(QStringLiteral("save")), tr("&Save Chart…"), this);
    save->setObjectName(QStringLiteral("savePlot"));
    auto* image = new QAction(icon(QStringLiteral("copy")), tr("&Copy as Image"), this);
    image->setObjectName(QStringLiteral("copyPlot"));
    auto* numbers = new QAction(tr("Copy &Numbers"), this);
    numbers->setObjectName(QStringLiteral("copyPlotNumbers"));
    addActions({save, image, numbers});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(save, &QAction::triggered, this, &Plot::askWhereToSave);
    connect(image, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setImage(imageOf(*this)); });
    connect(numbers, &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(asCsv()); });
}

} // namespace warpbench::ui
