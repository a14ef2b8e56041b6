#include "ui/dialogs/question_dialog.h"

#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

QLabel* paragraph(const QString& text, const QFont& font) {
    auto* label = new QLabel(text);
    label->setFont(font);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(space(90));
    return label;
}

const char* lookOf(Choice::Kind kind) { return kind == Choice::Kind::Primary ? "primary" : kind == Choice::Kind::Danger ? "danger" : ""; }

} // namespace

QuestionDialog::QuestionDialog(const Question& question, QWidget* parent) : QDialog(parent), m_answer(question.escape) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(question.title);
    setAccessibleName(question.title);
    setAccessibleDescription(question.text);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(6), space(5), space(6), space(5));
    column->setSpacing(space(3));
    column->addWidget(paragraph(question.title, scaledFont(1.2, true)));
    column->addWidget(paragraph(question.text, scaledFont(1)));
    if (!question.detail.isEmpty()) column->addWidget(paragraph(question.detail, monospaceFont(0.95)));
    auto* row = new QHBoxLayout;
    row->setSpacing(space(2));
    row->addStretch();
    for (const Choice& choice : question.choices) {
        auto* button = new QPushButton(choice.text);
        button->setProperty("look", lookOf(choice.kind));
        button->setAutoDefault(choice.kind == Choice::Kind::Primary);
        button->setDefault(choice.kind == Choice::Kind::Primary);
        button->setObjectName("choice-" + choice.id);
        connect(button, &QPushButton::clicked, this, [this, id = choice.id] {
            m_answer = id;
            accept();
        });
        row->addWidget(button);
    }
    column->addSpacing(space(2));
    column->addLayout(row);
    connect(this, &QDialog::finished, this, [this] { emit answered(m_answer); });
}

} // namespace lockstep::ui
