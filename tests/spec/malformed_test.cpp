// Documents that are wrong, one fault each: the error's id, and what its message must name (line, path, value, what is allowed).
#include "spec/run_doc.h"
#include "spec/templates.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::spec {
namespace {

struct Case {
    const char* name;
    std::string text;
    const char* id;
    std::vector<std::string> fragments;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::string repeated(const char* text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
}

/// A model with these layers (lines 4..) and outputs.
std::string model(const std::string& layers, const std::string& outputs = "\"b\"", const std::string& more = "") {
    return "{ \"format\": \"lockstep-model/1\",\n  \"inputs\": [ { \"id\": \"x\", \"shape\": [3, 8, 8] } ],\n  \"layers\": [\n" + layers +
           "\n  ],\n  \"outputs\": [" + outputs + "]" + more + " }";
}

/// A complete run in which `key: value` stands in line 4.
std::string run(const std::string& keys, const std::string& data = R"("source": "npz", "path": "d.npz", "batch_size": 8)",
                const std::string& head = R"("format": "lockstep-run/1")") {
    return "{ " + head + ",\n  \"model\": " + R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [4] } ],)" +
           R"( "layers": [ { "id": "fc", "type": "Linear", "inputs": ["x"], "args": { "out_features": 2 } } ], "outputs": ["fc"] },)" +
           "\n  \"data\": { " + data + " }" + (keys.empty() ? "" : ",\n  " + keys) + " }";
}

void expectError(const Case& c, const std::vector<Error>& errors) {
    ASSERT_FALSE(errors.empty()) << c.text.substr(0, 400);
    const auto found = std::ranges::find(errors, std::string_view(c.id), [](const Error& e) { return e.id(); });
    std::string all;
    for (const auto& error : errors) all += std::string(error.id()) + " | " + error.message() + " | " + error.hint() + "\n";
    ASSERT_NE(found, errors.end()) << c.id << " is not among\n" << all;
    const std::string message = found->message() + " " + found->hint();
    for (const auto& fragment : c.fragments) EXPECT_NE(message.find(fragment), std::string::npos) << fragment << " is not in\n" << message;
    EXPECT_LT(message.size(), 4000u);
}

// Text ---------------------------------------------------------------------------------------------------------------------------------

class MalformedText : public testing::TestWithParam<Case> {};

TEST_P(MalformedText, IsRefused) {
    const auto json = parseJson(GetParam().text, "f.json");
    ASSERT_FALSE(json.ok());
    expectError(GetParam(), {json.error()});
}

const Case kTexts[] = {
    {"empty", "", "spec.empty", {"f.json"}},
    {"white_space", " \n\t\r\n", "spec.empty", {"f.json"}},
    {"brackets_200000", repeated("[", 200000), "spec.too_deep", {"f.json:1", "64"}},
    {"objects_200000", repeated("{\"a\":\n", 200000), "spec.too_deep", {"f.json:65", "64"}},
    {"brackets_65_closed", repeated("[", 65) + repeated("]", 65), "spec.too_deep", {"64"}},
    {"doubled_key", "{\n \"a\": 1,\n \"b\": { \"c\": 1,\n \"c\": 2 } }", "spec.doubled_key", {"f.json:4", "b.c", "\"c\"", "line 3"}},
    {"doubled_key_escaped", "{ \"a\": 1, \"\\u0061\": 2 }", "spec.doubled_key", {"f.json:1", "\"a\""}},
    {"latin_1", "{\n\"name\": \"caf\xe9\" }", "spec.not_utf8", {"f.json:2"}},
    {"overlong", "\"\xc0\xaf\"", "spec.not_utf8", {"f.json:1"}},
    {"surrogate", "\"\xed\xa0\x80\"", "spec.not_utf8", {"f.json:1"}},
    {"lone_escaped_surrogate", "[\"\\ud800\"]", "spec.syntax", {"f.json:1"}},
    {"utf8_mark", "\xef\xbb\xbf{}", "spec.byte_order_mark", {"UTF-8", "without"}},
    {"utf16", std::string("\xff\xfe{\0}\0", 6), "spec.byte_order_mark", {"UTF-16"}},
    {"nul", std::string("{}\0{", 4), "spec.syntax", {"NUL"}},
    {"trailing_garbage", "{}\n\n}", "spec.syntax", {"f.json:3"}},
    {"two_documents", "{} {}", "spec.syntax", {"f.json:1"}},
    {"trailing_comma", "{ \"a\": 1,\n }", "spec.syntax", {"f.json:2", "trailing commas"}},
    {"comment", "{ // no\n}", "spec.syntax", {"f.json:1"}},
    {"nan", "{ \"a\":\n NaN }", "spec.syntax", {"f.json:2"}},
    {"infinite", "[\n1e400]", "spec.syntax", {"f.json:2"}},
    {"cut_short", "{ \"a\": [1, 2", "spec.syntax", {"f.json:1", "a[2]"}},
    {"open_string", "{ \"a\": \"b", "spec.syntax", {"f.json:1"}},
    {"newline_in_string", "[\"a\nb\"]", "spec.syntax", {"f.json"}},
    {"leading_zero", "[01]", "spec.syntax", {"f.json:1"}},
    {"single_quotes", "{ 'a': 1 }", "spec.syntax", {"double quotes"}},
    {"long_junk", "[ " + std::string(1000000, 'x') + " ]", "spec.syntax", {"f.json:1"}},
};
INSTANTIATE_TEST_SUITE_P(All, MalformedText, testing::ValuesIn(kTexts), [](const auto& info) { return info.param.name; });

