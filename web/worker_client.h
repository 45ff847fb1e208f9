// The app's runner on the web: messages to and from a Web Worker (runner_client.mjs), and what is said when a worker was stopped or lost.
#pragma once

#include "lessons/runtime/runner_client.h"

#include <deque>

namespace tapedeck::web {

class WorkerClient final : public RunnerClient {
 public:
  bool is_ready() const override { return ready_; }
  void start(const RunRequest& request) override;
  void stop() override;
  bool poll(Message& out) override;
  void on_message(std::function<void()> wake) override { wake_ = std::move(wake); }

  // ---- From runner_client.mjs.
  void receive(std::span<const uint8_t> bytes);
  void became_ready(bool in_page);
  void was_stopped();
  void was_lost(std::string_view why);

 private:
  void push(Message message);
  void end_run(EndStatus status, std::string text);

  std::deque<Message> inbox_;
  std::function<void()> wake_;
  uint32_t run_id_ = 0;
  bool running_ = false, superseded_ = false, ready_ = false, in_page_ = false;
};

/// There is one page, so there is one runner.
WorkerClient& worker_client();

}  // namespace tapedeck::web
