// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings_dialog.h"

#include "ui/dialogs/keys_page.h"
#include "ui/theme/icons.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kNameWidth = 170; // pixels
constexpr int kPagesWidth = 150;

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
    , m_search(new QLineEdit)
    , m_pages(new QListWidget)
    , m_rowsLayout(new QVBoxLayout)
    , m_nothing(label(tr("No setting of that name."), "empty")) {
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search in the settings"));
    m_search->setClearButtonEnabled(true);
    m_pages->setObjectName(QStringLiteral("settingsPages"));
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setFixedWidth(kPagesWidth);
    auto* page = new QWidget;
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    m_rowsLayout->setContentsMargins(12, 8, 12, 12);
    m_rowsLayout->setSpacing(10);
    page->setLayout(m_rowsLayout);
    auto* area = new QScrollArea;
    area->setAccessibleName(tr("Settings"));
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    addAppearance();
    addEditor();
    addNumbers();
    addDevice(devices);
    addCompiler();
    addCache();
    addKeys(window);
    m_rowsLayout->addWidget(m_nothing);
    m_rowsLayout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(10);
    middle->addWidget(m_pages);
    middle->addWidget(area, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(10);
    layout->addWidget(m_search);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::filter);
    connect(m_pages, &QListWidget::currentRowChanged, this, [this, area] {
        m_search->clear(); // who picks a page wants to see it
        filter();
        area->verticalScrollBar()->setValue(0);
    });
    m_pages->setCurrentRow(0);
    showDefaults();
    m_search->setFocus();
    resize(760, 560);
}

void SettingsDialog::startPage(const QString& title) {
    m_pages->addItem(title);
    m_headings.push_back(label(title, "section"));
    m_rowsLayout->addWidget(m_headings.back());
}

void SettingsDialog::addRow(const Setting& setting) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* title = label(setting.name, "name");
    title->setFixedWidth(kNameWidth);
    title->setBuddy(setting.field);
    if (setting.field->accessibleName().isEmpty()) {
        setting.field->setAccessibleName(setting.name);
    }
    setting.field->setAccessibleDescription(setting.hint);
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    const bool narrow = setting.field->maximumWidth() < QWIDGETSIZE_MAX;
    right->addWidget(setting.field, 0, narrow ? Qt::AlignLeft : Qt::Alignment());
    if (!setting.hint.isEmpty()) {
        right->addWidget(label(setting.hint, "muted"));
    }
    auto* reset = new QToolButton;
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
    layout->addWidget(title, 0, Qt::AlignTop);
    layout->addLayout(right, 1);
    layout->addWidget(reset, 0, Qt::AlignTop);
    m_rowsLayout->addWidget(row);
    m_rows.push_back(
        {int(m_headings.size()) - 1, row,
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
    startPage(tr("Keys"));
    m_keys = new KeysPage(window);
    m_keys->setMinimumHeight(380);
    m_rowsLayout->addWidget(m_keys, 10);
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

/// The page that is chosen; or, while something is searched for, what is found on all of them.
void SettingsDialog::filter() {
    const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const int chosen = m_pages->currentRow();
    std::vector<bool> shown(m_headings.size(), false);
    for (const Row& row : m_rows) {
        const bool visible = words.isEmpty() ? row.page == chosen : hasAll(row.words, words);
        row.widget->setVisible(visible);
        shown[std::size_t(row.page)] = shown[std::size_t(row.page)] || visible;
    }
    const int last = int(m_headings.size()) - 1;
    // A word that the page itself is called by shows all of it.
    const QString keysName = m_headings.back()->text() + tr(" shortcuts keyboard");
    const bool allKeys = words.isEmpty() || hasAll(keysName, words);
    const bool keysFound = m_keys->filter(allKeys ? QStringList() : words);
    shown.back() = words.isEmpty() ? chosen == last : keysFound;
    m_keys->setVisible(shown.back());
    for (std::size_t page = 0; page < m_headings.size(); ++page) {
        m_headings[page]->setVisible(shown[page]);
    }
    m_nothing->setVisible(std::none_of(shown.begin(), shown.end(), [](bool any) { return any; }));
}

} // namespace warpbench::ui
