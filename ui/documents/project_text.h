// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>
#include <QStringList>

#include <vector>

/// Parts of a project as one line of text each, for fields and table cells, and back.
namespace warpbench::ui {

QString expressionsToText(const std::vector<project::Expression>& expressions); ///< "n, m + 1"
/// Splits at commas that are in no bracket; blanks around are dropped, empty parts too.
std::vector<project::Expression> textToExpressions(const QString& text);
/// A member of a struct: "n", "1, 2, 3", "[1, 0], [0, 1]"; what holds an address or a struct is
/// empty.
QString memberToText(const project::MemberValue& value);
/// A list where there is a comma or a square bracket around all; else a number.
project::MemberValue textToMember(const QString& text);

QString initKindName(project::Init::Kind kind); ///< as in the project file: "randint"
const std::vector<project::Init::Kind>& initKinds();
QString initToText(const project::Init& init);                      ///< "normal(0, 1), seed 3"
QString expectToText(const std::optional<project::Expect>& expect); ///< "a * b"; empty: none
QString accessName(project::Access access);
const std::vector<project::Access>& accesses();
/// One line on an argument, for the accessible name: "buffer a, in", "int32 n".
QString argumentToText(const project::Argument& argument);
/// The names of all dtypes that a buffer may have, the usual ones first.
QStringList dtypeNames();
/// Whether a name can be that of a parameter, define or buffer.
bool isIdentifier(const QString& name);

} // namespace warpbench::ui
