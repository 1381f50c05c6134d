// SPDX-License-Identifier: GPL-3.0-or-later
// Makes pages for a browser of the documents: manual_html IN_FOLDER OUT_FOLDER [LEFT_OUT…]. Qt
// reads the Markdown, as the program's own window for it does. LEFT_OUT names files and folders of
// IN_FOLDER that get no page.
#include "ui/theme/heading_anchors.h"

#include <QDir>
#include <QDirIterator>
#include <QGuiApplication>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <cstdio>
#include <vector>

namespace {

const char* const kStyle =
    "<style>body { max-width: 52em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif "
    "!important; "
    "color: #1c2430; background: #ffffff; } p, li, td { font-family: inherit !important; "
    "font-size: inherit; } pre { background: #f3f5f8; margin: 0 !important; padding: 0 .8em; "
    "white-space: pre-wrap; } table { border-collapse: collapse; margin: 1em 0; } td { border: 1px "
    "solid "
    "#d5dbe3; padding: 4px 10px; } img { max-width: 100%; height: auto; } a { color: #1a5fd0; } "
    "@media (prefers-color-scheme: dark) { body { color: #d8dee8; background: #171b21; } pre { "
    "background: "
    "#20262e; } td { border-color: #39424e; } a, a span { color: #78aeff !important; } }</style>";

struct Documents {
    QDir folder;
    QStringList leftOut; ///< names of files and folders in `folder`

    bool isLeftOut(const QString& path) const {
        return leftOut.contains(folder.relativeFilePath(path).section(QLatin1Char('/'), 0, 0));
    }
};

/// Links between documents lead to their pages: from NAME.md#part to NAME.html#part. A link to a
/// document without a page becomes text.
void linkPages(QTextDocument& document, const QDir& folder, const Documents& documents) {
    struct Link {
        int from, to;
        QTextCharFormat format;
    };
    std::vector<Link> links;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment part = it.fragment();
            QString target = part.charFormat().anchorHref();
            const qsizetype ending = target.indexOf(QLatin1String(".md"));
            if (ending < 0 || target.contains(QLatin1String("://"))) {
                continue;
            }
            QTextCharFormat format = part.charFormat();
            if (documents.isLeftOut(QDir::cleanPath(folder.filePath(target.left(ending + 3))))) {
                format.setAnchor(false);
                format.clearProperty(QTextFormat::AnchorHref);
                format.clearForeground();
                format.setFontUnderline(false);
            } else {
                format.setAnchorHref(target.replace(ending, 3, QStringLiteral(".html")));
            }
            links.push_back({part.position(), part.position() + part.length(), format});
        }
    }
    for (const Link& link : links) {
        QTextCursor cursor(&document);
        cursor.setPosition(link.from);
        cursor.setPosition(link.to, QTextCursor::KeepAnchor);
        cursor.setCharFormat(link.format);
    }
}

bool write(const QString& from, const QString& to, const Documents& documents) {
    QFile in(from);
    QFile out(to);
    if (!in.open(QIODevice::ReadOnly) || !QDir().mkpath(QFileInfo(to).path()) ||
        !out.open(QIODevice::WriteOnly)) {
        return false;
    }
    QTextDocument document;
    document.setMarkdown(QString::fromUtf8(in.readAll()));
    warpbench::ui::anchorHeadings(document);
    linkPages(document, QFileInfo(from).dir(), documents);
    QString page = document.toHtml();
    const QString title = document.begin().text().toHtmlEscaped();
    page.replace(
        QLatin1String("</head>"),
        QStringLiteral("<title>%1 – Warpbench</title>%2</head>").arg(title, QLatin1String(kStyle)));
    const QByteArray bytes = page.toUtf8();
    return out.write(bytes) == bytes.size();
}

} // namespace

int main(int argc, char** argv) {
    const QGuiApplication app(argc, argv);
    const QStringList arguments = QGuiApplication::arguments();
    const QDir in(QDir(arguments.value(1)).absolutePath());
    const QDir out(arguments.value(2));
    const Documents documents{in, arguments.mid(3)};
    int pages = 0;
    QDirIterator files(in.path(), {QStringLiteral("*.md"), QStringLiteral("*.png")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString from = files.next();
        if (documents.isLeftOut(from)) {
            continue;
        }
        QString to = out.filePath(in.relativeFilePath(from));
        bool made = false;
        if (to.endsWith(QLatin1String(".md"))) {
            to.replace(to.size() - 3, 3, QStringLiteral(".html"));
            made = write(from, to, documents);
            ++pages;
        } else {
            QDir().mkpath(QFileInfo(to).path());
            QFile::remove(to);
            made = QFile::copy(from, to);
        }
        if (!made) {
            std::fprintf(stderr, "error: cannot write %s\n", qPrintable(to));
            return 1;
        }
    }
    return pages > 0 ? 0 : 2;
}
