// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/text_document.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/project/project_files.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <string_view>
#include <utility>

namespace warpbench::ui {

QByteArray TextDocument::hashOf(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
}

void TextDocument::setText(const QString& text) {
    if (text == m_text) {
        return;
    }
    m_text = text;
    ++m_revision;
    emit edited();
    tellModified();
}

void TextDocument::replace(const QString& text, const TextFormat& format, const QByteArray& hash) {
    m_text = text;
    m_savedText = text;
    ++m_revision;
    m_format = format;
    m_hash = hash;
    m_unsaved = false;
    emit replaced();
    tellModified();
}

void TextDocument::restore(const QString& text, const TextFormat& format, const QByteArray& hash) {
    m_text = text;
    m_savedText = QString();
    ++m_revision;
    m_format = format;
    m_hash = hash;
    m_unsaved = true;
    emit replaced();
    tellModified();
}

void TextDocument::takeOver(const QString& text, const TextFormat& format, const QByteArray& hash) {
    m_format = format;
    m_hash = hash;
    m_savedText = text;
    m_unsaved = false;
    if (text != m_text) {
        m_text = text;
        ++m_revision;
        emit reloaded();
        emit edited();
    }
    tellModified();
}

void TextDocument::read() {
    const QByteArray bytes = QByteArray::fromStdString(project::readTextFile(pathOf(m_path)));
    const DecodedText decoded = decodedOrError(bytes, m_path);
    replace(decoded.text, decoded.format, hashOf(bytes));
}

void TextDocument::reload() {
    const QByteArray bytes = QByteArray::fromStdString(project::readTextFile(pathOf(m_path)));
    const DecodedText decoded = decodedOrError(bytes, m_path);
    takeOver(decoded.text, decoded.format, hashOf(bytes));
}

QByteArray TextDocument::encoded() const {
    auto bytes = encodeText(m_text, m_format);
    if (!bytes) {
        const ErrorText name =
            m_path.isEmpty() ? phrase("the source") : ErrorText(ss(QFileInfo(m_path).fileName()));
        throw Error(ErrorKind::project,
                    {"WB3308",
                     "{file} is saved as {encoding}, which cannot represent “{text}”",
                     "remove that character, or save the file as UTF-8",
                     {{"file", name},
                      {"encoding", ss(encodingName(m_format.encoding))},
                      {"text", ss(firstUnwritable(m_text, m_format))}}},
                    Place{ss(m_path)});
    }
    return std::move(*bytes);
}

void TextDocument::write() {
    const QByteArray bytes = encoded();
    refuseReadOnly(m_path);
    writeWhole(m_path, bytes);
    markSaved(bytes);
}

void TextDocument::markSaved(const QByteArray& bytes) {
    m_savedText = m_text;
    m_unsaved = false;
    m_hash = hashOf(bytes);
    tellModified();
}

void TextDocument::markUnsaved() {
    m_unsaved = true;
    tellModified();
}

std::optional<TextDocument::DiskChange> TextDocument::changeOnDisk() const {
    const auto there = readIfThere(m_path);
    // Missing characters are handled elsewhere; the amount of lost work is the same.
    const TextFormat format = firstUnwritable(m_text, m_format).isEmpty() ? m_format : TextFormat{};
    const QByteArray ours = encodeText(m_text, format).value_or(QByteArray());
    if (!there || m_hash.isEmpty() || hashOf(*there) == m_hash || *there == ours) {
        return std::nullopt;
    }
    const auto theirs = decodeText(*there);
    return DiskChange{m_path, theirs ? theirs->text : QString(), m_text};
}

TextDocument::OnDisk TextDocument::lookAtFile() {
    const auto now = readIfThere(m_path);
    if (!now) {
        return OnDisk::gone;
    }
    const QByteArray hash = hashOf(*now);
    const auto text = decodeText(*now);
    if (text && text->text == m_text) {
        m_hash = hash;
        m_format = text->format;
        m_savedText = m_text;
        m_unsaved = false;
        tellModified();
        return OnDisk::same;
    }
    return hash == m_hash ? OnDisk::same : OnDisk::changed;
}

void TextDocument::tellModified() {
    if (std::exchange(m_wasModified, isModified()) != isModified()) {
        emit modifiedChanged(isModified());
    }
}

std::optional<QByteArray> readIfThere(const QString& path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    return file.readAll();
}

QString replaceWhole(const QString& path, const QByteArray& bytes) {
    try {
        platform::replaceFile(pathFromUtf8(ss(path)),
                              std::string_view(bytes.constData(), std::size_t(bytes.size())));
        return {};
    } catch (const Error& error) {
        for (const ErrorText::Named& value : error.said().values()) {
            if (value.name == "problem") // the path is said elsewhere
                return inWords(value.value);
        }
        return errorText(error);
    }
}

void writeWhole(const QString& path, const QByteArray& bytes) {
    if (const QString why = replaceWhole(path, bytes); !why.isEmpty()) {
        throw Error(ErrorKind::project,
                    {"WB3309",
                     "cannot write the file: {problem}",
                     "choose another folder with Save As",
                     {{"problem", ss(why)}}},
                    Place{ss(path), 0, 0});
    }
}

bool isMarkedReadOnly(const QString& path) {
    // Not "user": an administrator can write to everything.
    constexpr auto kAnyWrite = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    const QFileInfo info(path);
    return info.exists() && (!info.isWritable() || !(info.permissions() & kAnyWrite));
}

void refuseReadOnly(const QString& path) {
    if (isMarkedReadOnly(path)) {
        throw Error(ErrorKind::project,
                    {"WB3310",
                     "the file {file} is read-only",
                     "save under another name, or make the file writable",
                     {{"file", ss(QFileInfo(path).fileName())}}},
                    Place{ss(path)});
    }
}

DecodedText decodedOrError(const QByteArray& bytes, const QString& path) {
    auto text = decodeText(bytes);
    if (!text) {
        throw Error(
            ErrorKind::project,
            {"WB3311", "this is not a text file: it contains zero bytes", "choose a CUDA source"},
            Place{ss(path)});
    }
    return std::move(*text);
}

} // namespace warpbench::ui
