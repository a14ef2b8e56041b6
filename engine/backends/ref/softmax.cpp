#include "backends/ref/families.h"
#include "backends/ref/lines.h"
#include "backends/ref/offer.h"

#include <cmath>

namespace lockstep::backends::ref {

template <class T> static void forward(const Lines& lines, const T* x, T* y) {
    lines.each([&](std::int64_t first) {
        const double top = lines.largest(x, first);
        double sum = 0;
        for (std::int64_t k = 0; k < lines.length; ++k) sum += std::exp(static_cast<double>(x[lines.at(first, k)]) - top);
        for (std::int64_t k = 0; k < lines.length; ++k)
            y[lines.at(first, k)] = static_cast<T>(std::exp(static_cast<double>(x[lines.at(first, k)]) - top) / sum);
    });
}

/// dx = y * (dy - sum of dy * y)
template <class T> static void backward(const Lines& lines, const T* dy, const T* y, T* dx) {
    lines.each([&](std::int64_t first) {
        double dot = 0;
        for (std::int64_t k = 0; k < lines.length; ++k)
            dot += static_cast<double>(dy[lines.at(first, k)]) * static_cast<double>(y[lines.at(first, k)]);
        for (std::int64_t k = 0; k < lines.length; ++k) {
            const std::int64_t i = lines.at(first, k);
            dx[i] = static_cast<T>(static_cast<double>(y[i]) * (static_cast<double>(dy[i]) - dot));
        }
    });
}

template <class T> static void logForward(const Lines& lines, const T* x, T* y) {
    lines.each([&](std::int64_t first) {
        const double top = lines.largest(x, first);
        double sum = 0;
        for (std::int64_t k = 0; k < lines.length; ++k) sum += std::exp(static_cast<double>(x[lines.at(first, k)]) - top);
        for (std::int64_t k = 0; k < lines.length; ++k)
            y[lines.at(first, k)] = static_cast<T>(static_cast<double>(x[lines.at(first, k)]) - top - std::log(sum));
    });
}

/// dx = dy - exp(y) * sum of dy
template <class T> static void logBackward(const Lines& lines, const T* dy, const T* y, T* dx) {
    lines.each([&](std::int64_t first) {
        double sum = 0;
        for (std::int64_t k = 0; k < lines.length; ++k) sum += static_cast<double>(dy[lines.at(first, k)]);
        for (std::int64_t k = 0; k < lines.length; ++k) {
            const std::int64_t i = lines.at(first, k);
            dx[i] = static_cast<T>(static_cast<double>(dy[i]) - std::exp(static_cast<double>(y[i])) * sum);
        }
    });
}

/// `run(lines, args, T())` of the lines along the node's axis.
template <class Run> static void addLines(KernelTable& table, std::string_view op, Run run) {
    addFloating(table, op, [run](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [run, lines = linesAlong(node.in(0), node.attrs().integer("axis"))](const KernelArgs& args) { run(lines, args, T()); };
    });
}

void addSoftmax(KernelTable& table) {
    addLines(table, "softmax", []<class T>(const Lines& lines, const KernelArgs& a, T) { forward(lines, a.in<T>(0), a.out<T>()); });
    addLines(table, "softmax_grad",
             []<class T>(const Lines& lines, const KernelArgs& a, T) { backward(lines, a.in<T>(0), a.in<T>(1), a.out<T>()); });
    addLines(table, "log_softmax", []<class T>(const Lines& lines, const KernelArgs& a, T) { logForward(lines, a.in<T>(0), a.out<T>()); });
    addLines(table, "log_softmax_grad",
             []<class T>(const Lines& lines, const KernelArgs& a, T) { logBackward(lines, a.in<T>(0), a.in<T>(1), a.out<T>()); });
}

} // namespace lockstep::backends::ref
