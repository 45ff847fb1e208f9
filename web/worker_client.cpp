#include "web/worker_client.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <algorithm>

// The bytes are copied out, for they are transferred to the worker and leave this memory for good.
EM_JS(void, td_runner_send, (const void* bytes, int size), { Module.host.runner.begin(HEAPU8.slice(bytes, bytes + size)); });
EM_JS(void, td_runner_stop, (), { Module.host.runner.stop(); });

namespace tapedeck::web {
namespace {

// In the page itself nothing can interrupt a program but its own budget, and nothing can be pressed until then.
constexpr double kInPageSeconds = 3;

}  // namespace

void WorkerClient::start(const RunRequest& request) {
  if (running_) {
    superseded_ = true;                                   // the answer to this stop must not end the new run
    td_runner_stop();
    end_run(EndStatus::stopped, "Stopped.");
  }
  run_id_ = request.run_id;
  running_ = true;
  RunRequest sent = request;
  if (in_page_) sent.budgets.time_s = std::min(sent.budgets.time_s > 0 ? sent.budgets.time_s : kInPageSeconds, kInPageSeconds);
  const std::vector<uint8_t> bytes = encode(run_message(std::move(sent)));
  td_runner_send(bytes.data(), static_cast<int>(bytes.size()));
}

void WorkerClient::stop() {
  if (running_) td_runner_stop();
}

bool WorkerClient::poll(Message& out) {
  if (inbox_.empty()) return false;
  out = std::move(inbox_.front());
  inbox_.pop_front();
  return true;
}

void WorkerClient::push(Message message) {
  inbox_.push_back(std::move(message));
  if (wake_) wake_();
}

void WorkerClient::end_run(EndStatus status, std::string text) {
  if (!running_) return;
  running_ = false;
  push(done_message(run_id_, status, EndBudget::none, std::move(text)));
}

void WorkerClient::receive(std::span<const uint8_t> bytes) {
  Message message;
  if (!decode(bytes, message)) return was_lost("the page and its runner are of different versions; reload the page");
  if (message.type == MessageType::ready) return;        // the worker's own `ready` says it, when its module is whole
  if (message.run_id != run_id_ || !running_) return;
  if (message.type == MessageType::done) running_ = false;
  push(std::move(message));
}

void WorkerClient::became_ready(bool in_page) {
  in_page_ = in_page;
  if (ready_) return;
  ready_ = true;
  push({});
}

void WorkerClient::was_stopped() {
  if (superseded_) {
    superseded_ = false;
    return;
  }
  end_run(EndStatus::stopped, "Stopped.");
}

void WorkerClient::was_lost(std::string_view why) {
  end_run(EndStatus::stopped, "The program's engine was lost (" + std::string(why) + "). A fresh one is ready; what was recorded until then is kept.");
}

WorkerClient& worker_client() {
  static WorkerClient the_client;
  return the_client;
}

}  // namespace tapedeck::web

using namespace tapedeck;

extern "C" {

EMSCRIPTEN_KEEPALIVE void web_runner_message(const uint8_t* bytes, int size) { web::worker_client().receive({bytes, static_cast<size_t>(size)}); }
EMSCRIPTEN_KEEPALIVE void web_runner_ready(int in_page) { web::worker_client().became_ready(in_page != 0); }
EMSCRIPTEN_KEEPALIVE void web_runner_stopped() { web::worker_client().was_stopped(); }
EMSCRIPTEN_KEEPALIVE void web_runner_lost(const char* why) { web::worker_client().was_lost(why); }

}  // extern "C"
