// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/project_texts.h"

#include "core/base/error.h"
#include "core/steps/step.h"
#include "ui/documents/background.h"
#include "ui/documents/companions.h"
#include "ui/words/text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

using Role = ProjectText::Role;

constexpr int kScanPauseMs = 300; // after the last change

/// A path with links resolved; the file need not exist.
QString resolved(const QString& path) {
    QString real = QFileInfo(path).canonicalFilePath();
    if (!real.isEmpty()) {
        return real;
    }
    const QString folder = QFileInfo(QFileInfo(path).absolutePath()).canonicalFilePath();
    return folder.isEmpty() ? path : QDir(folder).filePath(QFileInfo(path).fileName());
}

QString nameIn(const QString& path) {
    return path.mid(1 + std::max(path.lastIndexOf(u'/'), path.lastIndexOf(u'\\')));
}

} // namespace

ProjectTexts::ProjectTexts(const project::Project& project)
    : m_project(project) {
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &ProjectTexts::scanAside);
    connect(&m_watch, &FileWatch::changed, this, &ProjectTexts::fileChanged);
    connect(&m_watch, &FileWatch::gone, this, &ProjectTexts::fileGone);
    add(Role::source, {});
}

ProjectText& ProjectTexts::add(Role role, const QString& path) {
    ProjectText& text = *m_texts.emplace_back(std::make_unique<ProjectText>(role, path));
    connect(&text, &TextDocument::modifiedChanged, this, &ProjectTexts::modifiedChanged);
    connect(&text, &TextDocument::edited, this, [this, &text] {
        if (text.isSource()) {
            return scanIfIncludesChanged();
        }
        emit edited();
        updateDigest();
        scanLater(kScanPauseMs); // its includes may have changed
    });
    return text;
}

void ProjectTexts::remove(ProjectText& text) {
    std::erase(m_included, &text);
    const auto found = std::find_if(m_texts.begin(), m_texts.end(),
                                    [&](const auto& one) { return one.get() == &text; });
    const std::unique_ptr<ProjectText> last = std::move(*found);
    m_texts.erase(found);
    emit removed(last.get());
}

ProjectText* ProjectTexts::find(const QString& path) const {
    const auto found = std::find_if(m_texts.begin(), m_texts.end(),
                                    [&](const auto& text) { return text->path() == path; });
    return found == m_texts.end() ? nullptr : found->get();
}

ProjectText* ProjectTexts::named(const QString& name) const {
    if (name.isEmpty()) {
        return &source();
    }
    const QString own = source().path();
    const QDir beside(own.isEmpty() ? folder() : QFileInfo(own).absolutePath());
    const QString path = QDir::cleanPath(beside.absoluteFilePath(name));
    for (const auto& text : m_texts) {
        const bool same = text->role == Role::generated ? text->path() == nameIn(name)
                                                        : QDir::cleanPath(text->path()) == path;
        if (same) {
            return text.get();
        }
    }
    if (QFileInfo::exists(path)) { // QFileInfo considers two missing files equal
        for (const auto& text : m_texts) {
            if (QFileInfo(text->path()) == QFileInfo(path)) {
                return text.get(); // by another path
            }
        }
    }
    return own.isEmpty() || nameIn(own) == nameIn(name) ? &source() : nullptr;
}

QString ProjectTexts::folder() const {
    const QString file = m_project.file.empty() ? source().path() : qs(m_project.file);
    return file.isEmpty() ? QString() : QFileInfo(file).absolutePath();
}

std::vector<ProjectText*> ProjectTexts::modified() const {
    std::vector<ProjectText*> texts = toSave();
    std::erase_if(texts, [](const ProjectText* text) { return !text->isModified(); });
    return texts;
}

std::vector<ProjectText*> ProjectTexts::toSave() const {
    std::vector<ProjectText*> texts;
    for (const auto& text : m_texts) {
        if (text->isSource() || text->isModified()) {
            texts.push_back(text.get());
        }
    }
    return texts;
}

std::map<std::string, std::string> ProjectTexts::unsaved() const {
    std::map<std::string, std::string> texts;
    for (const ProjectText* text : modified()) {
        if (!text->isSource()) {
            texts[ss(text->path())] = ss(text->text());
        }
    }
    return texts;
}

