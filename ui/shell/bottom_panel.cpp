#include "ui/shell/bottom_panel.h"

#include "ui/setup/problem_mend.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/card.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTabBar>
#include <QTime>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {
constexpr int kLogLines = 5000;
constexpr int kPlaceRole = Qt::UserRole, kMendRole = Qt::UserRole + 1; // kMendRole: the problem's index

QString problemText(const Error& problem) {
    const QString place = placeText(placeOf(problem));
    const QString text = QString::fromStdString(problem.text());
    const QString hint = QString::fromStdString(problem.hint());
    QString line = place.isEmpty() ? text : BottomPanel::tr("%1: %2").arg(place, text);
    if (!hint.isEmpty()) line += QString::fromUtf8(" — ") + hint;
    return line;
}
} // namespace

BottomPanel::BottomPanel(SetupAnalyser& analyser, SetupDocument& setup, QWidget* parent)
    : QFrame(parent), m_analyser(analyser), m_setup(setup) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(3), 0, space(2), space(1));
    column->setSpacing(space(1));
    auto* head = new QHBoxLayout;
    m_tabs = new QTabBar;
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Problems and log"));
    m_tabs->addTab(tr("Problems"));
    m_tabs->addTab(tr("Log"));
    auto* close = new QToolButton;
    close->setIcon(icon("chevron-down", IconTone::Muted));
    close->setToolTip(tr("Hide this panel"));
    close->setAccessibleName(tr("Hide problems and log"));
    close->setAutoRaise(true);
    close->setMinimumSize(targetSize(), targetSize());
    connect(close, &QToolButton::clicked, this, &BottomPanel::closeRequested);
    head->addWidget(m_tabs);
    head->addStretch();
    head->addWidget(close);
    column->addLayout(head);

    m_stack = new QStackedWidget;
    m_problems = new QListWidget;
    m_problems->setObjectName("problems");
    m_problems->setAccessibleName(tr("Problems of the setup"));
    m_problems->setFrameShape(QFrame::NoFrame);
    m_problems->setWordWrap(true);
    m_none = mutedLabel(tr("No problems: the setup can be started."));
    m_none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_none->setContentsMargins(space(2), space(1.5), 0, 0);
    m_log = new QPlainTextEdit;
    m_log->setObjectName("log");
    m_log->setAccessibleName(tr("Log"));
    m_log->setReadOnly(true);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setMaximumBlockCount(kLogLines);
    m_log->setFont(monospaceFont());
    m_stack->addWidget(m_none);
    m_stack->addWidget(m_problems);
    m_stack->addWidget(m_log);
    column->addWidget(m_stack, 1);

    connect(m_tabs, &QTabBar::currentChanged, this, &BottomPanel::refresh);
    connect(m_problems, &QListWidget::itemActivated, this, &BottomPanel::choose);
    connect(m_problems, &QListWidget::itemClicked, this, &BottomPanel::choose);
    connect(&analyser, &SetupAnalyser::analysed, this, &BottomPanel::refresh);
    refresh();
}

void BottomPanel::choose(QListWidgetItem* item) {
    const QVariant mend = item->data(kMendRole);
    const auto analysis = m_analyser.latest();
    if (!mend.isValid()) return emit problemChosen(item->data(kPlaceRole).toString());
    if (const auto index = mend.toULongLong(); index < analysis->problems.size()) emit mendChosen(analysis->problems[index]);
}

void BottomPanel::addProblem(std::size_t index, const Error& problem) {
    auto* item = new QListWidgetItem(icon("error", IconTone::Danger), problemText(problem), m_problems);
    item->setData(kPlaceRole, placeOf(problem));
    item->setToolTip(QString::fromStdString(problem.message()));
    const spec::Json* model = modelOf(*m_setup.current());
    const auto mend = model ? mendOf(problem, *model) : std::nullopt;
    if (!mend) return;
    auto* offer = new QListWidgetItem(icon("check", IconTone::Accent), mend->label, m_problems);
    offer->setData(kMendRole, static_cast<qulonglong>(index));
    offer->setToolTip(tr("Changes the model; undo takes it back"));
}

void BottomPanel::log(const QString& text) {
    m_log->appendPlainText(QString("%1  %2").arg(QTime::currentTime().toString("HH:mm:ss"), text));
}

void BottomPanel::showProblems() { m_tabs->setCurrentIndex(0); }

void BottomPanel::refresh() {
    const auto analysis = m_analyser.latest();
    const auto count = static_cast<int>(analysis->problems.size());
    m_tabs->setTabText(0, count ? tr("Problems (%1)").arg(count) : tr("Problems"));
    m_problems->clear();
    for (std::size_t i = 0; i < analysis->problems.size(); ++i) addProblem(i, analysis->problems[i]);
    m_stack->setCurrentWidget(m_tabs->currentIndex() == 1 ? static_cast<QWidget*>(m_log)
                              : count                     ? m_problems
                                                          : static_cast<QWidget*>(m_none));
}

void BottomPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().surface);
    painter.fillRect(QRect(0, 0, width(), 1), colors().border);
}

} // namespace lockstep::ui
