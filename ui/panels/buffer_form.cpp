// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/buffer_form.h"

#include "ui/models/buffer_problems.h"
#include "ui/models/evaluation.h"
#include "ui/models/function_help.h"
#include "ui/models/project_text.h"
#include "ui/models/text.h"
#include "ui/panels/expression_field.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace warpbench::ui {

using project::Init;

namespace {

/// The fields of an initialiser in the form's order: what each is called, and what kind it is.
struct Part {
    enum class Type { none, number, seed, elements, path, member };
    const char* name = "";
    Type type = Type::none;
    std::optional<project::Expression> Init::*number = nullptr;
    const char* otherwise = ""; ///< what stands there unless it is given
    bool needed = false;        ///< then `otherwise` is what a new one begins with
};

std::array<Part, 3> partsOf(Init::Kind kind) {
    using T = Part::Type;
    const Part seed{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Seed"), T::seed, nullptr, "0"};
    switch (kind) {
    case Init::Kind::zeros:
    case Init::Kind::ones:
        return {};
    case Init::Kind::constant:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Value"), T::number,
                     &Init::value, "0", true}};
    case Init::Kind::arange:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Start"), T::number,
                     &Init::start, "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Step"), T::number, &Init::step,
                     "1"}};
    case Init::Kind::uniform:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "From"), T::number, &Init::low,
                     "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Below"), T::number,
                     &Init::high, "1"},
                seed};
    case Init::Kind::randint:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "From"), T::number, &Init::low,
                     "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Below"), T::number,
                     &Init::high, "100", true},
                seed};
    case Init::Kind::normal:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Mean"), T::number, &Init::mean,
                     "0"},
                Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Deviation"), T::number,
                     &Init::stddev, "1"},
                seed};
    case Init::Kind::expression:
        return {Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Element"), T::elements,
                     &Init::expression, "i", true}};
    case Init::Kind::file:
        return {
            Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "File"), T::path, nullptr, ""},
            Part{QT_TRANSLATE_NOOP("warpbench::ui::BufferForm", "Member"), T::member, nullptr, ""}};
    }
    return {};
}

QString seedProblem(const QString& text) {
    bool ok = false;
    text.toULongLong(&ok);
    return ok ? QString() : BufferForm::tr("A whole number from 0 to 2⁶⁴ − 1");
}

/// What each device has of a buffer, and what becomes of what several leave.
enum class Sharing { whole, rows, sum, min, max };

Sharing sharingOf(const project::Buffer& buffer) {
    if (buffer.split || !buffer.reduce) {
        return buffer.split ? Sharing::rows : Sharing::whole;
    }
    return *buffer.reduce == project::Reduction::sum   ? Sharing::sum
           : *buffer.reduce == project::Reduction::min ? Sharing::min
                                                       : Sharing::max;
}

void setSharing(project::Buffer& buffer, Sharing sharing) {
    buffer.split = sharing == Sharing::rows;
    buffer.reduce.reset();
    if (!buffer.split) {
        buffer.halo.reset();
    }
    if (sharing == Sharing::sum) {
        buffer.reduce = project::Reduction::sum;
    } else if (sharing == Sharing::min) {
        buffer.reduce = project::Reduction::min;
    } else if (sharing == Sharing::max) {
        buffer.reduce = project::Reduction::max;
    }
}

} // namespace

BufferForm::BufferForm(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Filled with")));
    layout->addWidget(buildInit());
    layout->addSpacing(kSmallGap);
    layout->addWidget(makeSection(tr("Expected after the run")));
    layout->addWidget(buildExpect());
    layout->addSpacing(kSmallGap);
    layout->addWidget(makeSection(tr("On several devices")));
    layout->addWidget(buildSharing());
    connect(&document, &ProjectDocument::changed, this, &BufferForm::refresh);
    refresh();
}

QWidget* BufferForm::buildInit() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kSmallGap);
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
        m_partNames[part]->setContentsMargins(0, 5, 0, 0); // on the line of the field's text
        grid->addWidget(m_partNames[part], part + 1, 0, Qt::AlignTop);
        grid->addWidget(m_parts[part], part + 1, 1, 1, part == 0 ? 1 : 2);
        connect(m_parts[part], &ExpressionField::edited, this,
                [this, part](const QString& text) { setInitPart(part, text); });
    }
    m_browseInit = makeBrowse([this](const QString& path) { setInitPart(0, path); });
    m_browseInit->setObjectName(QStringLiteral("browseInit"));
    grid->addWidget(m_browseInit, 1, 2, Qt::AlignTop);
    grid->setColumnMinimumWidth(0, 64);
    grid->setColumnStretch(1, 1);
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
    return box;
}

