// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare_panel.h"

#include "core/occupancy/occupancy.h"
#include "ui/documents/background.h"
#include "ui/fields/form.h"
#include "ui/listing/code_listing.h"
#include "ui/listing/listing.h"
#include "ui/panels/code_text.h"
#include "ui/run/run_history.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLeastArch = 75; // minimum for NVRTC 13
constexpr float kMarkOpacity = 0.3F;
constexpr int kPin = Qt::UserRole;
constexpr int kArch = Qt::UserRole + 1;

/// In characters of the drawn lines.
DifferingPart partOf(const QAbstractItemModel& model, int row) {
    const auto text = [&](int column) {
        return expanded(model.index(row, column).data().toString());
    };
    return differingPart(text(CompareModel::BeforeColumn), text(CompareModel::AfterColumn));
}

/// Draws lines with a background for their change and coloured code.
class CompareDelegate : public QStyledItemDelegate {
  public:
    CompareDelegate(const bool& ofListing, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_ofListing(ofListing) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& c = themeColors();
        const bool left = index.column() < CompareModel::AfterLineColumn;
        const auto kind = SideRow::Kind(index.data(CompareModel::KindRole).toInt());
        const QString text = index.data().toString();
        const bool nothing = kind == (left ? SideRow::Kind::added : SideRow::Kind::removed);
        painter->save();
        painter->setClipRect(option.rect);
        if (nothing)
            painter->fillRect(option.rect, QBrush(c.border, Qt::BDiagPattern));
        else if (kind != SideRow::Kind::same)
            painter->fillRect(option.rect, left ? c.errorSoft : c.successSoft);
        if ((option.state & QStyle::State_Selected) != 0) {
            painter->setPen(c.accent);
            painter->drawLine(option.rect.topLeft(), option.rect.topRight());
            painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        }
        painter->setFont(option.font);
        if (kind == SideRow::Kind::changed)
            markPart(*painter, option, index, left);
        const bool number = index.column() == CompareModel::BeforeLineColumn ||
                            index.column() == CompareModel::AfterLineColumn;
        if (number || !m_ofListing) {
            painter->setPen(number ? c.muted : c.text);
            painter->drawText(option.rect.adjusted(kSmallGap, 0, -kSmallGap, 0),
                              int(Qt::AlignVCenter) | int(number ? Qt::AlignRight : Qt::AlignLeft),
                              number ? text : expanded(text));
        } else {
            drawCode(*painter, option, text);
        }
        painter->restore();
    }

    /// Uniform for all rows, whatever their characters, because both sides share rows.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {0, option.fontMetrics.height() + kSmallGap};
    }

  private:
    /// Marks the difference within a line, because a single changed character is hard to see.
    static void markPart(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index, bool left) {
        if (index.column() != CompareModel::BeforeColumn &&
            index.column() != CompareModel::AfterColumn)
            return;
        const DifferingPart part = partOf(*index.model(), index.row());
        const int letter = option.fontMetrics.horizontalAdvance(QLatin1Char('0'));
        const int letters = (left ? part.beforeEnd : part.afterEnd) - part.begin;
        QColor color = left ? themeColors().error : themeColors().success;
        color.setAlphaF(kMarkOpacity);
        painter.fillRect(QRect(option.rect.left() + kSmallGap + part.begin * letter,
                               option.rect.top(), std::max(1, letters * letter),
                               option.rect.height()),
                         color);
    }

    const bool& m_ofListing;
};

struct Lines {
    QStringList text;
    std::vector<int> numbers; ///< in the listing, from 1
    std::vector<int> source;  ///< lines of the source; 0: none
};

/// The lines shown in the code panel: no directives, no debug information.
Lines linesOf(const Listing& listing) {
    Lines lines;
    for (int line = 0; line < listing.size(); ++line) {
        const Listing::Kind kind = listing.kind(line);
        if (kind != Listing::Kind::instruction && kind != Listing::Kind::label &&
            kind != Listing::Kind::function)
            continue;
        lines.text << listing.text(line).toString();
        lines.numbers.push_back(line + 1);
        lines.source.push_back(listing.sourceLine(line));
    }
    return lines;
}

Lines linesOf(const QString& source) {
    Lines lines;
    lines.text = source.split(QLatin1Char('\n'));
    for (QString& line : lines.text) {
        if (line.endsWith(QLatin1Char('\r')))
            line.chop(1);
        lines.numbers.push_back(int(lines.numbers.size()) + 1);
    }
    lines.source = lines.numbers;
    return lines;
}

} // namespace

