// What nearly every test of the window includes; compiled once.
#pragma once

#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
