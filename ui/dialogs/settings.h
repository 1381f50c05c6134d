// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QStringList>
#include <QVariantMap>

#include <optional>

namespace warpbench::ui {

/// What the program remembers about the user between sessions (QSettings), independent of any
/// project.
namespace settings {

constexpr int kVersion = 1; ///< of the stored settings
inline const QString kVersionKey = QStringLiteral("settingsVersion");

/// A settings file that could not be read.
struct SetAside {
    QString file; ///< its new name; empty: renaming failed as well
    QString why;  ///< as a sentence
};
/// Checks that the settings file is readable and belongs to this program. Otherwise renames it and
/// starts with defaults. Call this before any other function here.
std::optional<SetAside> setAsideBroken();

/// Waits until a separate thread has written all settings. New values are visible at once. The
/// application's exit also waits.
void flush();

/// Whether to save settings; on by default. Off for runs without a user, such as screenshots.
void setKept(bool kept);

enum class ThemeChoice { system, light, dark };
ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice);

QString language(); ///< one of languages(), or empty: the system's
void setLanguage(const QString& code);

QStringList recentFiles(); ///< newest first, only existing ones
void addRecentFile(const QString& path);
/// Projects that the user has allowed to refer to files outside their folder.
bool isTrusted(const QString& project);
void setTrusted(const QString& project, bool trusted);
void clearRecentFiles();

/// Custom keys by action name, as portable text.
QVariantMap chosenKeys();
void setChosenKeys(const QVariantMap& keys);

/// Breakpoints of a project: "12", "util.h:3", each followed by a space and its condition, if any.
QStringList breakpoints(const QString& project);
void setBreakpoints(const QString& project, const QStringList& breakpoints);

bool tourSeen();
void setTourSeen(bool seen);

/// How many tasks of a lesson were done at the last check, and of how many. Example::id identifies
/// the lesson.
struct TasksDone {
    int done = 0;
    int all = 0; ///< 0: never checked
};
TasksDone tasksDone(const QString& lesson);
void setTasksDone(const QString& lesson, int done, int all);

QByteArray windowGeometry();
/// Dock layouts by perspective.
QHash<QString, QByteArray> layouts();
QString perspective(); ///< the last active one
void setWindow(const QByteArray& geometry, const QHash<QString, QByteArray>& layouts,
               const QString& perspective);

constexpr int kCodeFontSize = 10; ///< default values
constexpr int kTabWidth = 4;
constexpr int kAutosaveSeconds = 2;

QString codeFontFamily(); ///< empty: the first suitable one
int codeFontSize();       ///< points
void setCodeFont(const QString& family, int points);
int textScale(); ///< of all text, in per cent of the default size
void setTextScale(int percent);
int tabWidth(); ///< columns
void setTabWidth(int columns);
int numberDigits(); ///< of fractional numbers in tables; 0: as many as needed for an exact value
void setNumberDigits(int digits);
bool hexIntegers();
void setHexIntegers(bool on);
bool compilesOnPause(); ///< of typing
void setCompilesOnPause(bool on);
bool asksClangd(); ///< for names that only clangd knows, if installed
void setAsksClangd(bool on);
int autosaveSeconds(); ///< greatest age of the copy of unsaved work
void setAutosaveSeconds(int seconds);
QString toolkitFolder(); ///< empty: search for it
void setToolkitFolder(const QString& folder);

QString lastFolder(); ///< where the user last opened or saved a file; empty: nowhere yet
void setLastFolder(const QString& folder);

QString device(); ///< selector of the last choice
void setDevice(const QString& selector);

bool guardZones();
void setGuardZones(bool on);
bool checkFaults();
void setCheckFaults(bool on);
bool lineCosts(); ///< counted, and shown beside lines
void setLineCosts(bool on);
int lineMetric(); ///< the one shown
void setLineMetric(int metric);
bool twoBufferViews(); ///< side by side
void setTwoBufferViews(bool on);

} // namespace settings
} // namespace warpbench::ui