ComparePanel::ComparePanel(Workbench& bench)
    : m_bench(bench)
    , m_sight(new DockSight(*this))
    , m_form(new QComboBox)
    , m_with(new QComboBox)
    , m_numbers(new QCheckBox(tr("Ignore register numbers")))
    , m_where(new QLabel)
    , m_previous(makeIconButton(QStringLiteral("previous"), tr("Previous change (Alt+Up)")))
    , m_next(makeIconButton(QStringLiteral("next"), tr("Next change (Alt+Down)")))
    , m_beforeTitle(new QLabel)
    , m_afterTitle(new QLabel)
    , m_empty(makeEmpty({})) {
    setObjectName(QStringLiteral("comparePanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    m_stack = addStack(*layout, m_empty, buildViews());
    fillChoices();
    connect(m_sight, &DockSight::changed, this, &ComparePanel::show);
    connect(&bench.results, &Results::codeChanged, this, &ComparePanel::refresh);
    connect(&bench.results, &Results::runChanged, this, &ComparePanel::refresh);
    connect(&bench.document, &ProjectDocument::sourceEdited, this, [this] {
        if (form() == Form::source)
            refresh();
    });
    connect(&bench.document, &ProjectDocument::sourceReplaced, this, &ComparePanel::refresh);
    connect(&bench.controller, &RunController::activityChanged, this, [this] {
        if (m_bench.controller.busy())
            return;
        if (std::exchange(m_compiling, false)) {
            m_compiledFor.clear(); // another compile may have replaced it; request it again
            refresh();
        } else if (m_dirty) {
            show(); // shows what waited for the compile
        }
    });
    const auto refill = [this] {
        fillChoices();
        refresh();
    };
    connect(&bench.baselines, &QAbstractItemModel::rowsInserted, this, refill);
    connect(&bench.baselines, &QAbstractItemModel::rowsRemoved, this, refill);
    connect(&bench.baselines, &QAbstractItemModel::dataChanged, this, refill);
    connect(&bench.baselines, &QAbstractItemModel::modelReset, this, refill);
    connect(&bench.baselines, &Baselines::chosenChanged, this, [this] {
        // The baseline is the most likely version to compare with.
        const int row = m_with->findData(m_bench.baselines.chosenRow(), kPin);
        if (m_bench.baselines.chosen() && row >= 0)
            m_with->setCurrentIndex(row);
    });
}

QWidget* ComparePanel::buildBar() {
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kGap, kSmallGap, kGap, kSmallGap);
    layout->setSpacing(kGap);
    m_form->addItem(tr("Source"), int(Form::source));
    m_form->addItem(tr("PTX"), int(Form::ptx));
    m_form->addItem(tr("SASS"), int(Form::sass));
    m_form->setObjectName(QStringLiteral("compareForm"));
    m_form->setAccessibleName(tr("Compared text"));
    m_with->setObjectName(QStringLiteral("compareVersion"));
    m_with->setAccessibleName(tr("Version on the left"));
    m_with->setToolTip(tr("The version on the left: a pinned run, the previous version, or the "
                          "same source for another architecture"));
    m_with->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_with->setMinimumContentsLength(16);
    m_numbers->setObjectName(QStringLiteral("compareNumbers"));
    m_numbers->setToolTip(
        tr("Treats lines as equal that differ only in the numbers of registers and labels"));
    m_numbers->setChecked(true);
    m_where->setObjectName(QStringLiteral("compareWhere"));
    m_where->setProperty("role", "muted");
    layout->addWidget(m_form);
    layout->addWidget(m_with);
    layout->addWidget(m_numbers);
    layout->addStretch(1);
    layout->addWidget(m_where);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    m_previous->setObjectName(QStringLiteral("comparePrevious"));
    m_next->setObjectName(QStringLiteral("compareNext"));
    connect(m_form, &QComboBox::currentIndexChanged, this, [this] {
        fillChoices();
        refresh();
    });
    connect(m_with, &QComboBox::currentIndexChanged, this, &ComparePanel::refresh);
    connect(m_numbers, &QCheckBox::toggled, this, &ComparePanel::refresh);
    connect(m_previous, &QToolButton::clicked, this, [this] { go(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { go(1); });
    for (const int direction : {-1, 1}) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(Qt::ALT | (direction < 0 ? Qt::Key_Up : Qt::Key_Down)));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, direction] { go(direction); });
        addAction(action);
    }
    return bar;
}

