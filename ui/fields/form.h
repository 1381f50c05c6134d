// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLayout;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;
class QWidget;

/// Building blocks of all panels, for uniform spacing.
namespace warpbench::ui {

inline constexpr int kGap = 8;      ///< between controls, pixels
inline constexpr int kSmallGap = 4; ///< within a group
inline constexpr int kMargin = 12;  ///< around a panel

/// A form layout with the panels' spacing.
QFormLayout* makeForm();
/// A small heading for a group.
QLabel* makeSection(const QString& text);
/// Dimmed explanatory text with word wrap.
QLabel* makeHint(const QString& text);
/// A placeholder for an empty view: its purpose and how to fill it.
QLabel* makeEmpty(const QString& text);
/// The same with a button below that fills the view: a page for a stack, in one colour.
QWidget* makeEmptyPage(QLabel* text, QPushButton* button);
/// A label for the error of an input; hidden without one.
QLabel* makeProblem();
void showProblem(QLabel& label, const QString& why);
QToolButton* makeIconButton(const QString& iconName, const QString& name);
/// A scroll area around a page that scrolls only vertically.
/// \param name  for screen readers, because the keyboard can scroll it
QScrollArea* makeScrolling(QWidget* page, const QString& name);
/// Scrolls all scroll areas around a widget until it is visible.
void bringIntoView(QWidget& place);
/// Adds a stack that shows either `empty` (index 0, the initial one) or `content` (index 1).
/// \returns the stack
QStackedLayout* addStack(QVBoxLayout& layout, QWidget* empty, QWidget* content);
/// Makes Tab go from `before` through the widgets of a rebuilt layout. Qt puts new widgets after
/// all others of the window. \param before  takes the focus
void followInTabOrder(QWidget* before, const QLayout& made);
/// Marks an input as invalid, with the reason as its tool tip; empty: as valid.
void setInvalid(QWidget* input, const QString& why);

} // namespace warpbench::ui
