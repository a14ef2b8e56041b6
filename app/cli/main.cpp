// `lockstep`: the engine on a command line (FORMATS.md "Commands").
#include "base/log.h"
#include "base/text.h"
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/streams.h"
#include "cli/waiting_threads.h"
#include "train/generate.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <new>

namespace lockstep::cli {
namespace {

/// What was given on the command line, for whichever command it was.
struct Arguments {
    Context context;
    std::string run, out, split, checkpoint = "last", filter, metrics = "-", name, rows;
    std::vector<std::string> words;
    std::int64_t id = 0;
    std::vector<std::int64_t> ids;
    bool probe = false, archived = false, jsonl = false;
    ExplainRequest explain;
    train::GenerateRequest generate;
    BenchRequest bench;
    std::function<int()> act; ///< set by the command chosen
};

/// A word that is no number is told as it was written.
const CLI::Validator kRunNumber(
    [](const std::string& word) {
        const bool good = !word.empty() && word.size() < 19 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
        return good ? std::string() : "'" + word + "' is not the number of a run; `lockstep runs list` has the numbers";
    },
    "", "run");

class CommandLine {
public:
    explicit CommandLine(Arguments& a)
        : m(a), m_app("Trains neural networks: the engine of Lockstep Studio on a command line.", "lockstep") {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", "lockstep " LOCKSTEP_VERSION);
        common(m_app);
        addTraining();
        addQueries();
        addRuns();
        addBench();
        addDocuments();
        addLater();
        refuseFlagValues(m_app);
    }
    CLI::App& app() { return m_app; }

private:
    /// `--quiet=3x` is no flag.
    static void refuseFlagValues(CLI::App& app) {
        for (auto* option : app.get_options()) {
            if (option->get_items_expected_max() == 0) option->disable_flag_override();
        }
        for (auto* sub : app.get_subcommands([](CLI::App*) { return true; })) refuseFlagValues(*sub);
    }

    void common(CLI::App& app) {
        app.add_option("--db", m.context.database, "the run store [$XDG_DATA_HOME/lockstep/runs.db]");
        // Both before and after the command's name: the later ones come after the earlier.
        const auto add = [this](const std::vector<std::string>& sets) {
            m.context.sets.insert(m.context.sets.end(), sets.begin(), sets.end());
        };
        app.add_option_function<std::vector<std::string>>("--set", add, "a.b=value: overrides a field of the run document")
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
        app.add_flag("--quiet", m.context.quiet, "no progress");
        app.add_flag("--json", m.context.json, "standard output is exactly one JSON object");
    }

    CLI::App* command(CLI::App& parent, const char* name, const char* help, std::function<int()> act) {
        auto* sub = parent.add_subcommand(name, help);
        common(*sub);
        sub->callback([this, act = std::move(act)] { m.act = act; });
        return sub;
    }
    CLI::App* command(const char* name, const char* help, std::function<int()> act) { return command(m_app, name, help, std::move(act)); }

    void runArgument(CLI::App* sub, const char* help) { sub->add_option("run", m.run, help)->required(); }
    void checkpointOption(CLI::App* sub) { sub->add_option("--checkpoint", m.checkpoint, "last, best, or a step")->capture_default_str(); }

    void addTraining() {
        runArgument(command("train", "trains a run document", [this] { return train(m.context, m.run); }), "RUN.json or template:NAME");
        runArgument(command("resume", "goes on with a run", [this] { return resume(m.context, m.run); }),
                    "a run's number, or a checkpoint's folder");
        auto* eval = command("eval", "loss and metrics of a run's weights", [this] { return evaluate(m.context, m.run, m.checkpoint); });
        runArgument(eval, "a run's number");
        checkpointOption(eval);
        auto* pred = command("predict", "raw outputs as npz or csv", [this] {
            return predict(m.context, {m.run, m.out, m.split, m.checkpoint, m.rows});
        });
        runArgument(pred, "a run's number, or RUN.json (its initial weights)");
        pred->add_option("-o", m.out, "OUT.npz or OUT.csv")->required();
        pred->add_option("--data", m.rows, "rows of another file like the run's; targets are not needed (csv, npz, npy, safetensors)");
        pred->add_option("--split", m.split, "train, validation or test [test, else validation, else train]");
        checkpointOption(pred);
        auto* write =
            command("generate", "a language model writes on", [this] { return generate(m.context, m.run, m.checkpoint, m.generate); });
        runArgument(write, "a run's number");
        checkpointOption(write);
        write->add_option("--prompt", m.generate.prompt, "the beginning")->required();
        write->add_option("--tokens", m.generate.tokens, "how many are added")->check(CLI::Range(1, 1000000))->capture_default_str();
        write->add_option("--temperature", m.generate.temperature, "below 1 more cautious, 0 the likeliest only")
            ->check(CLI::Range(0.0, 100.0))
            ->capture_default_str();
        write->add_option("--top-k", m.generate.topK, "only so many likeliest tokens; 0: all")
            ->check(CLI::NonNegativeNumber)
            ->capture_default_str();
        write->add_option("--seed", m.generate.seed, "the same seed writes the same")->capture_default_str();
        auto* gradient = command("grad", "gradients of the first batch", [this] { return grad(m.context, m.run, m.out); });
        runArgument(gradient, "RUN.json or template:NAME");
        gradient->add_option("-o", m.out, "OUT.safetensors")->required();
    }

