// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_expect_form.h"

#include "ui/documents/function_help.h"
#include "ui/documents/project_text.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/words/buffer_problems.h"
#include "ui/words/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace warpbench::ui {

BufferExpectForm::BufferExpectForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    makeFields();
    layOut();
    connect(m_check, &QComboBox::activated, this,
            [this] { chooseCheck(Check(m_check->currentData().toInt())); });
    connect(m_text, &ExpressionField::edited, this, &BufferExpectForm::setText);
    connect(m_functions, &QToolButton::clicked, m_completer, &WordCompleter::showList);
    takeTolerance(m_rtol, &project::Expect::rtol);
    takeTolerance(m_atol, &project::Expect::atol);
    connect(m_exact, &QCheckBox::clicked, this, [this](bool on) {
        edit({}, [on](project::Buffer& buffer) {
            if (buffer.expect) {
                buffer.expect->exact = on;
            }
        });
    });
}

void BufferExpectForm::makeFields() {
    m_check = new QComboBox;
    m_check->setObjectName(QStringLiteral("expectKind"));
    m_check->setAccessibleName(tr("Kind of check"));
    // The panel must not take width from the code.
    m_check->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_check->setMinimumContentsLength(10);
    m_check->addItem(tr("not checked"), int(Check::none));
    m_check->addItem(tr("an expression per element"), int(Check::expression));
    m_check->addItem(tr("a reference function"), int(Check::reference));
    m_check->addItem(tr("a file"), int(Check::file));
    m_check->addItem(tr("another buffer"), int(Check::buffer));
    m_name = new QLabel;
    m_text = new ExpressionField(tr("Expected value"));
    m_text->setObjectName(QStringLiteral("expectText"));
    m_completer = new WordCompleter(*m_text->lineEdit());
    m_functions = makeIconButton(QStringLiteral("more"), tr("Functions and buffers (Ctrl+Space)"));
    m_functions->setObjectName(QStringLiteral("expectFunctions"));
    m_browse = makeBrowse([this](const QString& path) { setText(path); });
    m_browse->setObjectName(QStringLiteral("browseCheck"));
    m_rtolName = new QLabel(tr("± relative"));
    m_atolName = new QLabel(tr("± absolute"));
    m_rtol = new QLineEdit;
    m_rtol->setAccessibleName(tr("Relative tolerance"));
    m_atol = new QLineEdit;
    m_atol->setAccessibleName(tr("Absolute tolerance"));
    const QString rule = tr("Passed where |got − want| ≤ absolute + relative · |want|");
    for (QWidget* widget : std::initializer_list<QWidget*>{m_rtolName, m_atolName, m_rtol, m_atol})
        widget->setToolTip(rule);
    m_exact = new QCheckBox(tr("Exactly these &bits"));
}

void BufferExpectForm::layOut() {
    QGridLayout* grid = makeGrid();
    grid->addWidget(new QLabel(tr("Is")), 0, 0);
    grid->addWidget(m_check, 0, 1, 1, 2);
    m_name->setContentsMargins(0, 5, 0, 0); // aligned with the field's text
    grid->addWidget(m_name, 1, 0, Qt::AlignTop);
    auto* checked = new QHBoxLayout;
    checked->setSpacing(kGap);
    checked->addWidget(m_text, 1, Qt::AlignTop);
    checked->addWidget(m_functions, 0, Qt::AlignTop);
    checked->addWidget(m_browse, 0, Qt::AlignTop);
    grid->addLayout(checked, 1, 1, 1, 2);
    grid->addWidget(m_rtolName, 2, 0);
    grid->addWidget(m_rtol, 2, 1, 1, 2);
    grid->addWidget(m_atolName, 3, 0);
    grid->addWidget(m_atol, 3, 1, 1, 2);
    grid->addWidget(m_exact, 4, 1, 1, 2);
    grid->setColumnStretch(2, 1);
}

void BufferExpectForm::takeTolerance(QLineEdit* field, double project::Expect::*member) {
    connect(field, &QLineEdit::textEdited, this, [this, field, member](const QString& text) {
        bool ok = false;
        const double value = text.toDouble(&ok);
        const bool good = ok && value >= 0;
        setInvalid(field, good ? QString() : tr("A number that is not negative"));
        if (good) {
            edit(QStringLiteral("tolerance"), [=](project::Buffer& buffer) {
                if (buffer.expect) {
                    (*buffer.expect).*member = value;
                }
            });
        }
    });
}

BufferExpectForm::Check BufferExpectForm::checkOf(const project::Buffer& buffer) {
    if (!buffer.expect) {
        return Check::none;
    }
    if (buffer.expect->expression) {
        return Check::expression;
    }
    if (buffer.expect->reference) {
        return Check::reference;
    }
    return buffer.expect->file.empty() ? Check::buffer : Check::file;
}

