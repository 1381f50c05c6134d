// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/listing_panel.h"

#include "ui/documents/background.h"
#include "ui/fields/form.h"
#include "ui/listing/code_listing.h"
#include "ui/panels/code_text.h"
#include "ui/panels/figure_table.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/theme/name_combo.h"
#include "ui/theme/theme.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Draws coloured code and only requests visible lines.
class CodeDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool selected = (option.state & QStyle::State_Selected) != 0;
        if (selected)
            painter->fillRect(option.rect, themeColors().selection);
        else if (index.data(ListingModel::LinkedRole).toBool())
            painter->fillRect(option.rect, themeColors().editorCaretLine);
        if (index.column() != ListingModel::TextColumn) {
            const bool concern = index.data(ListingModel::ConcernRole).toBool();
            QFont font = option.font;
            font.setBold(concern);
            painter->setPen(concern ? themeColors().warning : themeColors().muted);
            painter->setFont(font);
            painter->drawText(option.rect.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
                              index.data().toString());
            return;
        }
        painter->save();
        painter->setFont(option.font);
        painter->setClipRect(option.rect);
        drawCode(*painter, option, index.data().toString());
        painter->restore();
    }
};

/// For all sources, because PTX line numbers continue from one to the next.
bool samePtx(const compile::CompileResult& a, const compile::CompileResult& b) {
    const auto alike = [](const compile::CodePart& one, const compile::CodePart& other) {
        return one.ptx == other.ptx;
    };
    return a.ptx == b.ptx &&
           std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), alike);
}

} // namespace

