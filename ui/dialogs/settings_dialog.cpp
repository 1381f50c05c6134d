// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings_dialog.h"

#include "ui/dialogs/keys_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/turns.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kNameWidth = 170; // pixels
constexpr int kPagesWidth = 150;
constexpr int kSpacing = 10;

QLabel* label(const QString& text, const char* role) {
    auto* made = new QLabel(text);
    made->setProperty("role", role);
    made->setWordWrap(true);
    return made;
}

bool hasAll(const QString& text, const QStringList& words) {
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

SettingsDialog::SettingsDialog(QMainWindow& window, const DevicesModel& devices)
    : QDialog(&window)
    , m_search(new QLineEdit(this))
    , m_pages(new QListWidget(this))
    , m_pagesLayout(new QVBoxLayout) {
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search in the settings"));
    m_search->setClearButtonEnabled(true);
    m_pages->setObjectName(QStringLiteral("settingsPages"));
    m_pages->setAccessibleName(tr("Pages"));
    withTextScale(*m_pages, [this] { m_pages->setFixedWidth(scaled(kPagesWidth)); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_close = buttons->button(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    QScrollArea* area = makeArea();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(kSpacing);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(kSpacing);
    layout->addWidget(m_search);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);
    middle->addWidget(m_pages);
    middle->addWidget(area, 1);
    addPage(tr("Appearance"), [this] { addAppearance(); });
    addPage(tr("Editor"), [this] { addEditor(); });
    addPage(tr("Numbers"), [this] { addNumbers(); });
    addPage(tr("Device and compiler"), [this, &devices] {
        addDevice(devices);
        addCompiler();
        addCache();
    });
    addPage(tr("Keys"), [this, &window] { addKeys(window); });
    m_pagesLayout->setStretch(int(m_contents.size()) - 1, 10); // the list of keys
    m_nothing = label(tr("No matching setting."), "empty");
    m_pagesLayout->addWidget(m_nothing);
    m_pagesLayout->addStretch(1);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::filter);
    connect(m_pages, &QListWidget::currentRowChanged, this, [this, area] {
        m_search->clear(); // the user wants to see the chosen page
        filter();
        area->verticalScrollBar()->setValue(0);
    });
    m_pages->setCurrentRow(0);
    m_search->setFocus();
    resize(760, 560);
    inTurn(*this, [this] { makeNextPage(); });
}

/// The scroll area of the pages. Added to the dialog while still empty: reparenting a widget makes
/// Qt send style changes to all of its children.
QScrollArea* SettingsDialog::makeArea() {
    auto* area = new QScrollArea(this);
    area->setAccessibleName(tr("Settings"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget;
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    m_pagesLayout->setContentsMargins(12, 8, 12, 12);
    m_pagesLayout->setSpacing(kSpacing);
    page->setLayout(m_pagesLayout);
    area->setWidget(page);
    return area;
}

/// \param make  adds its rows on first use
void SettingsDialog::addPage(const QString& title, std::function<void()> make) {
    m_pages->addItem(title);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(kSpacing);
    m_pagesLayout->addLayout(rows);
    auto* heading = label(title, "section");
    rows->addWidget(heading);
    m_contents.push_back({heading, rows, std::move(make)});
}

void SettingsDialog::makePage(std::size_t index) {
    const auto make = std::exchange(m_contents[index].make, nullptr);
    if (!make)
        return;
    m_making = index;
    make();
    showDefaults();
    // Tab visits fields in the order of creation, and the close button last.
    QWidget* last = previousInFocusChain();
    while (last != this && (last == m_close || last->focusPolicy() == Qt::NoFocus))
        last = last->previousInFocusChain();
    if (last != this)
        setTabOrder(last, m_close);
}

/// One page per turn, so that the keyboard stays responsive.
void SettingsDialog::makeNextPage() {
    const auto next = std::find_if(m_contents.begin(), m_contents.end(),
                                   [](const Page& page) { return bool(page.make); });
    if (next == m_contents.end())
        return;
    makePage(std::size_t(next - m_contents.begin()));
    filter();
    inTurn(*this, [this] { makeNextPage(); });
}

bool SettingsDialog::complete() const {
    return std::none_of(m_contents.begin(), m_contents.end(),
                        [](const Page& page) { return bool(page.make); });
}

void SettingsDialog::addRow(const Setting& setting) {
    auto* row = new QWidget(m_pagesLayout->parentWidget());
    row->hide(); // shown by filter()
    m_contents[m_making].rows->addWidget(row);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* title = label(setting.name, "name");
    withTextScale(*title, [title] { title->setFixedWidth(scaled(kNameWidth)); });
    title->setBuddy(setting.field);
    if (setting.field->accessibleName().isEmpty()) {
        setting.field->setAccessibleName(setting.name);
    }
    setting.field->setAccessibleDescription(setting.hint);
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    layout->addWidget(title, 0, Qt::AlignTop);
    layout->addLayout(right, 1);
    const bool narrow = setting.field->maximumWidth() < QWIDGETSIZE_MAX;
    right->addWidget(setting.field, 0, narrow ? Qt::AlignLeft : Qt::Alignment());
    if (!setting.hint.isEmpty()) {
        right->addWidget(label(setting.hint, "muted"));
    }
    auto* reset = new QToolButton(row);
    reset->setIcon(icon(QStringLiteral("undo")));
    reset->setAutoRaise(true);
    reset->setToolTip(tr("Back to the default"));
    reset->setAccessibleName(tr("Default of %1").arg(setting.name));
    QSizePolicy keeps = reset->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    reset->setSizePolicy(keeps);
    reset->setVisible(bool(setting.reset));
    if (setting.reset) {
        connect(reset, &QToolButton::clicked, this, setting.reset);
    }
    layout->addWidget(reset, 0, Qt::AlignTop);
    m_rows.push_back(
        {int(m_making), row,
         setting.name + QLatin1Char(' ') + setting.hint + QLatin1Char(' ') + setting.words,
         setting.reset ? reset : nullptr, setting.isDefault});
}

void SettingsDialog::addChoice(const QString& name, QComboBox* box, const QString& hint,
                               const QString& words) {
    addRow({name, box, hint, words, [box] { return box->currentIndex() == 0; },
            [box] { box->setCurrentIndex(0); }});
}

void SettingsDialog::addNumber(const QString& name, QSpinBox* box, int byDefault,
                               const QString& hint, const QString& words) {
    addRow({name, box, hint, words, [box, byDefault] { return box->value() == byDefault; },
            [box, byDefault] { box->setValue(byDefault); }});
}

void SettingsDialog::addKeys(QMainWindow& window) {
    m_keys = new KeysPage(window, m_pagesLayout->parentWidget());
    m_keys->setMinimumHeight(380);
    m_keys->hide();
    m_contents[m_making].rows->addWidget(m_keys, 10);
}

void SettingsDialog::showDefaults() {
    for (const Row& row : m_rows) {
        if (row.reset) {
            row.reset->setEnabled(!row.isDefault());
        }
    }
}

void SettingsDialog::tellChange() {
    showDefaults();
    emit changed();
}

/// Shows the selected page; during a search, the matches on all pages.
void SettingsDialog::filter() {
    const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const int chosen = m_pages->currentRow();
    for (std::size_t page = 0; page < m_contents.size(); ++page) {
        if (!words.isEmpty() || int(page) == chosen)
            makePage(page);
    }
    std::vector<bool> shown(m_contents.size(), false);
    for (const Row& row : m_rows) {
        const bool visible = words.isEmpty() ? row.page == chosen : hasAll(row.words, words);
        row.widget->setVisible(visible);
        shown[std::size_t(row.page)] = shown[std::size_t(row.page)] || visible;
    }
    shown.back() = filterKeys(words);
    for (std::size_t page = 0; page < m_contents.size(); ++page) {
        m_contents[page].heading->setVisible(shown[page]);
    }
    m_nothing->setVisible(std::none_of(shown.begin(), shown.end(), [](bool any) { return any; }));
}

/// \returns whether anything on the page of keys is shown
bool SettingsDialog::filterKeys(const QStringList& words) {
    if (!m_keys)
        return false;
    // A word from the page's own name shows all of it.
    const QString name = m_contents.back().heading->text() + tr(" shortcuts keyboard");
    const bool all = words.isEmpty() || hasAll(name, words);
    const bool found = m_keys->filter(all ? QStringList() : words);
    const bool chosen = m_pages->currentRow() == int(m_contents.size()) - 1;
    m_keys->setVisible(words.isEmpty() ? chosen : found);
    return words.isEmpty() ? chosen : found;
}

} // namespace warpbench::ui
