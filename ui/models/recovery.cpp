// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recovery.h"

#include "core/project/project_file.h"
#include "ui/models/header_documents.h"
#include "ui/models/text.h"
#include "ui/models/text_document.h"

#include <QDir>
#include <QFile>
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
    m_lock->setStaleLockTime(0); // alive as long as its process is
    m_lock->tryLock(0);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kGreatestAgeMs);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::writeNow);
    // Not anew with each change: who types on and on has a copy too.
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
    QFile::remove(m_file);
}

void Recovery::setGreatestAge(int ms) {
    m_timer.setInterval(ms);
}

void Recovery::writeNow() {
    if (!m_document.isDirty()) {
        QFile::remove(m_file);
        return;
    }
    QJsonArray headers;
    for (const TextDocument* header : m_document.headers().modified()) {
        headers << QJsonObject{{"path", header->path()},
                               {"text", header->text()},
                               {"format", formatWord(header->format())},
                               {"known", hexOf(header->hash())}};
    }
    const QJsonObject object{
        {"headers", headers},
        {"path", m_document.path()},
        {"name", m_document.displayName()},
        {"project", qs(project::writeProject(m_document.project()))},
        {"source", m_document.source()},
        {"sourceFormat", formatWord(m_document.fileState().format)},
        {"knownProject", hexOf(m_document.fileState().project)},
        {"knownSource", hexOf(m_document.fileState().source)},
        {"time", QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
    };
    const QByteArray text = QJsonDocument(object).toJson();
    const QString why = replaceWhole(m_file, text);
    const bool written = why.isEmpty();
    if (!written) {
        m_timer.start(); // a full disk may be emptied, and what is typed now is kept nowhere else
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
            continue; // its session is alive
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
        document.headers().restore(header.path, header.text, header.format, header.hash);
    }
}

void Recovery::discard(const Entry& entry) {
    QFile::remove(entry.file);
}

} // namespace warpbench::ui
