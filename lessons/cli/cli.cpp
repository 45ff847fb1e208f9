#include "lessons/cli/cli.h"

#include <cstdio>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "lessons/cli/files.h"
#include "lessons/cli/text_diff.h"
#include "lessons/recording/check.h"
#include "lessons/recording/explain.h"
#include "lessons/recording/number_text.h"
#include "lessons/recording/text_form.h"
#include "lessons/runtime/run_graph.h"
#include "lessons/runtime/session.h"

namespace tapedeck {

namespace {

struct RunOptions {
    double budget_s = 0;      // a program on the command line may take its time; Ctrl-C is at hand
    uint64_t seed = 0;
    bool hints = true;
    int tensorflow = 2;
    std::string save_to;      // folder for what tf.saved_model.save makes; "": nowhere
};

RunRequest request_of(std::string code, const std::string& path, const RunOptions& options, bool record) {
    RunRequest request;
    request.code = std::move(code);
    request.file_name = path == "-" ? "<stdin>" : path;
    request.seed = options.seed;
    request.tensorflow = static_cast<uint8_t>(options.tensorflow);
    request.budgets.time_s = options.budget_s;
    request.budgets.output_bytes = 0;
    request.record = record;
    request.hints = options.hints;
    return request;
}

int unreadable(const std::string& path) {
    std::fprintf(stderr, "tapedeck: %s cannot be read\n", path.c_str());
    return 2;
}

/// Runs a program and hands on what it writes; returns how it ended.
Message run_program(const RunRequest& request, std::function<void(int, std::string_view)> on_write, std::vector<uint8_t>* recording = nullptr, const std::string& save_to = {}) {
    Message done;
    SessionHost host;
    host.on_write = std::move(on_write);
    if (!save_to.empty())
        host.on_saved = [save_to](std::string_view path, std::string_view bytes) {   // a program chooses a name, never a place
            std::string name(path.substr(0, path.find_last_not_of('/') + 1));
            name = name.substr(name.find_last_of('/') + 1);
            if (name.empty() || name[0] == '.') name = "saved" + name;
            const std::string file = save_to + "/" + name + ".tdgraph";
            if (!write_file(file, bytes)) std::fprintf(stderr, "tapedeck: %s cannot be written\n", file.c_str());
        };
    host.send = [&](Message m) {
        if (m.type == MessageType::chunk && recording) recording->insert(recording->end(), m.bytes.begin(), m.bytes.end());
        if (m.type == MessageType::done) done = std::move(m);
    };
    run_session(request, host);
    return done;
}

int exit_status(const Message& done, uint32_t exit_code) {
    if (!done.text.empty()) std::fprintf(stderr, "tapedeck: %s\n", done.text.c_str());
    if (done.status == EndStatus::exited) return static_cast<int>(exit_code);
    return done.status == EndStatus::ok ? 0 : 1;
}

void write_through(int stream, std::string_view text) {
    std::FILE* to = stream == 2 ? stderr : stdout;
    if (to == stderr) std::fflush(stdout);   // the order in which things were written, on a terminal
    std::fwrite(text.data(), 1, text.size(), to);
}

uint32_t exit_code_of(const std::vector<uint8_t>& bytes) {
    Recording r;
    r.append(bytes);
    return r.has_end() ? r.end().exit_code : 0;
}

int run(const std::string& path, const RunOptions& options) {
    auto code = read_file(path);
    if (!code) return unreadable(path);
    std::vector<uint8_t> bytes;
    Message done = run_program(request_of(std::move(*code), path, options, false), write_through, &bytes, options.save_to);
    std::fflush(stdout);
    return exit_status(done, exit_code_of(bytes));
}

int record(const std::string& path, const std::string& out, const RunOptions& options) {
    auto code = read_file(path);
    if (!code) return unreadable(path);
    std::vector<uint8_t> bytes;
    Message done = run_program(request_of(std::move(*code), path, options, true), write_through, &bytes);
    std::fflush(stdout);
    if (!write_file(out, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {
        std::fprintf(stderr, "tapedeck: %s cannot be written\n", out.c_str());
        return 2;
    }
    Recording r;
    r.append(bytes);
    r.finish();
    std::fprintf(stderr, "tapedeck: %s events, %s\n", count_text(r.size()).c_str(), bytes_text(bytes.size()).c_str());
    for (const std::string& problem : check_recording(r)) std::fprintf(stderr, "tapedeck: %s\n", problem.c_str());
    return exit_status(done, r.end().exit_code);
}

int show(const std::string& path, bool sentences) {
    auto bytes = read_file(path);
    if (!bytes) return unreadable(path);
    Recording r;
    r.append({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
    r.finish();
    TextFormOptions options;
    options.sentences = sentences;
    std::string text = text_form(r, options);
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (!r.problem().empty()) {
        std::fprintf(stderr, "tapedeck: %s: %s\n", path.c_str(), r.problem().c_str());
        return 2;
    }
    std::vector<std::string> problems = check_recording(r);
    for (const std::string& problem : problems) std::fprintf(stderr, "tapedeck: %s: %s\n", path.c_str(), problem.c_str());
    return problems.empty() ? 0 : 1;
}

int explain_program(const std::string& path, const RunOptions& options) {
    auto code = read_file(path);
    if (!code) return unreadable(path);
    std::vector<uint8_t> bytes;
    std::string errors;
    // What the program prints is not the question here; an error that ends it is part of the answer.
    Message done = run_program(request_of(std::move(*code), path, options, true), [&](int stream, std::string_view text) { if (stream == 2) errors += text; }, &bytes);
    Recording r;
    r.append(bytes);
    r.finish();
    std::string text = explain_text(r, path == "-" ? "<stdin>" : path);
    if (done.status == EndStatus::error) std::fputs(errors.c_str(), stderr);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return exit_status(done, r.end().exit_code);
}

struct GraphOptions {
    std::string function;
    std::vector<std::string> inputs;   // "x=[1, 2]"
    bool text = false, dot = false;
};

int run_graph(const std::string& path, const GraphOptions& options) {
    auto bytes = read_file(path);
    if (!bytes) return unreadable(path);
    try {
        reset_runtime(0);
        const SavedProgram program = load_program(*bytes);
        if (options.text || options.dot) {
            for (const auto& [name, graph] : program.functions)
                if (options.function.empty() || name == options.function) std::printf("%s%s", options.dot ? "" : (name + ":\n").c_str(), (options.dot ? graph->dot() : graph->text()).c_str());
            return 0;
        }
        std::vector<std::pair<std::string, std::string>> inputs;
        for (const std::string& given : options.inputs) {
            const size_t at = given.find('=');
            if (at == std::string::npos) throw Error(ErrorKind::invalid_argument, "--input " + given + " is not of the form name=value");
            inputs.emplace_back(given.substr(0, at), given.substr(at + 1));
        }
        std::printf("%s\n", run_saved_graph(program, options.function, inputs).c_str());
        return 0;
    } catch (const Error& e) {
        std::fprintf(stderr, "tapedeck: %s: %s\n", path.c_str(), e.message().c_str());
        return 1;
    }
}

int cases(const std::vector<std::string>& folders, const RunOptions& options) {
    int passed = 0, failed = 0;
    for (const std::string& folder : folders) {
        for (const std::string& program : files_below(folder, ".py")) {
            auto expected = read_file(program.substr(0, program.size() - 3) + ".expected");
            if (!expected) continue;   // a helper module, or a program without a promise
            auto code = read_file(program);
            if (!code) {
                ++failed;
                std::printf("FAILED %s\n  cannot be read\n", program.c_str());
                continue;
            }
            std::string out, errors;
            Message done = run_program(request_of(std::move(*code), program, options, false), [&](int stream, std::string_view text) { (stream == 2 ? errors : out) += text; });
            std::string difference = text_diff(*expected, out);
            if (difference.empty()) {
                ++passed;
                continue;
            }
            ++failed;
            std::printf("FAILED %s\n%s", program.c_str(), difference.c_str());
            if (!done.text.empty()) std::printf("  %s\n", done.text.c_str());
            if (!errors.empty()) std::printf("  standard error:\n%s%s", errors.c_str(), errors.ends_with('\n') ? "" : "\n");
            std::fflush(stdout);
        }
    }
    if (passed + failed == 0) std::fprintf(stderr, "tapedeck: no case was found (X.py beside X.expected)\n");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

int cli_main(int argc, const char* const* argv) {
    CLI::App app{"Tapedeck runs TensorFlow-style Python lessons and records what the gradient tape did.", "tapedeck"};
    app.require_subcommand(1);
    RunOptions options;
    std::string path, out;
    std::vector<std::string> folders;
    bool sentences = false;

    auto* run_command = app.add_subcommand("run", "Run a program: its output to standard output, warnings and the traceback to standard error");
    run_command->add_option("FILE", path, "A Python file, or - for standard input")->required();
    run_command->add_option("--save-to", options.save_to, "A folder for the files that tf.saved_model.save makes (NAME.tdgraph, for run-graph)")->check(CLI::ExistingDirectory);
    auto* cases_command = app.add_subcommand("cases", "Run each X.py below the folders whose output must equal X.expected");
    cases_command->add_option("DIR", folders, "Folders (or single programs)")->required();
    auto* record_command = app.add_subcommand("record", "Run a program and keep its recording");
    record_command->add_option("FILE", path, "A Python file, or - for standard input")->required();
    record_command->add_option("-o,--out", out, "Where the recording goes")->required();
    auto* explain_command = app.add_subcommand("explain", "Run a program and say why gradients are None, and why variables do not move");
    explain_command->add_option("FILE", path, "A Python file, or - for standard input")->required();
    for (auto* command : {run_command, cases_command, record_command, explain_command}) {
        command->add_option("--budget-s", options.budget_s, "Seconds that a program may take (0: no limit)")->check(CLI::NonNegativeNumber);
        command->add_option("--seed", options.seed, "Where random numbers begin");
        command->add_flag("!--no-hints", options.hints, "Errors without our own line of help below them");
        command->add_option("--tensorflow", options.tensorflow, "1: import tensorflow gives TensorFlow 1 (tf.compat.v1)")->check(CLI::Range(1, 2));
    }
    auto* show_command = app.add_subcommand("show", "A recording as text, one event a line");
    show_command->add_option("RECORDING", path, "A file made by tapedeck record")->required();
    show_command->add_flag("--sentences", sentences, "With the sentence of each event");
    GraphOptions graph_options;
    auto* graph_command = app.add_subcommand("run-graph", "Run a function that a program saved, without Python; prints its outputs as JSON");
    graph_command->add_option("FILE", path, "A file made by tf.saved_model.save")->required();
    graph_command->add_option("--function", graph_options.function, "Which of its functions (the first)");
    graph_command->add_option("--input", graph_options.inputs, "name=value, the value as JSON: --input 'x=[1, 2]'")->allow_extra_args(false);
    graph_command->add_flag("--text", graph_options.text, "Show the graph instead, one line a node");
    graph_command->add_flag("--dot", graph_options.dot, "Show the graph for Graphviz instead");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (*run_command) return run(path, options);
    if (*cases_command) {
        if (cases_command->count("--budget-s") == 0) options.budget_s = 60;   // a case that hangs must not hang them all
        return cases(folders, options);
    }
    if (*record_command) return record(path, out, options);
    if (*explain_command) return explain_program(path, options);
    if (*graph_command) return run_graph(path, graph_options);
    return show(path, sentences);
}

}  // namespace tapedeck