QTreeView* ComparePanel::makeView(int hiddenFrom, const char* name, const QString& title) {
    auto* view = new QTreeView;
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setModel(&m_model);
    useCodeFont(*view);
    view->setHeaderHidden(true);
    view->setRootIsDecorated(false);
    view->setIndentation(0);
    view->setUniformRowHeights(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    view->header()->setStretchLastSection(false);
    view->header()->setMinimumSectionSize(20);
    view->setColumnHidden(hiddenFrom, true);
    view->setColumnHidden(hiddenFrom + 1, true);
    connect(view, &QTreeView::clicked, this, &ComparePanel::goToSource);
    connect(view, &QTreeView::activated, this, &ComparePanel::goToSource);
    return view;
}

QWidget* ComparePanel::buildViews() {
    m_before = makeView(CompareModel::AfterLineColumn, "compareBefore", tr("The other version"));
    m_after = makeView(CompareModel::BeforeLineColumn, "compareAfter", tr("The current version"));
    m_after->setSelectionModel(m_before->selectionModel());
    for (QTreeView* view : {m_before, m_after})
        view->setItemDelegate(new CompareDelegate(m_ofListing, view));
    for (const auto& [from, to] : {std::pair(m_before, m_after), std::pair(m_after, m_before)}) {
        connect(from->verticalScrollBar(), &QScrollBar::valueChanged, to->verticalScrollBar(),
                &QScrollBar::setValue);
        connect(from->horizontalScrollBar(), &QScrollBar::valueChanged, to->horizontalScrollBar(),
                &QScrollBar::setValue);
    }
    m_before->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // one scroll bar for both sides
    auto* sides = new QSplitter;
    sides->setChildrenCollapsible(false);
    for (const auto& [title, view] :
         {std::pair(m_beforeTitle, m_before), std::pair(m_afterTitle, m_after)}) {
        auto* side = new QWidget;
        auto* layout = new QVBoxLayout(side);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(kSmallGap);
        title->setContentsMargins(kGap, 0, kGap, 0);
        title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        layout->addWidget(title);
        layout->addWidget(view, 1);
        sides->addWidget(side);
    }
    connect(m_before->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ComparePanel::showWhere);
    return sides;
}

bool ComparePanel::showPart(const QString& part) {
    static const QStringList kForms{QStringLiteral("source"), QStringLiteral("ptx"),
                                    QStringLiteral("sass")};
    const int form = int(kForms.indexOf(part)); // in the order of the enumeration
    if (form >= 0)
        m_form->setCurrentIndex(m_form->findData(form));
    return form >= 0;
}

ComparePanel::Form ComparePanel::form() const {
    return Form(m_form->currentData().toInt());
}

/// Lists the available versions and keeps the selected one if it still exists.
void ComparePanel::fillChoices() {
    const QString chosen = m_with->currentText();
    const QSignalBlocker block(m_with);
    m_with->clear();
    const Baselines& baselines = m_bench.baselines;
    for (int row = 0; row < baselines.rowCount(); ++row) {
        m_with->addItem(seriesSwatch(baselines.at(row).color), baselines.at(row).name);
        m_with->setItemData(m_with->count() - 1, row, kPin);
    }
    m_with->addItem(tr("The previous version"));
    if (form() != Form::source) {
        for (const occupancy::DeviceLimits& limits : occupancy::knownLimits()) {
            const QString arch = QStringLiteral("sm_%1%2").arg(limits.ccMajor).arg(limits.ccMinor);
            if (limits.ccMajor * 10 + limits.ccMinor < kLeastArch ||
                m_with->findData(arch, kArch) >= 0)
                continue;
            m_with->addItem(tr("Now, for %1").arg(arch));
            m_with->setItemData(m_with->count() - 1, arch, kArch);
        }
    }
    const int same = chosen.isEmpty() ? -1 : m_with->findText(chosen);
    m_with->setCurrentIndex(same >= 0 ? same : std::max(0, baselines.chosenRow()));
    m_numbers->setVisible(form() != Form::source);
}

void ComparePanel::refresh() {
    m_dirty = true;
    ++m_asked; // a comparison in progress is out of date
    show();
}

/// Compares nothing while the panel is hidden.
void ComparePanel::show() {
    if (!m_dirty || !m_sight->seen())
        return;
    Side now{tr("Now"), m_bench.document.source(), m_bench.results.code().code, {}};
    if (form() != Form::source) {
        if (!now.code)
            return say(KeyNames::instance().filledIn(
                tr("Press Compile ({compile}) or Run ({run}) first.")));
        now.title = tr("The last compile, for %1").arg(qs(now.code->arch));
    }
    const Side before = other();
    if (!before.problem.isEmpty())
        return say(before.problem);
    m_dirty = false;
    compare(before, now);
}

ComparePanel::Side ComparePanel::other() {
    const QVariant pin = m_with->currentData(kPin);
    if (pin.isValid())
        return pinned(pin.toInt());
    const QString arch = m_with->currentData(kArch).toString();
    return arch.isEmpty() ? versionBefore() : compiledFor(arch);
}

ComparePanel::Side ComparePanel::pinned(int row) const {
    const Baseline& one = m_bench.baselines.at(row);
    Side side{tr("Pinned: %1").arg(one.name), one.run.source, one.run.report->code, {}};
    if (form() != Form::source && !side.code)
        side.problem = tr("The code of this run was too large to keep. Its source is available.");
    else if (form() != Form::source)
        side.title = tr("Pinned: %1, for %2").arg(one.name, qs(side.code->arch));
    return side;
}

/// The newest run whose source differs from that on the right.
ComparePanel::Side ComparePanel::versionBefore() const {
    const RunHistory& history = m_bench.results.history();
    const QString now =
        form() == Form::source ? m_bench.document.source() : m_bench.results.code().source;
    for (int row = 0; row < history.rowCount(); ++row) {
        const RunState& run = history.run(row);
        if (run.source == now || (form() != Form::source && !run.report->code))
            continue;
        return {tr("Run %1").arg(history.number(row)), run.source, run.report->code, {}};
    }
    return {{},
            {},
            {},
            tr("No other version has run yet. Change the source and run again, or pin a run in the "
               "Runs panel to compare with it later.")};
}

ComparePanel::Side ComparePanel::compiledFor(const QString& arch) {
    const Code now = m_bench.results.code().code;
    if (m_compiledOf != now || m_compiledFor != arch) {
        if (m_bench.controller.busy())
            return {{}, {}, {}, tr("Waiting for the current compile or run…")};
        m_compiledOf = now;
        m_compiledFor = arch;
        m_compiling = true;
        m_compiled.reset();
        m_compileProblem = tr("Compiling for %1…").arg(arch);
        project::Project project = m_bench.document.project();
        project.compile.arch = ss(arch);
        const auto answer = [this, guard = QPointer(this), arch, of = now](const Code& code,
                                                                           const QString& problem) {
            if (!guard || m_compiledOf != of || m_compiledFor != arch)
                return;
            m_compiling = false;
            m_compiled = code;
            m_compileProblem = problem;
            refresh();
        };
        m_bench.controller.compileAside(
            project, m_bench.results.code().source,
            [answer, arch](const compile::CompileResult& result) {
                answer(result.succeeded ? std::make_shared<const compile::CompileResult>(result)
                                        : nullptr,
                       result.succeeded ? QString()
                                        : tr("It does not compile for %1:\n\n%2")
                                              .arg(arch, qs(result.log).left(2000)));
            },
            [answer](const Error& error) { answer(nullptr, errorLine(error)); });
    }
    return {tr("The same source, for %1").arg(arch), m_bench.results.code().source, m_compiled,
            m_compileProblem};
}

ComparePanel::Made ComparePanel::make(Form form, const Side& before, const Side& after,
                                      const std::string& own, bool withoutNumbers) {
    const auto listingOf = [&](const Side& side) {
        if (form == Form::ptx)
            return linesOf(ptxListing(*side.code, own));
        return linesOf(sassListing(*side.code, own));
    };
    Made made;
    try {
        Lines left = form == Form::source ? linesOf(before.source) : listingOf(before);
        Lines right = form == Form::source ? linesOf(after.source) : listingOf(after);
        made.sourceLines = std::move(right.source);
        made.comparison = std::make_shared<const Comparison>(
            compareTexts(std::move(left.text), std::move(left.numbers), std::move(right.text),
                         std::move(right.numbers), form != Form::source, withoutNumbers));
    } catch (const Error& error) {
        made.problem = errorText(error) + QStringLiteral(".\n\n") + errorRemedy(error);
    }
    return made;
}

void ComparePanel::compare(const Side& before, const Side& after) {
    if (m_model.rowCount() == 0)
        say(tr("Comparing…"));
    inBackground(
        this,
        [form = form(), before, after, own = compiledName(m_bench.document),
         numbers = m_numbers->isChecked()] { return make(form, before, after, own, numbers); },
        [this, asked = ++m_asked, before, after](const Made& made) {
            if (asked == m_asked)
                take(made, before, after);
        });
}

void ComparePanel::take(const Made& made, const Side& before, const Side& after) {
    if (!made.comparison)
        return say(made.problem);
    const int at = m_before->verticalScrollBar()->value();
    const int row = m_before->currentIndex().row();
    m_ofListing = form() != Form::source;
    m_sourceLines = made.sourceLines;
    m_model.setComparison(made.comparison);
    m_beforeTitle->setText(before.title);
    m_afterTitle->setText(after.title);
    const int letter = QFontMetrics(m_before->font()).horizontalAdvance(QLatin1Char('0'));
    qsizetype longest = 20;
    qsizetype digits = 2;
    for (const std::vector<int>* numbers :
         {&made.comparison->beforeLines, &made.comparison->afterLines}) {
        if (!numbers->empty())
            digits = std::max(digits, QString::number(numbers->back()).size());
    }
    for (const QStringList* lines : {&made.comparison->before, &made.comparison->after}) {
        for (const QString& line : *lines)
            longest = std::max(longest, line.size() + 4 * line.count(QLatin1Char('\t')));
    }
    for (int column = 0; column < CompareModel::ColumnCount; ++column) {
        const bool number =
            column == CompareModel::BeforeLineColumn || column == CompareModel::AfterLineColumn;
        QTreeView* view = column < CompareModel::AfterLineColumn ? m_before : m_after;
        view->setColumnWidth(column, number ? int(digits + 2) * letter + 2 * kSmallGap
                                            : int(longest + 2) * letter);
    }
    m_stack->setCurrentIndex(1);
    m_before->verticalScrollBar()->setValue(at);
    const auto& changes = made.comparison->changes;
    if (std::binary_search(changes.begin(), changes.end(), row))
        showChange(row); // the change shown before
    else if (!changes.empty() && at == 0)
        go(1);
    showWhere();
}

void ComparePanel::say(const QString& text) {
    m_model.setComparison(nullptr);
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
    showWhere();
}

void ComparePanel::go(int direction) {
    const QModelIndex current = m_before->currentIndex();
    const int row = m_model.nextChange(current.isValid() ? current.row() : -1, direction);
    if (row >= 0)
        showChange(row);
}

/// Centres the first line of a change and scrolls to the difference in it.
void ComparePanel::showChange(int row) {
    m_before->setCurrentIndex(m_model.index(row, CompareModel::BeforeColumn));
    m_before->scrollTo(m_model.index(row, CompareModel::BeforeLineColumn),
                       QAbstractItemView::PositionAtCenter);
    int across = 0;
    if (m_model.comparison()->rows[std::size_t(row)].kind == SideRow::Kind::changed) {
        const DifferingPart part = partOf(m_model, row);
        const int letter = QFontMetrics(m_before->font()).horizontalAdvance(QLatin1Char('0'));
        const int text = m_before->columnWidth(CompareModel::BeforeLineColumn) + kSmallGap;
        const int room = std::min(m_before->viewport()->width(), m_after->viewport()->width());
        const int end = text + (std::max(part.beforeEnd, part.afterEnd) + 2) * letter;
        const int begin = text + (part.begin - 2) * letter;
        across = std::max(0, std::min(begin, end - room));
    }
    m_before->horizontalScrollBar()->setValue(across);
}

/// Shows the number of the current change and the total.
void ComparePanel::showWhere() {
    const Comparison* shown = m_model.comparison();
    const int all = shown ? int(shown->changes.size()) : 0;
    const QModelIndex current = m_before->currentIndex();
    const int row = current.isValid() ? current.row() : -1;
    m_previous->setEnabled(m_model.nextChange(row, -1) >= 0);
    m_next->setEnabled(m_model.nextChange(row, 1) >= 0);
    m_where->setText(!shown     ? QString()
                     : all == 0 ? tr("No differences")
                     : row < 0  ? tr("%n change(s)", nullptr, all)
                                : tr("Change %1 of %2").arg(m_model.changeAt(row)).arg(all));
}

void ComparePanel::goToSource(const QModelIndex& index) {
    if (!m_model.comparison() || !index.isValid())
        return;
    const int line = m_model.comparison()->rows[std::size_t(index.row())].after;
    const int source = line >= 0 ? m_sourceLines[std::size_t(line)] : 0;
    if (source > 0)
        m_bench.selection.goTo({{},
                                source,
                                form() == Form::source ? m_bench.document.revision()
                                                       : m_bench.results.code().revision});
}

} // namespace warpbench::ui