QWidget* BufferForm::buildExpect() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kSmallGap);
    m_check = new QComboBox;
    m_check->setObjectName(QStringLiteral("expectKind"));
    m_check->setAccessibleName(tr("Kind of check"));
    // The panel shall leave the code its room.
    m_check->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_check->setMinimumContentsLength(10);
    m_check->addItem(tr("nothing"), int(Check::none));
    m_check->addItem(tr("an expression per element"), int(Check::expression));
    m_check->addItem(tr("a reference function"), int(Check::reference));
    m_check->addItem(tr("a file"), int(Check::file));
    m_check->addItem(tr("another buffer"), int(Check::buffer));
    m_checkName = new QLabel;
    m_checkText = new ExpressionField(tr("Expected value"));
    m_checkText->setObjectName(QStringLiteral("expectText"));
    m_completer = new WordCompleter(*m_checkText->lineEdit());
    m_functions = makeIconButton(QStringLiteral("more"), tr("Functions and buffers (Ctrl+Space)"));
    m_functions->setObjectName(QStringLiteral("expectFunctions"));
    connect(m_functions, &QToolButton::clicked, m_completer, &WordCompleter::showList);
    const QString rule = tr("Passed where |got − want| ≤ absolute + relative · |want|");
    m_rtolName = new QLabel(tr("± relative"));
    m_atolName = new QLabel(tr("± absolute"));
    m_rtol = new QLineEdit;
    m_rtol->setAccessibleName(tr("Relative tolerance"));
    m_atol = new QLineEdit;
    m_atol->setAccessibleName(tr("Absolute tolerance"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_rtolName, m_atolName, m_rtol, m_atol})
        widget->setToolTip(rule);
    m_exact = new QCheckBox(tr("Exactly these &bits"));
    grid->addWidget(new QLabel(tr("Is")), 0, 0);
    grid->addWidget(m_check, 0, 1, 1, 2);
    m_checkName->setContentsMargins(0, 5, 0, 0);
    grid->addWidget(m_checkName, 1, 0, Qt::AlignTop);
    m_browseCheck = makeBrowse([this](const QString& path) { setCheckText(path); });
    m_browseCheck->setObjectName(QStringLiteral("browseCheck"));
    auto* checked = new QHBoxLayout;
    checked->setSpacing(kGap);
    checked->addWidget(m_checkText, 1, Qt::AlignTop);
    checked->addWidget(m_functions, 0, Qt::AlignTop);
    checked->addWidget(m_browseCheck, 0, Qt::AlignTop);
    grid->addLayout(checked, 1, 1, 1, 2);
    grid->addWidget(m_rtolName, 2, 0);
    grid->addWidget(m_rtol, 2, 1, 1, 2);
    grid->addWidget(m_atolName, 3, 0);
    grid->addWidget(m_atol, 3, 1, 1, 2);
    grid->addWidget(m_exact, 4, 1, 1, 2);
    grid->setColumnMinimumWidth(0, 64);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    connect(m_check, &QComboBox::activated, this,
            [this] { chooseCheck(Check(m_check->currentData().toInt())); });
    connect(m_checkText, &ExpressionField::edited, this, &BufferForm::setCheckText);
    const auto tolerance = [this](QLineEdit* field, double project::Expect::*member) {
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
    };
    tolerance(m_rtol, &project::Expect::rtol);
    tolerance(m_atol, &project::Expect::atol);
    connect(m_exact, &QCheckBox::clicked, this, [this](bool on) {
        edit({}, [on](project::Buffer& buffer) {
            if (buffer.expect) {
                buffer.expect->exact = on;
            }
        });
    });
    return box;
}

