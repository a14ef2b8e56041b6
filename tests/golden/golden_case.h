// One golden folder: what PyTorch made of a run document, in f32 and in f64.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lockstep::golden {

/// What the oracle printed in one type.
struct Recorded {
    std::vector<double> loss;     ///< of every step, before its update
    std::vector<double> gradNorm; ///< before clipping; empty without clipping
    double validation = 0;        ///< NaN where the document has no validation split
};

struct GoldenCase {
    std::string name, folder; ///< folder: with run.json, data.npz, init.safetensors, grad.safetensors
    long params = 0;
    Recorded f32, f64;
    bool batchDependent = false; ///< has a layer whose result for a sample depends on the others of its part of a batch

    std::string document() const { return folder + "/run.json"; }
};

/// Name -> values, of every tensor of a file. Fails the running test and returns nothing where it can't be read.
using Tensors = std::map<std::string, std::vector<float>>;
Tensors readTensors(const std::string& path);

/// The folders of tests/golden, by name.
std::vector<std::string> goldenNames();
GoldenCase readGolden(const std::string& name);

/// step -> value of one series of `runs export --metrics -`.
std::map<long, double> readSeries(const std::string& csv, const std::string& name);

} // namespace lockstep::golden
