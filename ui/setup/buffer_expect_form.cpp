// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/function_help.h"
#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/fields/word_completer.h"
#include "ui/setup/buffer_section.h"
#include "ui/words/buffer_problems.h"
#include "ui/words/text.h"

#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace warpbench::ui {

using project::Buffer;
using project::Expect;

namespace {

enum class Check { none, expression, reference, file, buffer };

Check checkOf(const Buffer& buffer) {
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

bool isChecked(const Buffer& buffer) {
    return buffer.expect.has_value();
}

bool isComputed(const Buffer& buffer) {
    return checkOf(buffer) == Check::expression || checkOf(buffer) == Check::reference;
}

void chooseCheck(Buffer& buffer, Check check, const project::Project& project) {
    if (check == Check::none) {
        buffer.expect.reset();
        return;
    }
    Expect expect = buffer.expect.value_or(Expect{});
    const std::string text = ss(expectToText(buffer.expect));
    expect.expression.reset();
    expect.reference.reset();
    expect.file.clear();
    expect.buffer.clear();
    const std::string value = text.empty() ? buffer.name : text;
    const auto other = std::find_if(project.buffers.begin(), project.buffers.end(),
                                    [&](const Buffer& b) { return b.name != buffer.name; });
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
        expect.buffer = other == project.buffers.end() ? buffer.name : other->name;
        break;
    }
    buffer.expect = expect;
}

void setText(Buffer& buffer, const std::string& text) {
    switch (checkOf(buffer)) {
    case Check::expression:
        buffer.expect->expression = project::Expression{text, {}};
        break;
    case Check::reference:
        buffer.expect->reference = project::Expression{text, {}};
        break;
    case Check::file:
        buffer.expect->file = text;
        break;
    case Check::buffer:
        buffer.expect->buffer = text;
        break;
    case Check::none:
        break;
    }
}

QString textProblem(const Buffer& buffer, const project::Project& project) {
    const std::string text = ss(expectToText(buffer.expect));
    switch (checkOf(buffer)) {
    case Check::expression:
        return elementsProblem(project, text, ElementsUse::expected);
    case Check::reference:
        return elementsProblem(project, text, ElementsUse::reference);
    case Check::file:
        return filePathProblem(project, text);
    case Check::buffer:
        return bufferNameProblem(project, text);
    case Check::none:
        break;
    }
    return {};
}

/// Names for an expected value: buffers first, then numbers, then functions.
std::vector<WordCompleter::Word> wordsFor(const Buffer& buffer, const project::Project& project) {
    std::vector<WordCompleter::Word> words;
    if (!isComputed(buffer)) {
        return words;
    }
    const auto add = [&](const QString& text, const QString& meaning) {
        words.push_back({text, BufferExpectForm::tr("%1   %2").arg(text, meaning)});
    };
    for (const Buffer& one : project.buffers)
        add(qs(one.name), BufferExpectForm::tr("the buffer, before the launches"));
    for (const auto& [name, value] : project.parameters)
        add(qs(name), BufferExpectForm::tr("parameter"));
    for (const auto& [name, value] : project.compile.defines)
        add(qs(name), BufferExpectForm::tr("define"));
    words.push_back({QStringLiteral("after()"),
                     BufferExpectForm::tr("after(buffer)   what it holds after them")});
    for (const FunctionHelp& function : functionHelp(checkOf(buffer) == Check::reference))
        words.push_back(
            {function.name + QStringLiteral("()"),
             BufferExpectForm::tr("%1   %2").arg(function.signature(), function.meaning)});
    return words;
}

template <class Member>
Value<Buffer> ofExpect(Member Expect::*member) {
    return {[=](const Buffer& b) { return b.expect ? toField((*b.expect).*member) : QVariant(); },
            [=](Buffer& b, const QVariant& value) {
                if (b.expect)
                    fromField((*b.expect).*member, value);
            }};
}

Field<Buffer> toleranceRow(const QString& label, const QString& name, const QString& says,
                           double Expect::*member) {
    const auto refuse = [](const QString& text) {
        bool ok = false;
        return text.toDouble(&ok) >= 0 && ok
                   ? QString()
                   : BufferExpectForm::tr("A number that is not negative");
    };
    return {.label = label,
            .name = name,
            .says = says,
            .tip = BufferExpectForm::tr("Passed where |got − want| ≤ absolute + relative · |want|"),
            .input = lineInput(),
            .value = {[=](const Buffer& b) {
                          return b.expect ? QString::number((*b.expect).*member, 'g', 6)
                                          : QString();
                      },
                      ofExpect(member).set},
            .refuse = refuse,
            .visible = isChecked,
            .enabled = [](const Buffer& b) { return b.expect && !b.expect->exact; }};
}

} // namespace

BufferExpectForm::BufferExpectForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    addRow({.label = tr("Is"),
            .name = "expectKind",
            .says = tr("Kind of check"),
            .input = choiceInput({{tr("not checked"), int(Check::none)},
                                  {tr("an expression per element"), int(Check::expression)},
                                  {tr("a reference function"), int(Check::reference)},
                                  {tr("a file"), int(Check::file)},
                                  {tr("another buffer"), int(Check::buffer)}},
                                 10),
            .value = {[](const Buffer& b) { return toField(checkOf(b)); },
                      [this](Buffer& b, const QVariant& value) {
                          chooseCheck(b, Check(value.toInt()), project());
                      }}});
    addText();
    addRow(toleranceRow(tr("± relative"), QStringLiteral("rtol"), tr("Relative tolerance"),
                        &Expect::rtol));
    addRow(toleranceRow(tr("± absolute"), QStringLiteral("atol"), tr("Absolute tolerance"),
                        &Expect::atol));
    addRow({.name = "exact",
            .input = checkInput(tr("Exactly these &bits")),
            .value = ofExpect(&Expect::exact),
            .visible = isChecked});
}

void BufferExpectForm::addText() {
    const Input input = expressionInput();
    auto* completer = new WordCompleter(*static_cast<QLineEdit*>(input.focus));
    auto* functions =
        makeIconButton(QStringLiteral("more"), tr("Functions and buffers (Ctrl+Space)"));
    functions->setObjectName(QStringLiteral("expectFunctions"));
    connect(functions, &QToolButton::clicked, completer, &WordCompleter::showList);
    const Value<Buffer> text{
        [](const Buffer& b) { return expectToText(b.expect); },
        [](Buffer& b, const QVariant& value) { setText(b, ss(value.toString())); }};
    QToolButton* browse = makeBrowse(text);
    browse->setObjectName(QStringLiteral("browseCheck"));
    addRow({.label = tr("Value"),
            .name = "expectText",
            .says = tr("Expected value"),
            .input = input,
            .value = text,
            .problem = [this](const Buffer& b,
                              const Evaluation&) { return textProblem(b, project()); },
            // Without a name it would be ambiguous whether it is a file or a buffer.
            .refuse =
                [this](const QString& typed) {
                    return typed.isEmpty() && !isComputed(buffer()) ? tr("A value is missing")
                                                                    : QString();
                },
            .visible = isChecked,
            .caption =
                [](const Buffer& b) {
                    return checkOf(b) == Check::file     ? tr("File")
                           : checkOf(b) == Check::buffer ? tr("Buffer")
                                                         : tr("Value");
                },
            .prepare =
                [=, this](const Buffer& b) {
                    setShown(browse, checkOf(b) == Check::file);
                    setShown(functions, isComputed(b));
                    completer->setWords(wordsFor(b, project()));
                }},
           {functions, browse});
}

} // namespace warpbench::ui