void BufferExpectForm::chooseCheck(Check check) {
    std::vector<std::string> names;
    for (const auto& buffer : project().buffers) {
        names.push_back(buffer.name);
    }
    edit({}, [check, &names](project::Buffer& buffer) {
        if (check == Check::none) {
            buffer.expect.reset();
            return;
        }
        project::Expect expect = buffer.expect.value_or(project::Expect{});
        const std::string text = ss(expectToText(buffer.expect));
        expect.expression.reset();
        expect.reference.reset();
        expect.file.clear();
        expect.buffer.clear();
        const std::string value = text.empty() ? buffer.name : text;
        const auto other = std::find_if(names.begin(), names.end(),
                                        [&](const auto& name) { return name != buffer.name; });
        switch (check) {
        case Check::expression:
            expect.expression = project::Expression{value, {}};
            break;
        case Check::reference:
            expect.reference = project::Expression{value, {}};
            break;
        case Check::file:
            expect.file = buffer.name + ".npy";
            break;
        default:
            expect.buffer = other == names.end() ? buffer.name : *other;
            break;
        }
        buffer.expect = expect;
    });
}

void BufferExpectForm::setText(const QString& text) {
    if (text.trimmed().isEmpty()) {
        m_text->setEvaluated({{}, tr("A value is missing"), {}});
    }
    edit(QStringLiteral("expect"), [&](project::Buffer& buffer) {
        if (!buffer.expect) {
            return;
        }
        const std::string value = ss(text.trimmed());
        switch (checkOf(buffer)) {
        case Check::expression:
            buffer.expect->expression = project::Expression{value, {}};
            break;
        case Check::reference:
            buffer.expect->reference = project::Expression{value, {}};
            break;
        case Check::file:
        case Check::buffer:
            // Without a name it would be ambiguous which of the two it is.
            if (value.empty()) {
                break;
            }
            (checkOf(buffer) == Check::file ? buffer.expect->file : buffer.expect->buffer) = value;
            break;
        case Check::none:
            break;
        }
    });
}

QString BufferExpectForm::problemOf(const project::Buffer& buffer) const {
    const std::string text = ss(expectToText(buffer.expect));
    switch (checkOf(buffer)) {
    case Check::expression:
        return elementsProblem(project(), text, ElementsUse::expected);
    case Check::reference:
        return elementsProblem(project(), text, ElementsUse::reference);
    case Check::file:
        return filePathProblem(project(), text);
    case Check::buffer:
        return bufferNameProblem(project(), text);
    case Check::none:
        break;
    }
    return {};
}

/// Names for an expected value: buffers first, then numbers, then functions.
std::vector<WordCompleter::Word> BufferExpectForm::wordsFor(Check check) const {
    std::vector<WordCompleter::Word> words;
    const auto add = [&](const QString& text, const QString& meaning) {
        words.push_back({text, tr("%1   %2").arg(text, meaning)});
    };
    for (const project::Buffer& buffer : project().buffers)
        add(qs(buffer.name), tr("the buffer, before the launches"));
    for (const auto& [name, value] : project().parameters)
        add(qs(name), tr("parameter"));
    for (const auto& [name, value] : project().compile.defines)
        add(qs(name), tr("define"));
    words.push_back({QStringLiteral("after()"), tr("after(buffer)   what it holds after them")});
    for (const FunctionHelp& function : functionHelp(check == Check::reference))
        words.push_back({function.name + QStringLiteral("()"),
                         tr("%1   %2").arg(function.signature(), function.meaning)});
    return words;
}

void BufferExpectForm::refresh(const project::Buffer& buffer) {
    const QSignalBlocker block(m_check);
    const Check check = checkOf(buffer);
    m_check->setCurrentIndex(m_check->findData(int(check)));
    const bool any = check != Check::none;
    m_browse->setVisible(check == Check::file);
    const bool computed = check == Check::expression || check == Check::reference;
    m_functions->setVisible(computed);
    m_completer->setWords(computed ? wordsFor(check) : std::vector<WordCompleter::Word>{});
    for (QWidget* widget : std::initializer_list<QWidget*>{m_name, m_text, m_rtolName, m_atolName,
                                                           m_rtol, m_atol, m_exact}) {
        widget->setVisible(any);
    }
    if (!any) {
        return;
    }
    m_name->setText(check == Check::file     ? tr("File")
                    : check == Check::buffer ? tr("Buffer")
                                             : tr("Value"));
    m_text->setText(expectToText(buffer.expect));
    m_text->setEvaluated({{}, problemOf(buffer), {}});
    const auto show = [](QLineEdit* field, double value) {
        if (field->text().toDouble() != value || field->text().isEmpty()) {
            field->setText(QString::number(value, 'g', 6));
        }
    };
    show(m_rtol, buffer.expect->rtol);
    show(m_atol, buffer.expect->atol);
    m_rtol->setEnabled(!buffer.expect->exact);
    m_atol->setEnabled(!buffer.expect->exact);
    m_exact->setChecked(buffer.expect->exact);
}

} // namespace warpbench::ui
