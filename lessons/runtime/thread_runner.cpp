#include "lessons/runtime/thread_runner.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "lessons/runtime/session.h"

namespace tapedeck {

namespace {

class ThreadRunner : public RunnerClient {
public:
    ThreadRunner() : thread_([this] { work(); }) {
        Message ready;
        ready.type = MessageType::ready;
        messages_.push_back(std::move(ready));
    }
    ~ThreadRunner() override {
        {
            std::lock_guard lock(mutex_);
            closing_ = true;
            waiting_.reset();
            stop_ = true;
        }
        work_waits_.notify_one();
        thread_.join();
    }

    bool is_ready() const override { return true; }

    void start(const RunRequest& request) override {
        std::optional<uint32_t> never_started;
        {
            std::lock_guard lock(mutex_);
            if (waiting_) never_started = waiting_->run_id;
            waiting_ = request;
            if (running_) stop_ = true;
        }
        if (never_started) send(done_message(*never_started, EndStatus::stopped, EndBudget::none, end_sentence(EndStatus::stopped, EndBudget::none, {})));
        work_waits_.notify_one();
    }

    void stop() override {
        std::optional<uint32_t> never_started;
        {
            std::lock_guard lock(mutex_);
            if (running_) stop_ = true;
            if (waiting_) never_started = waiting_->run_id;
            waiting_.reset();
        }
        if (never_started) send(done_message(*never_started, EndStatus::stopped, EndBudget::none, end_sentence(EndStatus::stopped, EndBudget::none, {})));
    }

    bool poll(Message& out) override {
        std::lock_guard lock(messages_mutex_);
        if (messages_.empty()) return false;
        out = std::move(messages_.front());
        messages_.pop_front();
        return true;
    }

    void on_message(std::function<void()> wake) override {
        std::lock_guard lock(messages_mutex_);
        wake_ = std::move(wake);
    }

private:
    void work() {
        for (;;) {
            RunRequest request;
            {
                std::unique_lock lock(mutex_);
                work_waits_.wait(lock, [&] { return closing_ || waiting_; });
                if (closing_) return;
                request = std::move(*waiting_);
                waiting_.reset();
                running_ = true;
                stop_ = false;
            }
            SessionHost host;
            host.send = [this](Message m) { send(std::move(m)); };
            host.stop_requested = [this] { return stop_.load(std::memory_order_relaxed); };
            run_session(request, host);
            std::lock_guard lock(mutex_);
            running_ = false;
        }
    }

    void send(Message m) {
        std::function<void()> wake;
        {
            std::lock_guard lock(messages_mutex_);
            messages_.push_back(std::move(m));
            wake = wake_;
        }
        if (wake) wake();
    }

    std::mutex mutex_;                    // of what the thread is to do
    std::condition_variable work_waits_;
    std::optional<RunRequest> waiting_;
    bool running_ = false, closing_ = false;
    std::atomic<bool> stop_ = false;

    std::mutex messages_mutex_;
    std::deque<Message> messages_;
    std::function<void()> wake_;

    std::thread thread_;                  // last: it uses all of the above
};

}  // namespace

std::unique_ptr<RunnerClient> thread_runner() { return std::make_unique<ThreadRunner>(); }

}  // namespace tapedeck
