// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/report/run_report.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string>

namespace warpbench::ui {

class ProjectDocument;
class Results;

/// A file that was written, or why it was not.
struct WrittenFile {
    QString path;
    QString problem;
};

/// Edits of what buffers hold at first, or are expected to hold. They are data files that the
/// project names, so that the next run takes them and the project's history undoes them. The files
/// are next to the project once it is saved.
class BufferEdits : public QObject {
    Q_OBJECT

  public:
    BufferEdits(ProjectDocument& document, const Results& results, QObject* parent = nullptr);

    /// Why the contents of a buffer of the last run cannot be edited; empty: they can.
    QString obstacle(const session::BufferReport& buffer) const;
    /// The same for making its contents the expected ones.
    QString expectObstacle(const session::BufferReport& buffer) const;
    /// The file with the contents that the next run starts with, absolute; empty: the last run
    /// started with the same ones, or they are not from a file.
    QString nextContents(const std::string& buffer) const;
    /// The names of an expression. \throws Error (project)
    project::NumberTable numbers() const;

    /// See ProjectDocument::holdEdit().
    std::shared_ptr<void> hold();
    /// Writes contents to a new file. Callable from any thread.
    /// \returns its path
    /// \throws Error
    static QString write(const std::string& buffer, const arrays::HostArray& contents);
    /// The file is the buffer's initial contents, or its expected ones, from now on.
    void setContents(const std::string& buffer, const QString& file);
    void setExpected(const std::string& buffer, const QString& file);

  signals:
    void changed(); ///< nextContents() may have changed

  private:
    const project::Buffer* ofProject(const std::string& buffer) const;
    const project::Buffer* ofRun(const std::string& buffer) const;

    void change(const QString& step, const std::string& buffer,
                const std::function<void(project::Buffer&)>& change);

    ProjectDocument& m_document;
    const Results& m_results;
};

} // namespace warpbench::ui