    void addQueries() {
        auto* dev = command("devices", "what can compute here", [this] { return devices(m.context, m.probe); });
        dev->add_flag("--probe", m.probe, "measure and keep the figures in the store");
        auto* exp = command("explain", "the programs of a training step", [this] { return explain(m.context, m.explain); });
        exp->add_option("run", m.explain.run, "RUN.json or template:NAME")->required();
        auto* after = exp->add_option("--after", m.explain.after, "the graph after this pass");
        auto* dot = exp->add_flag("--dot", m.explain.dot, "for Graphviz");
        exp->add_flag("--profile", m.explain.profile, "runs a few steps and measures each node")->excludes(after)->excludes(dot);
        auto* rep = command("report", "a report on runs", [this] { return report(m.context, m.ids, m.out); });
        rep->add_option("runs", m.ids, "runs' numbers")->required()->check(kRunNumber);
        rep->add_option("-o", m.out, "FILE.html, .csv or .json")->required();
        auto* weights = command("export", "a run's weights", [this] { return exportWeights(m.context, m.id, m.checkpoint, m.out); });
        weights->add_option("run", m.id, "a run's number")->required()->check(kRunNumber);
        weights->add_option("-o", m.out, "FILE.safetensors")->required();
        checkpointOption(weights);
    }

    void addRuns() {
        auto* runs = m_app.add_subcommand("runs", "the runs of the store");
        runs->require_subcommand(1);
        const auto withId = [this](CLI::App* sub) { sub->add_option("run", m.id, "a run's number")->required()->check(kRunNumber); };
        auto* list = command(*runs, "list", "all runs, oldest first", [this] { return runsList(m.context, m.filter, m.archived); });
        list->add_option("--filter", m.filter, "a regular expression over name, tags, status");
        list->add_flag("--archived", m.archived, "the archive instead");
        withId(command(*runs, "show", "one run with both documents", [this] { return runsShow(m.context, m.id); }));
        auto* comp = command(*runs, "compare", "where runs differ", [this] { return runsCompare(m.context, m.ids); });
        comp->add_option("runs", m.ids, "two or more runs' numbers")->required()->expected(2, 1000)->check(kRunNumber);
        auto* follow =
            command(*runs, "follow", "prints a run's events as they come", [this] { return runsFollow(m.context, m.id, m.jsonl); });
        withId(follow);
        follow->add_flag("--jsonl", m.jsonl, "one JSON object a line");
        auto* exp = command(*runs, "export", "a run's recorded figures as CSV", [this] { return runsExport(m.context, m.id, m.metrics); });
        withId(exp);
        exp->add_option("--metrics", m.metrics, "FILE.csv, or - for standard output")->capture_default_str();
        const auto withIds = [this](CLI::App* sub) { sub->add_option("runs", m.ids, "runs' numbers")->required()->check(kRunNumber); };
        withIds(command(*runs, "archive", "puts runs out of the list", [this] { return runsArchive(m.context, m.ids, true); }));
        withIds(command(*runs, "unarchive", "puts archived runs back", [this] { return runsArchive(m.context, m.ids, false); }));
        withId(command(*runs, "delete", "deletes a run with its checkpoints", [this] { return runsDelete(m.context, m.id); }));
    }

