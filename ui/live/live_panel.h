// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/report/run_report.h"

#include <QImage>
#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;
class QLayout;
class QPushButton;

namespace warpbench::ui {

class ImageView;
class ParameterSliders;
struct Workbench;

/// The project as a picture that moves: runs it continuously, with sliders for its parameters.
class LivePanel : public QWidget {
    Q_OBJECT

  public:
    explicit LivePanel(Workbench& bench);

  signals:
    void shown(const QImage& picture); ///< of a frame

  private:
    QLayout* buildControls();
    void update();
    void updateWords();
    void offerBuffers();
    void showSliders();
    void showFrame(const session::RunReport& report);
    void draw(const session::BufferReport& buffer, const arrays::HostArray& array);
    void keepValues();

    Workbench& m_bench;
    QPushButton* m_start;
    QPushButton* m_step;
    QPushButton* m_restart;
    QPushButton* m_keep;
    QComboBox* m_buffer;
    QLabel* m_figures;
    QLabel* m_problem;
    ImageView* m_picture;
    ParameterSliders* m_sliders;
    bool m_isReading = false; ///< of a frame before; later ones are skipped
};

} // namespace warpbench::ui
