// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/buffer_layouts.h"

#include "core/plan/evaluate.h"
#include "ui/documents/project_document.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

/// The project's numbers; none while one of them is wrong.
project::NumberTable numbersOf(const project::Project& project) {
    try {
        return project::evaluateNames(project);
    } catch (const Error&) {
        return {};
    }
}

void show(project::Project& project, const std::string& buffer, const std::string& layout) {
    for (auto& [name, one] : project.layouts)
        std::erase(one.buffers, buffer);
    if (!layout.empty())
        project.layouts[layout].buffers.push_back(buffer);
}

} // namespace

BufferLayouts::BufferLayouts(ProjectDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_known(document.project().layouts) {
    connect(&document, &ProjectDocument::changed, this, &BufferLayouts::follow);
}

void BufferLayouts::follow() {
    const auto& now = m_document.project().layouts;
    if (now == m_known)
        return;
    m_known = now;
    emit changed();
}

const std::vector<layouts::SourceStruct>& BufferLayouts::structs() const {
    if (m_structsRevision != m_document.revision()) {
        m_structs = layouts::structsOf(ss(m_document.source()));
        m_structsRevision = m_document.revision();
    }
    return m_structs;
}

QStringList BufferLayouts::names() const {
    QStringList names;
    for (const auto& [name, layout] : m_document.project().layouts)
        names.append(qs(name));
    return names;
}

QStringList BufferLayouts::sourceNames() const {
    QStringList found;
    for (const layouts::SourceStruct& one : structs()) {
        if (!m_document.project().layouts.contains(one.name))
            found.append(qs(one.name));
    }
    return found;
}

QString BufferLayouts::text(const QString& layout) const {
    const auto& all = m_document.project().layouts;
    const auto found = all.find(ss(layout));
    return found == all.end() ? QString() : qs(found->second.text);
}

QString BufferLayouts::layoutOf(const QString& buffer) const {
    for (const auto& [name, layout] : m_document.project().layouts) {
        if (std::find(layout.buffers.begin(), layout.buffers.end(), ss(buffer)) !=
            layout.buffers.end())
            return qs(name);
    }
    return {};
}

BufferLayouts::Parsed BufferLayouts::parsed(const QString& layout) const {
    try {
        return std::make_shared<const layouts::Layout>(
            layouts::parseLayout(ss(text(layout)), numbersOf(m_document.project())));
    } catch (const Error& error) {
        const QString why = errorInWords(error);
        return error.place().line > 0 ? tr("Line %1: %2").arg(error.place().line).arg(why) : why;
    }
}

void BufferLayouts::choose(const QString& buffer, const QString& layout) {
    if (layoutOf(buffer) == layout)
        return;
    m_document.edit(tr("Show %1 by a Layout").arg(buffer),
                    [&](project::Project& project) { show(project, ss(buffer), ss(layout)); });
}

void BufferLayouts::chooseFromSource(const QString& buffer, const QString& name) {
    for (const layouts::SourceStruct& one : structs()) {
        if (one.name != ss(name))
            continue;
        m_document.edit(tr("Show %1 by a Layout").arg(buffer), [&](project::Project& project) {
            project.layouts[one.name].text = one.text;
            show(project, ss(buffer), one.name);
        });
    }
}

QString BufferLayouts::add(const QString& buffer, const QString& text) {
    const QString name = freeName();
    m_document.edit(tr("New Layout"), [&](project::Project& project) {
        project.layouts[ss(name)].text = ss(text);
        show(project, ss(buffer), ss(name));
    });
    return name;
}

QString BufferLayouts::freeName() const {
    const QStringList taken = names();
    for (int i = 1;; ++i) {
        const QString name = i == 1 ? tr("Layout") : tr("Layout %1").arg(i);
        if (!taken.contains(name))
            return name;
    }
}

void BufferLayouts::setText(const QString& layout, const QString& text) {
    if (text == this->text(layout))
        return;
    m_document.edit(
        tr("Edit the Layout %1").arg(layout),
        [&](project::Project& project) { project.layouts[ss(layout)].text = ss(text); },
        QStringLiteral("layout ") + layout);
}

bool BufferLayouts::rename(const QString& layout, const QString& name) {
    if (name.trimmed().isEmpty() || (name != layout && names().contains(name)))
        return false;
    if (name != layout)
        m_document.edit(tr("Rename the Layout %1").arg(layout), [&](project::Project& project) {
            auto node = project.layouts.extract(ss(layout));
            node.key() = ss(name);
            project.layouts.insert(std::move(node));
        });
    return true;
}

void BufferLayouts::remove(const QString& layout) {
    m_document.edit(tr("Remove the Layout %1").arg(layout),
                    [&](project::Project& project) { project.layouts.erase(ss(layout)); });
}

} // namespace warpbench::ui
