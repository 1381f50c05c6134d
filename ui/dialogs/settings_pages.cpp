// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the settings dialog.
#include "core/platform/folders.h"
#include "ui/dialogs/language.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/documents/background.h"
#include "ui/run/devices_model.h"
#include "ui/theme/text_scale.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kFieldWidth = 260; // pixels

QSpinBox* number(int from, int to, int now, const QString& unit) {
    auto* box = new QSpinBox;
    box->setRange(from, to);
    box->setValue(now);
    box->setSuffix(unit);
    box->setFixedWidth(scaled(130));
    return box;
}

QComboBox* choice() {
    auto* box = new QComboBox;
    box->setFixedWidth(scaled(kFieldWidth));
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

void SettingsDialog::addAppearance() {
    auto* theme = choice();
    theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(int(settings::themeChoice()));
    connect(theme, &QComboBox::currentIndexChanged, this, [this](int index) {
        settings::setThemeChoice(settings::ThemeChoice(index));
        tellChange();
    });
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const QString follows = tr("Follows changes of the system at once.");
#else
    const QString follows = tr("Follows changes of the system at the next start.");
#endif
    addChoice(tr("Theme"), theme, follows, tr("colours dark light"));
    auto* scale = number(kSmallestTextScale, kLargestTextScale, settings::textScale(), tr(" %"));
    scale->setSingleStep(10);
    connect(scale, &QSpinBox::valueChanged, this, [this](int percent) {
        settings::setTextScale(percent);
        tellChange();
    });
    addNumber(tr("Size of text"), scale, kUsualTextScale, tr("For all text in the window"),
              tr("font letters editor zoom scale beamer"));
    auto* family = choice();
    family->addItem(tr("Automatic"), QString());
    for (const QString& name : QFontDatabase::families()) {
        if (QFontDatabase::isFixedPitch(name) && !QFontDatabase::isPrivateFamily(name)) {
            family->addItem(name, name);
        }
    }
    family->setCurrentIndex(std::max(0, family->findData(settings::codeFontFamily())));
    connect(family, &QComboBox::currentIndexChanged, this, [this, family] {
        settings::setCodeFont(family->currentData().toString(), settings::codeFontSize());
        tellChange();
    });
    addChoice(tr("Font of code"), family, tr("Monospaced fonts"), tr("editor typeface monospace"));
    auto* size = number(7, 24, settings::codeFontSize(), tr(" pt"));
    connect(size, &QSpinBox::valueChanged, this, [this](int points) {
        settings::setCodeFont(settings::codeFontFamily(), points);
        tellChange();
    });
    addNumber(tr("Size of code"), size, settings::kCodeFontSize, tr("At the normal size of text"),
              tr("font letters editor"));
    addLanguage();
}

void SettingsDialog::addLanguage() {
    auto* box = choice();
    box->addItem(tr("As the system (%1)").arg(nameOfLanguage(systemLanguage())), QString());
    for (const QString& code : languages()) {
        box->addItem(nameOfLanguage(code), code);
    }
    box->setCurrentIndex(std::max(0, box->findData(settings::language())));
    connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
        settings::setLanguage(box->currentData().toString());
        tellChange();
    });
    // Also found by its English name, for users who cannot read the current language.
    addChoice(tr("Language"), box, tr("Takes effect at the next start"),
              QStringLiteral("Language Sprache ") + tr("translation English German"));
}

void SettingsDialog::addEditor() {
    auto* tab = number(1, 16, settings::tabWidth(), tr(" columns"));
    connect(tab, &QSpinBox::valueChanged, this, [this](int columns) {
        settings::setTabWidth(columns);
        tellChange();
    });
    addNumber(tr("Tab width"), tab, settings::kTabWidth,
              tr("Also the indentation of blocks, unless a file uses its own"),
              tr("indent blanks"));
    auto* clangd = new QComboBox;
    clangd->addItems({tr("Used if installed"), tr("Not used")});
    clangd->setCurrentIndex(settings::asksClangd() ? 0 : 1);
    clangd->setFixedWidth(scaled(kFieldWidth));
    connect(clangd, &QComboBox::currentIndexChanged, this, [this](int index) {
        settings::setAsksClangd(index == 0);
        tellChange();
    });
    addChoice(tr("clangd"), clangd,
              tr("For names from macros and templates; its own diagnostics are not shown"),
              tr("completion language server tips"));
    auto* age = number(1, 60, settings::autosaveSeconds(), tr(" s"));
    connect(age, &QSpinBox::valueChanged, this, [this](int seconds) {
        settings::setAutosaveSeconds(seconds);
        tellChange();
    });
    addNumber(tr("Maximum age of a copy"), age, settings::kAutosaveSeconds,
              tr("The most work that a crash can lose; newer typing is not copied yet"),
              tr("unsaved work autosave recovery crash backup"));
}

