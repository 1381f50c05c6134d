// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/cpp/cuda_names.h"
#include "ui/cpp/source_outline.h"

#include <QString>

/// Texts about a name, for tips beside the completion list or under the mouse.
namespace warpbench::ui::name_tips {

/// Whether a device lacks a name. \param capability  times ten; 0: no device
bool isLacking(const cuda_names::Name& name, int capability);
/// "needs compute capability 9.0"
QString needs(const cuda_names::Name& name);

/// Rich text: signatures, description, minimum architecture.
QString tipOf(const cuda_names::Name& name, int capability);
/// Rich text: the signature and its location. \param file  empty: this file
QString tipOf(const Symbol& symbol, const QString& file = {});
/// Rich text from a language server's type "float" and row "energy() const".
QString tipOf(const QString& type, const QString& row);
/// Rich text from the first lines of a language server's answer. Empty stays empty.
QString tipOf(const QString& told);

} // namespace warpbench::ui::name_tips
