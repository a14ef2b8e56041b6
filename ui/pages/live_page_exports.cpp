#include "ui/pages/live_page_exports.h"

#include "ui/dialogs/dialogs.h"
#include "ui/plots/line_chart.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSaveFile>

namespace lockstep::ui {

namespace {

struct Format {
    QString suffix, filter;
};

Format formatOf(ChartExport kind) {
    if (kind == ChartExport::Png) return {QStringLiteral("png"), LineChart::tr("PNG images (*.png)")};
    if (kind == ChartExport::Svg) return {QStringLiteral("svg"), LineChart::tr("SVG drawings (*.svg)")};
    return {QStringLiteral("csv"), LineChart::tr("Tables (*.csv)")};
}

bool writeText(const QString& text, const QString& path) {
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0 && file.commit();
}

bool write(LineChart& chart, ChartExport kind, const QString& path) {
    if (kind == ChartExport::Png) return chart.savePng(path);
    if (kind == ChartExport::Svg) return chart.saveSvg(path);
    return writeText(chart.csv(), path);
}

} // namespace

void exportChart(LineChart& chart, ChartExport kind, Dialogs& dialogs, std::function<void(const QString&)> log) {
    if (kind == ChartExport::CopyImage) return QGuiApplication::clipboard()->setImage(chart.image(2));
    if (kind == ChartExport::CopyData) return QGuiApplication::clipboard()->setText(chart.csv());
    const auto format = formatOf(kind);
    FileRequest request;
    request.title = LineChart::tr("Save the chart");
    request.filters = {format.filter};
    request.suffix = format.suffix;
    request.suggestedName = QString(chart.spec().id).replace(QLatin1Char('/'), QLatin1Char('-')) + QLatin1Char('.') + format.suffix;
    dialogs.saveFile(request, &chart, [&chart, kind, log = std::move(log)](const QString& path) {
        if (path.isEmpty()) return;
        const bool done = write(chart, kind, path);
        if (log) log(done ? LineChart::tr("Wrote %1").arg(path) : LineChart::tr("%1 can't be written. Choose another folder.").arg(path));
    });
}

} // namespace lockstep::ui
