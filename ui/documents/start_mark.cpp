// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/start_mark.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace warpbench::ui {

/// The file has a byte for each start that has not come up.
StartMark::StartMark(const QString& file)
    : m_file(file) {
    if (m_file.isEmpty()) {
        m_file = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                 QStringLiteral("/start-in-progress");
    }
    QFile mark(m_file);
    m_failed = mark.size();
    // Where it cannot be written, nothing is known of failed starts.
    if (QDir().mkpath(QFileInfo(m_file).absolutePath()) && mark.open(QIODevice::Append)) {
        mark.write(".");
    }
}

StartMark::~StartMark() {
    cameUp();
}

void StartMark::cameUp() {
    QFile::remove(m_file);
}

} // namespace warpbench::ui
