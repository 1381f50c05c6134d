// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/field_input.h"

#include <QFormLayout>
#include <QLabel>

#include <memory>
#include <utility>

namespace warpbench::ui {

/// How a field reads and writes its value in a subject: a project, a launch, a buffer, …
template <class Subject>
struct Value {
    std::function<QVariant(const Subject&)> get = {}; ///< an invalid one leaves the field as it is
    std::function<void(Subject&, const QVariant&)> set = {};
};

/// A member of the subject, or of its members: at(&Project::timing, &Timing::repeats).
template <class Subject, class Member, class... Inner>
Value<Subject> at(Member Subject::*member, Inner... inner) {
    return {[=](const Subject& subject) { return toField(((subject.*member).*....*inner)); },
            [=](Subject& subject, const QVariant& value) {
                fromField(((subject.*member).*....*inner), value);
            }};
}

/// For Field::evaluate: an integer of at least `least`. \param needed  an empty text is an error
inline auto integerFrom(std::int64_t least, bool needed = false) {
    return [=](const auto&, const Evaluation& evaluation, const std::string& text) {
        return text.empty() && !needed ? Evaluated{} : evaluation.integer(text, least);
    };
}

/// For Field::evaluate: a number.
inline auto anyNumber() {
    return [](const auto&, const Evaluation& evaluation, const std::string& text) {
        return text.empty() ? Evaluated{} : evaluation.scalar(text);
    };
}

/// A row of a form.
template <class Subject>
struct Field {
    QString label = {}; ///< before the field; empty: none
    QString name = {};  ///< of the object
    QString key = {};   ///< typing of one key becomes one step of the history; empty: the name
    QString says = {};  ///< the accessible name; empty: the caption
    QString tip = {};
    QString placeholder = {};
    QString undo = {}; ///< the name of its steps in the Edit menu
    Input input = {};
    Value<Subject> value = {}; ///< none: the panel fills the field by itself
    std::function<Evaluated(const Subject&, const Evaluation&, const std::string& text)> evaluate =
        {}; ///< shows what the text evaluates to
    /// Why the subject's value is wrong; empty: it is not.
    std::function<QString(const Subject&, const Evaluation&)> problem = {};
    /// Why a text is not a value; empty: it is one. A refused text stays in its field with the
    /// error, and the project keeps the last value.
    std::function<QString(const QString&)> refuse = {};
    std::function<bool(const Subject&)> visible = {};
    std::function<bool(const Subject&)> enabled = {};
    std::function<QString(const Subject&)> caption = {}; ///< the label where it depends
    std::function<void(const Subject&)> prepare = {};    ///< called before the field is shown
};

/// Fields for the values of a subject. Each is a row of data: the form makes its widget, reports
/// its edits and shows its value. What the user types is kept until the value in the project
/// becomes a different one, for example by Undo: "2 * n " is not replaced by "2 * n".
template <class Subject>
class BoundForm {
  public:
    using Change = std::function<void(Subject&)>;
    /// \param undo  name of the step in the Edit menu
    /// \param key  consecutive changes of the same key become one step; empty: never
    using Edited =
        std::function<void(const QString& undo, const Change& change, const QString& key)>;

    explicit BoundForm(Edited edited)
        : m_edited(std::move(edited)) {}
    BoundForm(const BoundForm&) = delete;
    BoundForm& operator=(const BoundForm&) = delete;

