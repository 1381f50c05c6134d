// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/constants_panel.h"

#include "core/arrays/element.h"
#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/fields/name_table.h"
#include "ui/setup/constants_model.h"
#include "ui/theme/input_state.h"
#include "ui/theme/turns.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kWidestVariableColumn = 160; // pixels
constexpr int kNarrowestValueColumn = 84;  // pixels; ten digits

/// Types whose values are numbers.
QStringList numberTypes() {
    QStringList names = dtypeNames();
    names.removeAll(QStringLiteral("struct"));
    return names;
}

class ConstantDelegate : public NameDelegate {
  public:
    explicit ConstantDelegate(QObject* parent)
        : NameDelegate(parent, {ConstantsModel::TypeColumn, numberTypes()}) {}

  protected:
    bool isMuted(const QModelIndex& index) const override {
        return index.column() == ConstantsModel::ValueColumn && isEmpty(index);
    }
    bool isCode(const QModelIndex& index) const override {
        return index.column() == ConstantsModel::NameColumn || !isEmpty(index);
    }

  private:
    static bool isEmpty(const QModelIndex& index) {
        return index.data(Qt::EditRole).toString().isEmpty();
    }
};

} // namespace

ConstantsPanel::ConstantsPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new ConstantsModel(document, this))
    , m_view(
          new NameTable(*m_model, QStringLiteral("constantsTable"), tr("Variables of the source")))
    , m_menu(new QMenu(this))
    , m_held(makeHint(QString())) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("constantsPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 0, kMargin, kMargin);
    layout->setSpacing(kSmallGap);
    auto* title = new QHBoxLayout;
    title->addWidget(makeSection(tr("Variables of the source")));
    title->addStretch();
    auto* addButton = makeIconButton(QStringLiteral("add"), tr("Add a variable of the source"));
    addButton->setObjectName(QStringLiteral("addConstant"));
    addButton->setPopupMode(QToolButton::InstantPopup);
    addButton->setMenu(m_menu);
    addButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    auto* removeButton =
        makeIconButton(QStringLiteral("remove"), tr("Remove the selected variable"));
    title->addWidget(addButton);
    title->addWidget(removeButton);
    layout->addLayout(title);
    m_view->setItemDelegate(new ConstantDelegate(m_view));
    m_view->stretch(ConstantsModel::ValueColumn, kWidestVariableColumn, kNarrowestValueColumn);
    layout->addWidget(m_view);
    auto* hint =
        makeHint(tr("None yet. A __constant__ or __device__ variable of the source gets its "
                    "value here before the first launch, and is read after the last."));
    hint->setObjectName(QStringLiteral("constantsHint"));
    layout->addWidget(hint);
    m_view->setHint(hint);
    layout->addWidget(makeRefusalLine(*m_model, document));
    m_held->setObjectName(QStringLiteral("constantsHeld"));
    m_held->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_held->hide();
    layout->addWidget(m_held);
    connect(m_menu, &QMenu::aboutToShow, this, &ConstantsPanel::fillMenu);
    connect(removeButton, &QToolButton::clicked, this,
            [this] { m_model->remove(m_view->currentIndex().row()); });
}

ConstantsPanel::ConstantsPanel(Workbench& bench)
    : ConstantsPanel(bench.document) {
    connect(&bench.results, &Results::runChanged, this,
            [this, &bench] { showHeld(bench.results.report()); });
}

void ConstantsPanel::giveValue(const QString& name) {
    for (const guess::DeviceVariable& variable : m_model->missing())
        if (qs(variable.name) == name)
            m_model->add(&variable);
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->index(row, ConstantsModel::NameColumn).data().toString() == name) {
            m_view->setFocus();
            m_view->editAt(row, ConstantsModel::ValueColumn);
        }
    inTurn(*m_view, [this] { bringIntoView(*m_view); }); // the new row has a layout by then
}

void ConstantsPanel::showHeld(const session::RunReport* report) {
    constexpr std::int64_t kMost = 32; // values per variable
    QStringList lines;
    for (const session::VariableReport& variable :
         report ? report->variables : std::vector<session::VariableReport>()) {
        const arrays::ElementReader reader(variable.values);
        QStringList values;
        for (std::int64_t i = 0; i < std::min(kMost, reader.components()); ++i)
            values << qs(reader.format(i));
        if (reader.components() > kMost)
            values << QStringLiteral("…");
        lines << QStringLiteral("%1 = %2").arg(qs(variable.name), values.join(QLatin1String(", ")));
    }
    m_held->setText(tr("After the run: %1").arg(lines.join(QLatin1Char('\n'))));
    m_held->setVisible(!lines.isEmpty());
}

/// Declared variables come first, because their names and types are known.
void ConstantsPanel::fillMenu() {
    m_menu->clear();
    for (const guess::DeviceVariable& variable : m_model->missing()) {
        QString text = QStringLiteral("%1: %2").arg(qs(variable.name), qs(variable.declared));
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        m_menu->addAction(text, this, [this, variable] {
            m_view->editAt(m_model->add(&variable), ConstantsModel::ValueColumn);
        });
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("&Another variable"), this, [this] {
        m_view->editAt(m_model->add(nullptr), ConstantsModel::NameColumn);
    });
}

} // namespace warpbench::ui
