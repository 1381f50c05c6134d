// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/source_path.h"

#include <QDir>
#include <QFile>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <string>
#include <vector>

/// What real compilers of several versions printed and made: tests/compile/data, by its make.py.
namespace warpbench::compile::golden {

inline QString folderOf(const QString& tool) {
    return QString::fromStdString(test::sourcePath("tests/compile/data/")) + tool;
}

/// "11.8", "13.0", … of nvrtc, ptxas or nvdisasm.
inline QStringList versionsOf(const QString& tool) {
    return QDir(folderOf(tool)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

/// \param file  "nvrtc/13.0/errors.log"; a missing file is empty
inline std::string text(const QString& file) {
    QFile opened(folderOf(file));
    return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
}

inline std::vector<std::byte> bytes(const QString& file) {
    const std::string all = text(file);
    const auto* begin = reinterpret_cast<const std::byte*>(all.data());
    return {begin, begin + all.size()};
}

} // namespace warpbench::compile::golden
