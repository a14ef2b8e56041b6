#include "ui/forms/text_editor.h"

#include "ui/dialogs/dialogs.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr int kSliderSteps = 200;

bool isNumeric(FieldKind kind) { return kind == FieldKind::Int || kind == FieldKind::Number; }

/// 1, 2 or 5 times a power of ten, the nearest: what a learning-rate slider stops at.
double rounded125(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    double best = power;
    for (const double digit : {1.0, 2.0, 3.0, 5.0, 7.0, 10.0})
        if (std::abs(std::log(digit * power / value)) < std::abs(std::log(best / value))) best = digit * power;
    return best;
}
} // namespace

TextEditor::TextEditor(const FieldSpec& spec, Dialogs* dialogs, QWidget* parent) : FieldEditor(spec, parent), m_box(new QLineEdit) {
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space(2));
    if (field().slider != FieldSlider::None) addSlider(row);
    row->addWidget(m_box, m_slider ? 0 : 1);
    if (m_slider) m_box->setFixedWidth(space(22));
    if (dialogs && (field().kind == FieldKind::File || field().kind == FieldKind::Folder)) addBrowse(row, *dialogs);
    setControl(holder, m_box);
    m_box->setPlaceholderText(field().emptyText);
    m_box->installEventFilter(this);
    connect(m_box, &QLineEdit::textEdited, this, &TextEditor::take);
}

QWidget* TextEditor::control() const { return m_box; }

void TextEditor::addSlider(QHBoxLayout* row) {
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName("slide-" + QString::fromStdString(field().path));
    const bool powers = field().slider == FieldSlider::PowersOfTwo;
    m_slider->setRange(0, powers ? static_cast<int>(std::lround(std::log2(field().sliderMax / field().sliderMin))) : kSliderSteps);
    m_slider->setPageStep(powers ? 1 : kSliderSteps / 10);
    m_slider->setAccessibleName(tr("%1, slider").arg(field().label));
    m_slider->setToolTip(fieldTip(field()));
    row->addWidget(m_slider, 1);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        const double value = sliderValue(position);
        const QString text = field().kind == FieldKind::Int ? QString::number(std::llround(value)) : valueText(spec::Json::ofDouble(value));
        m_box->setText(text);
        take(text);
    });
}

void TextEditor::addBrowse(QHBoxLayout* row, Dialogs& dialogs) {
    auto* browse = new QToolButton;
    browse->setIcon(icon("open"));
    browse->setToolTip(tr("Choose…"));
    browse->setAccessibleName(tr("Choose %1").arg(field().label));
    browse->setMinimumSize(targetSize(), targetSize());
    row->addWidget(browse);
    connect(browse, &QToolButton::clicked, this, [this, &dialogs] {
        const auto done = [this](const QString& path) {
            if (path.isEmpty()) return;
            m_box->setText(path);
            take(path);
        };
        const FileRequest request{field().label, {tr("All files (*)")}, {}, {}, {}};
        if (field().kind == FieldKind::Folder)
            dialogs.openFolder(request, this, done);
        else
            dialogs.openFile(request, this, done);
    });
}

double TextEditor::sliderValue(int position) const {
    const FieldSpec& f = field();
    if (f.slider == FieldSlider::PowersOfTwo) return f.sliderMin * std::exp2(position);
    const double share = static_cast<double>(position) / kSliderSteps;
    if (f.slider == FieldSlider::Log) return rounded125(f.sliderMin * std::pow(f.sliderMax / f.sliderMin, share));
    return std::round((f.sliderMin + share * (f.sliderMax - f.sliderMin)) * 1000) / 1000;
}

void TextEditor::placeSlider(double value) {
    const FieldSpec& f = field();
    double position = 0;
    if (f.slider == FieldSlider::PowersOfTwo)
        position = value > 0 ? std::log2(value / f.sliderMin) : 0;
    else if (f.slider == FieldSlider::Log)
        position = value > 0 ? kSliderSteps * std::log(value / f.sliderMin) / std::log(f.sliderMax / f.sliderMin) : 0;
    else
        position = kSliderSteps * (value - f.sliderMin) / (f.sliderMax - f.sliderMin);
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(std::isfinite(position) ? static_cast<int>(std::lround(std::clamp(position, 0.0, 1e6))) : 0);
}

void TextEditor::take(const QString& text) {
    m_committed = text;
    if (text.trimmed().isEmpty() && field().kind != FieldKind::Text) return commit(std::nullopt);
    commit(parsedValue(field(), text));
}

void TextEditor::show(const spec::Json& value, bool) {
    if (m_slider && value.isNumber() && !m_slider->isSliderDown()) placeSlider(value.number);
    const QString text = valueText(value);
    // What is being typed says the same in other digits ("0.10"): it is not overwritten (C24).
    const bool same = isNumeric(field().kind) || isListKind(field().kind) ? valueText(parsedValue(field(), m_box->text())) == text
                                                                          : m_box->text() == text;
    if (m_box->hasFocus() && (same || m_box->text() == m_committed) && same) return;
    if (m_box->text() != text) m_box->setText(text);
    m_box->setCursorPosition(m_box->hasFocus() ? m_box->cursorPosition() : 0);
    m_committed = text;
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_box && event->type() == QEvent::FocusIn) m_atFocus = m_box->text();
    if (watched == m_box && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        m_box->text() != m_atFocus) {
        m_box->setText(m_atFocus);
        take(m_atFocus);
        return true;
    }
    return FieldEditor::eventFilter(watched, event);
}

} // namespace lockstep::ui
