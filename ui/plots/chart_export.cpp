#include "ui/plots/chart_export.h"

#include "base/text.h"
#include "ui/theme/theme.h"

#include <QSaveFile>
#include <QSvgGenerator>

#include <qcustomplot.h>

namespace lockstep::ui {

bool writeChartSvg(QCustomPlot& plot, const QString& title, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(plot.size());
    generator.setViewBox(QRect({0, 0}, plot.size()));
    generator.setTitle(title);
    {
        QCPPainter painter;
        if (!painter.begin(&generator)) return false;
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.fillRect(plot.rect(), colors().surface);
        plot.toPainter(&painter, plot.width(), plot.height());
        painter.end();
    }
    return file.commit();
}

QString chartCsv(const std::vector<ChartCurve>& curves) {
    std::string out = "run,name,step,wall_s,value\n";
    const auto field = [](const QString& text) {
        auto plain = text;
        if (!plain.contains(QLatin1Char(',')) && !plain.contains(QLatin1Char('"')) && !plain.contains(QLatin1Char('\n')))
            return plain.toStdString();
        return '"' + plain.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toStdString() + '"';
    };
    for (const auto& curve : curves) {
        const auto head = field(curve.run) + ',' + field(curve.name) + ',';
        for (std::size_t p = 0; p < curve.series.pieces().size(); ++p)
            for (std::size_t i = 0, end = curve.series.keptPoints(p); i < end; ++i) {
                const auto point = curve.series.pieces()[p][i];
                out += head + std::to_string(point.step) + ',' + shortest(point.wall) + ',' + shortest(point.value) + '\n';
            }
    }
    return QString::fromStdString(out);
}

} // namespace lockstep::ui
