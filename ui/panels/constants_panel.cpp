// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/constants_panel.h"

#include "core/arrays/element.h"
#include "ui/models/constants_model.h"
#include "ui/models/project_text.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kWidestVariableColumn = 160; // pixels

/// Types are chosen from a list; wrong values are painted in the error colour.
class ConstantDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        if (index.column() != ConstantsModel::TypeColumn)
            return QStyledItemDelegate::createEditor(parent, option, index);
        auto* box = new QComboBox(parent);
        QStringList names = dtypeNames();
        names.removeAll(QStringLiteral("struct")); // the values are numbers
        box->addItems(names);
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor))
            box->setCurrentText(index.data(Qt::EditRole).toString());
        else
            QStyledItemDelegate::setEditorData(editor, index);
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor))
            model->setData(index, box->currentText());
        else
            QStyledItemDelegate::setModelData(editor, model, index);
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(ConstantsModel::ErrorRole).toString().isEmpty())
            option->palette.setColor(QPalette::Text, themeColors().error);
        else if (index.column() == ConstantsModel::ValueColumn &&
                 index.data(Qt::EditRole).toString().isEmpty())
            option->palette.setColor(QPalette::Text, themeColors().muted);
        if (index.column() == ConstantsModel::NameColumn ||
            !index.data(Qt::EditRole).toString().isEmpty())
            option->font = codeFont();
    }
};

} // namespace

ConstantsPanel::ConstantsPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new ConstantsModel(document, this))
    , m_view(new QTableView)
    , m_menu(new QMenu(this))
    , m_problem(new QLabel)
    , m_empty(makeHint(tr("None yet. A __constant__ or __device__ variable of the source gets its "
                          "value here before the first launch, and is read after the last.")))
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
    m_view->setObjectName(QStringLiteral("constantsTable"));
    m_view->setAccessibleName(tr("Variables of the source"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new ConstantDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(26);
    auto* header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ConstantsModel::ValueColumn, QHeaderView::Stretch);
    header->setMaximumSectionSize(kWidestVariableColumn);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(m_view);
    layout->addWidget(m_empty);
    m_empty->setObjectName(QStringLiteral("constantsHint"));
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    m_held->setObjectName(QStringLiteral("constantsHeld"));
    m_held->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_held->hide();
    layout->addWidget(m_held);
    connect(m_menu, &QMenu::aboutToShow, this, &ConstantsPanel::fillMenu);
    connect(removeButton, &QToolButton::clicked, this,
            [this] { m_model->remove(m_view->currentIndex().row()); });
    connect(m_model, &ConstantsModel::refused, this, [this](const QString& why) {
        m_problem->setText(why);
        m_problem->show();
    });
    connect(&document, &ProjectDocument::changed, m_problem, &QLabel::hide);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ConstantsPanel::fit);
    fit();
}

ConstantsPanel::ConstantsPanel(Workbench& bench)
    : ConstantsPanel(bench.document) {
    connect(&bench.results, &Results::runChanged, this,
            [this, &bench] { showHeld(bench.results.report()); });
}

void ConstantsPanel::showHeld(const session::RunReport* report) {
    constexpr std::int64_t kMost = 32; // values of each
    QStringList lines;
    for (const session::VariableReport& variable :
         report ? report->variables : std::vector<session::VariableReport>()) {
        const memory::ElementReader reader(variable.values);
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

/// What the source declares comes first: its name and type are known.
void ConstantsPanel::fillMenu() {
    m_menu->clear();
    for (const guess::DeviceVariable& variable : m_model->missing()) {
        QString text = QStringLiteral("%1: %2").arg(qs(variable.name), qs(variable.declared));
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        m_menu->addAction(text, this, [this, variable] {
            edit(m_model->add(&variable), ConstantsModel::ValueColumn);
        });
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("&Another variable"), this,
                      [this] { edit(m_model->add(nullptr), ConstantsModel::NameColumn); });
}

void ConstantsPanel::edit(int row, int column) {
    const QModelIndex index = m_model->index(row, column);
    m_view->setCurrentIndex(index);
    m_view->edit(index);
}

/// The page scrolls as a whole; the table in it does not.
void ConstantsPanel::fit() {
    const int rows = std::max(1, m_model->rowCount());
    m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() + rows * 26 + 4);
    m_view->setVisible(m_model->rowCount() > 0);
    m_empty->setVisible(m_model->rowCount() == 0);
}

} // namespace warpbench::ui
