// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layout.h"
#include "core/layouts/source_structs.h"
#include "core/project/project.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpbench::ui {

class ProjectDocument;

/// The layouts of a project, and which buffers they describe.
class BufferLayouts : public QObject {
    Q_OBJECT

  public:
    explicit BufferLayouts(ProjectDocument& document, QObject* parent = nullptr);

    QStringList names() const;
    /// The structs of the source that no layout is named after.
    QStringList sourceNames() const;
    QString text(const QString& layout) const; ///< empty if it does not exist
    /// The layout that shows a buffer; empty: the buffer's own type.
    QString layoutOf(const QString& buffer) const;
    /// How to read a buffer's memory by a layout, or the error in its text.
    using Parsed = std::variant<std::shared_ptr<const layouts::Layout>, QString>;
    Parsed parsed(const QString& layout) const;

    /// Shows a buffer by a layout. \param layout  empty: by its own type
    void choose(const QString& buffer, const QString& layout);
    /// Shows a buffer by a struct of the source, which becomes a layout.
    void chooseFromSource(const QString& buffer, const QString& name);
    /// Shows a buffer by a new layout. \returns its name
    QString add(const QString& buffer, const QString& text);
    void setText(const QString& layout, const QString& text);
    /// \returns false if the name is empty or in use
    bool rename(const QString& layout, const QString& name);
    void remove(const QString& layout);

  signals:
    void changed();

  private:
    void follow();
    const std::vector<layouts::SourceStruct>& structs() const;
    QString freeName() const;

    ProjectDocument& m_document;
    /// By name, as in the project when changed() was last emitted.
    std::map<std::string, project::MemoryLayout> m_known;
    /// Those of the source at a revision; empty: not read yet.
    mutable std::vector<layouts::SourceStruct> m_structs;
    mutable std::optional<quint64> m_structsRevision;
};

} // namespace warpbench::ui
