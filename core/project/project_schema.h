// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::project {

/// The JSON schema of project files, made from project_fields.h: docs/project.schema.json without
/// the last line's end.
std::string projectSchema();

} // namespace warpbench::project
