// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <nlohmann/json_fwd.hpp>

namespace warpbench::compile {

/// The value types of compile.h as JSON values, for sending between processes (CBOR) and for the
/// cache on the disk. What is not known is null; a cubin is a binary value, which CBOR carries as
/// bytes. Reading is strict about types and lenient about missing keys, which keep their defaults.
nlohmann::json toJson(const Diagnostic& diagnostic);
nlohmann::json toJson(const Parameter& parameter);
nlohmann::json toJson(const KernelInfo& kernel);
nlohmann::json toJson(const CompileRequest& request);
nlohmann::json toJson(const CompileResult& result);
/// The same without copying the device code.
nlohmann::json toJsonWithoutCubin(const CompileResult& result);

/// \throws Error (internal) where the value is not of the form that toJson() gives
Diagnostic diagnosticFromJson(const nlohmann::json& value);
Parameter parameterFromJson(const nlohmann::json& value);
KernelInfo kernelFromJson(const nlohmann::json& value);
CompileRequest requestFromJson(const nlohmann::json& value);
CompileResult resultFromJson(const nlohmann::json& value);

/// "note", "remark", "warning", "error".
const char* severityName(Severity severity) noexcept;

} // namespace warpbench::compile
