// Formulas written in C++ as they stand in a book: `v = a * v + (1 - a) * g * g`.
#pragma once

#include "numerics/expression_builder.h"

namespace lockstep {

/// A step of a builder, which outlives it. Numbers mix with terms.
class Term {
public:
    Term(ExpressionBuilder& builder, ExpressionBuilder::Id id) : m_builder(&builder), m_id(id) {}
    static Term input(ExpressionBuilder& builder, int place) { return {builder, builder.input(place)}; }

    ExpressionBuilder::Id id() const { return m_id; }
    Term with(ExprOp op, const Term& other) const { return {*m_builder, m_builder->apply(op, m_id, other.m_id)}; }
    Term of(ExprOp op) const { return {*m_builder, m_builder->apply(op, m_id)}; }
    Term number(double value) const { return {*m_builder, m_builder->number(value)}; }

    friend Term operator+(const Term& a, const Term& b) { return a.with(ExprOp::Add, b); }
    friend Term operator-(const Term& a, const Term& b) { return a.with(ExprOp::Sub, b); }
    friend Term operator*(const Term& a, const Term& b) { return a.with(ExprOp::Mul, b); }
    friend Term operator/(const Term& a, const Term& b) { return a.with(ExprOp::Div, b); }
    friend Term operator+(const Term& a, double b) { return a + a.number(b); }
    friend Term operator-(const Term& a, double b) { return a - a.number(b); }
    friend Term operator*(double a, const Term& b) { return b.number(a) * b; }

private:
    ExpressionBuilder* m_builder;
    ExpressionBuilder::Id m_id;
};

} // namespace lockstep
