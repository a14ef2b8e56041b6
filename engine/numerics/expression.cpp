#include "numerics/expression.h"

#include "numerics/expression_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

const ErrorCode kBadText{"numerics.expression_text", "\"{0}\" is no stored formula", ""};

double truth(bool b) { return b ? 1 : 0; }

std::string textOf(double v) {
    char buffer[40];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v).ptr};
}

std::string textOf(const ExprStep& step) {
    if (step.op == ExprOp::Number) return textOf(step.number);
    if (step.op == ExprOp::Input) return "x" + std::to_string(step.args[0]);
    std::string out(exprOpName(step.op));
    for (int i = 0; i < exprArity(step.op); ++i) out += " " + std::to_string(step.args[static_cast<std::size_t>(i)]);
    return out;
}

/// Cut at a sign; empty pieces too.
std::vector<std::string_view> pieces(std::string_view text, char sign) {
    std::vector<std::string_view> out;
    for (std::size_t at; (at = text.find(sign)) != std::string_view::npos; text.remove_prefix(at + 1)) out.push_back(text.substr(0, at));
    out.push_back(text);
    return out;
}

std::string_view trimmed(std::string_view s) {
    while (s.starts_with(' ')) s.remove_prefix(1);
    while (s.ends_with(' ')) s.remove_suffix(1);
    return s;
}

template <class T> bool read(std::string_view text, T& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
}

/// One step of str(); false where it is none, or reads one that is not there yet.
bool readStep(std::string_view text, int place, ExprStep& out) {
    const auto words = pieces(text, ' ');
    if (words.size() == 1 && text.starts_with('x')) {
        out = {ExprOp::Input, {}, 0};
        return read(text.substr(1), out.args[0]) && out.args[0] >= 0;
    }
    if (words.size() == 1) return read(text, out.number);
    const auto op = exprOpNamed(words[0]);
    if (!op || static_cast<int>(words.size()) != exprArity(*op) + 1) return false;
    out.op = *op;
    for (std::size_t i = 1; i < words.size(); ++i) {
        int& arg = out.args[i - 1];
        if (!read(words[i], arg) || arg < 0 || arg >= place) return false;
    }
    return true;
}

} // namespace

double exprValue(ExprOp op, double a, double b, double c) {
    switch (op) {
    case ExprOp::Neg: return -a;
    case ExprOp::Exp: return std::exp(a);
    case ExprOp::Expm1: return std::expm1(a);
    case ExprOp::Log: return std::log(a);
    case ExprOp::Log1p: return std::log1p(a);
    case ExprOp::Sqrt: return std::sqrt(a);
    case ExprOp::Abs: return std::fabs(a);
    case ExprOp::Sign: return std::isnan(a) ? a : truth(a > 0) - truth(a < 0);
    case ExprOp::Tanh: return std::tanh(a);
    case ExprOp::Sigmoid: return (a < 0 ? std::exp(a) : 1.0) / (1.0 + std::exp(-std::fabs(a)));
    case ExprOp::Softplus: return (a > 0 ? a : std::isnan(a) ? a : 0.0) + std::log1p(std::exp(-std::fabs(a)));
    case ExprOp::Erf: return std::erf(a);
    case ExprOp::Sin: return std::sin(a);
    case ExprOp::Cos: return std::cos(a);
    case ExprOp::Relu: return a <= 0 ? 0 : a;
    case ExprOp::Add: return a + b;
    case ExprOp::Sub: return a - b;
    case ExprOp::Mul: return a * b;
    case ExprOp::Div: return a / b;
    case ExprOp::Pow: return std::pow(a, b);
    case ExprOp::Min: return std::isnan(b) || b < a ? b : a;
    case ExprOp::Max: return std::isnan(b) || b > a ? b : a;
    case ExprOp::Less: return truth(a < b);
    case ExprOp::LessEqual: return truth(a <= b);
    case ExprOp::Greater: return truth(a > b);
    case ExprOp::GreaterEqual: return truth(a >= b);
    case ExprOp::Equal: return truth(a == b);
    case ExprOp::NotEqual: return truth(a != b);
    case ExprOp::Where: return a != 0 ? b : c;
    case ExprOp::Number:
    case ExprOp::Input: break;
    }
    return a;
}

int Expression::inputs() const {
    int count = 0;
    for (const ExprStep& step : m_steps)
        if (step.op == ExprOp::Input) count = std::max(count, step.args[0] + 1);
    return count;
}

std::string Expression::str() const {
    std::string out;
    for (const ExprStep& step : m_steps) out += (out.empty() ? "" : "; ") + textOf(step);
    out += " ->";
    for (const int output : m_outputs) out += " " + std::to_string(output);
    return out;
}

Result<Expression> Expression::fromText(std::string_view text) {
    const auto bad = [&] { return Error(kBadText, {std::string(text)}); };
    const auto arrow = text.rfind("->");
    if (arrow == std::string_view::npos) return bad();
    Expression out;
    for (const std::string_view piece : pieces(text.substr(0, arrow), ';')) {
        ExprStep step;
        if (!readStep(trimmed(piece), static_cast<int>(out.m_steps.size()), step)) return bad();
        out.m_steps.push_back(step);
    }
    for (const std::string_view piece : pieces(trimmed(text.substr(arrow + 2)), ' ')) {
        int output = 0;
        if (!read(piece, output) || output < 0 || output >= static_cast<int>(out.m_steps.size())) return bad();
        out.m_outputs.push_back(output);
    }
    return out;
}

std::vector<double> Expression::evaluate(std::span<const double> inputs) const {
    std::vector<double> values, out;
    run(values, [&](std::size_t i) { return inputs[i]; });
    for (const int output : m_outputs) out.push_back(values[static_cast<std::size_t>(output)]);
    return out;
}

} // namespace lockstep
