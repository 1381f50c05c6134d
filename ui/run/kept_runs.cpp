// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/kept_runs.h"

#include "ui/documents/project_document.h"
#include "ui/documents/text_document.h"
#include "ui/run/run_file.h"
#include "ui/run/run_history.h"

#include <QCborValue>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <exception>
#include <utility>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr qint64 kLargest = 64 << 20; ///< bytes of a file that is still read
/// A file with more runs is written again with the newest kMostRuns.
constexpr std::size_t kMostInFile = 2 * RunHistory::kMostRuns;

QByteArray withLength(const QByteArray& record) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << record;
    return bytes;
}

/// A run in the file: the length, then compressed CBOR. Without its code, which may be large.
QByteArray recordOf(const RunState& run) {
    RunState small = run;
    auto report = std::make_shared<session::RunReport>(*run.report);
    report->code.reset();
    small.report = std::move(report);
    return withLength(qCompress(toCbor(small).toCborValue().toCbor()));
}

/// The records of a file, oldest first.
struct Records {
    std::vector<QByteArray> all;
    bool whole = true; ///< the last one is not cut off
};

Records recordsOf(const QByteArray& bytes) {
    Records records;
    QDataStream stream(bytes);
    while (!stream.atEnd()) {
        QByteArray record;
        stream >> record;
        records.whole = stream.status() == QDataStream::Ok;
        if (!records.whole)
            break;
        records.all.push_back(std::move(record));
    }
    return records;
}

/// Newest first, without those that are damaged.
std::vector<RunState> runsOf(const std::vector<QByteArray>& records) {
    std::vector<RunState> runs;
    for (auto record = records.rbegin();
         record != records.rend() && runs.size() < std::size_t(RunHistory::kMostRuns); ++record) {
        const QCborMap map = QCborValue::fromCbor(qUncompress(*record)).toMap();
        if (map.isEmpty())
            continue;
        try {
            runs.push_back(runFrom(map));
        } catch (const std::exception&) {
            continue;
        }
    }
    return runs;
}

QByteArray readFile(const QString& name) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargest)
        return {};
    return file.readAll();
}

/// \returns what went wrong; empty: nothing
QString appendTo(const QString& name, const QByteArray& records) {
    QDir().mkpath(QFileInfo(name).absolutePath());
    QFile file(name);
    if (!file.open(QIODevice::Append) || file.write(records) != records.size() || !file.flush())
        return file.errorString();
    return {};
}

} // namespace

KeptRuns::KeptRuns(const ProjectDocument& document, RunHistory& history, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_history(history)
    , m_path(projectPath()) {
    m_thread.setMaxThreadCount(1);
    connect(&document, &ProjectDocument::moved, this, &KeptRuns::projectMoved);
    connect(&history, &RunHistory::modelReset, this, &KeptRuns::load); // of another project
    connect(&history, &RunHistory::appended, this, &KeptRuns::append);
}

KeptRuns::~KeptRuns() {
    m_thread.waitForDone();
}

QString KeptRuns::projectPath() const {
    return m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
}

QString KeptRuns::fileOf(const QString& project) const {
    return fileOfProject(m_folder, project, QStringLiteral(".runs"));
}

void KeptRuns::keepIn(const QString& folder) {
    m_folder = folder;
    load();
}

void KeptRuns::load() {
    const quint64 round = ++m_round;
    m_path = projectPath();
    const QString file = fileOf(m_path);
    if (file.isEmpty())
        return;
    m_thread.start([this, file, round] {
        auto [records, whole] = recordsOf(readFile(file));
        const bool tooMany = records.size() > kMostInFile;
        if (tooMany)
            records.erase(records.begin(), records.end() - RunHistory::kMostRuns);
        if (tooMany || !whole) {
            QByteArray bytes;
            for (const QByteArray& record : records)
                bytes += withLength(record);
            replaceWhole(file, bytes);
        }
        QMetaObject::invokeMethod(this, [this, round, runs = runsOf(records)] {
            if (round == m_round)
                m_history.addEarlier(runs);
        });
    });
}

void KeptRuns::append() {
    if (const QString file = fileOf(m_path); !file.isEmpty())
        m_thread.start([this, file, run = withoutContents(m_history.run(0))] {
            write(file, recordOf(run), false);
        });
}

/// The project was saved under another name: its runs are kept there as well.
void KeptRuns::projectMoved() {
    if (std::exchange(m_path, projectPath()) == m_path || fileOf(m_path).isEmpty())
        return;
    std::vector<RunState> runs; // oldest first
    for (int row = m_history.rowCount(); row-- > 0;)
        runs.push_back(withoutContents(m_history.run(row)));
    m_thread.start([this, file = fileOf(m_path), runs = std::move(runs)] {
        QByteArray records;
        for (const RunState& run : runs)
            records += recordOf(run);
        write(file, records, true);
    });
}

void KeptRuns::forget() {
    if (const QString file = fileOf(m_path); !file.isEmpty())
        m_thread.start([file] { QFile::remove(file); });
    m_history.clear();
}

/// On the thread.
void KeptRuns::write(const QString& file, const QByteArray& records, bool whole) {
    const QString why = whole ? replaceWhole(file, records) : appendTo(file, records);
    if (why.isEmpty())
        return;
    QMetaObject::invokeMethod(this, [this, why] {
        if (std::exchange(m_complains, false))
            emit failed(tr("Runs cannot be kept for the next start: %1").arg(why));
    });
}

} // namespace warpbench::ui