QWidget* BufferForm::buildSharing() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kSmallGap);
    m_sharing = new QComboBox;
    m_sharing->setObjectName(QStringLiteral("sharing"));
    m_sharing->setAccessibleName(tr("What each device has of it"));
    m_sharing->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sharing->setMinimumContentsLength(10);
    m_sharing->addItem(tr("all of it, to read"), int(Sharing::whole));
    m_sharing->addItem(tr("its own rows"), int(Sharing::rows));
    m_sharing->addItem(tr("all of it, added up in the end"), int(Sharing::sum));
    m_sharing->addItem(tr("all of it, the least counts"), int(Sharing::min));
    m_sharing->addItem(tr("all of it, the greatest counts"), int(Sharing::max));
    m_haloName = new QLabel(tr("Halo"));
    m_haloName->setContentsMargins(0, 5, 0, 0);
    m_halo = new ExpressionField(tr("Rows of neighbours"));
    m_halo->setObjectName(QStringLiteral("halo"));
    m_halo->setPlaceholder(QStringLiteral("0"));
    m_halo->setToolTip(tr("Rows of its neighbours that each device has before and after its own; "
                          "they are brought up to date between launches"));
    grid->addWidget(new QLabel(tr("Each has")), 0, 0);
    grid->addWidget(m_sharing, 0, 1);
    grid->addWidget(m_haloName, 1, 0, Qt::AlignTop);
    grid->addWidget(m_halo, 1, 1);
    grid->setColumnMinimumWidth(0, 64);
    grid->setColumnStretch(1, 1);
    connect(m_sharing, &QComboBox::activated, this, [this] {
        const auto sharing = Sharing(m_sharing->currentData().toInt());
        edit({}, [sharing](project::Buffer& buffer) { setSharing(buffer, sharing); });
    });
    connect(m_halo, &ExpressionField::edited, this, [this](const QString& text) {
        const std::string value = ss(text.trimmed());
        edit(QStringLiteral("halo"), [&](project::Buffer& buffer) {
            buffer.halo =
                value.empty() ? std::nullopt : std::optional(project::Expression{value, {}});
        });
    });
    return box;
}

void BufferForm::setBuffer(int row) {
    m_row = row;
    refresh();
}

void BufferForm::edit(const QString& field, const std::function<void(project::Buffer&)>& change) {
    const auto row = std::size_t(m_row);
    if (m_row < 0 || row >= m_document.project().buffers.size()) {
        return;
    }
    m_document.edit(
        tr("Change buffer %1").arg(qs(m_document.project().buffers[row].name)),
        [&](project::Project& p) { change(p.buffers[row]); },
        field.isEmpty() ? QString() : QStringLiteral("buffer%1.%2").arg(m_row).arg(field));
}

