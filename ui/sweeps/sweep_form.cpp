// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/sweep_form.h"

#include "core/expression/expression.h"
#include "core/sweep/objective.h"
#include "core/sweep/searcher.h"
#include "core/sweep/space.h"
#include "core/sweep/sweep.h"
#include "ui/fields/form.h"
#include "ui/fields/name_table.h"
#include "ui/sweeps/axes_model.h"
#include "ui/sweeps/trial_words.h"
#include "ui/theme/input_state.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kWidestColumn = 150;    // pixels
constexpr int kNarrowestValues = 120; // pixels

class AxisDelegate : public NameDelegate {
  public:
    explicit AxisDelegate(QObject* parent)
        : NameDelegate(parent, {}) {}

  protected:
    bool isMuted(const QModelIndex& index) const override {
        return index.column() == AxesModel::CountColumn;
    }
    bool isCode(const QModelIndex& index) const override {
        return index.column() != AxesModel::CountColumn;
    }
};

QString strategyTitle(const std::string& strategy) {
    if (strategy == "exhaustive")
        return SweepForm::tr("Every combination");
    if (strategy == "random")
        return SweepForm::tr("Random combinations");
    if (strategy == "hill_climbing")
        return SweepForm::tr("Hill climbing");
    if (strategy == "simulated_annealing")
        return SweepForm::tr("Simulated annealing");
    if (strategy == "genetic")
        return SweepForm::tr("Genetic");
    return qs(strategy);
}

QComboBox* makeChoice(const char* name, const QString& title) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

/// Selects the project's value, and adds it if it is not in the list.
void choose(QComboBox& box, const std::string& value) {
    const QSignalBlocker quiet(box);
    if (box.findData(qs(value)) < 0)
        box.addItem(qs(value), qs(value));
    box.setCurrentIndex(box.findData(qs(value)));
}

QString textOf(const std::vector<project::Expression>& restrictions) {
    QStringList texts;
    for (const project::Expression& restriction : restrictions)
        texts.append(qs(restriction.text));
    return texts.join(QStringLiteral("; "));
}

} // namespace

