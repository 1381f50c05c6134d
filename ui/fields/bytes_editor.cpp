// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/bytes_editor.h"

#include "ui/fields/form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace warpbench::ui {

using project::BytesArg;

namespace {

QString hexOf(const std::vector<std::uint8_t>& bytes) {
    const auto* data = reinterpret_cast<const char*>(bytes.data());
    return QString::fromLatin1(QByteArray(data, qsizetype(bytes.size())).toHex(' '));
}

} // namespace

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
    : BoundArgument(parent) {
    auto* size = new QLabel;
    size->setProperty("role", "value");
    auto* problem = makeProblem();
    Input text = lineInput(true);
    text.tell = [tell = text.tell, problem](const Evaluated& evaluated) {
        tell(evaluated);
        showProblem(*problem, evaluated.error);
    };
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    row->addWidget(
        m_form.add(
            {.key = "bytes",
             .says = tr("Bytes of %1").arg(name),
             .placeholder = tr("hexadecimal: 00 ff 3c"),
             .input = text,
             .value = {[](const BytesArg& b) { return hexOf(b.bytes); },
                       [](BytesArg& b, const QVariant& value) {
                           b.bytes = parseBytes(value.toString()).bytes;
                       }},
             .problem =
                 [wanted](const BytesArg& b, const Evaluation&) {
                     return wanted == 0 || b.bytes.size() == wanted
                                ? QString()
                                : tr("The parameter has %1 bytes, but %2 are given")
                                      .arg(wanted)
                                      .arg(b.bytes.size());
                 },
             .refuse = [](const QString& typed) { return parseBytes(typed).problem; },
             .prepare =
                 [size](const BytesArg& b) { size->setText(tr("%1 B").arg(b.bytes.size())); }}),
        1);
    row->addWidget(size);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(problem);
}

} // namespace warpbench::ui
