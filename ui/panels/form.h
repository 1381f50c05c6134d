// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFormLayout;
class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;
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
/// A place under an input for what is wrong with it; hidden while nothing is.
QLabel* makeProblem();
QToolButton* makeIconButton(const QString& iconName, const QString& name);
/// A scroll area around a page that only scrolls up and down.
QScrollArea* makeScrolling(QWidget* page);
/// Marks an input as wrong, with the reason as its tooltip; empty: as right.
void setInvalid(QWidget* input, const QString& why);

} // namespace warpbench::ui