void BufferForm::setInitPart(int part, const QString& text) {
    if (m_row < 0) {
        return;
    }
    const auto& init = m_document.project().buffers[std::size_t(m_row)].init;
    const Part which = partsOf(init.kind)[std::size_t(part)];
    const QString trimmed = text.trimmed();
    if (which.type == Part::Type::seed) {
        // One that cannot be kept stays in its field, with the reason.
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

BufferForm::Check BufferForm::checkOf(const project::Buffer& buffer) {
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

void BufferForm::chooseCheck(Check check) {
    std::vector<std::string> names;
    for (const auto& buffer : m_document.project().buffers) {
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

void BufferForm::setCheckText(const QString& text) {
    if (text.trimmed().isEmpty()) {
        m_checkText->setEvaluated({{}, tr("A value is missing"), {}});
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
            // Without a name it would no longer be known which of the two it is.
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

QString BufferForm::checkProblem(const project::Buffer& buffer) const {
    const project::Project& project = m_document.project();
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

/// Only files of the project's folder can be taken, so a project without one has to be saved first.
QToolButton* BufferForm::makeBrowse(const std::function<void(const QString&)>& take) {
    auto* browse = makeIconButton(QStringLiteral("open"), tr("Choose a file"));
    connect(browse, &QToolButton::clicked, this, [this, take] {
        const QString folder = qs(m_document.project().folder());
        const QString path = QFileDialog::getOpenFileName(
            window(), tr("Choose a File"), folder, tr("Arrays (*.npy *.npz *.csv);;All files (*)"));
        if (!path.isEmpty()) {
            take(m_document.path().isEmpty() ? path : QDir(folder).relativeFilePath(path));
        }
    });
    return browse;
}

void BufferForm::refresh() {
    const auto& buffers = m_document.project().buffers;
    const bool any = m_row >= 0 && std::size_t(m_row) < buffers.size();
    setVisible(any);
    if (any) {
        refreshInit(buffers[std::size_t(m_row)].init);
        refreshExpect(buffers[std::size_t(m_row)]);
        refreshSharing(buffers[std::size_t(m_row)]);
    }
}

void BufferForm::refreshInit(const Init& init) {
    const QSignalBlocker block(m_kind);
    m_kind->setCurrentIndex(m_kind->findData(int(init.kind)));
    const Evaluation evaluation(m_document.project());
    const auto parts = partsOf(init.kind);
    for (std::size_t i = 0; i < 3; ++i) {
        const Part& part = parts[i];
        const bool used = part.type != Part::Type::none;
        m_partNames[i]->setVisible(used);
        m_parts[i]->setVisible(used);
        if (i == 0) {
            m_browseInit->setVisible(part.type == Part::Type::path);
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
                continue; // being typed
            }
            break;
        case Part::Type::path:
            text = qs(init.path);
            evaluated.error = filePathProblem(m_document.project(), init.path);
            break;
        case Part::Type::member:
            text = qs(init.member);
            break;
        default:
            text = init.*part.number ? qs((init.*part.number)->text) : QString();
            if (part.type == Part::Type::elements) {
                evaluated.error =
                    elementsProblem(m_document.project(), ss(text), ElementsUse::initialiser);
            } else if (part.needed || !text.isEmpty()) {
                evaluated = evaluation.scalar(ss(text));
            }
            break;
        }
        m_parts[i]->setText(text);
        m_parts[i]->setEvaluated(evaluated);
    }
}

/// What an expected value can be made of: buffers first, then numbers, then functions.
std::vector<WordCompleter::Word> BufferForm::wordsFor(Check check) const {
    const project::Project& project = m_document.project();
    std::vector<WordCompleter::Word> words;
    const auto add = [&](const QString& text, const QString& meaning) {
        words.push_back({text, tr("%1   %2").arg(text, meaning)});
    };
    for (const project::Buffer& buffer : project.buffers)
        add(qs(buffer.name), tr("the buffer, before the launches"));
    for (const auto& [name, value] : project.parameters)
        add(qs(name), tr("parameter"));
    for (const auto& [name, value] : project.compile.defines)
        add(qs(name), tr("define"));
    words.push_back({QStringLiteral("after()"), tr("after(buffer)   what it holds after them")});
    for (const FunctionHelp& function : functionHelp(check == Check::reference))
        words.push_back({function.name + QStringLiteral("()"),
                         tr("%1   %2").arg(function.signature(), function.meaning)});
    return words;
}

void BufferForm::refreshExpect(const project::Buffer& buffer) {
    const QSignalBlocker block(m_check);
    const Check check = checkOf(buffer);
    m_check->setCurrentIndex(m_check->findData(int(check)));
    const bool any = check != Check::none;
    m_browseCheck->setVisible(check == Check::file);
    const bool computed = check == Check::expression || check == Check::reference;
    m_functions->setVisible(computed);
    m_completer->setWords(computed ? wordsFor(check) : std::vector<WordCompleter::Word>{});
    for (QWidget* widget : std::initializer_list<QWidget*>{m_checkName, m_checkText, m_rtolName,
                                                           m_atolName, m_rtol, m_atol, m_exact}) {
        widget->setVisible(any);
    }
    if (!any) {
        return;
    }
    m_checkName->setText(check == Check::file     ? tr("File")
                         : check == Check::buffer ? tr("Buffer")
                                                  : tr("Value"));
    m_checkText->setText(expectToText(buffer.expect));
    m_checkText->setEvaluated({{}, checkProblem(buffer), {}});
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

void BufferForm::refreshSharing(const project::Buffer& buffer) {
    const QSignalBlocker block(m_sharing);
    m_sharing->setCurrentIndex(m_sharing->findData(int(sharingOf(buffer))));
    const bool any = buffer.split || buffer.halo;
    m_haloName->setVisible(any);
    m_halo->setVisible(any);
    if (!any) {
        return;
    }
    m_halo->setText(buffer.halo ? qs(buffer.halo->text) : QString());
    Evaluated evaluated;
    if (buffer.halo) {
        evaluated = Evaluation(m_document.project()).integer(buffer.halo->text, 0);
        if (!buffer.split) {
            evaluated.error = tr("Only a buffer of which each device has its own rows has a halo");
        }
    }
    m_halo->setEvaluated(evaluated);
}

} // namespace warpbench::ui