QStringList ProjectTexts::includedFiles() const {
    QStringList files = m_notText;
    for (const ProjectText* text : m_included) {
        files << text->path();
    }
    return files;
}

bool ProjectTexts::isIncluded(const ProjectText& text) const {
    return std::find(m_included.begin(), m_included.end(), &text) != m_included.end();
}

// ---- tabs ----

QString ProjectTexts::whyReadOnly(const ProjectText& text) const {
    if (text.role == Role::generated) {
        return tr("it is generated from the step \"%1\"").arg(text.step);
    }
    if (folder().isEmpty() || insideOf(QDir(resolved(folder())), resolved(text.path())).isEmpty()) {
        return tr("it is outside the project's folder");
    }
    if (isMarkedReadOnly(text.path())) {
        return tr("its file is read-only");
    }
    return text.byOption ? tr("an option includes it") : QString();
}

void ProjectTexts::open(ProjectText& text) {
    const bool follows = text.role == Role::header || text.role == Role::linked;
    if (std::exchange(text.open, true) || !follows || text.isModified()) {
        return;
    }
    try {
        text.reload();
    } catch (const Error&) {
        // Keeps the last text.
    }
}

void ProjectTexts::close(ProjectText& text) {
    text.open = false;
    if (text.role == Role::generated) {
        return;
    }
    const bool wasModified = text.isModified();
    if (!isIncluded(text)) {
        remove(text);
    } else if (wasModified) {
        try {
            text.read(); // the file's own text is used again
        } catch (const Error&) {
            remove(text);
        }
    }
    if (wasModified) {
        emit edited();
        emit modifiedChanged();
        scanLater(kScanPauseMs);
    }
}

void ProjectTexts::restart(const QString& path, const DecodedText& text, const QByteArray& hash) {
    while (m_texts.size() > 1) {
        remove(*m_texts.back());
    }
    m_notText.clear();
    m_missing.clear();
    m_digest.clear();
    source().setPath(path);
    scanLater(0);
    watch();
    source().replace(text.text, text.format, hash);
}

void ProjectTexts::restore(const QString& path, const QString& text, const TextFormat& format,
                           const QByteArray& hash) {
    ProjectText* known = find(path);
    ProjectText& restored = known ? *known : add(Role::header, path);
    restored.open = true;
    restored.restore(text, format, hash);
    watch();
    if (!known) {
        emit added(&restored);
    }
    emit edited();
}

void ProjectTexts::move(const QString& from, const QString& to) {
    for (const auto& text : m_texts) {
        const QString before = text->path();
        if (text->isSource() || text->role == Role::generated) {
            continue;
        }
        if (const QString relative = insideOf(QDir(from), before); !relative.isEmpty()) {
            text->setPath(QDir::cleanPath(QDir(to).filePath(relative)));
            emit moved(before, text->path());
        }
    }
    scanLater(kScanPauseMs);
}

void ProjectTexts::projectChanged() {
    takeGenerated();
    scanIfIncludesChanged();
}

/// Kernels are named after their code, so a text never changes.
void ProjectTexts::takeGenerated() {
    QStringList names;
    std::vector<ProjectText*> made;
    for (const project::Launch& launch : m_project.launches) {
        if (!launch.step) {
            continue;
        }
        try {
            const project::GeneratedKernel kernel = project::kernelOfStep(m_project, launch);
            names << qs(kernel.name) + QLatin1String(".cu");
            ProjectText* text = find(names.last());
            if (!text) {
                text = &add(Role::generated, names.last());
                text->replace(qs(kernel.source)); // with the compiler's line numbers
                made.push_back(text);
            }
            text->step = qs(project::textOf(*launch.step));
        } catch (const Error&) {
            continue; // an unfinished step does not generate a kernel
        }
    }
    std::vector<ProjectText*> old;
    for (const auto& text : m_texts) {
        if (text->role == Role::generated && !names.contains(text->path())) {
            old.push_back(text.get());
        }
    }
    for (ProjectText* text : old) {
        remove(*text);
    }
    for (ProjectText* text : made) {
        emit added(text);
    }
}

// ---- includes ----

IncludeScan ProjectTexts::scanOfNow() {
    m_scanKey = IncludeScan::keyOf(m_project, source().text());
    return {m_project, folder(), source().text(), source().path()};
}

void ProjectTexts::scanLater(int pause) {
    m_due = true;
    ++m_round; // one that is under way is out of date
    m_pause.start(pause);
}

