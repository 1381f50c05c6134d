// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThreadPool>

namespace warpbench::ui {

class ProjectDocument;
class RunHistory;

/// Keeps the runs of the open project beside the user's settings, and lists them again when the
/// project is opened the next time. Reads and writes on a separate thread.
class KeptRuns : public QObject {
    Q_OBJECT

  public:
    KeptRuns(const ProjectDocument& document, RunHistory& history, QObject* parent = nullptr);
    ~KeptRuns() override; ///< after everything has been written

    /// Keeps runs in a folder from now on. Otherwise they are lost at exit.
    void keepIn(const QString& folder);
    /// Forgets all runs of the open project.
    void forget();

  signals:
    /// Writing a run failed, with the reason.
    void failed(const QString& why);

  private:
    QString fileOf(const QString& project) const;
    QString projectPath() const;
    void load();
    void append();
    void projectMoved();
    void write(const QString& file, const QByteArray& records, bool whole);

    const ProjectDocument& m_document;
    RunHistory& m_history;
    QString m_folder;
    QString m_path;          ///< of the project whose runs are shown
    quint64 m_round = 0;     ///< runs read for earlier rounds are dropped
    bool m_complains = true; ///< until the first failure
    QThreadPool m_thread;    ///< one, so that runs stay in order
};

} // namespace warpbench::ui
