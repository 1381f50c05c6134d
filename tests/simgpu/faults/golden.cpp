// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/faults/golden.h"

#include <QRegularExpression>
#include <QtGlobal>

#include <algorithm>

namespace golden {

namespace {

struct Marker {
    QString verb;
    QStringList words; ///< in quotes or not; quoted ones keep them
    unsigned line = 0;
};

QStringList wordsOf(const QString& text) {
    static const QRegularExpression word(QStringLiteral("\"[^\"]*\"|\\S+"));
    QStringList words;
    for (auto it = word.globalMatch(text); it.hasNext();)
        words << it.next().captured();
    return words;
}

Kernel launchOf(const QStringList& words) {
    Kernel kernel;
    for (const QString& word : words) {
        const QString value = word.section(QLatin1Char('='), 1);
        if (word == QLatin1String("cooperative"))
            kernel.cooperative = true;
        else if (word == QLatin1String("free=in"))
            kernel.freeIn = true;
        else if (word.startsWith(QLatin1String("shared=")))
            kernel.shared = value.toUInt();
        else if (word.startsWith(QLatin1String("cluster=")))
            kernel.cluster = value.toUInt();
        else if (word.startsWith(QLatin1String("limit=")))
            kernel.limit = value.toDouble();
        else {
            kernel.blocks = word.section(QLatin1Char('x'), 0, 0).toUInt();
            kernel.threads = word.section(QLatin1Char('x'), 1).toUInt();
        }
    }
    return kernel;
}

Kernel& named(QVector<Kernel>& kernels, const QString& name, const Marker& marker) {
    const auto it = std::find_if(kernels.begin(), kernels.end(),
                                 [&](const Kernel& kernel) { return kernel.name == name; });
    if (it == kernels.end())
        qFatal("line %u: there is no kernel '%s'", marker.line, qPrintable(name));
    return *it;
}

void applyFault(Kernel& kernel, const Marker& marker) {
    kernel.kind = marker.words.value(1);
    kernel.line = marker.line;
    for (const QString& word : marker.words.mid(2)) {
        if (word.startsWith(QLatin1Char('"')))
            kernel.texts << word.mid(1, word.size() - 2);
        else
            kernel.fields[word.section(QLatin1Char('='), 0, 0)] = word.section(QLatin1Char('='), 1);
    }
}

void applyFinding(Kernel& kernel, const Marker& marker) {
    kernel.finding = marker.words.value(1);
    kernel.findingLine = marker.line;
    for (const QString& word : marker.words.mid(2))
        kernel.findingTexts << word.mid(1, word.size() - 2);
}

void apply(QVector<Kernel>& kernels, const Marker& marker) {
    if (marker.verb == QLatin1String("FINDING"))
        return applyFinding(named(kernels, marker.words.value(0), marker), marker);
    if (marker.verb == QLatin1String("FAULT"))
        return applyFault(named(kernels, marker.words.value(0), marker), marker);
    if (marker.verb == QLatin1String("ALSO")) {
        named(kernels, marker.words.value(0), marker).alsoKinds << marker.words.value(1);
        return;
    }
    for (const QString& name : marker.words) {
        Kernel& kernel = named(kernels, name, marker);
        if (marker.verb == QLatin1String("OTHER"))
            kernel.otherLine = marker.line;
        else if (marker.verb == QLatin1String("SAME"))
            kernel.otherLine = ~0u;
        else if (marker.verb == QLatin1String("CALLED"))
            kernel.calledAt << marker.line;
        else if (marker.verb == QLatin1String("ANY"))
            kernel.otherLinesToo = true;
        else if (marker.verb == QLatin1String("BRANCH"))
            kernel.branchLine = marker.line;
        else if (marker.verb == QLatin1String("BOTH")) {
            kernel.otherLine = kernel.findingLine = marker.line;
            kernel.finding = QStringLiteral("divergent_barrier");
        } else
            qFatal("line %u: no such marker as '%s'", marker.line, qPrintable(marker.verb));
    }
}

} // namespace

QVector<Kernel> kernelsOf(const QString& source) {
    static const QRegularExpression marked(QStringLiteral("//! (\\w+) ?(.*)$"));
    static const QRegularExpression head(QStringLiteral("^extern \"C\" __global__ void (\\w+)\\("));
    QVector<Kernel> kernels;
    QVector<Marker> markers;
    Kernel next;
    unsigned line = 0;
    for (const QString& text : source.split(QLatin1Char('\n'))) {
        ++line;
        if (const auto match = head.match(text); match.hasMatch()) {
            next.name = match.captured(1);
            kernels << next;
            next = {};
        }
        const auto match = marked.match(text);
        if (!match.hasMatch())
            continue;
        Marker marker{match.captured(1), wordsOf(match.captured(2)), line};
        if (marker.verb == QLatin1String("RUN"))
            next = launchOf(marker.words);
        else
            markers << marker;
    }
    for (const Marker& marker : markers)
        apply(kernels, marker);
    for (Kernel& kernel : kernels) {
        if (kernel.otherLine == ~0u)
            kernel.otherLine = kernel.line;
    }
    return kernels;
}

} // namespace golden
