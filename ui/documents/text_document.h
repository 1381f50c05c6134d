// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/text_file.h"

#include <QObject>

#include <optional>

namespace warpbench::ui {

/// A text that is edited, and the file behind it: how it is there, what was read or written last,
/// whether it has changed since. The history of typing is the editor's.
class TextDocument : public QObject {
    Q_OBJECT

  public:
    /// A file that holds something else than what was read or written last.
    struct DiskChange {
        QString path;
        QString theirs; ///< the text that is there now
        QString ours;   ///< the text that saving would put there
    };
    enum class OnDisk {
        same,    ///< what is known of it, or the very text that is here
        changed, ///< something else
        gone     ///< or not to be read
    };

    using QObject::QObject;

    const QString& text() const { return m_text; }
    /// Which state of the text this is: each change makes a larger number.
    quint64 revision() const { return m_revision; }
    const TextFormat& format() const { return m_format; }
    /// How it is written from now on.
    void setFormat(const TextFormat& format) { m_format = format; }
    const QString& path() const { return m_path; } ///< absolute; empty: it has no file
    void setPath(const QString& path) { m_path = path; }
    /// Of the bytes that were read or written last; empty: not known.
    const QByteArray& hash() const { return m_hash; }
    static QByteArray hashOf(const QByteArray& bytes);

    /// Whether the text is not the one that its file has.
    bool isModified() const { return m_unsaved || isTyped(); }
    /// Whether it is another one than was read or written last.
    bool isTyped() const { return m_text != m_savedText; }

    /// What the user has typed.
    void setText(const QString& text);
    /// Another text, as its file has it.
    void replace(const QString& text, const TextFormat& format = {}, const QByteArray& hash = {});
    /// Unsaved work of a session that ended badly. \param hash  of the file as it was known then
    void restore(const QString& text, const TextFormat& format, const QByteArray& hash);
    /// The text as it is in the file now; the editor can undo that.
    void takeOver(const QString& text, const TextFormat& format, const QByteArray& hash);
    /// Reads the file, as when it is opened. \throws Error
    void read();
    /// Reads the file again, as after a change by another program. \throws Error
    void reload();

    /// What the file is to hold. \throws Error where its encoding has no place for a letter
    QByteArray encoded() const;
    /// Writes the file. \throws Error
    void write();
    /// It was written, as these bytes.
    void markSaved(const QByteArray& bytes);
    /// Its file is gone: what is here is nowhere else.
    void markUnsaved();

    /// What somebody else has written there, which write() would replace.
    std::optional<DiskChange> changeOnDisk() const;
    /// Looks at the file. One that has come to hold the very text that is here counts as saved.
    OnDisk lookAtFile();

  signals:
    void replaced(); ///< by another text; not by typing
    void reloaded(); ///< by reading its file again; edited follows
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
    bool m_unsaved = false; ///< whatever was read or written last, it is not in the file
    bool m_wasModified = false;
};

/// \returns nothing where there is no such file
std::optional<QByteArray> readIfThere(const QString& path);
/// All of it or nothing (platform::replaceFile); folders that are missing are made.
/// \returns the system's reason where it cannot be written; empty: it is
QString replaceWhole(const QString& path, const QByteArray& bytes);
/// The same for what belongs to a project. \throws Error
void writeWhole(const QString& path, const QByteArray& bytes);
/// Whether a file is marked read-only, which is somebody's wish, although replacing it would work
/// wherever its folder can be written. One that is not there is not.
bool isMarkedReadOnly(const QString& path);
/// \throws Error where it is
void refuseReadOnly(const QString& path);
/// \throws Error where the bytes are no text
DecodedText decodedOrError(const QByteArray& bytes, const QString& path);

} // namespace warpbench::ui
