// A report as values: typed blocks, figures as display lists. Writers turn them into HTML; the window's painter into pages.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::report {

/// What a stroke or text stands for; themes give it a colour. A run's slot is its creation ordinal.
struct Ink {
    enum class Role : std::uint8_t { Text, Muted, Axis, Grid, Run } role = Role::Text;
    int slot = 0;
};

struct Polyline {
    std::vector<std::pair<double, double>> points; ///< figure units, y downwards
    Ink ink;
    double width = 1;
    bool dashed = false;
};
struct Marker {
    enum class Shape : std::uint8_t { Circle, Triangle, Square } shape = Shape::Circle;
    double x = 0, y = 0;
    Ink ink;
};
struct Label {
    enum class Anchor : std::uint8_t { Start, Middle, End } anchor = Anchor::Start;
    double x = 0, y = 0, size = 11;
    std::string text;
    Ink ink;
    bool vertical = false; ///< turned a quarter, reading upwards
};

/// Drawn over the lines and under labels and markers, on the panel's ground.
struct Box {
    double x = 0, y = 0, width = 0, height = 0;
    Ink ink;
};

struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::string title;   ///< of a folded one: what is inside
    bool folded = false; ///< opened by a click; printed folded
};

struct Figure {
    std::string title;
    double width = 0, height = 0;
    bool natural = false; ///< no larger than its units in pixels
    std::vector<Polyline> lines;
    std::vector<Box> boxes;
    std::vector<Marker> markers;
    std::vector<Label> labels;
    std::string description; ///< for those who can't see it
    Table data;              ///< the same as numbers; empty: none
};

struct Heading {
    std::string text;
    int level = 2;
};
struct Paragraph {
    std::string text;
};
struct KeyValues {
    std::vector<std::pair<std::string, std::string>> rows;
};
struct Code {
    std::string title, text;
};
struct Notice {
    std::string text; ///< a failure or alarm
};

using Block = std::variant<Heading, Paragraph, KeyValues, Table, Figure, Code, Notice>;

struct Report {
    std::string title;
    std::vector<Block> blocks;
};

} // namespace lockstep::report
