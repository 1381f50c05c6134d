// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/argument_editor.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace warpbench::ui {

class ExpressionField;

/// The members of a struct passed by value. Where the compiler has told them, there is a row for
/// each; until then members are added by name.
class StructEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    StructEditor(const QString& name, std::vector<compile::Parameter> members,
                 QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    using Value = std::variant<project::Expression, project::BufferArg>;
    using Fields = std::map<std::string, Value>;

    struct Row {
        QString member; ///< its name in the project
        bool known = false;
        QWidget* widget = nullptr;
        QLineEdit* name = nullptr; ///< where the name can be changed
        ExpressionField* value = nullptr;
        QComboBox* buffer = nullptr;
        QLabel* problem = nullptr;
    };

    void rebuild(const Fields& fields);
    Row makeRow(const QString& member, const compile::Parameter* type);
    void addNameField(Row& row);
    void displayRow(const Row& row, const Fields& fields, const project::Project& project,
                    const Evaluation& evaluation);
    void set(const QString& member, const std::optional<Value>& value, bool typed = false);
    void rename(const Row& row);
    void addMember();
    const compile::Parameter* memberOf(const QString& name) const;

    QString m_name;
    std::vector<compile::Parameter> m_members;
    QStringList m_shown; ///< names of the rows
    std::vector<Row> m_rows;
    QVBoxLayout* m_layout;
    QToolButton* m_add;
};

} // namespace warpbench::ui
