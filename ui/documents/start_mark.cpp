// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/start_mark.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace warpbench::ui {

/// The file has one byte for each failed start.
StartMark::StartMark(const QString& file)
    : m_file(file) {
    if (m_file.isEmpty()) {
        m_file = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                 QStringLiteral("/start-in-progress");
    }
    QFile mark(m_file);
    m_failed = mark.size();
    // If it is not writable, failed starts are unknown.
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
