// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

class QLabel;
class QLineEdit;

namespace warpbench::ui {

/// Bytes as hexadecimal digits, with optional spaces between them.
class BytesEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    /// \param wanted  size of the parameter in bytes; 0: unknown
    BytesEditor(const QString& name, std::size_t wanted, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    void read(const QString& text);
    void say(const QString& problem);

    std::size_t m_wanted;
    QLineEdit* m_text;
    QLabel* m_size;
    QLabel* m_problem;
    std::vector<std::uint8_t> m_bytes; ///< the value in the project
};

/// The bytes of a hexadecimal text, or the error. Public for the editor's test.
struct ParsedBytes {
    std::vector<std::uint8_t> bytes;
    QString problem; ///< empty: none
};
ParsedBytes parseBytes(const QString& text);

} // namespace warpbench::ui
