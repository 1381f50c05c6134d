// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>
#include <QStringList>

#include <vector>

/// Converts parts of a project to a line of text for fields and table cells, and back.
namespace warpbench::ui {

QString expressionsToText(const std::vector<project::Expression>& expressions); ///< "n, m + 1"
/// Splits at commas outside brackets; trims spaces and drops empty parts.
std::vector<project::Expression> textToExpressions(const QString& text);
/// The value of a struct member: "n", "1, 2, 3", "[1, 0], [0, 1]"; empty for addresses and
/// structs.
QString memberToText(const project::MemberValue& value);
/// A list if there is a comma or the whole text is in square brackets; otherwise a number.
project::MemberValue textToMember(const QString& text);

QString initKindName(project::Init::Kind kind); ///< as in the project file: "randint"
const std::vector<project::Init::Kind>& initKinds();
QString initToText(const project::Init& init);                      ///< "normal(0, 1), seed 3"
QString expectToText(const std::optional<project::Expect>& expect); ///< "a * b"; empty: none
QString accessName(project::Access access);
const std::vector<project::Access>& accesses();
/// An argument in one line, for the accessible name: "buffer a, in", "int32 n".
QString argumentToText(const project::Argument& argument);
/// All dtypes that a buffer can have, the most common ones first.
QStringList dtypeNames();
/// Whether a name is valid for a parameter, define or buffer.
bool isIdentifier(const QString& name);

} // namespace warpbench::ui
