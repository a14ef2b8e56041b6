#include "backends/ref/activation_math.h"

#include <cmath>
#include <numbers>

namespace lockstep::backends::ref {

double relu(double x) { return x <= 0 ? 0 : x; }

double sigmoid(double x) {
    // exp of a negative number never overflows.
    const double e = std::exp(-std::fabs(x));
    return (x < 0 ? e : 1.0) / (1.0 + e);
}

static constexpr double kInvSqrt2 = 1 / std::numbers::sqrt2;
static const double kInvSqrt2Pi = 1 / std::sqrt(2 * std::numbers::pi);
static const double kSqrt2OverPi = std::sqrt(2 / std::numbers::pi);
static constexpr double kCubic = 0.044715;

double gelu(double x) { return 0.5 * x * std::erfc(-x * kInvSqrt2); }
double geluSlope(double x) { return 0.5 * std::erfc(-x * kInvSqrt2) + x * kInvSqrt2Pi * std::exp(-0.5 * x * x); }

double geluTanh(double x) { return 0.5 * x * (1 + std::tanh(kSqrt2OverPi * (x + kCubic * x * x * x))); }

double geluTanhSlope(double x) {
    const double t = std::tanh(kSqrt2OverPi * (x + kCubic * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kSqrt2OverPi * (1 + 3 * kCubic * x * x);
}

Function activationNamed(std::string_view name) {
    if (name == "none") return [](double x) { return x; };
    if (name == "relu") return relu;
    if (name == "tanh") return [](double x) { return std::tanh(x); };
    if (name == "sigmoid") return sigmoid;
    if (name == "gelu") return gelu;
    if (name == "gelu_tanh") return geluTanh;
    return nullptr;
}

} // namespace lockstep::backends::ref
