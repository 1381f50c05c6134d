// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"
#include "core/compiled/compile_result.h"

#include <nlohmann/json_fwd.hpp>

namespace warpbench::compile {

/// Requests and results of compile.h as JSON values, for sending between processes (CBOR) and
/// for the cache on disk. Unknown values are null; a cubin is a binary value, which CBOR
/// stores as bytes. Reading is strict about types but accepts missing keys, which keep their
/// defaults.
nlohmann::json toJson(const CompileRequest& request);
nlohmann::json toJson(const CompileResult& result);
/// The same with null instead of the device code.
nlohmann::json toJsonWithoutCubin(const CompileResult& result);

/// \throws Error (internal) if the value does not have the form produced by toJson()
CompileRequest requestFromJson(const nlohmann::json& value);
CompileResult resultFromJson(const nlohmann::json& value);

/// "note", "remark", "warning", "error".
const char* severityName(Severity severity) noexcept;
/// "include", "function", "variable", "declaration"
const char* setAsideName(SetAside::Kind kind) noexcept;

} // namespace warpbench::compile
