// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QStringList>
#include <QVariantMap>

#include <optional>

namespace warpbench::ui {

/// What the program remembers of its user between sessions (QSettings); nothing of it is part of a
/// project.
namespace settings {

constexpr int kVersion = 1; ///< of what is stored
inline const QString kVersionKey = QStringLiteral("settingsVersion");

/// A settings file that could not be used.
struct SetAside {
    QString file; ///< what it is called now; empty: it could not be moved either
    QString why;  ///< in a sentence
};
/// Looks whether the settings file can be read and is of this program; if not, it gets another name
/// beside its old one and everything is as at the first start. Before anything else of this.
std::optional<SetAside> setAsideBroken();

/// What was set is known at once and written by a separate thread. Waits until it is; the end of
/// the application does, too.
void flush();

/// Whether what is set is kept, as it is from the start. Not where nobody sits before the window.
void setKept(bool kept);

enum class ThemeChoice { system, light, dark };
ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice);

QString language(); ///< one of languages(), or empty: as the system's
void setLanguage(const QString& code);

QStringList recentFiles(); ///< newest first, those that still exist
void addRecentFile(const QString& path);
/// Projects that the user lets name files outside their folder.
bool isTrusted(const QString& project);
void setTrusted(const QString& project, bool trusted);
void clearRecentFiles();

/// The key of each action that got another one, by the action's name, as portable text.
QVariantMap chosenKeys();
void setChosenKeys(const QVariantMap& keys);

/// Breakpoints of a project, one a text: "12", "util.h:3", each with a blank and its condition.
QStringList breakpoints(const QString& project);
void setBreakpoints(const QString& project, const QStringList& breakpoints);

bool tourSeen();
void setTourSeen(bool seen);

/// How many tasks of a lesson were done when they were checked last, and of how many. A lesson is
/// known by Example::id.
struct TasksDone {
    int done = 0;
    int all = 0; ///< 0: never checked
};
TasksDone tasksDone(const QString& lesson);
void setTasksDone(const QString& lesson, int done, int all);

QByteArray windowGeometry();
/// Layouts of docks, by perspective.
QHash<QString, QByteArray> layouts();
QString perspective(); ///< that was on the screen last
void setWindow(const QByteArray& geometry, const QHash<QString, QByteArray>& layouts,
               const QString& perspective);

constexpr int kCodeFontSize = 10; ///< what each is where nothing was chosen
constexpr int kTabWidth = 4;
constexpr int kAutosaveSeconds = 2;

QString codeFontFamily(); ///< empty: the first good one
int codeFontSize();       ///< points
void setCodeFont(const QString& family, int points);
int textScale(); ///< of all text, in per cent of the usual size
void setTextScale(int percent);
int tabWidth(); ///< columns
void setTabWidth(int columns);
int numberDigits(); ///< of numbers with a fraction in tables; 0: as many as tell it from any other
void setNumberDigits(int digits);
bool hexIntegers();
void setHexIntegers(bool on);
bool compilesOnPause(); ///< of typing
void setCompilesOnPause(bool on);
bool asksClangd(); ///< for names that it alone knows, where it is installed
void setAsksClangd(bool on);
int autosaveSeconds(); ///< how old a copy of unsaved work may be
void setAutosaveSeconds(int seconds);
QString toolkitFolder(); ///< empty: found by itself
void setToolkitFolder(const QString& folder);

QString lastFolder(); ///< where something of the user's own was opened or saved; empty: not yet
void setLastFolder(const QString& folder);

QString device(); ///< selector of the last choice
void setDevice(const QString& selector);

bool guardZones();
void setGuardZones(bool on);
bool checkFaults();
void setCheckFaults(bool on);
bool lineCosts(); ///< counted, and shown beside the lines
void setLineCosts(bool on);
int lineMetric(); ///< which of them
void setLineMetric(int metric);

} // namespace settings
} // namespace warpbench::ui
