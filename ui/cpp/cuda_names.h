// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

/// CUDA's own names, as a table that packaging/cuda_names.py makes: signatures and least compute
/// capabilities are those of CUDA 13.0's headers, meanings are ours.
namespace warpbench::ui::cuda_names {

enum class Kind { function_, qualifier_, variable_, type_, macro_, namespace_, member_ };

struct Name {
    const char* name;
    const char* owner; ///< of a member: its type
    Kind kind;
    const char* signature; ///< a line for each way to call it, "T f(T x)  [T: int, float]"
    int leastCapability;   ///< ten times as large: 90 for 9.0; 0: any
    const char* meaning;
};

/// All of them, by name.
const std::vector<Name>& all();
/// A name that is no member; null: CUDA has no such name.
const Name* find(const QString& name);
/// Members of a type, those of vectors and dim3 included; empty: it is not known.
std::vector<Name> membersOf(const QString& type);
/// What a variable is, or what a function gives: "uint3"; empty: not known, or a type of a
/// template.
QString typeOf(const Name& name);
/// The ways to call it.
QStringList signaturesOf(const Name& name);
/// Where a word stands as a whole in a text; -1: nowhere.
qsizetype wordIn(const QString& text, const QString& word);
/// "9.0"
QString capabilityText(int capability);

} // namespace warpbench::ui::cuda_names