// Models -------------------------------------------------------------------------------------------------------------------------------

class MalformedModel : public testing::TestWithParam<Case> {};

TEST_P(MalformedModel, IsRefused) {
    const auto json = parseJson(GetParam().text, "m.json");
    ASSERT_TRUE(json.ok()) << json.error().message();
    expectError(GetParam(), checkModel(*json, "m.json"));
    EXPECT_FALSE(readModel(*json, "m.json").ok());
}

const std::string kA = R"({ "id": "a", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4 } })";
const std::string kB = R"({ "id": "b", "type": "ReLU", "inputs": ["a"] })";

/// Layers l0, l1, .., each reading the one before.
std::string chainOf(int n) {
    std::string out;
    for (int i = 0; i < n; ++i)
        out += (i ? ",\n" : "") + std::string(R"({ "id": "l)") + std::to_string(i) + R"(", "type": "ReLU", "inputs": [")" +
               (i ? "l" + std::to_string(i - 1) : "x") + "\"] }";
    return out;
}
/// The same, closed to a ring.
std::string ringOf(int n) {
    std::string layers = chainOf(n);
    layers.replace(layers.find("[\"x\"]"), 5, "[\"l" + std::to_string(n - 1) + "\"]");
    return model(layers, "\"l0\"");
}

const Case kModels[] = {
    {"no_object", "[1, 2]", "spec.wrong_type", {"m.json:1", "a list of 2", "an object"}},
    {"nothing", "{}", "spec.missing_key", {"m.json:1", "\"format\""}},
    {"newer_format",
     R"({ "format": "lockstep-model/2", "inputs": [], "layers": [], "outputs": [] })",
     "spec.format",
     {"format", "\"lockstep-model/2\"", "lockstep-model/1"}},
    {"wrong_document", R"({ "format": "lockstep-run/1" })", "spec.format", {"lockstep-run/1"}},
    {"no_layers", model(""), "spec.empty_list", {"layers", "at least one"}},
    {"no_outputs", model(kA + ",\n" + kB, ""), "spec.empty_list", {"outputs"}},
    {"layers_no_list",
     R"({ "format": "lockstep-model/1", "inputs": [], "layers": {}, "outputs": [] })",
     "spec.wrong_type",
     {"layers", "an object", "a list"}},
    {"unknown_key",
     model(kA + ",\n" + kB, "\"b\"", ",\n \"ouputs\": []"),
     "spec.unknown_key",
     {"m.json:8", "\"ouputs\"", "did you mean \"outputs\""}},
    {"unknown_key_far", model(kA + ",\n" + kB, "\"b\"", ", \"zzzzzzzz\": 1"), "spec.unknown_key", {"zzzzzzzz", "allowed here", "layers"}},
    {"unknown_layer_key",
     model(R"({ "id": "b", "type": "ReLU", "inputs": ["x"],
      "argz": {} })"),
     "spec.unknown_key",
     {"m.json:5", "layers[0].argz", "did you mean \"args\""}},
    {"unknown_layer_type",
     model(R"({ "id": "b", "type": "Relu", "inputs": ["x"] })"),
     "spec.unknown_layer_type",
     {"m.json:4", "layers[0].type", "\"Relu\"", "did you mean \"ReLU\""}},
    {"odd_layer_type", model(R"({ "id": "b", "type": "Perceptron9000", "inputs": ["x"] })"), "spec.unknown_layer_type", {"Conv2d"}},
    {"missing_argument",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"] })"),
     "spec.missing_key",
     {"m.json:4", "layers[0].args", "out_features"}},
    {"unknown_argument",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"],
      "args": { "out_features": 4, "bais": true } })"),
     "spec.unknown_key",
     {"m.json:5", "layers[0].args.bais", "did you mean \"bias\""}},
    {"argument_type",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": "4" } })"),
     "spec.wrong_type",
     {"layers[0].args.out_features", "\"4\"", "a whole number"}},
    {"argument_fraction",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4.5 } })"),
     "spec.wrong_type",
     {"4.5", "a whole number"}},
    {"argument_zero",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 0 } })"),
     "spec.out_of_range",
     {"layers[0].args.out_features", "0 is", "1 to 2147483647"}},
    {"argument_huge",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 99999999999999999999 } })"),
     "spec.out_of_range",
     {"99999999999999999999", "2147483647"}},
    {"argument_null",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": null } })"),
     "spec.wrong_type",
     {"null"}},
    {"choice",
     model(R"({ "id": "b", "type": "GELU", "inputs": ["x"], "args": { "approximate": "tan" } })"),
     "spec.bad_value",
     {"layers[0].args.approximate", "\"tan\"", "\"tanh\""}},
    {"pair_of_three",
     model(R"({ "id": "b", "type": "MaxPool2d", "inputs": ["x"], "args": { "kernel_size": [2, 2, 2] } })"),
     "spec.wrong_type",
     {"a list of 3", "pair"}},
    {"padding_word",
     model(R"({ "id": "b", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 4, "kernel_size": 3, "padding": "sane" } })"),
     "spec.bad_value",
     {"\"sane\"", "\"same\""}},
    {"padding_same_stride",
     model(
         R"({ "id": "b", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 4, "kernel_size": 3, "padding": "same", "stride": 2 } })"),
     "spec.out_of_range",
     {"layers[0].args.padding", "stride 1"}},
    {"groups",
     model(R"({ "id": "b", "type": "Conv2d", "inputs": ["x"], "args": { "out_channels": 4, "kernel_size": 3, "groups": 3 } })"),
     "spec.out_of_range",
     {"layers[0].args.groups", "3 is", "divisor of out_channels, 4"}},
    {"pool_padding",
     model(R"({ "id": "b", "type": "MaxPool2d", "inputs": ["x"], "args": { "kernel_size": 2, "padding": [1, 2] } })"),
     "spec.out_of_range",
     {"layers[0].args.padding", "2 is", "half"}},
    {"dropout_above_one",
     model(R"({ "id": "b", "type": "Dropout", "inputs": ["x"], "args": { "p": 1.5 } })"),
     "spec.out_of_range",
     {"1.5", "0 to 1"}},
    {"reshape_two_unknowns",
     model(R"({ "id": "b", "type": "Reshape", "inputs": ["x"], "args": { "shape": [-1, -1] } })"),
     "spec.out_of_range",
     {"layers[0].args.shape", "at most one -1"}},
    {"reshape_zero",
     model(R"({ "id": "b", "type": "Reshape", "inputs": ["x"], "args": { "shape": [0, 4] } })"),
     "spec.out_of_range",
     {"0 is"}},
    {"reshape_empty",
     model(R"({ "id": "b", "type": "Reshape", "inputs": ["x"], "args": { "shape": [] } })"),
     "spec.wrong_type",
     {"an empty list"}},
    {"shape_rank",
     R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [1,1,1,1,1,1,1,1,1] } ], "layers": [], "outputs": [] })",
     "spec.wrong_type",
     {"inputs[0].shape", "7"}},
    {"shape_overflow",
     R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [2147483647, 2147483647, 4] } ], "layers": [], "outputs": [] })",
     "spec.out_of_range",
     {"inputs[0].shape", "2^62"}},
    {"shape_negative",
     R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [-1] } ], "layers": [], "outputs": [] })",
     "spec.out_of_range",
     {"inputs[0].shape[0]", "-1"}},
    {"input_dtype",
     R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [1], "dtype": "f23" } ], "layers": [], "outputs": [] })",
     "spec.bad_value",
     {"inputs[0].dtype", "\"f23\"", "f32, s64"}},
    {"bad_id", model(R"({ "id": "1b", "type": "ReLU", "inputs": ["x"] })", "\"1b\""), "spec.bad_id", {"layers[0].id", "\"1b\"", "digit"}},
    {"dotted_id", model(R"({ "id": "a.b", "type": "ReLU", "inputs": ["x"] })", "\"a.b\""), "spec.bad_id", {"\"a.b\""}},
    {"long_id",
     model("{ \"id\": \"" + std::string(201, 'z') + "\", \"type\": \"ReLU\", \"inputs\": [\"x\"] }"),
     "spec.bad_id",
     {"zzz..", "up to 200"}},
    {"empty_id", model(R"({ "id": "", "type": "ReLU", "inputs": ["x"] })"), "spec.bad_id", {"\"\""}},
    {"doubled_id",
     model(kA + ",\n" + R"({ "id": "a", "type": "ReLU", "inputs": ["x"] })", "\"a\""),
     "spec.doubled_id",
     {"m.json:5", "layers[1].id", "\"a\"", "line 4"}},
    {"id_of_input", model(R"({ "id": "x", "type": "ReLU", "inputs": ["x"] })", "\"x\""), "spec.doubled_id", {"layers[0].id", "line 2"}},
    {"unknown_input",
     model(kA + ",\n" + R"({ "id": "b", "type": "Add", "inputs": ["x",
       "aa"] })"),
     "spec.unknown_input",
     {"m.json:6", "layers[1].inputs[1]", "\"aa\"", "did you mean \"a\""}},
    {"unknown_output", model(kA, "\"a\",\n\"fc9\""), "spec.unknown_output", {"m.json:7", "outputs[1]", "\"fc9\""}},
    {"input_as_output", model(kA, "\"a\", \"x\""), "spec.unknown_output", {"outputs[1]", "\"x\""}},
    {"doubled_output", model(kA, "\"a\", \"a\""), "spec.doubled_output", {"outputs[1]", "\"a\""}},
    {"cycle",
     model(R"({ "id": "b", "type": "Add", "inputs": ["x", "d"] },
      { "id": "c", "type": "ReLU", "inputs": ["b"] },
      { "id": "d", "type": "ReLU", "inputs": ["c"] })"),
     "spec.cycle",
     {"m.json:4", "b -> c -> d -> b"}},
    {"self_cycle", model(R"({ "id": "b", "type": "Add", "inputs": ["x", "b"] })"), "spec.cycle", {"b -> b"}},
    {"unread",
     model(kA + ",\n" + R"({ "id": "b", "type": "ReLU", "inputs": ["x"] })"),
     "spec.unread_layer",
     {"m.json:4", "layers[0]", "\"a\"", "outputs"}},
    {"too_few_inputs",
     model(R"({ "id": "b", "type": "Add", "inputs": ["x"] })"),
     "spec.input_count",
     {"layers[0].inputs", "Add", "1", "2 or more"}},
    {"too_many_inputs", model(R"({ "id": "b", "type": "ReLU", "inputs": ["x", "x"] })"), "spec.input_count", {"2 inputs", "takes 1"}},
    {"inputs_no_list", model(R"({ "id": "b", "type": "ReLU", "inputs": "x" })"), "spec.wrong_type", {"layers[0].inputs", "\"x\"", "list"}},
    {"repeat_zero", model(R"({ "id": "b", "type": "ReLU", "inputs": ["x"], "repeat": 0 })"), "spec.out_of_range", {"repeat", "1 to 1000"}},
    {"repeat_huge", model(R"({ "id": "b", "type": "ReLU", "inputs": ["x"], "repeat": 1000000000 })"), "spec.out_of_range", {"repeat"}},
    {"repeat_two_inputs",
     model(R"({ "id": "b", "type": "Add", "inputs": ["x", "x"], "repeat": 2 })"),
     "spec.repeat",
     {"\"b\"", "2 inputs"}},
    {"share_empty",
     model(kA + ",\n" + R"({ "id": "b", "type": "Linear", "inputs": ["a"], "args": { "out_features": 4 }, "share": "" })"),
     "spec.share",
     {"m.json:5", "layers[1].share"}},
    {"cycle_of_2000", ringOf(2000), "spec.cycle", {"l0 -> ", "2000 layers"}},
    {"unknown_among_2000",
     model(chainOf(2000) + ",\n" + R"({ "id": "b", "type": "ReLU", "inputs": ["zzz"] })"),
     "spec.unknown_input",
     {"l38, .."}},
    {"share_unknown",
     model(kA + ",\n" + R"({ "id": "b", "type": "Linear", "inputs": ["a"], "args": { "out_features": 4 }, "share": "zz" })"),
     "spec.share",
     {"m.json:5", "layers[1].share", "\"zz\"", "no such layer"}},
    {"share_without_weight",
     model(kA + ",\n" + R"({ "id": "b", "type": "ReLU", "inputs": ["a"], "share": "a" })"),
     "spec.share",
     {"ReLU has no weight"}},
    {"share_of_weightless",
     model(kB + ",\n" + R"({ "id": "a", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4 }, "share": "b" })"),
     "spec.share",
     {"ReLU has no weight"}},
    {"share_chain",
     model(kA + R"(,
      { "id": "c", "type": "Linear", "inputs": ["a"], "args": { "out_features": 4 }, "share": "a" },
      { "id": "b", "type": "Linear", "inputs": ["c"], "args": { "out_features": 4 }, "share": "c" })"),
     "spec.share",
     {"m.json:6", "shares the weight of \"a\""}},
    {"share_of_repeated",
     model(R"({ "id": "a", "type": "Linear", "inputs": ["x"], "args": { "out_features": 8 }, "repeat": 2 },
      { "id": "b", "type": "Linear", "inputs": ["a"], "args": { "out_features": 8 }, "share": "a" })"),
     "spec.share",
     {"repeated"}},
    {"share_repeated",
     model(kA + ",\n" + R"({ "id": "b", "type": "Linear", "inputs": ["a"], "args": { "out_features": 4 }, "share": "a", "repeat": 2 })"),
     "spec.share",
     {"repeated"}},
    {"share_affine_off",
     model(R"({ "id": "a", "type": "LayerNorm", "inputs": ["x"], "args": { "elementwise_affine": false } },
      { "id": "b", "type": "LayerNorm", "inputs": ["a"], "share": "a" })"),
     "spec.share",
     {"no weight"}},
    {"init_type",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4 }, "init": { "type": "xavier" } })"),
     "spec.bad_value",
     {"layers[0].init.type", "\"xavier\""}},
    {"init_std",
     model(R"({ "id": "b", "type": "Linear", "inputs": ["x"], "args": { "out_features": 4 }, "init": { "type": "normal", "std": -1 } })"),
     "spec.out_of_range",
     {"init.std", "-1"}},
    {"init_std_elsewhere",
     model(kA + ",\n" + kB, "\"b\"", R"(, "init": { "type": "zeros", "std": 1 })"),
     "spec.not_with",
     {"init.std", "zeros"}},
    {"init_without_weight",
     model(R"({ "id": "b", "type": "ReLU", "inputs": ["x"], "init": { "type": "zeros" } })"),
     "spec.no_weight",
     {"ReLU"}},
    {"place", model(R"({ "id": "b", "type": "ReLU", "inputs": ["x"], "ui": { "x": "left" } })"), "spec.wrong_type", {"layers[0].ui.x"}},
};
INSTANTIATE_TEST_SUITE_P(All, MalformedModel, testing::ValuesIn(kModels), [](const auto& info) { return info.param.name; });

