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

/// The pieces that every panel is made of, so that all have the same spacing.
namespace warpbench::ui {

inline constexpr int kGap = 8;      ///< between controls, pixels
inline constexpr int kSmallGap = 4; ///< within a group
inline constexpr int kMargin = 12;  ///< around a panel

/// A layout of labels and fields with the panels' spacing.
QFormLayout* makeForm();
/// A small heading over a group.
QLabel* makeSection(const QString& text);
/// Quiet text that explains, wrapped.
QLabel* makeHint(const QString& text);
/// What a view shows while it has nothing: what it is for and how to fill it.
QLabel* makeEmpty(const QString& text);
/// The same with a button below that fills it: a page for a stack, of one colour.
QWidget* makeEmptyPage(QLabel* text, QPushButton* button);
/// A place under an input for what is wrong with it; hidden while nothing is.
QLabel* makeProblem();
QToolButton* makeIconButton(const QString& iconName, const QString& name);
/// A scroll area around a page that only scrolls up and down.
/// \param name  that a screen reader gives it: the keyboard scrolls it
QScrollArea* makeScrolling(QWidget* page, const QString& name);
/// Scrolls whatever a widget is in until it is seen.
void bringIntoView(QWidget& place);
/// Adds a place that shows either `empty`, which it begins with, or `content`. \returns it: its
/// current index is 0 or 1
QStackedLayout* addStack(QVBoxLayout& layout, QWidget* empty, QWidget* content);
/// Has Tab come from `before` through the widgets of a layout that were made again. Qt puts what is
/// made late behind everything else in the window. \param before  takes the focus
void followInTabOrder(QWidget* before, const QLayout& made);
/// Marks an input as wrong, with the reason as its tooltip; empty: as right.
void setInvalid(QWidget* input, const QString& why);

} // namespace warpbench::ui
