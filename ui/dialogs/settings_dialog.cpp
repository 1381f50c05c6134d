// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings_dialog.h"

#include "core/platform/folders.h"
#include "ui/dialogs/settings.h"
#include "ui/models/text.h"
#include "ui/theme/fonts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kNameWidth = 150;
constexpr int kFieldWidth = 260;

QLabel* label(const QString& text, const char* role) {
    auto* made = new QLabel(text);
    made->setProperty("role", role);
    made->setWordWrap(true);
    return made;
}

QSpinBox* number(int from, int to, int now, const QString& unit) {
    auto* box = new QSpinBox;
    box->setRange(from, to);
    box->setValue(now);
    box->setSuffix(unit);
    box->setFixedWidth(110);
    return box;
}

qint64 bytesIn(const QString& folder) {
    qint64 bytes = 0;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += files.fileInfo().size();
    }
    return bytes;
}

QString compileCache() {
    return qs(platform::cacheFolder() / "compile");
}

} // namespace

SettingsDialog::SettingsDialog(QWidget* parent)
    : QDialog(parent)
    , m_search(new QLineEdit)
    , m_rowsLayout(new QVBoxLayout)
    , m_nothing(label(tr("No setting of that name."), "empty")) {
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(10);
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search in the settings"));
    m_search->setClearButtonEnabled(true);
    layout->addWidget(m_search);
    auto* page = new QWidget;
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    m_rowsLayout->setContentsMargins(12, 8, 12, 12);
    m_rowsLayout->setSpacing(10);
    page->setLayout(m_rowsLayout);
    auto* area = new QScrollArea;
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    layout->addWidget(area, 1);
    addAppearance();
    addEditor();
    addSafety();
    addCompiler();
    m_nothing->hide();
    m_rowsLayout->addWidget(m_nothing);
    m_rowsLayout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::search);
    resize(600, 580);
}

void SettingsDialog::startGroup(const QString& title) {
    m_heading = label(title, "section");
    m_rowsLayout->addWidget(m_heading);
}

void SettingsDialog::addRow(const QString& name, QWidget* field, const QString& hint,
                            const QString& words) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(name);
    title->setFixedWidth(kNameWidth);
    title->setBuddy(field);
    if (field->accessibleName().isEmpty()) {
        field->setAccessibleName(name);
    }
    field->setAccessibleDescription(hint);
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    const bool narrow = field->maximumWidth() < QWIDGETSIZE_MAX;
    right->addWidget(field, 0, narrow ? Qt::AlignLeft : Qt::Alignment());
    if (!hint.isEmpty()) {
        right->addWidget(label(hint, "muted"));
    }
    layout->addWidget(title, 0, Qt::AlignTop);
    layout->addLayout(right, 1);
    m_rowsLayout->addWidget(row);
    m_rows.push_back({row, m_heading, name + QLatin1Char(' ') + hint + QLatin1Char(' ') + words});
}

void SettingsDialog::addAppearance() {
    startGroup(tr("Appearance"));
    auto* theme = new QComboBox;
    theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(int(settings::themeChoice()));
    theme->setFixedWidth(kFieldWidth);
    connect(theme, &QComboBox::currentIndexChanged, this, [this](int index) {
        settings::setThemeChoice(settings::ThemeChoice(index));
        emit changed();
    });
    addRow(tr("Theme"), theme, {}, tr("colours dark light"));
    auto* family = new QComboBox;
    family->addItem(tr("The first good one"), QString());
    for (const QString& name : QFontDatabase::families()) {
        if (QFontDatabase::isFixedPitch(name) && !QFontDatabase::isPrivateFamily(name)) {
            family->addItem(name, name);
        }
    }
    family->setCurrentIndex(std::max(0, family->findData(settings::codeFontFamily())));
    family->setFixedWidth(kFieldWidth);
    connect(family, &QComboBox::currentIndexChanged, this, [this, family] {
        settings::setCodeFont(family->currentData().toString(), settings::codeFontSize());
        emit changed();
    });
    addRow(tr("Font of code"), family, tr("Fonts whose letters are of one width"),
           tr("editor typeface monospace"));
    auto* size = number(7, 24, settings::codeFontSize(), tr(" pt"));
    connect(size, &QSpinBox::valueChanged, this, [this](int points) {
        settings::setCodeFont(settings::codeFontFamily(), points);
        emit changed();
    });
    addRow(tr("Size of code"), size, {}, tr("font letters editor zoom"));
}

