// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <filesystem>
#include <string>

namespace warpbench::ui {

inline QString qs(const std::string& text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
inline QString qs(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
inline QString qs(const char* text) {
    return QString::fromUtf8(text);
}
inline QString qs(const std::filesystem::path& path) {
    return QString::fromStdU16String(path.u16string());
}
inline std::string ss(const QString& text) {
    return text.toStdString();
}
inline std::filesystem::path pathOf(const QString& text) {
    return std::filesystem::path(text.toStdU16String());
}

} // namespace warpbench::ui