ListingPanel::ListingPanel(Workbench& bench)
    : m_bench(bench)
    , m_sight(new DockSight(*this))
    , m_form(new QComboBox)
    , m_function(new NameCombo)
    , m_find(new QLineEdit)
    , m_everything(new QCheckBox(tr("All lines")))
    , m_stale(makeStaleBadge(tr("The source has changed since this listing: compile ({compile}) to "
                                "link them again")))
    , m_view(new QTreeView)
    , m_empty(makeEmpty({})) {
    setObjectName(QStringLiteral("listingPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    m_stack = addStack(*layout, m_empty, m_view);
    m_view->setObjectName(QStringLiteral("listingView"));
    m_view->setAccessibleName(tr("Code listing"));
    m_view->setModel(&m_model);
    m_view->setItemDelegate(new CodeDelegate(m_view));
    useCodeFont(*m_view);
    m_view->setRootIsDecorated(false);
    m_view->setHeaderHidden(true);
    m_view->setUniformRowHeights(true);
    m_view->setItemsExpandable(false);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setMouseTracking(true);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->header()->setStretchLastSection(true);
    m_view->header()->setSectionsMovable(false);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    connectView();
    connect(&m_model, &ListingModel::repaintWanted, m_view->viewport(),
            qOverload<>(&QWidget::update));
    connect(&bench.results, &Results::codeChanged, this, &ListingPanel::codeChanged);
    connect(&bench.results, &Results::codeStaleChanged, m_stale, &QLabel::setVisible);
    connect(&bench.results, &Results::runChanged, this, &ListingPanel::showCounts);
    connect(m_sight, &DockSight::changed, this, &ListingPanel::catchUp);
    connect(&bench.selection, &Selection::placeChanged, this, &ListingPanel::follow);
    connect(&bench.selection, &Selection::hovered, this, [this](const SourcePlace& place) {
        if (m_sight->seen())
            link(place.line > 0 ? place : m_bench.selection.place());
    });
    codeChanged();
}

QWidget* ListingPanel::buildBar() {
    auto* bar = new QWidget;
    auto* layout = new FlowLayout(bar);
    layout->setContentsMargins(kGap, kSmallGap, kGap, kSmallGap);
    layout->setSpacing(kSmallGap);
    m_form->addItem(tr("PTX"), int(Form::ptx));
    m_form->addItem(tr("SASS"), int(Form::sass));
    m_form->setObjectName(QStringLiteral("listingForm"));
    m_form->setAccessibleName(tr("Kind of listing"));
    m_form->setToolTip(tr("PTX is the compiler's code for any GPU, SASS the machine code for one"));
    m_function->setObjectName(QStringLiteral("listingFunction"));
    m_function->setAccessibleName(tr("Function of the listing"));
    m_function->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_find->setObjectName(QStringLiteral("listingFind"));
    m_find->setAccessibleName(tr("Find in the listing"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setToolTip(tr("Enter finds the next match; / in the listing jumps here"));
    m_find->setClearButtonEnabled(true);
    m_find->setMinimumWidth(60);
    m_everything->setObjectName(QStringLiteral("listingEverything"));
    m_everything->setToolTip(tr("Also shows directives and debugging information"));
    m_stale->setObjectName(QStringLiteral("listingStale"));
    layout->addWidget(m_form);
    layout->addWidget(m_function);
    layout->addWidget(m_find);
    layout->addWidget(m_everything);
    layout->addWidget(m_stale);
    return bar;
}

void ListingPanel::connectView() {
    connect(m_form, &QComboBox::currentIndexChanged, this, [this] {
        m_dirty = true;
        show();
    });
    connect(m_function, &QComboBox::activated, this, [this](int index) {
        const int row = m_model.rowOf(m_function->itemData(index).toInt());
        if (row >= 0) {
            m_view->scrollTo(m_model.index(row, 0), QAbstractItemView::PositionAtTop);
            m_view->setCurrentIndex(m_model.index(row, 0));
        }
    });
    connect(m_everything, &QCheckBox::toggled, this, [this](bool on) {
        const int line =
            m_view->currentIndex().isValid() ? m_model.lineOf(m_view->currentIndex().row()) : 0;
        m_model.setEverything(on);
        if (const int row = m_model.rowOf(line); row >= 0)
            m_view->setCurrentIndex(m_model.index(row, 0));
    });
    connect(m_find, &QLineEdit::textEdited, this, [this] { find(0); });
    connect(m_find, &QLineEdit::returnPressed, this, [this] { find(1); });
    connect(m_view, &QTreeView::clicked, this, &ListingPanel::goToSource);
    connect(m_view, &QTreeView::activated, this, &ListingPanel::goToSource);
    connect(m_view, &QTreeView::entered, this, [this](const QModelIndex& index) {
        const int line = m_model.lineOf(index.row());
        m_bench.selection.hover({m_model.listing()->sourceFile(line),
                                 m_model.listing()->sourceLine(line),
                                 m_bench.results.code().revision});
    });
    auto* copy = new QAction(tr("&Copy"), m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &ListingPanel::copySelection);
    m_view->addAction(copy);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ListingPanel::setForm(Form form) {
    m_form->setCurrentIndex(m_form->findData(int(form)));
}

bool ListingPanel::showPart(const QString& part) {
    const bool sass = part == QLatin1String("sass");
    if (sass || part == QLatin1String("ptx"))
        setForm(sass ? Form::sass : Form::ptx);
    return sass || part == QLatin1String("ptx");
}

void ListingPanel::codeChanged() {
    m_dirty = true;
    ++m_asked; // listings in progress belong to old code, maybe of another project
    show();
}

void ListingPanel::catchUp() {
    if (!m_sight->seen())
        return;
    const bool anew = m_dirty;
    show();
    if (anew || !m_model.listing())
        return;
    if (m_countsDirty)
        showCounts();
    follow(m_bench.selection.place());
}

/// Creates nothing while the panel is hidden.
void ListingPanel::show() {
    if (!m_bench.results.code().code) {
        take(nullptr);
        say(KeyNames::instance().filledIn(tr("Compile ({compile}) or run ({run}) the source to see "
                                             "the code that the compiler generates from it.")));
        return;
    }
    if (!m_dirty || !m_sight->seen())
        return;
    m_dirty = false;
    ++m_asked;
    if (Form(m_form->currentData().toInt()) == Form::ptx)
        showPtx();
    else
        showSass();
}

void ListingPanel::showPtx() {
    const auto code = m_bench.results.code().code;
    if (code->ptx.empty()) {
        take(nullptr);
        say(tr("This compile produced no PTX."));
        return;
    }
    inBackground(
        this,
        [code, own = compiledName(m_bench.document)] {
            return std::make_shared<const Listing>(ptxListing(*code, own));
        },
        [this, asked = m_asked](std::shared_ptr<const Listing> listing) {
            if (asked == m_asked)
                take(std::move(listing));
        });
}

void ListingPanel::showSass() {
    struct Made {
        std::shared_ptr<const Listing> listing;
        QString problem;
    };
    const auto code = m_bench.results.code().code;
    if (!code->cubin) {
        take(nullptr);
        say(tr("The machine code is missing because the architecture in Options is a virtual one "
               "(compute_…). Choose auto or sm_…."));
        return;
    }
    take(nullptr);
    say(tr("Disassembling…"));
    inBackground(
        this,
        [code, own = compiledName(m_bench.document)] {
            Made made;
            try {
                made.listing = std::make_shared<const Listing>(sassListing(*code, own));
            } catch (const Error& error) {
                made.problem = errorText(error) + QStringLiteral(".\n\n") + errorRemedy(error) +
                               QLatin1Char('.');
            }
            return made;
        },
        [this, asked = m_asked](Made made) {
            if (asked != m_asked)
                return;
            take(made.listing);
            if (!made.listing) {
                if (!made.problem.isEmpty())
                    made.problem[0] = made.problem[0].toUpper();
                say(made.problem);
            }
        });
}

void ListingPanel::take(std::shared_ptr<const Listing> listing) {
    const bool any = listing && !listing->empty();
    m_model.setListing(std::move(listing));
    link(m_bench.selection.place());
    fillFunctions();
    showCounts();
    m_stack->setCurrentIndex(any ? 1 : 0);
    if (any)
        follow(m_bench.selection.place());
}

void ListingPanel::link(const SourcePlace& place) {
    m_model.setLinkedLine(place.line, place.file);
}

void ListingPanel::showCounts() {
    m_countsDirty = !m_sight->seen();
    if (m_countsDirty)
        return;
    std::vector<session::PtxLineCounters> counts;
    const session::RunReport* report = m_bench.results.report();
    const auto& code = m_bench.results.code().code;
    const bool ptx = Form(m_form->currentData().toInt()) == Form::ptx;
    if (ptx && report && report->code && code && samePtx(*report->code, *code)) {
        for (const session::LaunchReport& launch : report->launches) {
            if (launch.counters)
                counts.insert(counts.end(), launch.counters->ptxLines.begin(),
                              launch.counters->ptxLines.end());
        }
    }
    m_model.setCounts(counts);
    const bool shown = m_model.hasCounts();
    m_view->setHeaderHidden(!shown);
    m_view->setColumnHidden(ListingModel::ExecutionsColumn, !shown);
    m_view->setColumnHidden(ListingModel::LanesColumn, !shown);
    fitColumns();
}

void ListingPanel::say(const QString& text) {
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
}

void ListingPanel::fillFunctions() {
    const QSignalBlocker block(m_function);
    m_function->clear();
    if (const Listing* listing = m_model.listing()) {
        const auto& kernels = m_bench.usage.kernels();
        for (const Listing::Function& function : listing->functions()) {
            const auto kernel = std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) {
                return qs(k.lowered) == function.name;
            });
            m_function->addItem(kernel == kernels.end() ? function.name : qs(kernel->name),
                                function.line);
        }
    }
    m_function->setEnabled(m_function->count() > 0);
}

void ListingPanel::fitColumns() {
    const int letter = QFontMetrics(m_view->font()).horizontalAdvance(QLatin1Char('0'));
    const auto fit = [this](int column, int width) {
        m_view->setColumnWidth(column, std::max(width, m_view->header()->sectionSizeHint(column)));
    };
    fit(ListingModel::LineColumn, 6 * letter);
    fit(ListingModel::ExecutionsColumn, 7 * letter);
    fit(ListingModel::LanesColumn, 7 * letter);
}

/// Scrolls to the instructions of the new current line.
void ListingPanel::follow(const SourcePlace& place) {
    if (!m_sight->seen())
        return;
    link(place);
    if (m_bench.results.codeStale())
        return;
    // Keeps the position after a click on an instruction of the line.
    const QModelIndex current = m_view->currentIndex();
    const int shown = current.isValid() ? m_model.lineOf(current.row()) : 0;
    if (current.isValid() && m_model.listing()->sourceLine(shown) == place.line &&
        m_model.listing()->sourceFile(shown) == place.file)
        return;
    if (const int row = m_model.firstRowOf(place.line, place.file); row >= 0) {
        const QModelIndex index = m_model.index(row, 0);
        if (!m_view->viewport()->rect().intersects(m_view->visualRect(index)))
            m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
    }
}

void ListingPanel::goToSource(const QModelIndex& index) {
    const Listing* listing = m_model.listing();
    if (!listing || !index.isValid())
        return;
    const int shown = m_model.lineOf(index.row());
    if (listing->ptxLine(shown) > 0)
        m_bench.selection.setPtxLine(listing->ptxLine(shown));
    if (const int line = listing->sourceLine(shown); line > 0) {
        const SourcePlace place{listing->sourceFile(shown), line, m_bench.results.code().revision};
        m_bench.selection.goTo(place);
        link(place);
    }
}

void ListingPanel::find(int direction) {
    const int from = m_view->currentIndex().isValid() ? m_view->currentIndex().row() : 0;
    const int row = m_model.find(m_find->text(), from + direction, direction < 0 ? -1 : 1);
    setInvalid(m_find, row < 0 && !m_find->text().isEmpty() ? tr("Not in the listing") : QString());
    if (row >= 0) {
        m_view->setCurrentIndex(m_model.index(row, 0));
        m_view->scrollTo(m_model.index(row, 0));
    }
}

void ListingPanel::copySelection() const {
    QModelIndexList rows = m_view->selectionModel()->selectedRows(ListingModel::TextColumn);
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex& row : std::as_const(rows))
        lines << row.data().toString();
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

bool ListingPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave && watched == m_view->viewport())
        m_bench.selection.hover({});
    if (event->type() == QEvent::KeyPress && watched == m_view) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goToSource(m_view->currentIndex());
            return true;
        }
        if (key->text() == QLatin1String("/")) { // the editor uses Ctrl+F
            m_find->setFocus(Qt::ShortcutFocusReason);
            m_find->selectAll();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warpbench::ui