void SettingsDialog::addEditor() {
    startGroup(tr("Editor"));
    auto* tab = number(1, 16, settings::tabWidth(), tr(" columns"));
    connect(tab, &QSpinBox::valueChanged, this, [this](int columns) {
        settings::setTabWidth(columns);
        emit changed();
    });
    addRow(tr("Tab width"), tab, tr("Also how far a block is indented"), tr("indent blanks"));
}

void SettingsDialog::addSafety() {
    startGroup(tr("Unsaved work"));
    auto* age = number(1, 60, settings::autosaveSeconds(), tr(" s"));
    connect(age, &QSpinBox::valueChanged, this, [this](int seconds) {
        settings::setAutosaveSeconds(seconds);
        emit changed();
    });
    addRow(tr("Greatest age of a copy"), age,
           tr("What a crash can cost at most: later typing is in no copy yet"),
           tr("autosave recovery crash backup"));
}

void SettingsDialog::addCompiler() {
    startGroup(tr("Compiler"));
    auto* choice = new QWidget;
    auto* row = new QHBoxLayout(choice);
    row->setContentsMargins(0, 0, 0, 0);
    auto* folder = new QLineEdit(settings::toolkitFolder());
    folder->setPlaceholderText(tr("found by itself"));
    folder->setAccessibleName(tr("CUDA toolkit"));
    auto* browse = new QPushButton(tr("&Browse…"));
    browse->setAutoDefault(false);
    row->addWidget(folder, 1);
    row->addWidget(browse);
    choice->setFocusProxy(folder);
    const auto take = [this, folder] {
        settings::setToolkitFolder(folder->text().trimmed());
        emit changed();
    };
    connect(folder, &QLineEdit::editingFinished, this, take);
    connect(browse, &QPushButton::clicked, this, [this, folder, take] {
        const QString chosen =
            QFileDialog::getExistingDirectory(this, tr("CUDA Toolkit"), folder->text());
        if (!chosen.isEmpty()) {
            folder->setText(QDir::toNativeSeparators(chosen));
            take();
        }
    });
    addRow(tr("CUDA toolkit"), choice,
           tr("The folder that has include and lib64, from the next start on"),
           tr("nvrtc nvcc path install"));
    auto* cache = new QWidget;
    auto* line = new QHBoxLayout(cache);
    line->setContentsMargins(0, 0, 0, 0);
    auto* used = new QLabel;
    auto* empty = new QPushButton(tr("&Empty It"));
    empty->setAccessibleName(tr("Empty the compile cache"));
    empty->setAutoDefault(false);
    line->addWidget(used, 1);
    line->addWidget(empty);
    const auto tell = [used, empty] {
        const qint64 bytes = bytesIn(compileCache());
        used->setText(QLocale().formattedDataSize(bytes));
        empty->setEnabled(bytes > 0);
    };
    connect(empty, &QPushButton::clicked, this, [tell] {
        QDir(compileCache()).removeRecursively();
        tell();
    });
    tell();
    addRow(tr("Compile cache"), cache,
           tr("Compiled kernels in %1").arg(QDir::toNativeSeparators(compileCache())),
           tr("disk space clear delete"));
}

void SettingsDialog::search(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool any = false;
    for (const Row& row : m_rows) {
        row.heading->hide();
    }
    for (const Row& row : m_rows) {
        const bool found = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return row.words.contains(word, Qt::CaseInsensitive);
        });
        row.widget->setVisible(found);
        if (found) {
            row.heading->show();
        }
        any = any || found;
    }
    m_nothing->setVisible(!any);
}

} // namespace warpbench::ui