// Runs ---------------------------------------------------------------------------------------------------------------------------------

class MalformedRun : public testing::TestWithParam<Case> {};

TEST_P(MalformedRun, IsRefused) {
    const auto json = parseJson(GetParam().text, "r.json");
    ASSERT_TRUE(json.ok()) << json.error().message();
    ReadRunOptions options;
    options.file = "r.json";
    expectError(GetParam(), checkRun(*json, options));
    EXPECT_FALSE(readRun(*json, options).ok());
}

const Case kRuns[] = {
    {"format",
     run("", R"("source": "npz", "path": "d", "batch_size": 8)", R"("format": "lockstep-run/9")"),
     "spec.format",
     {"r.json:1", "lockstep-run/1"}},
    {"no_model",
     R"({ "format": "lockstep-run/1", "data": { "source": "synthetic", "batch_size": 1 } })",
     "spec.missing_key",
     {"\"model\""}},
    {"no_data", R"({ "format": "lockstep-run/1", "model": "template:mlp" })", "spec.missing_key", {"\"data\""}},
    {"unknown_template",
     R"({ "format": "lockstep-run/1", "model": "template:digits-ccn", "data": { "source": "synthetic", "batch_size": 1 } })",
     "spec.no_template",
     {"r.json:1", "model", "did you mean \"digits-cnn\""}},
    {"model_in_run",
     R"({ "format": "lockstep-run/1",
      "model": { "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [4] } ],
        "layers": [ { "id": "a", "type": "Relu", "inputs": ["x"] } ], "outputs": ["a"] }, "data": { "source": "synthetic", "batch_size": 1 } })",
     "spec.unknown_layer_type",
     {"r.json:3", "model.layers[0].type"}},
    {"model_number",
     R"({ "format": "lockstep-run/1", "model": 7, "data": { "source": "synthetic", "batch_size": 1 } })",
     "spec.wrong_type",
     {"model", "7"}},
    {"model_file_without_loader",
     R"({ "format": "lockstep-run/1", "model": "m.json", "data": { "source": "synthetic", "batch_size": 1 } })",
     "spec.no_model",
     {"m.json"}},
    {"unknown_key", run(R"("stepz": 4)"), "spec.unknown_key", {"r.json:4", "\"stepz\"", "did you mean \"steps\""}},
    {"steps_and_epochs", run(R"("steps": 4, "epochs": 1)"), "spec.both", {"r.json:4", "\"steps\"", "\"epochs\""}},
    {"negative_steps", run(R"("steps": -1)"), "spec.out_of_range", {"steps", "-1"}},
    {"seed", run(R"("seed": -5)"), "spec.out_of_range", {"seed", "-5"}},
    {"seed_fraction", run(R"("seed": 0.5)"), "spec.wrong_type", {"seed", "0.5"}},
    {"tags", run(R"("tags": ["a", 1])"), "spec.wrong_type", {"tags[1]", "a string"}},
    {"source",
     run("", R"("source": "nzp", "path": "d", "batch_size": 8)"),
     "spec.bad_value",
     {"r.json:3", "data.source", "\"nzp\"", "npz"}},
    {"later_tokenizer",
     run("", R"("source": "text", "path": "d", "batch_size": 8, "context": 4, "tokenizer": "sentencepiece")"),
     "spec.not_available",
     {"data.tokenizer", "\"sentencepiece\""}},
    {"text_context", run("", R"("source": "text", "path": "d", "batch_size": 8)"), "spec.missing_key", {"data", "\"context\""}},
    {"text_mask",
     run("", R"("source": "text", "path": "d", "batch_size": 8, "context": 4, "mask": 0)"),
     "spec.out_of_range",
     {"data.mask"}},
    {"no_path", run("", R"("source": "csv", "batch_size": 8, "target": "y")"), "spec.missing_key", {"data", "\"path\""}},
    {"no_batch_size", run("", R"("source": "npz", "path": "d")"), "spec.missing_key", {"batch_size"}},
    {"batch_size_zero", run("", R"("source": "npz", "path": "d", "batch_size": 0)"), "spec.out_of_range", {"data.batch_size", "0 is"}},
    {"path_of_bundled",
     run("", R"("source": "bundled", "name": "digits", "path": "d", "batch_size": 8)"),
     "spec.not_with",
     {"data.path", "bundled"}},
    {"bundled_name", run("", R"("source": "bundled", "name": "digit", "batch_size": 8)"), "spec.bad_value", {"data.name", "\"digits\""}},
    {"csv_target", run("", R"("source": "csv", "path": "d", "batch_size": 8)"), "spec.missing_key", {"\"target\""}},
    {"csv_target_type", run("", R"("source": "csv", "path": "d", "batch_size": 8, "target": [1])"), "spec.wrong_type", {"data.target"}},
    {"split_sum",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "split": { "train": 0.8, "test": 0.1 })"),
     "spec.split_sum",
     {"data.split", "0.9", "1"}},
    {"split_sum_above",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "split": { "validation": 0.8, "test": 0.3 })"),
     "spec.split_sum",
     {"1.1"}},
    {"split_negative",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "split": { "test": -0.3 })"),
     "spec.out_of_range",
     {"data.split.test", "-0.3"}},
    {"validation_split",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "validation": { "source": "npz", "path": "e", "split": {} })"),
     "spec.not_with",
     {"data.validation.split"}},
    {"normalize",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "normalize": "minmax")"),
     "spec.bad_value",
     {"none, unit, standard"}},
    {"augment",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "augment": [ { "type": "flip", "padding": 1 } ])"),
     "spec.not_with",
     {"data.augment[0].padding", "flip"}},
    {"augment_size",
     run("", R"("source": "npz", "path": "d", "batch_size": 8, "augment": [ { "type": "cutout" } ])"),
     "spec.missing_key",
     {"data.augment[0]", "\"size\""}},
    {"loss", run(R"("loss": { "type": "cross_entropi" })"), "spec.bad_value", {"loss.type", "\"cross_entropy\""}},
    {"later_loss", run(R"("loss": { "type": "distill" })"), "spec.not_available", {"loss.type", "\"distill\""}},
    {"loss_delta", run(R"("loss": { "type": "huber", "delta": 0 })"), "spec.out_of_range", {"loss.delta", "more than 0"}},
    {"loss_delta_beyond_f32", run(R"("loss": { "type": "huber", "delta": 1e300 })"), "spec.out_of_range", {"loss.delta"}},
    {"loss_pos_weight_beyond_f32",
     run(R"("loss": { "type": "bce_with_logits", "pos_weight": 1e300 })"),
     "spec.out_of_range",
     {"loss.pos_weight"}},
    {"loss_expr", run(R"("loss": { "type": "formula" })"), "spec.missing_key", {"loss", "\"expr\""}},
    {"loss_pos_weight",
     run(R"("loss": { "type": "bce_with_logits", "pos_weight": [1, -2] })"),
     "spec.out_of_range",
     {"loss.pos_weight[1]"}},
    {"loss_key", run(R"("loss": { "type": "mse", "label_smoothing": 0.1 })"), "spec.not_with", {"loss.label_smoothing", "\"mse\""}},
    {"loss_smoothing", run(R"("loss": { "label_smoothing": 2 })"), "spec.out_of_range", {"loss.label_smoothing", "0 to 1"}},
    {"loss_of_unknown_output",
     run(R"("loss": { "fc": { "type": "mse" }, "fd": { "type": "mse" } })"),
     "spec.unknown_key",
     {"loss.fd", "\"fc\""}},
    {"loss_missing", run(R"("loss": { "fd": { "type": "mse" } })"), "spec.no_loss", {"\"fc\""}},
    {"class_weights", run(R"("loss": { "class_weights": [1, -1] })"), "spec.out_of_range", {"loss.class_weights[1]", "-1"}},
    {"metric", run(R"("metrics": ["acuracy"])"), "spec.bad_value", {"metrics[0]", "\"accuracy\""}},
    {"metric_of_bce", run(R"("loss": { "type": "bce_with_logits" }, "metrics": ["top5"])"), "spec.metric", {"\"top5\"", "auc"}},
    {"metric_of_other_loss", run(R"("metrics": ["mae"])"), "spec.metric", {"\"mae\"", "cross_entropy", "accuracy"}},
    {"optimizer",
     run(R"("optimizer": { "type": "adamww" })"),
     "spec.bad_value",
     {"optimizer.type", "\"adamww\"", "did you mean \"adamw\""}},
    {"lion_key", run(R"("optimizer": { "type": "lion", "eps": 1 })"), "spec.not_with", {"optimizer.eps", "\"lion\""}},
    {"rmsprop_alpha", run(R"("optimizer": { "type": "rmsprop", "alpha": 1 })"), "spec.out_of_range", {"optimizer.alpha", "less than 1"}},
    {"optimizer_key", run(R"("optimizer": { "type": "sgd", "betas": [0.9, 0.99] })"), "spec.not_with", {"optimizer.betas", "\"sgd\""}},
    {"learning_rate", run(R"("optimizer": { "lr": -1 })"), "spec.out_of_range", {"optimizer.lr", "-1", "0 or more"}},
    {"learning_rate_text", run(R"("optimizer": { "lr": "1e-3" })"), "spec.wrong_type", {"optimizer.lr", "\"1e-3\"", "a number"}},
    {"betas", run(R"("optimizer": { "betas": [0.9, 1] })"), "spec.out_of_range", {"optimizer.betas[1]", "less than 1"}},
    {"betas_one", run(R"("optimizer": { "betas": [0.9] })"), "spec.wrong_type", {"optimizer.betas", "pair"}},
    {"nesterov", run(R"("optimizer": { "type": "sgd", "nesterov": true })"), "spec.nesterov", {"r.json:4", "momentum"}},
    {"group", run(R"("optimizer": { "groups": [ { "lr": 1 } ] })"), "spec.missing_key", {"optimizer.groups[0]", "\"match\""}},
    {"group_key",
     run(R"("optimizer": { "groups": [ { "match": "*", "momentum": 1 } ] })"),
     "spec.not_with",
     {"optimizer.groups[0].momentum"}},
    {"schedule", run(R"("schedule": { "type": "cosin" })"), "spec.bad_value", {"schedule.type", "\"cosine\""}},
    {"onecycle_needs", run(R"("schedule": { "type": "onecycle" })"), "spec.missing_key", {"schedule", "\"max_lr\""}},
    {"onecycle_warmup", run(R"("schedule": { "type": "onecycle", "max_lr": 1, "warmup_steps": 3 })"), "spec.not_with", {"warmup_steps"}},
    {"schedule_step", run(R"("schedule": { "type": "step" })"), "spec.missing_key", {"schedule", "\"step_size\""}},
    {"schedule_key", run(R"("schedule": { "type": "constant", "min_lr": 0 })"), "spec.not_with", {"schedule.min_lr", "constant"}},
    {"accumulate", run(R"("accumulate": 0)"), "spec.out_of_range", {"accumulate", "0 is"}},
    {"accumulate_auto", run(R"("accumulate": "auto")"), "spec.not_available", {"accumulate", "\"auto\""}},
    {"clip", run(R"("clip_grad_norm": 0)"), "spec.out_of_range", {"clip_grad_norm", "more than 0"}},
    {"device", run(R"("device": "gpu")"), "spec.bad_value", {"device", "\"gpu\"", "cpu"}},
    {"device_cuda", run(R"("device": "cuda:1")"), "spec.not_available", {"\"cuda:1\""}},
    {"threads", run(R"("threads": 0)"), "spec.out_of_range", {"threads"}},
    {"precision", run(R"("precision": { "policy": "bf16" })"), "spec.not_available", {"precision.policy", "\"bf16\""}},
    {"precision_layer", run(R"("precision": { "layers": { "fc": "f16" } })"), "spec.not_available", {"precision.layers.fc", "\"f16\""}},
    {"loss_scale", run(R"("precision": { "loss_scale": 128 })"), "spec.not_available", {"precision.loss_scale"}},
    {"quantization", run(R"("quantization": { "scheme": "int8_qat" })"), "spec.not_available", {"quantization.scheme", "int8_qat"}},
    {"parallel", run(R"("parallel": { "data": 2 })"), "spec.not_available", {"parallel.data"}},
    {"parallel_key", run(R"("parallel": { "dada": 2 })"), "spec.unknown_key", {"parallel.dada", "\"data\""}},
    {"sharding", run(R"("parallel": { "sharding": "zero3" })"), "spec.not_available", {"parallel.sharding"}},
    {"recompute_fits_nothing", run(R"("recompute": { "fit_bytes": 0 })"), "spec.out_of_range", {"recompute.fit_bytes"}},
    {"recompute_without_bytes", run(R"("recompute": {})"), "spec.missing_key", {"recompute", "\"fit_bytes\""}},
    {"recompute_key", run(R"("recompute": { "fit_bytes": 9, "bytes": 1 })"), "spec.unknown_key", {"recompute.bytes"}},
    {"recompute_word", run(R"("recompute": "some")"), "spec.bad_value", {"\"some\""}},
    {"ema", run(R"("ema": { "decay": 1.5 })"), "spec.out_of_range", {"ema.decay", "0 to 1"}},
    {"ema_key", run(R"("ema": { "decaying": 0.9 })"), "spec.unknown_key", {"ema", "\"decaying\""}},
    {"early_stop", run(R"("early_stop": { "metric": "validation/auc" })"), "spec.bad_value", {"early_stop.metric", "validation/accuracy"}},
    {"early_stop_patience", run(R"("early_stop": { "patience": 0 })"), "spec.out_of_range", {"early_stop.patience"}},
    {"freeze", run(R"("freeze": "*.bias")"), "spec.wrong_type", {"freeze", "list of patterns"}},
    {"plateau_factor", run(R"("schedule": { "type": "plateau", "factor": 1 })"), "spec.out_of_range", {"schedule.factor", "less than 1"}},
    {"batch_schedule", run(R"("batch_schedule": [ { "step": 1, "batch_size": 2 } ])"), "spec.not_available", {"batch_schedule"}},
    {"checkpoint", run(R"("checkpoint": { "keep": 0 })"), "spec.out_of_range", {"checkpoint.keep"}},
    {"sampling",
     run(R"("tags": [])", R"("source": "bundled", "name": "digits", "batch_size": 8, "sampling": "even")"),
     "spec.bad_value",
     {"data.sampling", "balanced"}},
    {"checkpoint_type", run(R"("checkpoint": true)"), "spec.wrong_type", {"checkpoint", "true"}},
    {"init_map", run(R"("init": { "file": "w", "map": [["a"]] })"), "spec.wrong_type", {"init.map[0]", "[glob, replacement]"}},
    {"init_file", run(R"("init": { "strict": false })"), "spec.missing_key", {"init", "\"file\""}},
};
INSTANTIATE_TEST_SUITE_P(All, MalformedRun, testing::ValuesIn(kRuns), [](const auto& info) { return info.param.name; });

