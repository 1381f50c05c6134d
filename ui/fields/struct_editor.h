// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace warpbench::ui {

/// The members of a struct passed by value, including nested structs ("lens.at", "eyes[1].zoom").
/// One row for each once the compiler has reported them; until then, members are added by name.
/// Arrays and vectors of numbers are a list in one row.
class StructEditor : public BoundArgument<project::StructArg> {
    Q_OBJECT

  public:
    StructEditor(const QString& name, const std::vector<compile::Parameter>& members,
                 QWidget* parent = nullptr);

  protected:
    void show(const project::StructArg& structure, const Evaluation& evaluation) override;

  private:
    using Value = project::MemberValue;

    struct Row {
        QString member; ///< path in the project
        bool known = false;
        QWidget* widget = nullptr;
        QLineEdit* name = nullptr; ///< if the name is editable
        QLabel* problem = nullptr;
    };

    void rebuild(const project::StructArg& structure);
    Row makeRow(const QString& member, const compile::Parameter* type);
    void addNameField(Row& row);
    QWidget* makeBuffer(const QString& member, bool known);
    QWidget* makeValue(const QString& member, const compile::Parameter* type);
    void set(const QString& member, const std::optional<Value>& value);
    void rename(const Row& row);
    void addMember();
    const compile::Parameter* memberOf(const QString& name) const;

    QString m_name;
    bool m_compiled; ///< the members are known
    std::vector<compile::Parameter>
        m_members;       ///< all with a row, by path, including pieces of an array
    QString m_unlisted;  ///< elements of an array without a row of their own
    QStringList m_shown; ///< names of the rows
    std::vector<Row> m_rows;
    QVBoxLayout* m_layout;
    QToolButton* m_add;
};

} // namespace warpbench::ui
