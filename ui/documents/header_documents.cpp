// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/header_documents.h"

#include "core/base/error.h"
#include "ui/documents/companions.h"
#include "ui/documents/headers.h"
#include "ui/documents/project_document.h"
#include "ui/words/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

/// Everything that determines the headers, except their own texts.
QStringList includeLinesOf(const ProjectDocument& document) {
    QStringList lines{document.path(), document.sourcePath()};
    for (const std::string& folder : document.project().compile.includeDirs) {
        lines << qs(folder);
    }
    for (const std::string& option : document.project().compile.options) {
        lines << qs(option);
    }
    for (const project::SourceFile& linked : document.project().link) {
        lines << qs(linked.path);
    }
    for (const auto line : QStringView(document.source()).split(QLatin1Char('\n'))) {
        const QStringView code = line.trimmed();
        if (code.startsWith(QLatin1Char('#')) && code.contains(QLatin1String("include"))) {
            lines << code.toString();
        }
    }
    return lines;
}

/// A path with links resolved; the file need not exist.
QString resolved(const QString& path) {
    const QString real = QFileInfo(path).canonicalFilePath();
    if (!real.isEmpty()) {
        return real;
    }
    const QString folder = QFileInfo(QFileInfo(path).absolutePath()).canonicalFilePath();
    return folder.isEmpty() ? path : QDir(folder).filePath(QFileInfo(path).fileName());
}

} // namespace

HeaderDocuments::HeaderDocuments(const ProjectDocument& project)
    : m_project(project) {
    constexpr int kPauseMs = 300;
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &HeaderDocuments::settle);
    connect(&m_watch, &FileWatch::changed, this, &HeaderDocuments::fileChanged);
    connect(&m_watch, &FileWatch::gone, this, &HeaderDocuments::fileGone);
    connect(&project, &ProjectDocument::sourceEdited, this,
            &HeaderDocuments::laterIfIncludesChanged);
    connect(&project, &ProjectDocument::changed, this, &HeaderDocuments::laterIfIncludesChanged);
}

QString HeaderDocuments::folder() const {
    const QString file = m_project.path().isEmpty() ? m_project.sourcePath() : m_project.path();
    return file.isEmpty() ? QString() : QFileInfo(file).absolutePath();
}

QString HeaderDocuments::whyReadOnly(const QString& path) const {
    if (folder().isEmpty() || insideOf(QDir(resolved(folder())), resolved(path)).isEmpty()) {
        return tr("it is outside the project's folder");
    }
    if (isMarkedReadOnly(path)) {
        return tr("its file is read-only");
    }
    const std::vector<Header> headers = headersOf(m_project);
    const auto header = std::find_if(headers.begin(), headers.end(),
                                     [&](const Header& one) { return one.path == path; });
    if (header != headers.end() && header->byOption) {
        return tr("an option includes it");
    }
    return {};
}

TextDocument* HeaderDocuments::find(const QString& path) const {
    const auto found = std::find_if(m_documents.begin(), m_documents.end(),
                                    [&](const auto& document) { return document->path() == path; });
    return found == m_documents.end() ? nullptr : found->get();
}

TextDocument& HeaderDocuments::add(const QString& path) {
    TextDocument& document = *m_documents.emplace_back(std::make_unique<TextDocument>());
    document.setPath(path);
    connect(&document, &TextDocument::modifiedChanged, this, &HeaderDocuments::modifiedChanged);
    connect(&document, &TextDocument::edited, this, [this] {
        emit edited();
        updateDigest();
        later(); // its includes may have changed
    });
    return document;
}

TextDocument& HeaderDocuments::open(const QString& path) {
    if (TextDocument* there = find(path)) {
        return *there;
    }
    TextDocument& document = add(path);
    try {
        document.read();
    } catch (...) {
        m_documents.pop_back();
        throw;
    }
    watch();
    return document;
}

void HeaderDocuments::close(const QString& path) {
    const bool wasModified = std::erase_if(m_documents, [&](const auto& document) {
                                 return document->path() == path && document->isModified();
                             }) > 0;
    std::erase_if(m_documents, [&](const auto& document) { return document->path() == path; });
    if (wasModified) {
        emit edited();
        emit modifiedChanged();
        later(); // the file's own text is used again
    }
}

