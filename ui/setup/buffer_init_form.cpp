// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_init_form.h"

#include "ui/documents/evaluation.h"
#include "ui/documents/project_text.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/words/buffer_problems.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <array>

namespace warpbench::ui {

using project::Init;

namespace {

/// The fields of an initialiser in the form's order, with label and type.
struct Part {
    enum class Type { none, number, seed, elements, path, member };
    const char* name = "";
    Type type = Type::none;
    std::optional<project::Expression> Init::*number = nullptr;
    const char* otherwise = ""; ///< default value
    bool needed = false;        ///< required; new ones start with `otherwise`
};

std::array<Part, 3> partsOf(Init::Kind kind) {
    using T = Part::Type;
    const Part seed{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Seed"), T::seed, nullptr,
                    "0"};
    switch (kind) {
    case Init::Kind::zeros:
    case Init::Kind::ones:
        return {};
    case Init::Kind::constant:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Value"), T::number,
                     &Init::value, "0", true}};
    case Init::Kind::arange:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Start"), T::number,
                     &Init::start, "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Step"), T::number,
                     &Init::step, "1"}};
    case Init::Kind::uniform:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "From"), T::number,
                     &Init::low, "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Below"), T::number,
                     &Init::high, "1"},
                seed};
    case Init::Kind::randint:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "From"), T::number,
                     &Init::low, "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Below"), T::number,
                     &Init::high, "100", true},
                seed};
    case Init::Kind::normal:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Mean"), T::number,
                     &Init::mean, "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Deviation"), T::number,
                     &Init::stddev, "1"},
                seed};
    case Init::Kind::expression:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Element"), T::elements,
                     &Init::expression, "i", true}};
    case Init::Kind::file:
        return {
            Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "File"), T::path, nullptr, ""},
            Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferInitForm", "Member"), T::member, nullptr,
                 ""}};
    }
    return {};
}

QString seedProblem(const QString& text) {
    bool ok = false;
    text.toULongLong(&ok);
    return ok ? QString() : BufferInitForm::tr("A whole number from 0 to 2⁶⁴ − 1");
}

} // namespace

BufferInitForm::BufferInitForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    QGridLayout* grid = makeGrid();
    m_kind = new QComboBox;
    m_kind->setObjectName(QStringLiteral("initKind"));
    m_kind->setAccessibleName(tr("Initialiser"));
    for (const auto kind : initKinds()) {
        m_kind->addItem(initKindName(kind), int(kind));
    }
    grid->addWidget(new QLabel(tr("Kind")), 0, 0);
    grid->addWidget(m_kind, 0, 1, 1, 2);
    for (int part = 0; part < 3; ++part) {
        m_partNames[part] = new QLabel;
        m_parts[part] = new ExpressionField(tr("Initialiser value %1").arg(part + 1));
        m_partNames[part]->setContentsMargins(0, 5, 0, 0); // aligned with the field's text
        grid->addWidget(m_partNames[part], part + 1, 0, Qt::AlignTop);
        grid->addWidget(m_parts[part], part + 1, 1, 1, part == 0 ? 1 : 2);
        connect(m_parts[part], &ExpressionField::edited, this,
                [this, part](const QString& text) { setPart(part, text); });
    }
    m_browse = makeBrowse([this](const QString& path) { setPart(0, path); });
    m_browse->setObjectName(QStringLiteral("browseInit"));
    grid->addWidget(m_browse, 1, 2, Qt::AlignTop);
    connect(m_kind, &QComboBox::activated, this, [this] {
        const auto kind = Init::Kind(m_kind->currentData().toInt());
        edit({}, [kind](project::Buffer& buffer) {
            buffer.init.kind = kind;
            for (const Part& part : partsOf(kind)) {
                if (part.needed && !(buffer.init.*part.number)) {
                    buffer.init.*part.number = project::Expression{part.otherwise, {}};
                }
            }
        });
    });
}

void BufferInitForm::setPart(int part, const QString& text) {
    if (!buffer()) {
        return;
    }
    const Part which = partsOf(buffer()->init.kind)[std::size_t(part)];
    const QString trimmed = text.trimmed();
    if (which.type == Part::Type::seed) {
        // An invalid value stays in its field, with the error.
        m_parts[part]->setEvaluated({{}, seedProblem(trimmed), {}});
    }
    edit(QStringLiteral("init%1").arg(part), [&](project::Buffer& buffer) {
        switch (which.type) {
        case Part::Type::seed:
            if (seedProblem(trimmed).isEmpty()) {
                buffer.init.seed = trimmed.toULongLong();
            }
            break;
        case Part::Type::path:
            buffer.init.path = ss(trimmed);
            break;
        case Part::Type::member:
            buffer.init.member = ss(trimmed);
            break;
        case Part::Type::number:
        case Part::Type::elements:
            buffer.init.*which.number = trimmed.isEmpty() && !which.needed
                                            ? std::nullopt
                                            : std::optional(project::Expression{ss(trimmed), {}});
            break;
        case Part::Type::none:
            break;
        }
    });
}

void BufferInitForm::refresh(const project::Buffer& buffer) {
    const Init& init = buffer.init;
    const QSignalBlocker block(m_kind);
    m_kind->setCurrentIndex(m_kind->findData(int(init.kind)));
    const Evaluation evaluation(project());
    const auto parts = partsOf(init.kind);
    for (std::size_t i = 0; i < 3; ++i) {
        const Part& part = parts[i];
        const bool used = part.type != Part::Type::none;
        m_partNames[i]->setVisible(used);
        m_parts[i]->setVisible(used);
        if (i == 0) {
            m_browse->setVisible(part.type == Part::Type::path);
        }
        if (!used) {
            continue;
        }
        const QString name = tr(part.name);
        m_partNames[i]->setText(name);
        m_parts[i]->lineEdit()->setAccessibleName(name);
        m_parts[i]->setPlaceholder(part.needed ? QString() : QLatin1String(part.otherwise));
        Evaluated evaluated;
        QString text;
        switch (part.type) {
        case Part::Type::seed:
            text = QString::number(init.seed);
            if (m_parts[i]->lineEdit()->hasFocus() && !m_parts[i]->error().isEmpty()) {
                continue; // being edited
            }
            break;
        case Part::Type::path:
            text = qs(init.path);
            evaluated.error = filePathProblem(project(), init.path);
            break;
        case Part::Type::member:
            text = qs(init.member);
            break;
        default:
            text = init.*part.number ? qs((init.*part.number)->text) : QString();
            if (part.type == Part::Type::elements) {
                evaluated.error = elementsProblem(project(), ss(text), ElementsUse::initialiser);
            } else if (part.needed || !text.isEmpty()) {
                evaluated = evaluation.scalar(ss(text));
            }
            break;
        }
        m_parts[i]->setText(text);
        m_parts[i]->setEvaluated(evaluated);
    }
}

} // namespace warpbench::ui
