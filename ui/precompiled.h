// What nearly every file of the window includes; compiled once.
#pragma once

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QLabel>
#include <QObject>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
