// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace warpbench::ui::settings {

namespace {

constexpr int kMaxRecent = 10;
constexpr int kMaxTrusted = 200;

QVariant value(const char* key, const QVariant& otherwise = {}) {
    return QSettings().value(QLatin1String(key), otherwise);
}

bool g_kept = true;

void setValue(const char* key, const QVariant& value) {
    if (g_kept) {
        QSettings store;
        store.setValue(kVersionKey, kVersion);
        store.setValue(QLatin1String(key), value);
    }
}

} // namespace

void setKept(bool kept) {
    g_kept = kept;
}

ThemeChoice themeChoice() {
    const QString name = value("theme").toString();
    return name == QLatin1String("dark")    ? ThemeChoice::dark
           : name == QLatin1String("light") ? ThemeChoice::light
                                            : ThemeChoice::system;
}

void setThemeChoice(ThemeChoice choice) {
    setValue("theme", choice == ThemeChoice::dark    ? "dark"
                      : choice == ThemeChoice::light ? "light"
                                                     : "system");
}

QString language() {
    return value("language").toString();
}

void setLanguage(const QString& code) {
    setValue("language", code);
}

QStringList recentFiles() {
    QStringList files;
    for (const QString& file : value("recentFiles").toStringList()) {
        if (QFileInfo::exists(file)) {
            files << file;
        }
    }
    return files;
}

void addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = value("recentFiles").toStringList();
    files.removeAll(absolute);
    files.prepend(absolute);
    setValue("recentFiles", QStringList(files.mid(0, kMaxRecent)));
}

bool isTrusted(const QString& project) {
    return value("trustedProjects").toStringList().contains(QFileInfo(project).canonicalFilePath());
}

void setTrusted(const QString& project, bool trusted) {
    const QString file = QFileInfo(project).canonicalFilePath();
    QStringList files = value("trustedProjects").toStringList();
    files.removeAll(file);
    if (trusted && !file.isEmpty()) {
        files.prepend(file);
    }
    setValue("trustedProjects", QStringList(files.mid(0, kMaxTrusted)));
}

void clearRecentFiles() {
    setValue("recentFiles", QStringList());
}

QVariantMap chosenKeys() {
    return value("keys").toMap();
}

void setChosenKeys(const QVariantMap& keys) {
    setValue("keys", keys);
}

bool tourSeen() {
    return value("tourSeen").toBool();
}

void setTourSeen(bool seen) {
    setValue("tourSeen", seen);
}

TasksDone tasksDone(const QString& lesson) {
    const QVariantMap all = value("tasks").toMap();
    const QVariantList counts = all.value(lesson).toList();
    return counts.size() == 2 ? TasksDone{counts[0].toInt(), counts[1].toInt()} : TasksDone{};
}

void setTasksDone(const QString& lesson, int done, int all) {
    QVariantMap lessons = value("tasks").toMap();
    lessons[lesson] = QVariantList{done, all};
    setValue("tasks", lessons);
}

QByteArray windowGeometry() {
    return value("window/geometry").toByteArray();
}

QHash<QString, QByteArray> layouts() {
    QHash<QString, QByteArray> all;
    QSettings store;
    store.beginGroup(QStringLiteral("layouts"));
    for (const QString& name : store.childKeys()) {
        all[name] = store.value(name).toByteArray();
    }
    return all;
}

QString perspective() {
    return value("window/perspective").toString();
}

void setWindow(const QByteArray& geometry, const QHash<QString, QByteArray>& layouts,
               const QString& perspective) {
    setValue("window/geometry", geometry);
    setValue("window/perspective", perspective);
    for (auto layout = layouts.begin(); layout != layouts.end(); ++layout) {
        setValue(qPrintable(QStringLiteral("layouts/") + layout.key()), layout.value());
    }
}

QString codeFontFamily() {
    return value("editor/font").toString();
}

int codeFontSize() {
    return std::clamp(value("editor/fontSize", kCodeFontSize).toInt(), 7, 24);
}

void setCodeFont(const QString& family, int points) {
    setValue("editor/font", family);
    setValue("editor/fontSize", points);
}

int tabWidth() {
    return std::clamp(value("editor/tabWidth", kTabWidth).toInt(), 1, 16);
}

void setTabWidth(int columns) {
    setValue("editor/tabWidth", columns);
}

int numberDigits() {
    const int digits = value("numbers/digits", 0).toInt();
    return digits <= 0 ? 0 : std::clamp(digits, 2, 17);
}

void setNumberDigits(int digits) {
    setValue("numbers/digits", digits);
}

bool hexIntegers() {
    return value("numbers/hexIntegers", false).toBool();
}

void setHexIntegers(bool on) {
    setValue("numbers/hexIntegers", on);
}

bool compilesOnPause() {
    return value("run/compileOnPause", true).toBool();
}

void setCompilesOnPause(bool on) {
    setValue("run/compileOnPause", on);
}

bool asksClangd() {
    return value("editor/clangd", true).toBool();
}

void setAsksClangd(bool on) {
    setValue("editor/clangd", on);
}

int autosaveSeconds() {
    return std::clamp(value("autosaveSeconds", kAutosaveSeconds).toInt(), 1, 60);
}

void setAutosaveSeconds(int seconds) {
    setValue("autosaveSeconds", seconds);
}

QString toolkitFolder() {
    return value("compiler/toolkit").toString();
}

void setToolkitFolder(const QString& folder) {
    setValue("compiler/toolkit", folder);
}

int editorZoom() {
    return value("editor/zoom", 0).toInt();
}

void setEditorZoom(int zoom) {
    setValue("editor/zoom", zoom);
}

QString lastFolder() {
    return value("lastFolder").toString();
}

void setLastFolder(const QString& folder) {
    setValue("lastFolder", folder);
}

QString device() {
    return value("device").toString();
}

void setDevice(const QString& selector) {
    setValue("device", selector);
}

bool guardZones() {
    return value("run/guardZones", false).toBool();
}

void setGuardZones(bool on) {
    setValue("run/guardZones", on);
}

bool checkFaults() {
    return value("run/checkFaults", true).toBool();
}

void setCheckFaults(bool on) {
    setValue("run/checkFaults", on);
}

bool lineCosts() {
    return value("run/metrics", false).toBool();
}

void setLineCosts(bool on) {
    setValue("run/metrics", on);
}

int lineMetric() {
    return value("editor/lineMetric", 0).toInt();
}

void setLineMetric(int metric) {
    setValue("editor/lineMetric", metric);
}

} // namespace warpbench::ui::settings
