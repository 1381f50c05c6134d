// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

namespace warpbench::ui {

/// Bytes as hexadecimal digits, with optional spaces between them.
class BytesEditor : public BoundArgument<project::BytesArg> {
    Q_OBJECT

  public:
    /// \param wanted  size of the parameter in bytes; 0: unknown
    BytesEditor(const QString& name, std::size_t wanted, QWidget* parent = nullptr);
};

/// The bytes of a hexadecimal text, or the error. Public for the editor's test.
struct ParsedBytes {
    std::vector<std::uint8_t> bytes;
    QString problem; ///< empty: none
};
ParsedBytes parseBytes(const QString& text);

} // namespace warpbench::ui
