// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/compile/compile.h"
#include "core/report/device_run.h"
#include "core/report/run_report.h"
#include "core/workers/device_worker.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string>

/// The value types of requests and reports as CBOR (RFC 8949), for messages between the processes
/// of one installation. Messages carry no version: both ends are always of the same build.
namespace warpbench::session::wire {

using Message = nlohmann::json;

std::string encode(const Message& message);
/// \throws Error (internal) if the bytes are not a message
Message decode(const std::string& bytes);

/// The error for a message that has the wrong form.
/// \param problem  "has a number of no kind"
ErrorText badMessage(ErrorText problem);
/// For an exception that nobody expects.
ErrorText unexpected(const std::exception& problem);

/// Runs a reader of messages. \throws Error (internal) in place of nlohmann::json's exceptions
template <class Reader>
auto guarded(const Reader& reader) {
    try {
        return reader();
    } catch (const Message::exception& problem) {
        throw Error(ErrorKind::internal,
                    badMessage(phrase("is broken: {problem}", {{"problem", problem.what()}})));
    }
}

Message from(const Error& error);
/// The message that reports a request's exception to its sender.
Message fromException(const std::exception_ptr& error);
Message from(const compile::CompileRequest& request);
Message from(const compile::CompileResult& result);
Message from(const std::vector<DeviceInfo>& devices);
Message from(const DeviceRunRequest& request);
Message from(const DeviceRunResult& result);
Message from(const StepCall& call);
StepCall toStepCall(const Message& message);
Message from(const StepState& state);
StepState toStepState(const Message& message);
Message from(const ResidentRead& request);
Message from(const Progress& progress);
Message from(const std::vector<DeviceMemory>& memory);

/// All throw Error (internal) if the message holds anything else.
Error toError(const Message& message);
compile::CompileRequest toCompileRequest(const Message& message);
compile::CompileResult toCompileResult(const Message& message);
std::vector<DeviceInfo> toDevices(const Message& message);
DeviceRunRequest toRunRequest(const Message& message);
DeviceRunResult toRunResult(const Message& message);
ResidentRead toResidentRead(const Message& message);
Progress toProgress(const Message& message);
std::vector<DeviceMemory> toMemory(const Message& message);

} // namespace warpbench::session::wire
