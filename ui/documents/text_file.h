// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace warpbench::ui {

/// How a text is in its file: what has to be known to write back the very bytes that were read.
/// Line ends are not part of it: the text itself keeps them.
struct TextFormat {
    enum class Encoding {
        utf8,
        latin1, ///< also whatever else is not UTF-8: every byte is a letter, and none is lost
        utf16le,
        utf16be
    };
    Encoding encoding = Encoding::utf8;
    bool mark = false; ///< whether a byte order mark is before the text

    bool operator==(const TextFormat&) const = default;
};

struct DecodedText {
    QString text;
    TextFormat format;
};

/// \returns nothing where the bytes are no text: a zero among them would end it in the editor
std::optional<DecodedText> decodeText(const QByteArray& bytes);
/// \returns nothing where the encoding has no place for a letter of the text
std::optional<QByteArray> encodeText(const QString& text, const TextFormat& format);
/// The first letter that cannot be written so; empty: there is none.
QString firstUnwritable(const QString& text, const TextFormat& format);

QString encodingName(TextFormat::Encoding encoding);
/// A format as one word, and back; a word that means none is UTF-8.
QString formatWord(const TextFormat& format);
TextFormat formatOfWord(const QString& word);

} // namespace warpbench::ui
