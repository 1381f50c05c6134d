// SPDX-License-Identifier: GPL-3.0-or-later
// Creates and connects the inspector's fields and text lines.
#include "ui/elements/search_text.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/theme/icons.h"
#include "ui/theme/input_state.h"
#include "ui/theme/name_combo.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

QWidget* BufferInspector::buildControls() {
    m_buffer = new NameCombo;
    m_buffer->setMinimumContentsLength(3); // must not take width from the code
    m_buffer->setObjectName(QStringLiteral("inspectorBuffer"));
    m_buffer->setAccessibleName(tr("Buffer"));
    m_type = new QLabel;
    m_type->setProperty("role", "muted");
    m_sliceText = new QLineEdit;
    m_sliceText->setObjectName(QStringLiteral("inspectorSlice"));
    m_sliceText->setAccessibleName(tr("Slice"));
    m_sliceText->setPlaceholderText(tr("slice, as 0, 10:20, ::2"));
    m_sliceText->setClearButtonEnabled(true);
    m_sliceText->setMinimumWidth(80);
    m_goto = new QLineEdit;
    m_goto->setObjectName(QStringLiteral("inspectorGoto"));
    m_goto->setAccessibleName(tr("Go to element"));
    m_goto->setPlaceholderText(tr("index, = 3.5, nan"));
    m_goto->setToolTip(
        tr("An index such as “3, 17”, “#1234” for the place in memory, or a value to "
           "find: “= 3.5”, “> 10”, “nan”, “inf”. Enter finds the next one, "
           "Shift+Enter the previous one."));
    m_goto->setMinimumWidth(60);
    for (QToolButton** button : {&m_previousFound, &m_nextFound}) {
        const bool forward = button == &m_nextFound;
        *button = new QToolButton;
        (*button)->setObjectName(forward ? QStringLiteral("inspectorNextFound")
                                         : QStringLiteral("inspectorPreviousFound"));
        (*button)->setIcon(icon(forward ? QStringLiteral("next") : QStringLiteral("previous")));
        (*button)->setToolTip(forward ? tr("Find the next one (Enter)")
                                      : tr("Find the previous one (Shift+Enter)"));
        (*button)->setAccessibleName(forward ? tr("Find the next one")
                                             : tr("Find the previous one"));
        (*button)->hide();
        connect(*button, &QToolButton::clicked, this, [this, forward] { searchTyped(forward); });
    }
    m_list = new QToolButton;
    m_list->setObjectName(QStringLiteral("inspectorList"));
    m_list->setText(tr("List"));
    m_list->setCheckable(true);
    m_list->setToolTip(tr("List all elements of the buffer that fit, instead of the slice"));
    m_list->hide(); // unless the text is a search
    connect(m_list, &QToolButton::toggled, this, &BufferInspector::listFound);
    m_view = new QComboBox;
    m_view->setObjectName(QStringLiteral("inspectorView"));
    m_view->setAccessibleName(tr("View"));
    m_view->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_view->setMinimumContentsLength(6);
    m_view->addItem(tr("Table"), kTableView);
    m_view->addItem(tr("Compare"), kCompareView);
    m_view->addItem(tr("Hex"), kHexView);
    m_view->addItem(tr("Records"), kRecordsView);
    m_view->addItem(tr("Image"), kImageView);
    m_view->addItem(tr("Error map"), kMapView);
    m_view->addItem(tr("Plot"), kPlotView);
    m_view->addItem(tr("Histogram"), kHistogramView);
    m_also = new QToolButton;
    m_also->setObjectName(QStringLiteral("inspectorAlso"));
    m_also->setText(tr("And"));
    m_also->setToolTip(tr("Draw other buffers with as many elements over this one"));
    m_also->setMenu(new QMenu(m_also));
    m_also->setPopupMode(QToolButton::InstantPopup);
    m_also->hide(); // unless the view is a plot
    m_hexadecimal = new QToolButton;
    m_hexadecimal->setObjectName(QStringLiteral("inspectorHexadecimal"));
    m_hexadecimal->setText(QStringLiteral("0x"));
    m_hexadecimal->setCheckable(true);
    m_hexadecimal->setToolTip(tr("Show numbers in hexadecimal, with the bits that are in memory"));
    m_hexadecimal->setAccessibleName(tr("Hexadecimal"));
    m_copy = new QToolButton;
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the selected cells, or the image"));
    m_copy->setAccessibleName(tr("Copy"));
    m_copy->setPopupMode(QToolButton::InstantPopup);
    auto* copies = new QMenu(m_copy);
    copies->addAction(tr("Copy as &Text") + QStringLiteral("\tCtrl+C"), this,
                      &BufferInspector::copySelection);
    copies->addAction(tr("Copy as &NumPy"), this, [this] { copyAsCode(CodeKind::numpy); });
    copies->addAction(tr("Copy as &C"), this, [this] { copyAsCode(CodeKind::c); });
    m_copy->setMenu(copies);
    m_export = new QToolButton;
    m_export->setObjectName(QStringLiteral("inspectorExport"));
    m_export->setIcon(icon(QStringLiteral("save")));
    m_export->setToolTip(tr("Save the buffer as .npy, .csv or raw bytes, or the image as .png"));
    m_export->setAccessibleName(tr("Export"));

    m_edit = new QToolButton;
    m_edit->setObjectName(QStringLiteral("inspectorEdit"));
    m_edit->setIcon(icon(QStringLiteral("more")));
    m_edit->setToolTip(tr("Edit what the next run starts with, or is expected to leave"));
    m_edit->setAccessibleName(tr("Edit"));
    m_edit->setPopupMode(QToolButton::InstantPopup);
    m_edit->hide(); // unless there is a project

    // Two rows, so that the panel can be narrow.
    auto* controls = new QWidget;
    auto* rows = new QVBoxLayout(controls);
    rows->setContentsMargins(8, 6, 8, 4);
    rows->setSpacing(6);
    m_firstRow = new QHBoxLayout;
    m_firstRow->setSpacing(4); // enough for the texts in the narrowest panel
    m_firstRow->addWidget(m_buffer, 1);
    m_firstRow->addWidget(m_view);
    m_firstRow->addWidget(m_also);
    m_firstRow->addWidget(m_hexadecimal);
    auto* where = new QHBoxLayout;
    where->setSpacing(8);
    where->addWidget(m_sliceText, 3);
    where->addWidget(m_goto, 2);
    where->addWidget(m_previousFound);
    where->addWidget(m_nextFound);
    where->addWidget(m_list);
    where->addWidget(m_copy);
    where->addWidget(m_export);
    where->addWidget(m_edit);
    rows->addLayout(m_firstRow);
    rows->addLayout(where);

    connect(m_buffer, &QComboBox::currentIndexChanged, this, [this] {
        m_sliceText->clear();
        m_before->setBuffer({}, 0); // it belongs to another buffer
        chooseView();
        showCurrent();
    });
    connect(m_sliceText, &QLineEdit::textChanged, this, &BufferInspector::applySlice);
    connect(m_goto, &QLineEdit::returnPressed, this, [this] { goTo(m_goto->text()); });
    connect(m_goto, &QLineEdit::textChanged, this, [this](const QString& text) {
        markInvalid(*m_goto, false);
        m_searchQuestion.stop();
        m_found = -1;
        const bool searches = parseSearch(text).has_value();
        m_previousFound->setVisible(searches);
        m_nextFound->setVisible(searches);
        m_list->setVisible(searches);
        m_list->setChecked(false); // it listed those of another text
    });
    for (const bool stops : {false, true}) {
        const QKeySequence keys(stops ? QStringLiteral("Escape") : QStringLiteral("Shift+Return"));
        auto* shortcut = new QShortcut(keys, m_goto, nullptr, nullptr, Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, stops] {
            if (!stops)
                return searchTyped(false);
            m_searchQuestion.stop();
            say({});
        });
    }
    connect(m_view, &QComboBox::currentIndexChanged, this, [this] {
        const std::int64_t element = currentElement();
        if (current()) {
            takeReference();
            showCheck(*current());
        }
        offerViews(); // users do not see a disabled view as an item, but code does
        takePlane();
        applySlice();
        if (showsTable())
            selectElement(element);
    });
    connect(m_hexadecimal, &QToolButton::toggled, this, &BufferInspector::applySlice);
    connect(m_export, &QToolButton::clicked, this, &BufferInspector::exportBuffer);
    return controls;
}

