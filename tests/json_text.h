// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFloat16> // QCOMPARE of json asks whether it converts to one
#include <QTest>

#include <nlohmann/json.hpp>

/// What QCOMPARE shows of a document that is not as it should be. Without this Qt asks whether json
/// converts to what can be printed, which on Windows are types that are not complete.
template <>
inline char* QTest::toString(const nlohmann::json& document) {
    return qstrdup(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}
