// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/text_file.h"

#include <QStringDecoder>
#include <QStringEncoder>

#include <array>

namespace warpbench::ui {

namespace {

using Encoding = TextFormat::Encoding;

struct Known {
    Encoding encoding;
    const char* name;
    QByteArray mark;
};

const std::array<Known, 4>& known() {
    static const std::array<Known, 4> all{Known{Encoding::utf8, "UTF-8", "\xef\xbb\xbf"},
                                          Known{Encoding::latin1, "Latin-1", {}},
                                          Known{Encoding::utf16le, "UTF-16LE", "\xff\xfe"},
                                          Known{Encoding::utf16be, "UTF-16BE", "\xfe\xff"}};
    return all;
}

const Known& knownOf(Encoding encoding) {
    return known()[std::size_t(encoding)];
}

QStringConverter::Encoding converterOf(Encoding encoding) {
    switch (encoding) {
    case Encoding::latin1:
        return QStringConverter::Latin1;
    case Encoding::utf16le:
        return QStringConverter::Utf16LE;
    case Encoding::utf16be:
        return QStringConverter::Utf16BE;
    case Encoding::utf8:
        break;
    }
    return QStringConverter::Utf8;
}

std::optional<QString> decodeAs(Encoding encoding, const QByteArray& bytes) {
    // The mark is removed first: a converter that handles it would also drop one inside the text.
    QStringDecoder decoder(converterOf(encoding), QStringConverter::Flag::Stateless |
                                                      QStringConverter::Flag::ConvertInitialBom);
    QString text = decoder.decode(bytes);
    if (decoder.hasError() || text.contains(QChar(u'\0'))) {
        return std::nullopt;
    }
    return text;
}

} // namespace

std::optional<DecodedText> decodeText(const QByteArray& bytes) {
    for (const Known& format : known()) {
        if (!format.mark.isEmpty() && bytes.startsWith(format.mark)) {
            if (auto text = decodeAs(format.encoding, bytes.mid(format.mark.size()))) {
                return DecodedText{std::move(*text), {format.encoding, true}};
            }
        }
    }
    for (const Encoding encoding : {Encoding::utf8, Encoding::latin1}) {
        if (auto text = decodeAs(encoding, bytes)) {
            return DecodedText{std::move(*text), {encoding, false}};
        }
    }
    return std::nullopt;
}

QString firstUnwritable(const QString& text, const TextFormat& format) {
    if (format.encoding != Encoding::latin1) {
        return {};
    }
    for (const char32_t letter : text.toUcs4()) {
        if (letter > 0xff) {
            return QString::fromUcs4(&letter, 1);
        }
    }
    return {};
}

std::optional<QByteArray> encodeText(const QString& text, const TextFormat& format) {
    if (!firstUnwritable(text, format).isEmpty()) {
        return std::nullopt;
    }
    QStringEncoder encoder(converterOf(format.encoding), QStringConverter::Flag::Stateless);
    const QByteArray bytes = encoder.encode(text);
    return format.mark ? knownOf(format.encoding).mark + bytes : bytes;
}

QString encodingName(Encoding encoding) {
    return QLatin1String(knownOf(encoding).name);
}

QString formatWord(const TextFormat& format) {
    return encodingName(format.encoding) + (format.mark ? QStringLiteral("+mark") : QString());
}

TextFormat formatOfWord(const QString& word) {
    TextFormat format;
    format.mark = word.endsWith(QLatin1String("+mark"));
    for (const Known& one : known()) {
        if (word.section(QLatin1Char('+'), 0, 0) == QLatin1String(one.name)) {
            format.encoding = one.encoding;
        }
    }
    return format;
}

} // namespace warpbench::ui
