// A value or an Error. Crosses every room border in place of exceptions.
#pragma once

#include "base/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace lockstep {

template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return assert(ok()), std::get<0>(m_state); }
    const T& value() const& { return assert(ok()), std::get<0>(m_state); }
    T&& value() && { return assert(ok()), std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    Error& error() & { return assert(!ok()), std::get<1>(m_state); }
    const Error& error() const& { return assert(!ok()), std::get<1>(m_state); }
    Error&& error() && { return assert(!ok()), std::get<1>(std::move(m_state)); }

private:
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    bool ok() const { return !m_error; }
    explicit operator bool() const { return ok(); }

    Error& error() & { return assert(!ok()), *m_error; }
    const Error& error() const& { return assert(!ok()), *m_error; }
    Error&& error() && { return assert(!ok()), std::move(*m_error); }

private:
    std::optional<Error> m_error;
};

using Status = Result<void>;

#define LOCKSTEP_CONCAT_(a, b) a##b
#define LOCKSTEP_CONCAT(a, b) LOCKSTEP_CONCAT_(a, b)

/// Returns the error of `expr` (a Status or Result) from the enclosing function, if it has one.
#define LOCKSTEP_TRY(expr)                                                                                                                 \
    do {                                                                                                                                   \
        if (auto lockstepStatus = (expr); !lockstepStatus.ok()) return std::move(lockstepStatus).error();                                  \
    } while (false)

/// LOCKSTEP_ASSIGN(auto x, expr): x is the value of `expr`, or the enclosing function returns its error.
#define LOCKSTEP_ASSIGN(lhs, expr) LOCKSTEP_ASSIGN_(lhs, expr, LOCKSTEP_CONCAT(lockstepResult, __LINE__))
#define LOCKSTEP_ASSIGN_(lhs, expr, name)                                                                                                  \
    auto name = (expr);                                                                                                                    \
    if (!name.ok()) return std::move(name).error();                                                                                        \
    lhs = std::move(name).value()

} // namespace lockstep
