#include "ui/theme/colors.h"

namespace lockstep::ui {

namespace {

Colors makeLight() {
    Colors c;
    c.dark = false;
    c.window = "#F4F5F8";
    c.rail = "#EBEDF2";
    c.surface = "#FFFFFF";
    c.raised = "#F0F2F6";
    c.sunken = "#F7F8FA";
    c.border = "#DDE0E7";
    c.fieldBorder = "#858C99";
    c.text = "#1A1D23";
    c.textMuted = "#555C69";
    c.textDisabled = "#9AA1AD";
    c.accent = "#2F5BD7";
    c.accentHover = "#2549B5";
    c.onAccent = "#FFFFFF";
    c.accentText = "#2549B5";
    c.accentSoft = "#E3EAFC";
    c.danger = "#B3261E";
    c.dangerSoft = "#FCE9E7";
    c.warning = "#875200";
    c.warningSoft = "#FDF1DA";
    c.success = "#1C6B42";
    c.successSoft = "#E2F4E9";
    c.info = "#1F5F8B";
    c.infoSoft = "#E4F1FA";
    c.gridLine = "#E7E9EE";
    c.axisText = "#555C69";
    c.marker = "#6B7280";
    c.runs = {"#00346B", "#DF7521", "#1D765A", "#B03CD7", "#656203", "#629BB3", "#4A000E", "#968C8A"};
    c.layerGroups = {"#2F5BD7", "#1D765A", "#B03CD7", "#C4650F", "#6B7280", "#0E7C86"};
    return c;
}

Colors makeDark() {
    Colors c;
    c.dark = true;
    c.window = "#15171B";
    c.rail = "#101216";
    c.surface = "#1E1E1E";
    c.raised = "#292B30";
    c.sunken = "#181A1E";
    c.border = "#33363D";
    c.fieldBorder = "#7D8491";
    c.text = "#E9EBEF";
    c.textMuted = "#A9B0BC";
    c.textDisabled = "#646B77";
    c.accent = "#86A1FB";
    c.accentHover = "#A3B8FF";
    c.onAccent = "#0F1420";
    c.accentText = "#9DB4FF";
    c.accentSoft = "#26314F";
    c.danger = "#FF8A80";
    c.dangerSoft = "#3A2221";
    c.warning = "#F2B84B";
    c.warningSoft = "#372C18";
    c.success = "#6DD39B";
    c.successSoft = "#1B3226";
    c.info = "#7CC4F2";
    c.infoSoft = "#1A2E3C";
    c.gridLine = "#2C2E33";
    c.axisText = "#A9B0BC";
    c.marker = "#8B93A1";
    c.runs = {"#86A1FB", "#EB8826", "#208762", "#A65F94", "#F7E950", "#8CE1FD", "#D8A5B1", "#F7F6F7"};
    c.layerGroups = {"#86A1FB", "#4FB58E", "#CF8EE6", "#EB9A4B", "#9AA1AD", "#54C1CB"};
    return c;
}

} // namespace

const Colors& lightColors() {
    static const Colors kColors = makeLight();
    return kColors;
}

const Colors& darkColors() {
    static const Colors kColors = makeDark();
    return kColors;
}

} // namespace lockstep::ui
