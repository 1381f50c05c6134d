// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

/// CUDA's own names, from a table that packaging/cuda_names.py generates. Signatures and minimum
/// compute capabilities come from the headers of CUDA 13.0, descriptions are ours.
namespace warpbench::ui::cuda_names {

enum class Kind { function_, qualifier_, variable_, type_, macro_, namespace_, member_ };

struct Name {
    const char* name;
    const char* owner; ///< for a member: its type
    Kind kind;
    const char* signature; ///< one line per overload, "T f(T x) [T: int, float]"
    int leastCapability;   ///< times ten: 90 for 9.0; 0: any
    const char* meaning;
};

/// All names, sorted.
const std::vector<Name>& all();
/// Finds a name that does not belong to a type; null: not found.
const Name* find(const QString& name);
/// Members of a type, including vector types and dim3; empty: unknown type.
std::vector<Name> membersOf(const QString& type);
/// The type of a variable or the return type of a function: "uint3". Empty if unknown or a template
/// parameter.
QString typeOf(const Name& name);
/// One signature per overload.
QStringList signaturesOf(const Name& name);
/// The position of a whole word in a text; -1: not found.
qsizetype wordIn(const QString& text, const QString& word);
/// "9.0"
QString capabilityText(int capability);

} // namespace warpbench::ui::cuda_names
