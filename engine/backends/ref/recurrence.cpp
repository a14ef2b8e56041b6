#include "ops/recurrence.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <cmath>
#include <vector>

namespace lockstep::backends::ref {

namespace {

using ops::RecurrenceSizes;
using Line = std::vector<double>;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// [N, T, width], one step of one sample.
template <class T> T* at(T* data, const RecurrenceSizes& s, std::int64_t n, std::int64_t t, std::int64_t width) {
    return data + (n * s.steps + t) * width;
}

/// The state's products: weight h + bias.
template <class T> Line stateProducts(const RecurrenceSizes& s, const T* weight, const T* bias, const T* h) {
    Line out(static_cast<std::size_t>(s.gates() * s.size), 0.0);
    for (std::int64_t k = 0; k < s.gates() * s.size; ++k) {
        double sum = bias ? static_cast<double>(bias[k]) : 0;
        for (std::int64_t j = 0; h && j < s.size; ++j) sum += static_cast<double>(weight[k * s.size + j]) * static_cast<double>(h[j]);
        out[static_cast<std::size_t>(k)] = sum;
    }
    return out;
}

/// Gate k of unit j: the functions of SEMANTICS.md 8.
template <class T>
void cell(const RecurrenceSizes& s, const T* x, const Line& state, const T* hBefore, const T* cBefore, T* gates, T* h, T* c) {
    for (std::int64_t j = 0; j < s.size; ++j) {
        const auto part = [&](std::int64_t k) { return state[static_cast<std::size_t>(k * s.size + j)]; };
        const auto in = [&](std::int64_t k) { return static_cast<double>(x[k * s.size + j]); };
        const auto put = [&](std::int64_t k, double v) { gates[k * s.size + j] = static_cast<T>(v); };
        if (s.lstm) {
            const double i = sigmoid(in(0) + part(0)), f = sigmoid(in(1) + part(1)), g = std::tanh(in(2) + part(2)),
                         o = sigmoid(in(3) + part(3));
            const double now = f * (cBefore ? static_cast<double>(cBefore[j]) : 0) + i * g;
            put(0, i), put(1, f), put(2, g), put(3, o);
            c[j] = static_cast<T>(now);
            h[j] = static_cast<T>(o * std::tanh(now));
            continue;
        }
        const double r = sigmoid(in(0) + part(0)), z = sigmoid(in(1) + part(1)), n = std::tanh(in(2) + r * part(2));
        put(0, r), put(1, z), put(2, n), put(3, part(2));
        h[j] = static_cast<T>((1 - z) * n + z * (hBefore ? static_cast<double>(hBefore[j]) : 0));
    }
}

template <class T> void forward(const RecurrenceSizes& s, const KernelArgs& args) {
    const std::int64_t width = s.gates() * s.size;
    for (std::int64_t n = 0; n < s.batch; ++n) {
        const T *hBefore = nullptr, *cBefore = nullptr;
        for (std::int64_t i = 0; i < s.steps; ++i) {
            const std::int64_t t = s.step(i);
            T *h = at(args.out<T>(0), s, n, t, s.size), *c = s.lstm ? at(args.out<T>(2), s, n, t, s.size) : nullptr;
            const Line state = stateProducts(s, args.in<T>(1), args.in<T>(2), hBefore);
            cell(s, at(args.in<T>(0), s, n, t, width), state, hBefore, cBefore, at(args.out<T>(1), s, n, t, 4 * s.size), h, c);
            hBefore = h, cBefore = c;
        }
    }
}

/// Slopes of one step's gates before their functions; `state`: GRU, of the state's products. `carry`: as the kernels have it.
template <class T>
void slopes(const RecurrenceSizes& s, const Line& dh, Line& carry, const T* gates, const T* hBefore, const T* c, const T* cBefore, Line& dx,
            Line& state) {
    for (std::int64_t j = 0; j < s.size; ++j) {
        const auto u = static_cast<std::size_t>(j);
        const auto gate = [&](std::int64_t k) { return static_cast<double>(gates[k * s.size + j]); };
        const auto put = [&](Line& line, std::int64_t k, double v) { line[static_cast<std::size_t>(k * s.size + j)] = v; };
        if (s.lstm) {
            const double i = gate(0), f = gate(1), g = gate(2), o = gate(3), t = std::tanh(static_cast<double>(c[j]));
            const double dc = carry[u] + dh[u] * o * (1 - t * t);
            put(dx, 0, dc * g * i * (1 - i)), put(dx, 1, dc * (cBefore ? static_cast<double>(cBefore[j]) : 0) * f * (1 - f));
            put(dx, 2, dc * i * (1 - g * g)), put(dx, 3, dh[u] * t * o * (1 - o));
            carry[u] = dc * f;
            continue;
        }
        const double r = gate(0), z = gate(1), n = gate(2), dn = dh[u] * (1 - z) * (1 - n * n);
        const double dr = dn * gate(3) * r * (1 - r), dz = dh[u] * ((hBefore ? static_cast<double>(hBefore[j]) : 0) - n) * z * (1 - z);
        put(dx, 0, dr), put(dx, 1, dz), put(dx, 2, dn);
        put(state, 0, dr), put(state, 1, dz), put(state, 2, dn * r);
        carry[u] = dh[u] * z;
    }
}

template <class T> void backwardSample(const RecurrenceSizes& s, const KernelArgs& args, std::int64_t n) {
    const std::int64_t width = s.gates() * s.size;
    const auto units = static_cast<std::size_t>(s.size), all = static_cast<std::size_t>(width);
    Line later(units, 0.0), carry(units, 0.0), dx(all), state(all);
    for (std::int64_t i = s.steps; i-- > 0;) {
        const std::int64_t t = s.step(i);
        const auto before = [&](const T* data) { return i == 0 ? nullptr : at(data, s, n, s.step(i - 1), s.size); };
        Line dh = later;
        for (std::size_t j = 0; j < units; ++j)
            dh[j] += static_cast<double>(at(args.in<T>(0), s, n, t, s.size)[j]) + (s.lstm ? 0 : carry[j]);
        slopes(s, dh, carry, at(args.in<T>(2), s, n, t, 4 * s.size), before(args.in<T>(3)),
               s.lstm ? at(args.in<T>(4), s, n, t, s.size) : nullptr, s.lstm ? before(args.in<T>(4)) : nullptr, dx, state);
        const Line& through = s.lstm ? dx : state;
        for (std::int64_t j = 0; j < s.size; ++j) {
            double sum = 0;
            for (std::int64_t k = 0; k < width; ++k)
                sum += through[static_cast<std::size_t>(k)] * static_cast<double>(args.in<T>(1)[k * s.size + j]);
            later[static_cast<std::size_t>(j)] = sum;
        }
        for (std::size_t k = 0; k < all; ++k) {
            at(args.out<T>(0), s, n, t, width)[k] = static_cast<T>(dx[k]);
            if (!s.lstm) at(args.out<T>(1), s, n, t, width)[k] = static_cast<T>(state[k]);
        }
    }
}

} // namespace

void addRecurrence(KernelTable& table) {
    addFloating(table, "recurrence", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [s = ops::recurrenceSizes(node.attrs(), node.out())](const KernelArgs& args) { forward<T>(s, args); };
    });
    addFloating(table, "recurrence_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [s = ops::recurrenceSizes(node.attrs(), node.in(0))](const KernelArgs& args) {
            for (std::int64_t n = 0; n < s.batch; ++n) backwardSample<T>(s, args, n);
        };
    });
}

} // namespace lockstep::backends::ref