std::vector<TextDocument*> HeaderDocuments::modified() const {
    std::vector<TextDocument*> documents;
    for (const auto& document : m_documents) {
        if (document->isModified()) {
            documents.push_back(document.get());
        }
    }
    return documents;
}

std::map<std::string, std::string> HeaderDocuments::unsaved() const {
    std::map<std::string, std::string> texts;
    for (const TextDocument* document : modified()) {
        texts[ss(document->path())] = ss(document->text());
    }
    return texts;
}

std::vector<TextDocument::DiskChange> HeaderDocuments::changesOnDisk() const {
    std::vector<TextDocument::DiskChange> changes;
    for (const TextDocument* document : modified()) {
        if (auto change = document->changeOnDisk()) {
            changes.push_back(std::move(*change));
        }
    }
    return changes;
}

void HeaderDocuments::clear() {
    const bool wasModified = !modified().empty();
    m_documents.clear();
    m_included.clear();
    m_includeLines.clear();
    m_digest.clear();
    m_pause.stop();
    m_watch.setFiles({});
    later();
    if (wasModified) {
        emit modifiedChanged();
    }
}

void HeaderDocuments::restore(const QString& path, const QString& text, const TextFormat& format,
                              const QByteArray& hash) {
    TextDocument* document = find(path);
    (document ? *document : add(path)).restore(text, format, hash);
    watch();
    emit edited();
}

void HeaderDocuments::move(const QString& from, const QString& to) {
    for (const auto& document : m_documents) {
        if (const QString relative = insideOf(QDir(from), document->path()); !relative.isEmpty()) {
            const QString before = document->path();
            document->setPath(QDir::cleanPath(QDir(to).filePath(relative)));
            emit moved(before, document->path());
        }
    }
    m_includeLines.clear();
    later();
}

void HeaderDocuments::watch() {
    QStringList files;
    for (const Included& header : m_included) {
        files << header.path;
    }
    for (const auto& document : m_documents) {
        if (!files.contains(document->path())) {
            files << document->path();
        }
    }
    m_watch.setFiles(files);
}

void HeaderDocuments::later() {
    m_due = true;
    m_pause.start();
}

void HeaderDocuments::laterIfIncludesChanged() {
    if (!m_due && includeLinesOf(m_project) != m_includeLines) {
        later();
    }
}

void HeaderDocuments::settle() {
    if (!std::exchange(m_due, false)) {
        return;
    }
    m_pause.stop();
    m_includeLines = includeLinesOf(m_project);
    m_included.clear();
    for (Header& header : headersOf(m_project)) {
        m_included.push_back({header.path, std::move(header.text)});
    }
    watch();
    updateDigest();
}

void HeaderDocuments::updateDigest() {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const Included& header : m_included) {
        const TextDocument* document = find(header.path);
        const QByteArray path = header.path.toUtf8();
        const QByteArray text = (document ? document->text() : header.text).toUtf8();
        hash.addData(QByteArray::number(path.size()) + ':' + path);
        hash.addData(QByteArray::number(text.size()) + ':' + text);
    }
    const QByteArray digest = m_included.empty() ? QByteArray() : hash.result();
    if (digest != m_digest) {
        m_digest = digest;
        emit digestChanged();
    }
}

void HeaderDocuments::fileChanged(const QString& path) {
    if (TextDocument* document = find(path)) {
        switch (document->lookAtFile()) {
        case TextDocument::OnDisk::same:
            emit filesAgree(path);
            break;
        case TextDocument::OnDisk::changed:
            if (document->isTyped()) {
                emit changedOnDisk(path);
                break;
            }
            try {
                document->reload();
                emit filesAgree(path);
            } catch (const Error&) {
                // Keeps the last text; another change follows when the file is readable again.
            }
            break;
        case TextDocument::OnDisk::gone:
            break;
        }
    }
    later();
}

void HeaderDocuments::fileGone(const QString& path) {
    if (TextDocument* document = find(path)) {
        document->markUnsaved();
        emit edited();
        emit vanished(path);
    }
    later();
}

} // namespace warpbench::ui