void BufferInspector::addControl(QWidget* control) {
    m_firstRow->addWidget(control);
}

QWidget* BufferInspector::buildFacts() {
    m_statistics = new QLabel;
    m_statistics->setObjectName(QStringLiteral("inspectorStatistics"));
    m_statistics->setProperty("role", "muted");
    m_statistics->setAccessibleName(tr("Statistics"));
    m_statistics->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_statistics, &QLabel::linkActivated, this, &BufferInspector::followLink);
    m_check = new QLabel;
    m_check->setObjectName(QStringLiteral("inspectorCheck"));
    m_check->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_against = new NameCombo;
    m_against->setObjectName(QStringLiteral("inspectorAgainst"));
    m_against->setAccessibleName(tr("Compare with"));
    m_against->setToolTip(tr("What the buffer is compared with"));
    m_against->setMinimumContentsLength(6);
    m_against->hide(); // in other views
    m_tolerance = new QLineEdit;
    m_tolerance->setObjectName(QStringLiteral("inspectorTolerance"));
    m_tolerance->setAccessibleName(tr("Tolerance"));
    m_tolerance->setPlaceholderText(tr("tolerance"));
    m_tolerance->setToolTip(
        tr("How far apart values may be: 1e-6, 0.1 % of the other value, 2 ulp"));
    m_tolerance->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    m_tolerance->hide(); // in other views
    m_onlyWrong = new QToolButton;
    m_onlyWrong->setObjectName(QStringLiteral("inspectorOnlyWrong"));
    m_onlyWrong->setText(tr("Only wrong"));
    m_onlyWrong->setCheckable(true);
    m_onlyWrong->setChecked(true);
    m_onlyWrong->setToolTip(
        tr("List the wrong elements of the whole buffer, not all of the slice"));
    m_previousWrong = new QToolButton;
    m_previousWrong->setObjectName(QStringLiteral("inspectorPreviousWrong"));
    m_previousWrong->setIcon(icon(QStringLiteral("previous")));
    m_previousWrong->setToolTip(tr("Previous wrong element (Shift+N)"));
    m_previousWrong->setAccessibleName(tr("Previous wrong element"));
    m_nextWrong = new QToolButton;
    m_nextWrong->setObjectName(QStringLiteral("inspectorNextWrong"));
    m_nextWrong->setIcon(icon(QStringLiteral("next")));
    m_nextWrong->setToolTip(tr("Next wrong element (N)"));
    m_nextWrong->setAccessibleName(tr("Next wrong element"));
    m_writer = new QToolButton;
    m_writer->setObjectName(QStringLiteral("inspectorWriter"));
    m_writer->setText(tr("Who wrote this?"));
    m_writer->setToolTip(
        tr("Step the thread that wrote the selected wrong element, or the next one, "
           "from just before that write (W: any element)"));
    m_cell = new QLabel;
    m_cell->setObjectName(QStringLiteral("inspectorCell"));
    m_cell->setProperty("role", "muted");
    m_cell->setTextInteractionFlags(Qt::TextSelectableByMouse);

    // Long values wrap or are cut off rather than widening the window.
    m_check->setWordWrap(true);
    m_statistics->setWordWrap(true);
    for (QLabel* label : {m_statistics, m_cell}) {
        label->setMinimumWidth(1);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_cell->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* facts = new QWidget;
    auto* rows = new QVBoxLayout(facts);
    rows->setContentsMargins(12, 0, 8, 6);
    rows->setSpacing(4);
    auto* type = new QHBoxLayout;
    type->setSpacing(12);
    type->addWidget(m_type);
    type->addWidget(m_cell, 1);
    auto* verdict = new QHBoxLayout;
    verdict->setSpacing(8);
    verdict->addWidget(m_check, 1);
    verdict->addWidget(m_against);
    verdict->addWidget(m_tolerance);
    verdict->addWidget(m_onlyWrong);
    verdict->addWidget(m_previousWrong);
    verdict->addWidget(m_nextWrong);
    verdict->addWidget(m_writer);
    rows->addLayout(type);
    rows->addLayout(verdict);
    rows->addWidget(m_statistics);
    connect(m_onlyWrong, &QToolButton::toggled, this, &BufferInspector::applySlice);
    connect(m_against, &QComboBox::activated, this, [this] {
        m_chosenReference = m_against->currentData().toString();
        takeReference();
        showCheck(*current());
        applySlice();
    });
    connect(m_tolerance, &QLineEdit::editingFinished, this, &BufferInspector::takeTolerance);
    connect(m_previousWrong, &QToolButton::clicked, this, [this] { stepToWrong(false); });
    connect(m_nextWrong, &QToolButton::clicked, this, [this] { stepToWrong(true); });
    return facts;
}

} // namespace warpbench::ui
