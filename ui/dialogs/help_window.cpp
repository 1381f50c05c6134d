// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_window.h"

#include "ui/theme/fonts.h"
#include "ui/theme/heading_anchors.h"
#include "ui/theme/markdown_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

/// Scales images that are wider than the page down to its width.
class Page : public QTextBrowser {
  public:
    QVariant loadResource(int type, const QUrl& name) override {
        QVariant resource = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource) {
            return resource;
        }
        QImage image = QImage::fromData(resource.toByteArray());
        const int widest = viewport()->width() - 40;
        if (image.width() > widest && widest > 0) {
            image =
                image.scaledToWidth(int(widest * devicePixelRatioF()), Qt::SmoothTransformation);
            image.setDevicePixelRatio(devicePixelRatioF());
        }
        return image;
    }
};

} // namespace

QString docsFolder() {
    const QString program = QCoreApplication::applicationDirPath();
    for (const char* relative : {"/../share/warpbench/docs", "/../../../docs", "/../../docs"}) {
        const QDir folder(program + QLatin1String(relative));
        if (folder.exists(QStringLiteral("manual/index.md"))) {
            return folder.absolutePath();
        }
    }
    return {};
}

HelpWindow::HelpWindow(QWidget* parent)
    : QDialog(parent)
    , m_page(new Page) {
    setObjectName(QStringLiteral("helpWindow"));
    setWindowTitle(tr("Manual – Warpbench"));
    m_page->setAccessibleName(tr("Manual"));
    m_page->setOpenLinks(false);
    m_page->document()->setDocumentMargin(12);
    auto* buttons = new QDialogButtonBox;
    auto* back = buttons->addButton(tr("&Back"), QDialogButtonBox::ActionRole);
    auto* contents = buttons->addButton(tr("&Contents"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Close);
    back->setEnabled(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 8);
    layout->addWidget(m_page, 1);
    layout->addWidget(buttons);
    // Before the first page, so that its text needs only one layout.
    m_page->document()->setDefaultFont(interfaceFont());
    connect(m_page, &QTextBrowser::sourceChanged, this, [this](const QUrl& page) {
        anchorHeadings(*m_page->document());
        styleMarkdown(*m_page->document(), 2);
        if (page.hasFragment()) {
            m_page->scrollToAnchor(page.fragment());
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_page->document()->setDefaultFont(interfaceFont());
        styleMarkdown(*m_page->document(), 2);
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(contents, &QPushButton::clicked, this,
            [this] { openManual(QStringLiteral("index.md")); });
    connect(back, &QPushButton::clicked, m_page, &QTextBrowser::backward);
    connect(m_page, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const QUrl target = m_page->source().resolved(link);
        const bool page = target.isLocalFile() && target.path().endsWith(QLatin1String(".md"));
        if (page && QFileInfo::exists(target.toLocalFile())) {
            m_page->setSource(target);
        } else {
            QDesktopServices::openUrl(target);
        }
    });
    resize(QSize(880, 720).boundedTo(parent ? parent->size() : QSize(880, 720)));
    openManual(QStringLiteral("index.md"));
}

void HelpWindow::openManual(const QString& page) {
    const QString folder = docsFolder();
    if (folder.isEmpty()) {
        m_page->setPlainText(tr("The manual is not installed with this program. In the source tree "
                                "it is docs/manual."));
        return;
    }
    const qsizetype part = page.indexOf(QLatin1Char('#'));
    QUrl target = QUrl::fromLocalFile(folder + QStringLiteral("/manual/") + page.left(part));
    if (part >= 0) {
        target.setFragment(page.mid(part + 1));
    }
    m_page->setSource(target);
}

} // namespace warpbench::ui