TEST(Problems, AreAllFoundInTheOrderOfLines) {
    const auto json =
        parseJson("{ \"format\": \"lockstep-run/1\", \"model\": \"template:mlp\",\n\"optimizer\": { \"lr\": -1 },\n\"steps\": \"many\",\n"
                  "\"data\": { \"source\": \"synthetic\", \"batch_size\": 0 },\n\"sede\": 1 }",
                  "r.json");
    ASSERT_TRUE(json.ok());
    std::vector<int> lines;
    for (const auto& error : checkRun(*json, {.file = "r.json"})) lines.push_back(error.where().line);
    EXPECT_EQ(lines, (std::vector<int>{2, 3, 4, 5}));
}

TEST(Problems, AMisspeltRequiredKeyIsOneProblem) {
    const auto json = parseJson(R"({ "format": "lockstep-model/1", "inputs": [{ "id": "x", "shape": [4] }], "outputs": ["a"],
        "layers": [{ "id": "a", "type": "Linear", "inputs": ["x"], "args": { "out_featurs": 3, "biass": true } }] })",
                                "m.json");
    const auto errors = checkModel(*json, "m.json");
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_EQ(errors[0].where().path, "layers[0].args.out_featurs");
    EXPECT_NE(errors[0].text().find("did you mean \"out_features\"?"), std::string::npos) << errors[0].text();
    EXPECT_EQ(errors[1].where().path, "layers[0].args.biass");
}

TEST(Problems, OfAModelFileNameThatFile) {
    ReadRunOptions options{.file = "dir/r.json", .baseDirectory = "dir"};
    std::string asked;
    options.load = [&](const std::string& path) -> Result<std::string> { return asked = path, std::string("{\n \"format\": 5 }"); };
    const auto json = parseJson(
        R"({ "format": "lockstep-run/1", "model": "sub/../m.json", "data": { "source": "synthetic", "batch_size": 1 } })", "dir/r.json");
    const auto errors = checkRun(*json, options);
    EXPECT_EQ(asked, "dir/m.json");
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors.front().where().file, "dir/m.json");
}

} // namespace
} // namespace lockstep::spec