    /// Makes a field. \returns its widget, to be laid out before show()
    /// \param label  shown and hidden with the field; null: none
    QWidget* add(Field<Subject> row, QLabel* label = nullptr) {
        auto* field = m_fields.emplace_back(new Bound{std::move(row), label}).get();
        const Input& input = field->row.input;
        if (!field->row.name.isEmpty())
            input.widget->setObjectName(field->row.name);
        if (!field->row.says.isEmpty())
            input.focus->setAccessibleName(field->row.says);
        setTip(input, field->row.tip);
        if (!field->row.placeholder.isEmpty())
            setPlaceholder(input, field->row.placeholder);
        if (input.onEdit)
            input.onEdit([this, field] { take(*field); });
        return input.widget;
    }
    /// Adds a field and its label to a layout.
    QWidget* add(Field<Subject> row, QFormLayout& layout) {
        const QString text = row.label;
        QWidget* widget = add(std::move(row));
        layout.addRow(text, widget);
        m_fields.back()->label = qobject_cast<QLabel*>(layout.labelForField(widget));
        return widget;
    }

    void show(const Subject& subject, const Evaluation& evaluation) {
        for (const auto& field : m_fields) {
            const Field<Subject>& row = field->row;
            if (row.caption)
                field->label->setText(row.caption(subject));
            if (row.prepare)
                row.prepare(subject);
            if (row.visible) {
                for (QWidget* widget : {static_cast<QWidget*>(field->label), row.input.widget})
                    if (widget)
                        setShown(widget, row.visible(subject));
            }
            if (row.enabled)
                row.input.widget->setEnabled(row.enabled(subject));
            showValue(*field, subject);
            tell(*field, subject, evaluation);
        }
    }
    /// Forgets all fields; their widgets belong to their parents.
    void clear() { m_fields.clear(); }
    /// The next subject is another one: what was typed does not belong to it.
    void forgetTyping() {
        for (const auto& field : m_fields)
            field->typing = false;
    }

  private:
    struct Bound {
        Field<Subject> row;
        QLabel* label = nullptr;
        QVariant shown = {};  ///< the value when last shown
        Evaluated told = {};  ///< the same for what is beside it
        QString refused = {}; ///< why the typed text is not a value
        bool typing = false;  ///< holds a text of the user, not of the project
    };

    void take(Bound& field) {
        const Field<Subject>& row = field.row;
        const QVariant value = row.input.read();
        field.typing = row.input.typed;
        const QString before =
            std::exchange(field.refused, row.refuse ? row.refuse(value.toString()) : QString());
        if (!field.refused.isEmpty())
            return row.input.tell({{}, field.refused, {}});
        if (!before.isEmpty())
            row.input.tell(field.told);
        m_edited(
            row.undo, [set = row.value.set, value](Subject& subject) { set(subject, value); },
            !row.input.typed    ? QString()
            : row.key.isEmpty() ? row.name
                                : row.key);
    }

    /// The only place that decides whether a typed text is replaced.
    void showValue(Bound& field, const Subject& subject) {
        const Input& input = field.row.input;
        if (!field.row.value.get)
            return;
        const QVariant value = field.row.value.get(subject);
        const bool changed = std::exchange(field.shown, value) != value;
        if (field.typing && (!changed || (field.refused.isEmpty() && isTyped(field, subject))))
            return;
        field.typing = false;
        field.refused.clear();
        if (value.isValid() && input.read() != value)
            input.write(value);
    }
    /// Whether the typed text means the subject's value.
    bool isTyped(const Bound& field, const Subject& subject) const {
        Subject typed = subject;
        field.row.value.set(typed, field.row.input.read());
        return typed == subject;
    }

    void tell(Bound& field, const Subject& subject, const Evaluation& evaluation) {
        const Field<Subject>& row = field.row;
        if (!row.evaluate && !row.problem && !row.refuse)
            return;
        field.told = row.evaluate
                         ? row.evaluate(subject, evaluation, field.shown.toString().toStdString())
                         : Evaluated{};
        if (const QString why = row.problem ? row.problem(subject, evaluation) : QString();
            !why.isEmpty())
            field.told = {{}, why, {}};
        row.input.tell(field.refused.isEmpty() ? field.told : Evaluated{{}, field.refused, {}});
    }

    Edited m_edited;
    std::vector<std::unique_ptr<Bound>> m_fields;
};

} // namespace warpbench::ui
