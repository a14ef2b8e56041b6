#include "color_science.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lockstep::testing {

namespace {

using Vec = std::array<double, 3>;
using Matrix = std::array<Vec, 3>;

double toLinear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double fromLinear(double c) { return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055; }

Vec linear(const QColor& color) { return {toLinear(color.redF()), toLinear(color.greenF()), toLinear(color.blueF())}; }

Vec times(const Matrix& m, const Vec& v) {
    Vec out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) out[i] += m[i][j] * v[j];
    return out;
}

constexpr Matrix kProtan{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

double luminance(const QColor& color) {
    const Vec c = linear(color);
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

double hue(double b, double a) {
    if (a == 0 && b == 0) return 0;
    const double h = std::atan2(b, a) * 180 / std::numbers::pi;
    return h < 0 ? h + 360 : h;
}

} // namespace

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor seenBy(const QColor& color, Sight sight) {
    if (sight == Sight::Normal) return color;
    Vec c = times(sight == Sight::Protan ? kProtan : sight == Sight::Deutan ? kDeutan : kTritan, linear(color));
    for (double& channel : c) channel = fromLinear(std::clamp(channel, 0.0, 1.0));
    return QColor::fromRgbF(static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2]));
}

Lab labOf(const QColor& color) {
    constexpr Matrix kToXyz{{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Vec xyz = times(kToXyz, linear(color));
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Sharma, Wu, Dalal 2005.
double ciede2000(const Lab& p, const Lab& q) {
    const double cBar = (std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2, c7 = std::pow(cBar, 7);
    const double g = 0.5 * (1 - std::sqrt(c7 / (c7 + std::pow(25.0, 7))));
    const double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
    const double c1 = std::hypot(a1, p.b), c2 = std::hypot(a2, q.b);
    const double h1 = hue(p.b, a1), h2 = hue(q.b, a2);
    const double dL = q.l - p.l, dC = c2 - c1;
    double dh = h2 - h1;
    if (c1 * c2 == 0)
        dh = 0;
    else if (dh > 180)
        dh -= 360;
    else if (dh < -180)
        dh += 360;
    const double dH = 2 * std::sqrt(c1 * c2) * std::sin(radians(dh / 2));
    const double lBar = (p.l + q.l) / 2, cMean = (c1 + c2) / 2;
    double hMean = h1 + h2;
    if (c1 * c2 != 0) {
        if (std::abs(h1 - h2) > 180) hMean += hMean < 360 ? 360 : -360;
        hMean /= 2;
    }
    const double t = 1 - 0.17 * std::cos(radians(hMean - 30)) + 0.24 * std::cos(radians(2 * hMean)) +
                     0.32 * std::cos(radians(3 * hMean + 6)) - 0.20 * std::cos(radians(4 * hMean - 63));
    const double turn = 30 * std::exp(-std::pow((hMean - 275) / 25, 2));
    const double m7 = std::pow(cMean, 7), rC = 2 * std::sqrt(m7 / (m7 + std::pow(25.0, 7)));
    const double l50 = std::pow(lBar - 50, 2), sL = 1 + 0.015 * l50 / std::sqrt(20 + l50);
    const double sC = 1 + 0.045 * cMean, sH = 1 + 0.015 * cMean * t, rT = -std::sin(radians(2 * turn)) * rC;
    const double x = dL / sL, y = dC / sC, z = dH / sH;
    return std::sqrt(x * x + y * y + z * z + rT * y * z);
}

} // namespace lockstep::testing
