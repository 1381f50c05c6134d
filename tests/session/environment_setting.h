// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

/// A variable of the environment while it lives.
class EnvironmentSetting {
  public:
    EnvironmentSetting(const char* name, const QByteArray& value)
        : m_name(name)
        , m_before(qgetenv(name))
        , m_was(qEnvironmentVariableIsSet(name)) {
        qputenv(name, value);
    }
    ~EnvironmentSetting() { m_was ? qputenv(m_name, m_before) : qunsetenv(m_name); }
    EnvironmentSetting(const EnvironmentSetting&) = delete;
    EnvironmentSetting& operator=(const EnvironmentSetting&) = delete;

  private:
    const char* m_name;
    QByteArray m_before;
    bool m_was;
};
