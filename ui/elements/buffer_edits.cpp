// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/buffer_edits.h"

#include "core/arrays/array_file.h"
#include "core/plan/evaluate.h"
#include "core/project/project_files.h"
#include "ui/documents/program_copy.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_state.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t(256) << 20; // of a buffer to edit

const project::Buffer* bufferOf(const project::Project& project, const std::string& name) {
    const auto found = std::find_if(project.buffers.begin(), project.buffers.end(),
                                    [&](const auto& buffer) { return buffer.name == name; });
    return found == project.buffers.end() ? nullptr : &*found;
}

/// Whether the launches of a project write a buffer.
bool isWritten(const project::Project& project, const std::string& name) {
    const auto buffers = project::makePlan(project).buffers;
    return std::any_of(buffers.begin(), buffers.end(),
                       [&](const auto& buffer) { return buffer.name == name && buffer.written; });
}

bool isTooLarge(const session::BufferReport& report) {
    return report.ref.elements * report.dtype.size() > kMostBytes;
}

/// Edits of the last weeks may still be undone, or be part of unsaved work.
void removeOldEdits(const QDir& folder) {
    constexpr int kDays = 30;
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-kDays);
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.npy")}, QDir::Files)) {
        if (file.lastModified() < oldest)
            QFile::remove(file.filePath());
    }
}

} // namespace

BufferEdits::BufferEdits(ProjectDocument& document, const Results& results, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_results(results) {
    connect(&document, &ProjectDocument::changed, this, &BufferEdits::changed);
    connect(&results, &Results::runChanged, this, &BufferEdits::changed);
}

const project::Buffer* BufferEdits::ofProject(const std::string& buffer) const {
    return bufferOf(m_document.project(), buffer);
}

const project::Buffer* BufferEdits::ofRun(const std::string& buffer) const {
    const auto& project = m_results.run().project;
    return project ? bufferOf(*project, buffer) : nullptr;
}

QString BufferEdits::obstacle(const session::BufferReport& report) const {
    const project::Buffer* now = ofProject(report.name);
    const project::Buffer* then = ofRun(report.name);
    if (!now || !then || now->dtype != then->dtype || now->shape != then->shape)
        return tr("The buffer has changed since this run. Run again to edit it.");
    if (now->init != then->init && nextContents(report.name).isEmpty())
        return tr("The initial contents have changed since this run. Run again to edit them.");
    if (isTooLarge(report))
        return tr("Only buffers of up to 256 MiB can be edited.");
    try {
        if (isWritten(*m_results.run().project, report.name))
            return tr("The launches write %1. Only buffers that they just read can be edited.")
                .arg(qs(report.name));
    } catch (const Error& error) {
        return errorInWords(error);
    }
    return {};
}

QString BufferEdits::expectObstacle(const session::BufferReport& report) const {
    if (!ofProject(report.name))
        return tr("The project no longer has this buffer.");
    return isTooLarge(report) ? tr("Only buffers of up to 256 MiB can be expected.") : QString();
}

QString BufferEdits::nextContents(const std::string& buffer) const {
    const project::Buffer* now = ofProject(buffer);
    const project::Buffer* then = ofRun(buffer);
    if (!now || !then || now->init == then->init || now->init.kind != project::Init::Kind::file)
        return {};
    try {
        return qs(project::projectPath(m_document.project(), now->init.path));
    } catch (const Error&) {
        return {}; // the set-up shows what is wrong with it
    }
}

project::NumberTable BufferEdits::numbers() const {
    return project::evaluateNames(m_document.project());
}

std::shared_ptr<void> BufferEdits::hold() {
    return m_document.holdEdit();
}

QString BufferEdits::write(const std::string& buffer, const arrays::HostArray& contents) {
    const QDir folder(programsFolder());
    folder.mkpath(QStringLiteral("."));
    removeOldEdits(folder);
    const QString name =
        QStringLiteral("%1-%2.npy").arg(qs(buffer), QUuid::createUuid().toString(QUuid::Id128));
    QString path = folder.filePath(name);
    arrays::writeArrayFile(pathOf(path), contents);
    return path;
}

void BufferEdits::setContents(const std::string& buffer, const QString& file) {
    change(tr("Edit %1").arg(qs(buffer)), buffer, [&](project::Buffer& edited) {
        edited.init = {};
        edited.init.kind = project::Init::Kind::file;
        edited.init.path = ss(file);
    });
}

void BufferEdits::setExpected(const std::string& buffer, const QString& file) {
    change(tr("Expect These Values of %1").arg(qs(buffer)), buffer, [&](project::Buffer& edited) {
        project::Expect expect = edited.expect.value_or(project::Expect{});
        expect.expression.reset();
        expect.reference.reset();
        expect.buffer.clear();
        expect.member.clear();
        expect.file = ss(file);
        edited.expect = expect;
    });
}

void BufferEdits::change(const QString& step, const std::string& buffer,
                         const std::function<void(project::Buffer&)>& change) {
    m_document.edit(step, [&](project::Project& project) {
        for (project::Buffer& one : project.buffers) {
            if (one.name == buffer)
                change(one);
        }
    });
}

} // namespace warpbench::ui
