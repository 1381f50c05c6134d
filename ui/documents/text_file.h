// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace warpbench::ui {

/// How a file stores a text: everything needed to write back exactly the same bytes. Line ends are
/// part of the text itself.
struct TextFormat {
    enum class Encoding {
        utf8,
        latin1, ///< also for anything that is not UTF-8: each byte is a character, so nothing is
                ///< lost
        utf16le,
        utf16be
    };
    Encoding encoding = Encoding::utf8;
    bool mark = false; ///< whether the text starts with a byte order mark

    bool operator==(const TextFormat&) const = default;
};

struct DecodedText {
    QString text;
    TextFormat format;
};

/// \returns nothing if the bytes are not text: a zero byte would end the text in the editor
std::optional<DecodedText> decodeText(const QByteArray& bytes);
/// \returns nothing if the encoding lacks a character of the text
std::optional<QByteArray> encodeText(const QString& text, const TextFormat& format);
/// The first character that the encoding lacks; empty: none.
QString firstUnwritable(const QString& text, const TextFormat& format);

QString encodingName(TextFormat::Encoding encoding);
/// Converts a format to a word and back; an unknown word means UTF-8.
QString formatWord(const TextFormat& format);
TextFormat formatOfWord(const QString& word);

} // namespace warpbench::ui
