#include "ui/forms/list_form.h"

#include "ui/forms/field_editor.h"
#include "ui/forms/form.h"
#include "ui/setup/json_path.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep::ui {

namespace {

/// A sunken ground under one item.
class ItemBox : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawBox(&painter, rect(), colors().surface, colors().border, cornerRadius());
    }
};

QToolButton* headButton(const QString& iconName, const QString& tip) {
    auto* button = new QToolButton;
    button->setIcon(icon(iconName, IconTone::Muted));
    button->setAutoRaise(true);
    button->setMinimumSize(targetSize(), targetSize());
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

ListForm::ListForm(ListSpec list, Dialogs* dialogs, QWidget* parent) : QWidget(parent), m_list(std::move(list)), m_dialogs(dialogs) {
    const QString name = QString::fromStdString(m_list.path);
    setObjectName("list-" + name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, space(1), 0, 0);
    column->setSpacing(space(2));
    auto* head = new QHBoxLayout;
    auto* texts = new QVBoxLayout;
    texts->setSpacing(space(0.5));
    auto* title = new QLabel(m_list.title);
    title->setFont(scaledFont(1, true));
    auto* help = new QLabel(m_list.help);
    help->setForegroundRole(QPalette::PlaceholderText);
    help->setFont(scaledFont(0.93));
    help->setWordWrap(true);
    texts->addWidget(title);
    texts->addWidget(help);
    m_add = new QPushButton(icon("plus"), m_list.addText);
    m_add->setObjectName("add-" + name);
    m_add->setToolTip(m_list.help);
    head->addLayout(texts, 1);
    head->addWidget(m_add, 0, Qt::AlignTop);
    column->addLayout(head);
    m_rowsLayout = new QVBoxLayout;
    m_rowsLayout->setSpacing(space(2));
    column->addLayout(m_rowsLayout);
    connect(m_add, &QPushButton::clicked, this, &ListForm::append);
}

int ListForm::count(const spec::Json& document) const {
    const spec::Json* value = jsonAt(document, m_list.path);
    if (!value) return 0;
    if (m_list.single) return value->kind == spec::Json::Kind::Object ? 1 : 0;
    return value->kind == spec::Json::Kind::Array ? static_cast<int>(value->items.size()) : 0;
}

std::string ListForm::itemPath(std::size_t index) const {
    return m_list.single ? m_list.path : m_list.path + "[" + std::to_string(index) + "]";
}

void ListForm::sync(const spec::Json& document) {
    const auto wanted = static_cast<std::size_t>(count(document));
    while (m_rows.size() < wanted) addRow();
    while (m_rows.size() > wanted) {
        m_rows.back().box->deleteLater(); // the click that removed it may come from inside
        m_rows.back().box->hide();
        m_rows.pop_back();
    }
    const spec::Json* value = jsonAt(document, m_list.path);
    m_value = value ? *value : spec::Json{};
    m_context = spec::Json::object();
    if (const spec::Json* data = document.find("data")) m_context.set("data", *data);
    for (std::size_t i = 0; i < m_rows.size(); ++i) m_rows[i].form->sync(*jsonAt(document, itemPath(i)), &document);
    m_add->setVisible(!m_list.single || m_rows.empty());
}

void ListForm::addRow() {
    const std::size_t index = m_rows.size();
    auto* box = new ItemBox;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(space(3), space(2), space(2), space(3));
    column->setSpacing(space(2));
    column->addWidget(rowHead(index));
    auto* form = new Form(m_list.fields, m_dialogs, 2);
    column->addWidget(form);
    // Names tell items apart for tests and screen readers.
    for (FieldEditor* editor : form->editors()) {
        const QString path = QString::fromStdString(itemPath(index) + "." + editor->field().path);
        editor->setObjectName("field-" + path);
        editor->control()->setObjectName("edit-" + path);
    }
    connect(form, &Form::edited, this, [this, index](const FieldSpec& field, const std::optional<spec::Json>& value) {
        FieldSpec placed = field;
        placed.path = itemPath(index) + "." + field.path;
        emit edited(placed, value);
    });
    m_rowsLayout->addWidget(box);
    m_rows.push_back({box, form});
}

QWidget* ListForm::rowHead(std::size_t index) {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space(1));
    const QString name = m_list.single ? m_list.itemTitle : m_list.itemTitle.arg(index + 1);
    row->addWidget(new QLabel(m_list.single ? QString() : name), 1);
    const QString place = QString::fromStdString(itemPath(index));
    if (index > 0) {
        auto* up = headButton("chevron-up", tr("Move %1 up").arg(name));
        up->setObjectName("up-" + place);
        connect(up, &QToolButton::clicked, this, [this, index] { moveUp(index); });
        row->addWidget(up);
    }
    auto* remove = headButton("trash", tr("Remove %1").arg(name));
    remove->setObjectName("remove-" + place);
    connect(remove, &QToolButton::clicked, this, [this, index] { this->remove(index); });
    row->addWidget(remove);
    return head;
}

spec::Json ListForm::items() const { return m_value.kind == spec::Json::Kind::Array ? m_value : spec::Json::array(); }

void ListForm::append() {
    spec::Json fresh = m_list.fresh(m_context);
    if (m_list.single) return emit changed(m_list.addText, std::move(fresh));
    spec::Json list = items();
    list.items.push_back(std::move(fresh));
    emit changed(m_list.addText, std::move(list));
}

void ListForm::remove(std::size_t index) {
    const QString label = tr("remove from %1").arg(m_list.title.toLower());
    spec::Json list = items();
    if (m_list.single || list.items.size() <= 1) return emit changed(label, std::nullopt);
    list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(index));
    emit changed(label, std::move(list));
}

void ListForm::moveUp(std::size_t index) {
    spec::Json list = items();
    std::swap(list.items[index], list.items[index - 1]);
    emit changed(tr("move in %1").arg(m_list.title.toLower()), std::move(list));
}

std::vector<std::pair<std::string, FieldEditor*>> ListForm::shown() const {
    std::vector<std::pair<std::string, FieldEditor*>> all;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        for (FieldEditor* editor : m_rows[i].form->shown()) all.emplace_back(itemPath(i) + "." + editor->field().path, editor);
    return all;
}

std::vector<std::string> ListForm::leftOver(const spec::Json& before, const spec::Json& after) const {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const spec::Json *was = jsonAt(before, itemPath(i)), *is = jsonAt(after, itemPath(i));
        if (!was || !is) continue;
        for (const std::string& path : m_rows[i].form->leftOver(*was, *is, before, after)) paths.push_back(itemPath(i) + "." + path);
    }
    return paths;
}

} // namespace lockstep::ui
