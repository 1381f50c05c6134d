// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/cpp/cuda_names.h"
#include "ui/cpp/source_outline.h"

#include <QString>

/// What is told of a name, in a tip beside the list of completions or under the mouse.
namespace warpbench::ui::name_tips {

/// Whether a device lacks a name. \param capability  ten times as large; 0: of no device
bool isLacking(const cuda_names::Name& name, int capability);
/// "needs compute capability 9.0"
QString needs(const cuda_names::Name& name);

/// As rich text: signatures, meaning, from which architecture on.
QString tipOf(const cuda_names::Name& name, int capability);
/// As rich text: the signature and where it stands. \param file  empty: in this one
QString tipOf(const Symbol& symbol, const QString& file = {});
/// As rich text: what another program says a name is, "float" and "energy() const".
QString tipOf(const QString& type, const QString& row);
/// As rich text: what another program says, its first lines. Empty stays empty.
QString tipOf(const QString& told);

} // namespace warpbench::ui::name_tips
