// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/project_text.h"
#include "ui/setup/buffer_section.h"
#include "ui/words/buffer_problems.h"
#include "ui/words/text.h"

#include <QToolButton>

#include <array>

namespace warpbench::ui {

using project::Buffer;
using project::Init;

namespace {

/// The fields of an initialiser in the form's order, with label and type.
struct Part {
    enum class Type { none, number, seed, elements, path, member };
    QString name = {};
    Type type = Type::none;
    std::optional<project::Expression> Init::*number = nullptr;
    const char* otherwise = ""; ///< default value
    bool needed = false;        ///< required; new ones start with `otherwise`
};

std::array<Part, 3> partsOf(Init::Kind kind) {
    using T = Part::Type;
    const Part seed{BufferInitForm::tr("Seed"), T::seed, nullptr, "0"};
    switch (kind) {
    case Init::Kind::zeros:
    case Init::Kind::ones:
        return {};
    case Init::Kind::constant:
        return {Part{BufferInitForm::tr("Value"), T::number, &Init::value, "0", true}};
    case Init::Kind::arange:
        return {Part{BufferInitForm::tr("Start"), T::number, &Init::start, "0"},
                Part{BufferInitForm::tr("Step"), T::number, &Init::step, "1"}};
    case Init::Kind::uniform:
        return {Part{BufferInitForm::tr("From"), T::number, &Init::low, "0"},
                Part{BufferInitForm::tr("Below"), T::number, &Init::high, "1"}, seed};
    case Init::Kind::randint:
        return {Part{BufferInitForm::tr("From"), T::number, &Init::low, "0"},
                Part{BufferInitForm::tr("Below"), T::number, &Init::high, "100", true}, seed};
    case Init::Kind::normal:
        return {Part{BufferInitForm::tr("Mean"), T::number, &Init::mean, "0"},
                Part{BufferInitForm::tr("Deviation"), T::number, &Init::stddev, "1"}, seed};
    case Init::Kind::expression:
        return {Part{BufferInitForm::tr("Element"), T::elements, &Init::expression, "i", true}};
    case Init::Kind::file:
        return {Part{BufferInitForm::tr("File"), T::path, nullptr, ""},
                Part{BufferInitForm::tr("Member"), T::member, nullptr, ""}};
    }
    return {};
}

Value<Buffer> initKind() {
    return {[](const Buffer& b) { return toField(b.init.kind); },
            [](Buffer& b, const QVariant& value) {
                fromField(b.init.kind, value);
                for (const Part& part : partsOf(b.init.kind)) {
                    if (part.needed && !(b.init.*part.number)) {
                        b.init.*part.number = project::Expression{part.otherwise, {}};
                    }
                }
            }};
}

QVariant valueOf(const Init& init, const Part& part) {
    switch (part.type) {
    case Part::Type::seed:
        return QString::number(init.seed);
    case Part::Type::path:
        return toField(init.path);
    case Part::Type::member:
        return toField(init.member);
    case Part::Type::number:
    case Part::Type::elements:
        return toField(init.*part.number);
    case Part::Type::none:
        break;
    }
    return QString();
}

void setValue(Init& init, const Part& part, const QVariant& value) {
    switch (part.type) {
    case Part::Type::seed:
        init.seed = value.toString().toULongLong();
        break;
    case Part::Type::path:
        fromField(init.path, value);
        break;
    case Part::Type::member:
        fromField(init.member, value);
        break;
    case Part::Type::number:
    case Part::Type::elements:
        fromField(init.*part.number, value);
        if (part.needed && !(init.*part.number)) {
            init.*part.number = project::Expression{};
        }
        break;
    case Part::Type::none:
        break;
    }
}

} // namespace

BufferInitForm::BufferInitForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    std::vector<Choice> kinds;
    for (const auto kind : initKinds())
        kinds.push_back({initKindName(kind), int(kind)});
    addRow({.label = tr("Kind"),
            .name = "initKind",
            .says = tr("Initialiser"),
            .input = choiceInput(kinds),
            .value = initKind()});
    Row first = partRow(0);
    QToolButton* browse = makeBrowse(first.value);
    browse->setObjectName(QStringLiteral("browseInit"));
    first.prepare = [browse, prepare = first.prepare](const Buffer& b) {
        prepare(b);
        setShown(browse, b.init.kind == Init::Kind::file);
    };
    addRow(std::move(first), {browse});
    addRow(partRow(1));
    addRow(partRow(2));
}

/// What a part is depends on the kind of initialiser.
BufferSection::Row BufferInitForm::partRow(std::size_t index) {
    const auto partOf = [index](const Buffer& b) { return partsOf(b.init.kind)[index]; };
    const Input input = expressionInput();
    return {.label = tr("Value"),
            .name = QStringLiteral("init%1").arg(index),
            .says = tr("Initialiser value %1").arg(index + 1),
            .input = input,
            .value = {[=](const Buffer& b) { return valueOf(b.init, partOf(b)); },
                      [=](Buffer& b, const QVariant& v) { setValue(b.init, partOf(b), v); }},
            .evaluate =
                [=](const Buffer& b, const Evaluation& evaluation, const std::string& text) {
                    const Part part = partOf(b);
                    return part.type == Part::Type::number && (part.needed || !text.empty())
                               ? evaluation.scalar(text)
                               : Evaluated{};
                },
            .problem =
                [=, this](const Buffer& b, const Evaluation&) {
                    const Part part = partOf(b);
                    return part.type == Part::Type::path ? filePathProblem(project(), b.init.path)
                           : part.type == Part::Type::elements
                               ? elementsProblem(project(), ss(valueOf(b.init, part).toString()),
                                                 ElementsUse::initialiser)
                               : QString();
                },
            .refuse =
                [=, this](const QString& text) {
                    bool ok = partOf(buffer()).type != Part::Type::seed;
                    ok || text.toULongLong(&ok);
                    return ok ? QString() : tr("A whole number from 0 to 2⁶⁴ − 1");
                },
            .visible = [=](const Buffer& b) { return partOf(b).type != Part::Type::none; },
            .caption = [=](const Buffer& b) { return partOf(b).name; },
            .prepare =
                [=](const Buffer& b) {
                    const Part part = partOf(b);
                    if (!part.name.isEmpty())
                        input.focus->setAccessibleName(part.name);
                    setPlaceholder(input, part.needed ? QString() : QLatin1String(part.otherwise));
                }};
}

} // namespace warpbench::ui