    void addBench() {
        auto* sub = command("bench", "speed of the standard workloads", [this] { return bench(m.context, m.bench); });
        sub->add_option("workloads", m.bench.workloads, "names [all that this version has]");
        sub->add_option("--precision", m.bench.precision, "f32")->capture_default_str();
        sub->add_option("--mode", m.bench.mode, "train or infer")->check(CLI::IsMember({"train", "infer"}))->capture_default_str();
        sub->add_option("--batch", m.bench.batch, "instead of the workload's own")->check(CLI::PositiveNumber);
        sub->add_option("--device", m.bench.device, "auto, cpu, ref");
        sub->add_flag("--child", m.bench.child)->group("");
    }

    void addDocuments() {
        auto* tem = command("template", "the built-in run documents: lists them, prints one or writes it to a file",
                            [this] { return templateCommand(m.context, m.name, m.out); });
        tem->add_option("name", m.name, "a template [lists all]");
        tem->add_option("-o", m.out, "FILE.run.json, which must not be there yet [standard output]");
        command("formats", "all keys of the documents, as Markdown", [this] { return formats(m.context); });
        auto* help = command("help", "what a command takes", [this] { return helpOn(); });
        help->add_option("command", m.words, "a command, as `runs list` [all]");
        command("version", "the program's version", [this] {
            if (m.context.json)
                printVersion();
            else
                std::puts("lockstep " LOCKSTEP_VERSION);
            return kDone;
        });
    }

    static void printVersion() {
        auto json = spec::Json::object();
        json.set("version", text(LOCKSTEP_VERSION));
        print(json);
    }

    int helpOn() {
        CLI::App* about = &m_app;
        for (const auto& word : m.words) {
            const auto named = about->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == word; });
            about = named.empty() ? nullptr : named.front();
            if (!about) return fail(m.context, Error(kUsage, {"there is no command '" + join(m.words, " ") + "'"}));
        }
        // Not help(): that would be the one of the command being parsed.
        const std::string words = about->get_formatter()->make_help(about, about->get_name(), CLI::AppFormatMode::Normal);
        if (!m.context.json) return std::fputs(words.c_str(), stdout), kDone;
        auto json = spec::Json::object();
        json.set("help", text(words));
        print(json);
        return kDone;
    }

    void addLater() {
        static constexpr std::array kLater{"check", "quantize", "whatif", "tune", "import"};
        for (const char* name : kLater) {
            auto* sub = command(name, "not available in this version", [this, name] { return notAvailable(m.context, name); });
            sub->allow_extras();
            sub->group("");
        }
    }

    Arguments& m;
    CLI::App m_app;
};

bool asksForJson(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--json") return true;
    }
    return false;
}

/// What is wrong, in words; a first word that is no command is named.
std::string complaint(const CLI::App& app, int argc, char** argv, const CLI::ParseError& wrong) {
    std::vector<std::string> names;
    for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
    const std::string first = argc > 1 ? argv[1] : "";
    if (first.empty() || first[0] == '-' || std::find(names.begin(), names.end(), first) != names.end()) return wrong.what();
    const std::vector<std::string_view> views(names.begin(), names.end());
    const auto near = nearest(first, views);
    return "there is no command '" + first + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?");
}

} // namespace
} // namespace lockstep::cli

/// Parses and acts; a fault that nobody expected is told too.
static int runCommand(int argc, char** argv) {
    using namespace lockstep::cli;
    lockstep::setLogLevel(lockstep::LogLevel::Warning);
    Arguments arguments;
    CommandLine line(arguments);
    try {
        line.app().parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        return line.app().exit(asked);
    } catch (const CLI::ParseError& wrong) {
        arguments.context.json |= asksForJson(argc, argv);
        return fail(arguments.context, lockstep::Error(kUsage, {complaint(line.app(), argc, argv, wrong)}));
    }
    try {
        return arguments.act();
    } catch (const std::bad_alloc&) {
        return fail(arguments.context, lockstep::Error(kOutOfMemory), kRunFailed);
    } catch (const std::exception& fault) { return fail(arguments.context, lockstep::Error(kFault, {fault.what()}), kRunFailed); }
}

int main(int argc, char** argv) {
    lockstep::cli::waitBriefly(argv);
    lockstep::cli::holdStandardStreams();
    return lockstep::cli::flushed(runCommand(argc, argv));
}
