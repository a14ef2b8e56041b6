#include "numerics/expression.h"
#include "numerics/expression_builder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace lockstep;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();

double value(const char* text, double a, double b = 0, double c = 0) {
    const auto e = Expression::parse(text, {"a", "b", "c"});
    EXPECT_TRUE(e.ok()) << text << ": " << (e.ok() ? "" : e.error().text());
    const double inputs[] = {a, b, c};
    return e.ok() ? e->evaluate(inputs)[0] : kNaN;
}

double slope(const char* text, int input, double a, double b = 0, double c = 0) {
    const auto e = Expression::parse(text, {"a", "b", "c"});
    ExpressionBuilder builder;
    const int places[] = {builder.input(0), builder.input(1), builder.input(2)};
    const auto root = builder.insert(*e, places)[0];
    const auto d = builder.derivative(root, input);
    if (!d) return 0;
    const double inputs[] = {a, b, c};
    return builder.build({*d}).evaluate(inputs)[0];
}

} // namespace

TEST(Expression, HasPythonsPrecedence) {
    // What Python prints for these.
    EXPECT_EQ(value("-a**2", 3), -9);
    EXPECT_EQ(value("2**-1", 0), 0.5);
    EXPECT_EQ(value("2**3**2", 0), 512);
    EXPECT_EQ(value("-2**-2", 0), -0.25);
    EXPECT_EQ(value("a - b - c", 10, 3, 2), 5);
    EXPECT_EQ(value("a / b * c", 12, 3, 2), 8);
    EXPECT_EQ(value("1 + 2 * 3 - 4 / 2", 0), 5);
    EXPECT_EQ(value("a < b + 1", 2, 2), 1);
    EXPECT_EQ(value("(a >= b) + (a == b) + (a != b)", 2, 2), 2);
    EXPECT_EQ(value("--a", 2), 2);
    EXPECT_EQ(value(".5*1e-1 + 2.", 0), 2.05);
    EXPECT_EQ(value("where(a > 0, b, c)", -1, 4, 5), 5);
}

TEST(Expression, FunctionsAtTheirEdges) {
    EXPECT_EQ(value("relu(a)", 0), 0);
    EXPECT_TRUE(std::isnan(value("relu(a)", kNaN)));
    EXPECT_TRUE(std::isnan(value("max(a, b)", 1, kNaN)));
    EXPECT_TRUE(std::isnan(value("min(a, b)", kNaN, 1)));
    EXPECT_EQ(value("sigmoid(a)", -800), 0);
    EXPECT_EQ(value("sigmoid(a)", kInf), 1);
    EXPECT_EQ(value("sign(a) + sign(b)", -0.0, -3), -1);
    EXPECT_TRUE(std::isnan(value("sign(a)", kNaN)));
    EXPECT_EQ(value("where(a, 1, 2)", kNaN), 1); // not equal to 0
    EXPECT_EQ(value("exp(a)", -kInf), 0);
    EXPECT_NEAR(value("erf(a)", 0.5), 0.520499877813046537682746653892, 1e-15);
}

TEST(Expression, DerivativesAreThoseOfTheBooks) {
    const struct {
        const char* text;
        double at, want;
    } cases[] = {{"exp(2*a)", 0.3, 2 * std::exp(0.6)},
                 {"log(a)", 4, 0.25},
                 {"sqrt(a)", 4, 0.25},
                 {"tanh(a)", 0.5, 1 - std::tanh(0.5) * std::tanh(0.5)},
                 {"sigmoid(a)", 0, 0.25},
                 {"erf(a)", 0, 1.1283791670955126},
                 {"sin(a)*cos(a)", 0.7, std::cos(1.4)},
                 {"a**3", -2, 12},
                 {"2**a", 3, 8 * std::log(2.0)},
                 {"1/a", 2, -0.25},
                 {"a*a*a", 2, 12},
                 {"a**0", 0, 0},
                 {"a**1", 0, 1},
                 {"abs(a)", 0, 0},
                 {"relu(a)", 0, 0},
                 {"relu(a)", 1e-9, 1},
                 {"max(a, 0)", 0, 0.5},
                 {"min(a, 0)", -1, 1},
                 {"sign(a)", 3, 0},
                 {"where(a > 0, a*a, 0)", 3, 6},
                 {"where(a > 0, sqrt(a), 0)", -1, 0}};
    for (const auto& c : cases) EXPECT_NEAR(slope(c.text, 0, c.at), c.want, 1e-14) << c.text;
    EXPECT_EQ(slope("sqrt(a)", 0, 0), kInf);
    EXPECT_EQ(slope("a**b", 1, 0, 2), 0);
    EXPECT_NEAR(slope("a**b", 1, 3, 2), 9 * std::log(3.0), 1e-13);
}

TEST(Expression, SecondDerivativesComeFromTheSameRules) {
    const auto e = Expression::parse("tanh(a*b)", {"a", "b"});
    ExpressionBuilder builder;
    const int places[] = {builder.input(0), builder.input(1)};
    const auto first = builder.derivative(builder.insert(*e, places)[0], 0);
    const auto second = builder.derivative(*first, 1);
    const double at[] = {0.4, -0.8};
    const double t = std::tanh(-0.32), s = 1 - t * t;
    EXPECT_NEAR(builder.build({*second}).evaluate(at)[0], s - 2 * at[0] * at[1] * t * s, 1e-15);
}

TEST(Expression, EqualTermsAreComputedOnceAndConstantsNotAtAll) {
    const auto e = Expression::parse("exp(a) / (1 + exp(a)) * (2 * 3)", {"a"});
    EXPECT_EQ(e->str(), "x0; exp 0; 1; add 2 1; div 1 3; 6; mul 4 5 -> 6");
    const auto again = Expression::fromText(e->str());
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, *e);
    for (const char* bad :
         {"", "x0", "x0 -> 1", "exp 0 -> 0", "x0; exp 1 -> 1", "x0; sum 0 -> 0", "x-1 -> 0", "x0; exp 0 0 -> 1", "x0 -> x"})
        EXPECT_FALSE(Expression::fromText(bad).ok()) << bad;
}

TEST(Expression, SaysWhereTheTextIsWrong) {
    const struct {
        std::string text;
        const char* says;
    } cases[] = {{"", "character 1"},
                 {"a +", "ends too early"},
                 {"a b", "character 3"},
                 {"(a", "\")\" is missing"},
                 {"a < b < c", "chained"},
                 {"exp(a, b)", "1 argument"},
                 {"min(a)", "2 arguments"},
                 {"exp", "\"(\" is missing"},
                 {"d + 1", "\"d\""},
                 {"a // b", "character 4"},
                 {"import os", "\"import\""},
                 {"a.b", "character 2"},
                 {"expm1(a)", "\"expm1\""},
                 {std::string(5000, '('), "deep"},
                 {std::string(5000, '-') + "a", "deep"},
                 {std::string(20000, '1'), "longer"}};
    for (const auto& c : cases) {
        const auto e = Expression::parse(c.text, {"a", "b", "c"});
        ASSERT_FALSE(e.ok()) << c.text.substr(0, 20);
        EXPECT_NE(e.error().text().find(c.says), std::string::npos) << e.error().text();
    }
}
