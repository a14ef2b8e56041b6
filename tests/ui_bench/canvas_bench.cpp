// A model of 500 layers on the canvas, repainted at every zoom.
#include "ui_bench/bench_report.h"

#include "ui/canvas/canvas.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace lockstep::ui {

namespace {

/// 500 layers in ladders of 20 with a skip over each second one.
GraphView ladder() {
    GraphView graph;
    for (int i = 0; i < 500; ++i) {
        NodeView node;
        node.id = QStringLiteral("layer%1").arg(i);
        node.type = i % 3 ? QStringLiteral("Conv2d") : QStringLiteral("BatchNorm2d");
        if (i > 0) node.inputs << QStringLiteral("layer%1").arg(i - 1);
        if (i > 2 && i % 2 == 0) node.inputs << QStringLiteral("layer%1").arg(i - 2);
        node.shape = QStringLiteral("64 × 32 × 32");
        node.parameters = QStringLiteral("36,928");
        node.flops = QStringLiteral("37.7 M");
        node.group = i % 8;
        node.centre = QPointF(i / 20 * 260.0, i % 20 * 130.0);
        graph.push_back(node);
    }
    return graph;
}

void at(const QSize& size, const char* what, double budget) {
    Canvas canvas;
    canvas.resize(size);
    canvas.setGraph(ladder());
    canvas.show();
    canvas.fit();
    const double whole = canvas.zoom();
    QImage image(size, QImage::Format_RGB32);
    double worst = 0, worstZoom = 0;
    for (const double zoom : {whole, 0.15, 0.3, 0.44, 0.46, 0.7, 1.0, 1.5, 2.0}) {
        canvas.zoomBy(zoom / canvas.zoom());
        QCoreApplication::processEvents();
        const double taken = leastP95(5, [&](int) { canvas.viewport()->render(&image); });
        if (taken > worst) worst = taken, worstZoom = zoom;
    }
    report(what, worst, "ms", budget);
    note("the slowest zoom", worstZoom, "");
}

} // namespace

void benchCanvas() {
    at({1280, 800}, "canvas of 500 nodes, repaint at the slowest zoom, CPU", 8);
    at({3840, 2160}, "the same at 3840 x 2160", 50);
}

} // namespace lockstep::ui
