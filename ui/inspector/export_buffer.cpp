// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/export_buffer.h"

#include "core/base/error.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace warpbench::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ExportBuffer", text);
}

} // namespace

QString exportFilters(bool image) {
    QString filters =
        tr("NumPy array (*.npy);;Comma-separated values (*.csv);;Raw bytes (*.bin *.raw)");
    if (image)
        filters.prepend(tr("Image (*.png);;"));
    return filters;
}

QString writeBuffer(const memory::HostArray& array, const QString& path) {
    QSaveFile file(path);
    const auto bytes = array.bytes();
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size())) !=
            qint64(bytes.size()) ||
        !file.commit())
        return tr("%1 cannot be written: %2").arg(path, file.errorString());
    return {};
}

} // namespace warpbench::ui
