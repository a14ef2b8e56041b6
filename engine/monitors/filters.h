// Smoothing that looks at neighbours (GUI.md C2); the exponential mean is in smoothing.h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep::monitors {

/// Weights exp(-d^2 / 2 sigma^2) over the points d away, cut at 3 sigma, renormalised over the finite points that are there
/// (so constants stay, and the ends are not bent). sigma in points; <= 0 returns the input. Non-finite values pass through.
std::vector<double> gaussian(std::span<const double> values, double sigma);
/// The same of the points [begin, end) only, their neighbours counted.
std::vector<double> gaussian(std::span<const double> values, double sigma, std::size_t begin, std::size_t end);
/// How many points to either side it looks at.
std::size_t gaussianReach(double sigma);

/// Mean of the point and the width - 1 before it, as far as there are any and they are finite. Width <= 1 returns the input.
/// Non-finite values pass through. A constant comes back bit for bit, nothing is left of a value that went out of the window.
std::vector<double> runningMean(std::span<const double> values, std::size_t width);

} // namespace lockstep::monitors
