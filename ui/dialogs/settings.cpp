// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings.h"

#include "ui/dialogs/settings_store.h"
#include "ui/theme/text_scale.h"

#include <QFileInfo>

#include <algorithm>

namespace warpbench::ui::settings {

namespace {

constexpr int kMaxRecent = 10;
constexpr int kMaxTrusted = 200;

bool g_kept = true;

QVariant value(const char* key, const QVariant& otherwise = {}) {
    return store::value(key, otherwise);
}

void setValue(const char* key, const QVariant& value) {
    if (g_kept)
        store::set(QLatin1String(key), value);
}

void mergeValue(const char* key, store::Merge how, const QVariant& with) {
    if (g_kept)
        store::merge(key, how, with);
}

/// Moves a file to the front of a list.
QStringList withFirst(QStringList files, const QString& file, int most) {
    files.removeAll(file);
    files.prepend(file);
    return files.mid(0, most);
}

} // namespace

void flush() {
    store::flush();
}

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
    store::forget(); // another instance may have opened one
    QStringList files;
    for (const QString& file : value("recentFiles").toStringList()) {
        if (QFileInfo::exists(file)) {
            files << file;
        }
    }
    return files;
}

void addRecentFile(const QString& path) {
    mergeValue(
        "recentFiles",
        [](const QVariant& before, const QVariant& with) -> QVariant {
            return withFirst(before.toStringList(), with.toString(), kMaxRecent);
        },
        QFileInfo(path).absoluteFilePath());
}

bool isTrusted(const QString& project) {
    return value("trustedProjects").toStringList().contains(QFileInfo(project).canonicalFilePath());
}

void setTrusted(const QString& project, bool trusted) {
    const QString file = QFileInfo(project).canonicalFilePath();
    if (file.isEmpty())
        return;
    const auto add = [](const QVariant& before, const QVariant& with) -> QVariant {
        return withFirst(before.toStringList(), with.toString(), kMaxTrusted);
    };
    const auto remove = [](const QVariant& before, const QVariant& with) -> QVariant {
        QStringList files = before.toStringList();
        files.removeAll(with.toString());
        return files;
    };
    mergeValue("trustedProjects", trusted ? store::Merge(add) : store::Merge(remove), file);
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

QStringList breakpoints(const QString& project) {
    return value("breakpoints")
        .toMap()
        .value(QFileInfo(project).canonicalFilePath())
        .toStringList();
}

void setBreakpoints(const QString& project, const QStringList& breakpoints) {
    const QString file = QFileInfo(project).canonicalFilePath();
    if (file.isEmpty())
        return;
    mergeValue(
        "breakpoints",
        [](const QVariant& before, const QVariant& with) -> QVariant {
            QVariantMap projects = before.toMap();
            const QVariantMap one = with.toMap();
            if (one.first().toStringList().isEmpty())
                projects.remove(one.firstKey());
            else
                projects[one.firstKey()] = one.first();
            // Removes entries of deleted projects.
            const QStringList known = projects.keys();
            for (const QString& path : known) {
                if (projects.size() > kMaxTrusted && !QFileInfo::exists(path))
                    projects.remove(path);
            }
            return projects;
        },
        QVariantMap{{file, breakpoints}});
}

TasksDone tasksDone(const QString& lesson) {
    const QVariantMap all = value("tasks").toMap();
    const QVariantList counts = all.value(lesson).toList();
    return counts.size() == 2 ? TasksDone{counts[0].toInt(), counts[1].toInt()} : TasksDone{};
}

void setTasksDone(const QString& lesson, int done, int all) {
    mergeValue(
        "tasks",
        [](const QVariant& before, const QVariant& with) -> QVariant {
            QVariantMap lessons = before.toMap();
            const QVariantMap one = with.toMap();
            lessons[one.firstKey()] = one.first();
            return lessons;
        },
        QVariantMap{{lesson, QVariantList{done, all}}});
}

QByteArray windowGeometry() {
    return value("window/geometry").toByteArray();
}

QHash<QString, QByteArray> layouts() {
    QHash<QString, QByteArray> all;
    for (const QString& name : store::namesIn(QStringLiteral("layouts")))
        all[name] = value(qPrintable(QStringLiteral("layouts/") + name)).toByteArray();
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

int textScale() {
    return std::clamp(value("textScale", kUsualTextScale).toInt(), kSmallestTextScale,
                      kLargestTextScale);
}

void setTextScale(int percent) {
    setValue("textScale", percent);
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

bool twoBufferViews() {
    return value("window/twoBufferViews", false).toBool();
}

void setTwoBufferViews(bool on) {
    setValue("window/twoBufferViews", on);
}

} // namespace warpbench::ui::settings
