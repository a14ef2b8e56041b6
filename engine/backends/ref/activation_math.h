// Activations of one number in double: used alone and fused behind matmul and convolution.
#pragma once

#include <string_view>

namespace lockstep::backends::ref {

using Function = double (*)(double);

double relu(double x); ///< NaN passes on
double sigmoid(double x);
double gelu(double x);
double geluTanh(double x);
double geluSlope(double x);
double geluTanhSlope(double x);
/// "none", "relu", "tanh", "sigmoid", "gelu", "gelu_tanh"; nullptr for another name.
Function activationNamed(std::string_view name);

} // namespace lockstep::backends::ref
