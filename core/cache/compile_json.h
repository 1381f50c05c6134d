// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compile_request.h"
#include "core/compiled/compile_result.h"

#include <nlohmann/json_fwd.hpp>

namespace warpbench::compile {

/// Requests and results of compile.h as JSON values, for sending between processes (CBOR) and for
/// the cache on the disk. What is not known is null; a cubin is a binary value, which CBOR carries
/// as bytes. Reading is strict about types and lenient about missing keys, which keep their
/// defaults.
nlohmann::json toJson(const CompileRequest& request);
nlohmann::json toJson(const CompileResult& result);
/// The same with null for the device code.
nlohmann::json toJsonWithoutCubin(const CompileResult& result);

/// \throws Error (internal) where the value is not of the form that toJson() gives
CompileRequest requestFromJson(const nlohmann::json& value);
CompileResult resultFromJson(const nlohmann::json& value);

/// "note", "remark", "warning", "error".
const char* severityName(Severity severity) noexcept;
/// "include", "function", "variable", "declaration"
const char* setAsideName(SetAside::Kind kind) noexcept;

} // namespace warpbench::compile
