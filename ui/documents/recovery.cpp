// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/recovery.h"

#include "core/project/project_file.h"
#include "ui/documents/text_document.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kGreatestAgeMs = 2000;

QString hexOf(const QByteArray& hash) {
    return QString::fromLatin1(hash.toHex());
}

QByteArray hashOfHex(const QJsonValue& hex) {
    return QByteArray::fromHex(hex.toString().toLatin1());
}

/// Callable from any thread. \returns the error; empty: success
QString writeCopy(const Recovery::Entry& entry) {
    QJsonArray headers;
    for (const Recovery::HeaderEntry& header : entry.headers) {
        headers << QJsonObject{{"path", header.path},
                               {"text", header.text},
                               {"format", formatWord(header.format)},
                               {"known", hexOf(header.hash)}};
    }
    const QJsonObject object{
        {"headers", headers},
        {"path", entry.path},
        {"name", entry.name},
        {"project", entry.projectText},
        {"source", entry.source},
        {"sourceFormat", formatWord(entry.files.format)},
        {"knownProject", hexOf(entry.files.project)},
        {"knownSource", hexOf(entry.files.source)},
        {"time", entry.time.toString(Qt::ISODate)},
    };
    return replaceWhole(entry.file, QJsonDocument(object).toJson());
}

/// A project file's text in our own format, to ignore differences in layout.
QString asWritten(const QString& text, const QString& path) {
    try {
        return qs(project::writeProject(project::parseProject(ss(text), pathOf(path)).project));
    } catch (const Error&) {
        return text;
    }
}

} // namespace

Recovery::Recovery(ProjectDocument& document, const QString& folder)
    : m_document(document)
    , m_folder(folder) {
    if (m_folder.isEmpty()) {
        m_folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                   QStringLiteral("/recovery");
    }
    QDir().mkpath(m_folder);
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_file = QDir(m_folder).filePath(id + QStringLiteral(".json"));
    m_lock = std::make_unique<QLockFile>(m_file + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0); // valid while its process exists
    m_lock->tryLock(0);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kGreatestAgeMs);
    m_writer.setMaxThreadCount(1); // a copy never replaces a newer one
    connect(&m_timer, &QTimer::timeout, this, &Recovery::writeAside);
    // Not restarted by each change, so that there are copies during continuous typing.
    const auto later = [this] {
        if (!m_timer.isActive()) {
            m_timer.start();
        }
    };
    connect(&document, &ProjectDocument::changed, this, later);
    connect(&document, &ProjectDocument::dirtyChanged, this, later);
    connect(&document, &ProjectDocument::sourceEdited, this, later);
    connect(&document, &ProjectDocument::headersEdited, this, later);
}

Recovery::~Recovery() {
    m_writer.waitForDone();
    QFile::remove(m_file);
}

void Recovery::setGreatestAge(int ms) {
    m_timer.setInterval(ms);
}

Recovery::Entry Recovery::snapshot() const {
    Entry entry{m_file,
                m_document.path(),
                m_document.displayName(),
                qs(project::writeProject(m_document.project())),
                m_document.source(),
                m_document.fileState(),
                QDateTime::currentDateTimeUtc(),
                {}};
    for (const ProjectText* text : m_document.texts().modified()) {
        if (!text->isSource()) {
            entry.headers.push_back({text->path(), text->text(), text->format(), text->hash()});
        }
    }
    return entry;
}

bool Recovery::writeNow() {
    m_writer.waitForDone();
    if (!m_document.isDirty()) {
        QFile::remove(m_file);
        return true;
    }
    const QString why = writeCopy(snapshot());
    takeOutcome(why);
    return why.isEmpty();
}

/// On another thread, because a disk may be slow.
void Recovery::writeAside() {
    if (!m_document.isDirty()) {
        writeNow();
        return;
    }
    m_again = m_writing; // one copy at a time; afterwards the newest state
    if (m_writing) {
        return;
    }
    m_writing = true;
    m_writer.start([this, entry = snapshot()] {
        const QString why = writeCopy(entry);
        QMetaObject::invokeMethod(
            this,
            [this, why] {
                m_writing = false;
                takeOutcome(why);
                if (std::exchange(m_again, false)) {
                    writeAside();
                }
            },
            Qt::QueuedConnection);
    });
}

void Recovery::takeOutcome(const QString& why) {
    const bool written = why.isEmpty();
    if (!written) {
        m_timer.start(); // disk space may be freed, and this text is stored nowhere else
    }
    if (!std::exchange(m_failing, !written) && !written) {
        emit failed(why);
    }
}

std::vector<Recovery::Entry> Recovery::leftBehind() const {
    std::vector<Entry> entries;
    const QDir folder(m_folder);
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        const QString path = folder.filePath(name);
        if (path == m_file) {
            continue;
        }
        QLockFile lock(path + QStringLiteral(".lock"));
        lock.setStaleLockTime(0);
        QFile file(path);
        if (!lock.tryLock(0) || !file.open(QIODevice::ReadOnly)) {
            continue; // its session is running
        }
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        std::vector<HeaderEntry> headers;
        for (const QJsonValue header : object["headers"].toArray()) {
            headers.push_back({header["path"].toString(), header["text"].toString(),
                               formatOfWord(header["format"].toString()),
                               hashOfHex(header["known"])});
        }
        if (object.contains(QLatin1String("project"))) {
            entries.push_back(
                {path,
                 object["path"].toString(),
                 object["name"].toString(),
                 object["project"].toString(),
                 object["source"].toString(),
                 {formatOfWord(object["sourceFormat"].toString()),
                  hashOfHex(object["knownProject"]), hashOfHex(object["knownSource"])},
                 QDateTime::fromString(object["time"].toString(), Qt::ISODate),
                 std::move(headers)});
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.time > b.time; });
    return entries;
}

void Recovery::restore(const Entry& entry, ProjectDocument& document) {
    document.restore(entry.path, entry.projectText, entry.source, entry.files);
    for (const HeaderEntry& header : entry.headers) {
        document.texts().restore(header.path, header.text, header.format, header.hash);
    }
}

std::vector<TextDocument::DiskChange> Recovery::differences(const Entry& entry) {
    std::vector<TextDocument::DiskChange> all;
    const auto textOf = [](const QString& path) {
        const auto bytes = readIfThere(path);
        return bytes ? decodeText(*bytes).value_or(DecodedText{}).text : QString();
    };
    const auto add = [&all](const QString& path, const QString& theirs, const QString& ours) {
        if (theirs != ours) {
            all.push_back({path, theirs, ours});
        }
    };
    QString source = entry.name; // of a project that was never saved
    QString projectText = entry.projectText;
    try {
        auto project = project::parseProject(ss(entry.projectText), pathOf(entry.path)).project;
        if (const auto* file = std::get_if<project::SourceFile>(&project.source)) {
            source = QFileInfo(entry.path).absoluteDir().absoluteFilePath(qs(file->path));
        } else if (!entry.path.isEmpty()) {
            project.source = project::SourceText{ss(entry.source)};
            projectText = qs(project::writeProject(project));
            source.clear(); // it is in the project file
        }
    } catch (const Error&) {
        // Shows the source without comparing its file.
    }
    if (!source.isEmpty()) {
        add(source, textOf(source), entry.source);
    }
    if (!entry.path.isEmpty()) {
        add(entry.path, asWritten(textOf(entry.path), entry.path), projectText);
    }
    for (const HeaderEntry& header : entry.headers) {
        add(header.path, textOf(header.path), header.text);
    }
    return all;
}

void Recovery::discard(const Entry& entry) {
    QFile::remove(entry.file);
}

} // namespace warpbench::ui
