// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>

namespace warpbench::ui {

/// A real X server without a screen (Xvfb), and a window manager where one is installed. Both end
/// with it.
class XServer {
  public:
    XServer() {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("Xvfb"));
        if (program.isEmpty())
            return;
        m_server.start(program, {QStringLiteral("-displayfd"), QStringLiteral("1"),
                                 QStringLiteral("-screen"), QStringLiteral("0"),
                                 QStringLiteral("1920x1080x24")});
        while (!m_server.canReadLine() && m_server.waitForReadyRead()) {
        }
        const QByteArray number = m_server.readLine().trimmed();
        if (number.isEmpty())
            return;
        m_display = QLatin1Char(':') + QString::fromLatin1(number);
        for (const char* name : {"openbox", "metacity", "xfwm4", "twm"}) {
            const QString manager = QStandardPaths::findExecutable(QLatin1String(name));
            if (manager.isEmpty())
                continue;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("DISPLAY"), m_display);
            m_manager.setProcessEnvironment(environment);
            m_manager.start(manager, QStringList());
            m_manager.waitForStarted();
            break;
        }
    }
    XServer(const XServer&) = delete;
    XServer& operator=(const XServer&) = delete;
    ~XServer() {
        for (QProcess* process : {&m_manager, &m_server}) {
            process->kill();
            process->waitForFinished();
        }
    }

    /// For example ":99"; empty: none.
    const QString& display() const { return m_display; }

  private:
    QProcess m_server;
    QProcess m_manager;
    QString m_display;
};

} // namespace warpbench::ui