SweepForm::SweepForm(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_axes(new AxesModel(document, this))
    , m_view(new NameTable(*m_axes, QStringLiteral("sweepAxes"), tr("Values to try")))
    , m_menu(new QMenu(this))
    , m_combinations(makeHint({}))
    , m_objective(makeChoice("sweepObjective", tr("Goal of the sweep")))
    , m_strategy(makeChoice("sweepStrategy", tr("Which combinations are tried")))
    , m_restrictions(new QLineEdit)
    , m_budget(new QLineEdit) {
    setObjectName(QStringLiteral("sweepForm"));
    leaveUndoToHistory(*this);
    for (const sweep::Objective& objective : sweep::objectives())
        if (objective.name != "estimated_time") // the meaning of time on a simulated GPU
            m_objective->addItem(objective.largerIsBetter
                                     ? tr("Most: %1").arg(objectiveTitle(objective))
                                     : tr("Least: %1").arg(objectiveTitle(objective)),
                                 qs(objective.name));
    for (const std::string& strategy : sweep::strategies())
        m_strategy->addItem(strategyTitle(strategy), qs(strategy));
    m_restrictions->setObjectName(QStringLiteral("sweepRestrictions"));
    m_restrictions->setAccessibleName(tr("Only combinations for which this is true"));
    m_restrictions->setPlaceholderText(tr("none, or for instance BLOCK * TILE <= 1024"));
    m_restrictions->setToolTip(
        tr("A combination is tried only if this is true; separate several with ;"));
    m_budget->setObjectName(QStringLiteral("sweepBudget"));
    m_budget->setAccessibleName(tr("When to stop"));
    m_budget->setPlaceholderText(tr("no limit, or 50 trials, 30s, 5m, 1h"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kGap, kMargin, kGap);
    layout->setSpacing(kSmallGap);
    layout->addWidget(buildAxes());
    auto* form = makeForm();
    form->addRow(tr("Only if"), m_restrictions);
    form->addRow(tr("Goal"), m_objective);
    form->addRow(tr("Try"), m_strategy);
    form->addRow(tr("At most"), m_budget);
    layout->addSpacing(kSmallGap);
    layout->addLayout(form);
    layout->addStretch(1);
    const auto choice = [this](QComboBox& box, const QString& text,
                               std::string project::Sweep::*member) {
        connect(&box, &QComboBox::activated, this, [this, &box, text, member] {
            const std::string value = ss(box.currentData().toString());
            editSweep(m_document, text, [&](project::Sweep& sweep) { sweep.*member = value; });
        });
    };
    choice(*m_objective, tr("Change the goal of the sweep"), &project::Sweep::objective);
    m_objective->setEditable(true);
    m_objective->setInsertPolicy(QComboBox::NoInsert);
    m_objective->setCompleter(nullptr);
    m_objective->setToolTip(
        tr("The best combination has the most or the least of this. You can also type an "
           "expression, of which the smallest value is the best: time * registers"));
    connect(m_objective->lineEdit(), &QLineEdit::editingFinished, this, &SweepForm::takeObjective);
    choice(*m_strategy, tr("Change the strategy of the sweep"), &project::Sweep::strategy);
    connect(m_restrictions, &QLineEdit::editingFinished, this, &SweepForm::takeRestrictions);
    connect(m_budget, &QLineEdit::textChanged, this, &SweepForm::takeBudget);
    connect(&document, &ProjectDocument::changed, this, &SweepForm::refresh);
    connect(m_menu, &QMenu::aboutToShow, this, &SweepForm::fillMenu);
    refresh();
}

QWidget* SweepForm::buildAxes() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    auto* title = new QHBoxLayout;
    title->addWidget(makeSection(tr("Sweep over")));
    title->addStretch();
    auto* add = makeIconButton(QStringLiteral("add"), tr("Try values of another name"));
    add->setObjectName(QStringLiteral("addAxis"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(m_menu);
    add->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    auto* remove = makeIconButton(QStringLiteral("remove"), tr("Remove the selected name"));
    remove->setObjectName(QStringLiteral("removeAxis"));
    title->addWidget(add);
    title->addWidget(remove);
    layout->addLayout(title);
    m_view->setItemDelegate(new AxisDelegate(m_view));
    m_view->setWordWrap(false); // would break "-use_fast_math" after its dash
    m_view->stretch(AxesModel::ValuesColumn, kWidestColumn, kNarrowestValues);
    layout->addWidget(m_view);
    auto* hint = makeHint(tr("None yet. Add a parameter, a define such as BLOCK, or a compiler "
                             "option, and the values to try."));
    hint->setObjectName(QStringLiteral("sweepHint"));
    layout->addWidget(hint);
    m_view->setHint(hint);
    layout->addWidget(makeRefusalLine(*m_axes, m_document));
    m_combinations->setObjectName(QStringLiteral("sweepCombinations"));
    layout->addWidget(m_combinations);
    connect(remove, &QToolButton::clicked, this,
            [this] { m_axes->remove(m_view->currentIndex().row()); });
    return box;
}

void SweepForm::fillMenu() {
    m_menu->clear();
    for (const std::string& name : m_axes->available())
        m_menu->addAction(qs(name), this, [this, name] {
            m_view->editAt(m_axes->add(name), AxesModel::ValuesColumn);
        });
    if (m_menu->isEmpty())
        m_menu->addAction(tr("All names are already listed"))->setEnabled(false);
}

QString SweepForm::combinationsText() const {
    const std::uint64_t count = m_axes->combinations();
    if (count == 0)
        return {};
    return m_restrictions->text().trimmed().isEmpty()
               ? tr("%1 combinations").arg(describeCount(count))
               : tr("%1 combinations, minus those ruled out").arg(describeCount(count));
}

void SweepForm::refresh() {
    const project::Sweep sweep = m_document.project().sweep.value_or(project::Sweep{});
    if (!m_objective->lineEdit()->hasFocus()) {
        choose(*m_objective, sweep.objective);
        setInvalid(m_objective->lineEdit(), {});
    }
    choose(*m_strategy, sweep.strategy);
    if (!m_restrictions->hasFocus()) {
        const QSignalBlocker quiet(m_restrictions);
        m_restrictions->setText(textOf(sweep.restrictions));
        setInvalid(m_restrictions, {});
    }
    m_combinations->setText(combinationsText());
    m_combinations->setVisible(!m_combinations->text().isEmpty());
    emit changed();
}

/// An entry of the list, by its text, or an expression.
void SweepForm::takeObjective() {
    const QString typed = m_objective->currentText().trimmed();
    const int entry = m_objective->findText(typed);
    const std::string objective =
        entry >= 0 ? ss(m_objective->itemData(entry).toString()) : ss(typed);
    try {
        sweep::findObjective(objective);
    } catch (const Error& error) {
        return setInvalid(m_objective->lineEdit(), errorInWords(error));
    }
    setInvalid(m_objective->lineEdit(), {});
    if (m_document.project().sweep.value_or(project::Sweep{}).objective == objective)
        return;
    editSweep(m_document, tr("Change the goal of the sweep"),
              [&](project::Sweep& sweep) { sweep.objective = objective; });
}

void SweepForm::takeRestrictions() {
    std::vector<project::Expression> restrictions;
    try {
        for (const QString& text : m_restrictions->text().split(u';', Qt::SkipEmptyParts))
            if (const QString one = text.trimmed(); !one.isEmpty()) {
                restrictions.push_back({ss(one), {}});
                project::Formula::parse(restrictions.back());
            }
    } catch (const Error& error) {
        return setInvalid(m_restrictions, errorInWords(error));
    }
    setInvalid(m_restrictions, {});
    const auto& before = m_document.project().sweep;
    if (before ? before->restrictions == restrictions : restrictions.empty())
        return;
    editSweep(m_document, tr("Change the restrictions of the sweep"),
              [&](project::Sweep& sweep) { sweep.restrictions = restrictions; });
}

void SweepForm::takeBudget() {
    m_wrongBudget.clear();
    try {
        budget();
    } catch (const Error& error) {
        m_wrongBudget = errorInWords(error);
    }
    setInvalid(m_budget, m_wrongBudget);
    emit changed();
}

sweep::Budget SweepForm::budget() const {
    const QString text = m_budget->text().simplified().remove(u' ');
    return text.isEmpty() ? sweep::Budget() : sweep::parseBudget(ss(text));
}

QString SweepForm::problem() const {
    if (m_axes->rowCount() == 0)
        return tr("Add a name and its values first.");
    if (m_axes->hasErrors())
        return tr("A name among the values to try does not exist.");
    if (m_axes->combinations() > sweep::Space::kMaxPoints)
        return tr("More than %1 combinations: try fewer values.")
            .arg(describeCount(sweep::Space::kMaxPoints));
    return m_wrongBudget;
}

} // namespace warpbench::ui
