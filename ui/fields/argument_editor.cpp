// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/argument_editor.h"

#include "ui/documents/guess.h"
#include "ui/documents/project_text.h"
#include "ui/fields/bytes_editor.h"
#include "ui/fields/form.h"
#include "ui/fields/pointer_editor.h"
#include "ui/fields/scalar_editor.h"
#include "ui/fields/struct_editor.h"
#include "ui/fields/texture_editor.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace warpbench::ui {

ArgumentKind kindOf(const project::Argument& argument) {
    struct Visitor {
        ArgumentKind operator()(const project::BufferArg&) const { return ArgumentKind::pointer; }
        ArgumentKind operator()(const project::NullArg&) const { return ArgumentKind::pointer; }
        ArgumentKind operator()(const project::ScalarArg&) const { return ArgumentKind::scalar; }
        ArgumentKind operator()(const project::StructArg&) const { return ArgumentKind::structure; }
        ArgumentKind operator()(const project::BytesArg&) const { return ArgumentKind::bytes; }
        ArgumentKind operator()(const project::TextureArg&) const { return ArgumentKind::texture; }
        ArgumentKind operator()(const project::SurfaceArg&) const { return ArgumentKind::surface; }
    };
    return std::visit(Visitor{}, argument.value);
}

QString kindName(ArgumentKind kind) {
    switch (kind) {
    case ArgumentKind::pointer:
        return ArgumentEditor::tr("pointer");
    case ArgumentKind::scalar:
        return ArgumentEditor::tr("number");
    case ArgumentKind::structure:
        return ArgumentEditor::tr("struct");
    case ArgumentKind::bytes:
        return ArgumentEditor::tr("bytes");
    case ArgumentKind::texture:
        return ArgumentEditor::tr("texture");
    case ArgumentKind::surface:
        return ArgumentEditor::tr("surface");
    }
    return {};
}

std::vector<ArgumentKind> kindsFor(const std::optional<compile::Parameter>& parameter) {
    using Kind = ArgumentKind;
    if (!parameter || parameter->type.empty()) {
        return {Kind::pointer, Kind::scalar,  Kind::structure,
                Kind::bytes,   Kind::texture, Kind::surface};
    }
    if (parameter->pointer) {
        return {Kind::pointer};
    }
    switch (objectKindOf(parameter->type)) {
    case ObjectKind::texture:
        return {Kind::texture};
    case ObjectKind::surface:
        return {Kind::surface};
    case ObjectKind::none:
        break;
    }
    const auto type = dtypeOfType(parameter->type);
    if (type && type->name() == "uint64") {
        return {Kind::scalar, Kind::texture, Kind::surface}; // the real types of those objects
    }
    return type ? std::vector{Kind::scalar}
                : std::vector{Kind::structure, Kind::bytes, Kind::scalar};
}

project::Argument defaultArgument(ArgumentKind kind, const project::Project& project) {
    const std::string buffer =
        project.buffers.empty() ? std::string() : project.buffers.front().name;
    project::Argument argument;
    switch (kind) {
    case ArgumentKind::pointer:
        if (buffer.empty()) {
            argument.value = project::NullArg{};
        } else {
            argument.value = project::BufferArg{buffer, project::Access::inout, std::nullopt};
        }
        break;
    case ArgumentKind::scalar:
        argument.value = project::ScalarArg{arrays::DType(arrays::Scalar::int32), {{"0", {}}}};
        break;
    case ArgumentKind::structure:
        argument.value = project::StructArg{};
        break;
    case ArgumentKind::bytes:
        argument.value = project::BytesArg{};
        break;
    case ArgumentKind::texture:
        argument.value = project::TextureArg{buffer, 1, "point", "clamp", false, "element"};
        break;
    case ArgumentKind::surface:
        argument.value = project::SurfaceArg{buffer, 1, project::Access::inout};
        break;
    }
    return argument;
}

ArgumentEditor* makeArgumentEditor(ArgumentKind kind, const QString& name,
                                   const std::optional<compile::Parameter>& parameter) {
    switch (kind) {
    case ArgumentKind::pointer:
        return new PointerEditor(name);
    case ArgumentKind::scalar:
        return new ScalarEditor(name, parameter && dtypeOfType(parameter->type));
    case ArgumentKind::structure:
        return new StructEditor(name,
                                parameter ? parameter->members : std::vector<compile::Parameter>{});
    case ArgumentKind::bytes:
        return new BytesEditor(name, parameter ? parameter->size : 0);
    case ArgumentKind::texture:
        return new TextureEditor(name);
    case ArgumentKind::surface:
        return new SurfaceEditor(name);
    }
    return nullptr;
}

void showBuffers(QComboBox& combo, const project::Project& project, const QString& selected,
                 bool withNull) {
    const QSignalBlocker block(&combo);
    combo.clear();
    for (const auto& buffer : project.buffers) {
        combo.addItem(qs(buffer.name), qs(buffer.name));
    }
    if (withNull) {
        combo.addItem(ArgumentEditor::tr("null pointer"), QString());
    }
    int index = combo.findData(selected);
    const bool missing = index < 0;
    if (missing) {
        combo.addItem(selected.isEmpty() ? ArgumentEditor::tr("choose a buffer")
                                         : ArgumentEditor::tr("%1 (missing)").arg(selected),
                      selected);
        index = combo.count() - 1;
    }
    combo.setCurrentIndex(index);
    setInvalid(&combo, !missing ? QString()
                       : selected.isEmpty()
                           ? ArgumentEditor::tr("Choose a buffer")
                           : ArgumentEditor::tr("Unknown buffer “%1”").arg(selected));
}

} // namespace warpbench::ui