void SettingsDialog::addNumbers() {
    auto* digits = choice();
    digits->addItem(tr("As many as needed"), 0);
    for (const int count : {3, 4, 5, 6, 8, 10}) {
        digits->addItem(tr("At most %1").arg(count), count);
    }
    digits->setCurrentIndex(std::max(0, digits->findData(settings::numberDigits())));
    connect(digits, &QComboBox::currentIndexChanged, this, [this, digits] {
        settings::setNumberDigits(digits->currentData().toInt());
        tellChange();
    });
    addChoice(tr("Digits of fractions"), digits,
              tr("In buffer tables. Copied, saved and compared values are exact."),
              tr("precision float decimal format"));
    auto* integers = choice();
    integers->addItems({tr("Decimal"), tr("Hexadecimal")});
    integers->setCurrentIndex(settings::hexIntegers() ? 1 : 0);
    connect(integers, &QComboBox::currentIndexChanged, this, [this](int index) {
        settings::setHexIntegers(index == 1);
        tellChange();
    });
    addChoice(tr("Integers"), integers,
              tr("In buffer tables. The 0x button there also shows fractions in hexadecimal."),
              tr("hex base format"));
}

void SettingsDialog::addDevice(const DevicesModel& devices) {
    auto* box = choice();
    box->setFixedWidth(scaled(kFieldWidth + 60));
    box->addItem(tr("The first that works"), QString());
    for (const session::DeviceInfo& device : devices.devices()) {
        if (device.usable()) {
            box->addItem(qs(device.name), qs(device.selector));
        }
    }
    const QString now = settings::device();
    if (!now.isEmpty() && box->findData(now) < 0) {
        box->addItem(tr("%1 (not available)").arg(now), now);
    }
    box->setCurrentIndex(std::max(0, box->findData(now)));
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, &devices] {
        const QString selector = box->currentData().toString();
        settings::setDevice(selector);
        if (const int row = devices.rowOf(selector); row >= 0) {
            emit deviceChosen(row);
        }
        tellChange();
    });
    addChoice(tr("Device"), box,
              tr("A device takes effect at once, “The first that works” at the next start."),
              tr("gpu simulated cuda"));
}

void SettingsDialog::addCompiler() {
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* folder = new QLineEdit(settings::toolkitFolder());
    folder->setObjectName(QStringLiteral("toolkitFolder"));
    folder->setPlaceholderText(tr("found automatically"));
    folder->setAccessibleName(tr("CUDA toolkit"));
    auto* browse = new QPushButton(tr("&Browse…"));
    browse->setAutoDefault(false);
    row->addWidget(folder, 1);
    row->addWidget(browse);
    both->setFocusProxy(folder);
    const auto take = [this, folder] {
        settings::setToolkitFolder(folder->text().trimmed());
        tellChange();
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
    addRow({tr("CUDA toolkit"), both,
            tr("The folder with include and lib64; takes effect at the next start"),
            tr("nvrtc nvcc path install"), [folder] { return folder->text().trimmed().isEmpty(); },
            [folder, take] {
                folder->clear();
                take();
            }});
}

void SettingsDialog::addCache() {
    auto* cache = new QWidget;
    auto* line = new QHBoxLayout(cache);
    line->setContentsMargins(0, 0, 0, 0);
    auto* used = new QLabel;
    auto* empty = new QPushButton(tr("&Empty It"));
    empty->setAccessibleName(tr("Empty the compile cache"));
    empty->setAutoDefault(false);
    line->addWidget(used, 1);
    line->addWidget(empty);
    // There may be thousands of files.
    const auto tell = [used, empty](qint64 bytes) {
        used->setText(describeBytes(std::uint64_t(bytes)));
        empty->setEnabled(bytes > 0);
    };
    const QString folder = compileCache();
    empty->setEnabled(false);
    connect(empty, &QPushButton::clicked, this, [empty, folder, tell] {
        empty->setEnabled(false);
        inBackground(
            empty,
            [folder] {
                QDir(folder).removeRecursively();
                return bytesIn(folder);
            },
            tell);
    });
    inBackground(
        empty, [folder] { return bytesIn(folder); }, tell);
    addRow({tr("Compile cache"),
            cache,
            tr("Compiled kernels in %1").arg(QDir::toNativeSeparators(folder)),
            tr("disk space clear delete"),
            {},
            {}});
}

} // namespace warpbench::ui
