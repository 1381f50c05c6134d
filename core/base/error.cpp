// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <fmt/format.h>

namespace warpbench {

int exitCode(ErrorKind kind) noexcept {
    switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::project:
        return 2;
    case ErrorKind::compile:
        return 3;
    case ErrorKind::expect_failed:
        return 1;
    case ErrorKind::cancelled:
    case ErrorKind::timeout:
        return 5;
    case ErrorKind::device:
    case ErrorKind::environment:
    case ErrorKind::internal:
        return 4;
    }
    return 4;
}

Error::Error(ErrorKind kind, ErrorText said, Place place)
    : std::runtime_error(said.whole())
    , m_kind(kind)
    , m_said(std::move(said))
    , m_text(m_said.text())
    , m_remedy(m_said.remedy())
    , m_place(std::move(place)) {}

Error::Error(ErrorKind kind, std::string text, std::string remedy, Place place)
    : Error(kind, ErrorText(std::move(text)).advised(std::move(remedy)), std::move(place)) {}

std::string Error::line() const {
    return formatLine(m_place, "error", what());
}

Error Error::at(Place place) const {
    return Error(m_kind, m_said, std::move(place));
}

std::string formatLine(const Place& place, const std::string& severity, const std::string& text) {
    std::string prefix;
    if (!place.file.empty()) {
        prefix = place.file + ":";
        if (place.line > 0) {
            prefix += fmt::format("{}:", place.line);
            if (place.column > 0)
                prefix += fmt::format("{}:", place.column);
        }
        prefix += " ";
    }
    return fmt::format("{}{}: {}", prefix, severity, text);
}

} // namespace warpbench
