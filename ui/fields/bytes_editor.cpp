// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/bytes_editor.h"

#include "ui/fields/form.h"
#include "ui/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace warpbench::ui {

ParsedBytes parseBytes(const QString& text) {
    ParsedBytes parsed;
    QString digits;
    for (const QChar c : text) {
        if (c.isSpace()) {
            continue;
        }
        const bool hex = (c >= u'0' && c <= u'9') || (c.toLower() >= u'a' && c.toLower() <= u'f');
        if (!hex) {
            parsed.problem =
                BytesEditor::tr("“%1” is not a hexadecimal digit: use 0 to 9 and a to f").arg(c);
            return parsed;
        }
        digits += c;
    }
    if (digits.size() % 2 != 0) {
        parsed.problem = BytesEditor::tr("A byte has two digits: one is missing");
        return parsed;
    }
    const QByteArray bytes = QByteArray::fromHex(digits.toLatin1());
    parsed.bytes.assign(bytes.begin(), bytes.end());
    return parsed;
}

BytesEditor::BytesEditor(const QString& name, std::size_t wanted, QWidget* parent)
    : ArgumentEditor(parent)
    , m_wanted(wanted)
    , m_text(new QLineEdit)
    , m_size(new QLabel)
    , m_problem(makeProblem()) {
    useCodeFont(*m_text);
    m_text->setAccessibleName(tr("Bytes of %1").arg(name));
    m_text->setPlaceholderText(tr("hexadecimal: 00 ff 3c"));
    m_size->setProperty("role", "value");
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    row->addWidget(m_text, 1);
    row->addWidget(m_size);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_problem);
    connect(m_text, &QLineEdit::textEdited, this, &BytesEditor::read);
}

void BytesEditor::read(const QString& text) {
    const ParsedBytes parsed = parseBytes(text);
    say(parsed.problem);
    if (parsed.problem.isEmpty() && parsed.bytes != m_bytes) {
        emit changed(
            [bytes = parsed.bytes](project::Argument& argument) {
                argument.value = project::BytesArg{bytes};
            },
            QStringLiteral("bytes"));
    }
}

void BytesEditor::say(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setInvalid(m_text, problem);
    m_text->setAccessibleDescription(problem);
}

void BytesEditor::display(const project::Argument& argument, const project::Project&,
                          const Evaluation&) {
    const auto* arg = std::get_if<project::BytesArg>(&argument.value);
    if (!arg) {
        return;
    }
    const bool other = arg->bytes != m_bytes;
    m_bytes = arg->bytes;
    const ParsedBytes typed = parseBytes(m_text->text());
    // Keeps the field's text if it means the same or is incomplete.
    if (typed.problem.isEmpty() ? typed.bytes != m_bytes : other) {
        const auto size = qsizetype(m_bytes.size());
        m_text->setText(QString::fromLatin1(
            QByteArray(reinterpret_cast<const char*>(m_bytes.data()), size).toHex(' ')));
    }
    m_size->setText(tr("%1 B").arg(m_bytes.size()));
    QString problem = parseBytes(m_text->text()).problem;
    if (problem.isEmpty() && m_wanted > 0 && m_bytes.size() != m_wanted) {
        problem =
            tr("The parameter has %1 bytes, but %2 are given").arg(m_wanted).arg(m_bytes.size());
    }
    say(problem);
}

} // namespace warpbench::ui