void ProjectTexts::scanIfIncludesChanged() {
    if (!m_pause.isActive() && IncludeScan::keyOf(m_project, source().text()) != m_scanKey) {
        scanLater(kScanPauseMs);
    }
}

void ProjectTexts::scanAside() {
    inBackground(
        this, [scan = scanOfNow()] { return scan.run(); },
        [this, round = ++m_round](const IncludeScan::Found& found) {
            if (round == m_round) {
                take(found);
            }
        });
}

void ProjectTexts::settle() {
    if (m_due) {
        m_pause.stop();
        ++m_round;
        take(scanOfNow().run());
    }
}

void ProjectTexts::take(const IncludeScan::Found& found) {
    m_due = false;
    m_notText.clear();
    m_missing = found.missing;
    m_included.clear();
    std::vector<ProjectText*> fresh;
    std::vector<std::pair<ProjectText*, const IncludeScan::File*>> changed;
    for (const IncludeScan::File& file : found.files) {
        ProjectText* text = find(file.path);
        const auto decoded = decodeText(file.bytes);
        if (!decoded || (text && text->isSource())) {
            m_notText << file.path;
            continue;
        }
        if (!text) {
            text = &add(Role::header, file.path);
            text->replace(decoded->text, decoded->format, TextDocument::hashOf(file.bytes));
            fresh.push_back(text);
        } else if (!text->isModified() && text->text() != decoded->text) {
            changed.emplace_back(text, &file);
        }
        text->role = file.linked ? Role::linked : Role::header;
        text->byOption = file.byOption;
        m_included.push_back(text);
    }
    for (std::size_t i = m_texts.size(); i-- > 1;) {
        ProjectText& text = *m_texts[i];
        const bool used = text.open || text.isModified() || isIncluded(text);
        if (text.role != Role::generated && !used) {
            remove(text);
        }
    }
    for (const auto& [text, file] : changed) {
        const DecodedText now = *decodeText(file->bytes);
        const QByteArray hash = TextDocument::hashOf(file->bytes);
        // In an editor, it can be undone.
        text->open ? text->takeOver(now.text, now.format, hash)
                   : text->replace(now.text, now.format, hash);
    }
    watch();
    updateDigest();
    for (ProjectText* text : fresh) {
        emit added(text);
    }
}

void ProjectTexts::updateDigest() {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const ProjectText* included : m_included) {
        for (const QString& part : {included->path(), included->text()}) {
            const QByteArray bytes = part.toUtf8();
            hash.addData(QByteArray::number(bytes.size()) + ':' + bytes);
        }
    }
    const QByteArray digest = m_included.empty() ? QByteArray() : hash.result();
    if (std::exchange(m_digest, digest) != digest) {
        emit digestChanged();
    }
}

// ---- files ----

void ProjectTexts::watch() {
    QStringList files = m_missing;
    if (!m_project.file.empty()) {
        files << qs(m_project.file);
    }
    for (const auto& text : m_texts) {
        if (text->role != Role::generated && !text->path().isEmpty()) {
            files << text->path();
        }
    }
    m_watch.setFiles(files);
}

void ProjectTexts::fileChanged(const QString& path) {
    ProjectText* text = find(path);
    if (path != qs(m_project.file) && text != &source()) {
        scanLater(kScanPauseMs);
    }
    if (!text || (!text->open && !text->isSource())) {
        return; // the search reads it
    }
    switch (text->lookAtFile()) {
    case TextDocument::OnDisk::same:
        emit filesAgree(path);
        break;
    case TextDocument::OnDisk::changed:
        if (text->isSource() || text->isTyped()) {
            emit changedOnDisk(path);
            break;
        }
        try {
            text->reload();
            emit filesAgree(path);
        } catch (const Error&) {
            // Keeps the last text; another change follows when the file is readable again.
        }
        break;
    case TextDocument::OnDisk::gone:
        break;
    }
}

void ProjectTexts::fileGone(const QString& path) {
    ProjectText* text = find(path);
    if (text && (text->open || text->isSource())) {
        text->markUnsaved();
        if (!text->isSource()) {
            emit edited();
        }
        emit vanished(path);
    }
    if (text && !text->isSource()) {
        scanLater(kScanPauseMs);
    }
}

} // namespace warpbench::ui
