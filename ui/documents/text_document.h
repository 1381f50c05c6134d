// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/text_file.h"

#include <QObject>

#include <optional>

namespace warpbench::ui {

/// An edited text and its file: the format, the contents last read or written, and whether they
/// have changed since. The editor keeps the undo history.
class TextDocument : public QObject {
    Q_OBJECT

  public:
    /// A file whose contents differ from those last read or written.
    struct DiskChange {
        QString path;
        QString theirs; ///< the text in the file
        QString ours;   ///< the text that saving would write
    };
    enum class OnDisk {
        same,    ///< the known contents, or equal to our text
        changed, ///< any other contents
        gone     ///< or unreadable
    };

    using QObject::QObject;

    const QString& text() const { return m_text; }
    /// Version of the text: each change increases it.
    quint64 revision() const { return m_revision; }
    const TextFormat& format() const { return m_format; }
    /// Sets the format for writing.
    void setFormat(const TextFormat& format) { m_format = format; }
    const QString& path() const { return m_path; } ///< absolute; empty: no file
    void setPath(const QString& path) { m_path = path; }
    /// Hash of the bytes last read or written; empty: unknown.
    const QByteArray& hash() const { return m_hash; }
    static QByteArray hashOf(const QByteArray& bytes);

    /// Whether the text differs from its file.
    bool isModified() const { return m_unsaved || isTyped(); }
    /// Whether it differs from the text last read or written.
    bool isTyped() const { return m_text != m_savedText; }

    /// Sets the text that the user has typed.
    void setText(const QString& text);
    /// Replaces the text by another file's contents.
    void replace(const QString& text, const TextFormat& format = {}, const QByteArray& hash = {});
    /// Restores unsaved work of a crashed session. \param hash  last known hash of the file
    void restore(const QString& text, const TextFormat& format, const QByteArray& hash);
    /// Sets the text now in the file; the editor can undo it.
    void takeOver(const QString& text, const TextFormat& format, const QByteArray& hash);
    /// Reads the file to open it. \throws Error
    void read();
    /// Reloads the file after a change by another program. \throws Error
    void reload();

    /// The bytes to write. \throws Error if the encoding lacks one of the characters
    QByteArray encoded() const;
    /// Writes the file. \throws Error
    void write();
    /// These bytes were written to the file.
    void markSaved(const QByteArray& bytes);
    /// The file no longer exists, so that the text exists only here.
    void markUnsaved();

    /// Another program's changes that write() would overwrite.
    std::optional<DiskChange> changeOnDisk() const;
    /// Checks the file. If it now equals the text, the text counts as saved.
    OnDisk lookAtFile();

  signals:
    void replaced(); ///< with another text; not by typing
    void reloaded(); ///< from the file; edited follows
    void edited();   ///< by typing or reloading
    void modifiedChanged(bool modified);

  private:
    void tellModified();

    QString m_path;
    QString m_text;
    QString m_savedText;
    quint64 m_revision = 1;
    TextFormat m_format;
    QByteArray m_hash;
    bool m_unsaved = false; ///< not in the file, regardless of what was last read or written
    bool m_wasModified = false;
};

/// \returns nothing if the file does not exist
std::optional<QByteArray> readIfThere(const QString& path);
/// Writes all or nothing (platform::replaceFile) and creates missing folders.
/// \returns the system's reason for a failure; empty: success
QString replaceWhole(const QString& path, const QByteArray& bytes);
/// The same for files of a project. \throws Error
void writeWhole(const QString& path, const QByteArray& bytes);
/// Whether a file is marked read-only. Replacing it would work if its folder is writable, but the
/// mark is intentional. False if it does not exist.
bool isMarkedReadOnly(const QString& path);
/// \throws Error if the file is read-only
void refuseReadOnly(const QString& path);
/// \throws Error if the bytes are not text
DecodedText decodedOrError(const QByteArray& bytes, const QString& path);

} // namespace warpbench::ui
