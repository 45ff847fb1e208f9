#include "lessons/runtime/protocol.h"

#include <cstring>

#include "lessons/recording/number_text.h"

namespace tapedeck {

namespace {

struct Out {
    std::vector<uint8_t> bytes;
    void byte(uint8_t v) { bytes.push_back(v); }
    void varint(uint64_t v) {
        for (; v >= 0x80; v >>= 7) byte(static_cast<uint8_t>(v | 0x80));
        byte(static_cast<uint8_t>(v));
    }
    void raw(const void* data, size_t n) {
        const auto* p = static_cast<const uint8_t*>(data);
        bytes.insert(bytes.end(), p, p + n);
    }
    void str(std::string_view s) {
        varint(s.size());
        raw(s.data(), s.size());
    }
};

struct In {
    const uint8_t* at;
    const uint8_t* end;
    bool ok = true;
    size_t left() const { return static_cast<size_t>(end - at); }
    uint8_t byte() { return at != end ? *at++ : (ok = false, uint8_t{0}); }
    uint64_t varint() {
        uint64_t v = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            uint8_t b = byte();
            v |= uint64_t{b & 0x7fu} << shift;
            if (b < 0x80) return v;
        }
        ok = false;
        return 0;
    }
    uint32_t small() { return static_cast<uint32_t>(varint()); }
    std::string str() {
        uint64_t n = varint();
        if (!ok || n > left()) return ok = false, std::string();
        std::string s(reinterpret_cast<const char*>(at), static_cast<size_t>(n));
        at += n;
        return s;
    }
    double number() {
        double v = 0;
        if (left() < sizeof v) return ok = false, v;
        std::memcpy(&v, at, sizeof v);
        at += sizeof v;
        return v;
    }
};

}  // namespace

std::vector<uint8_t> encode(const Message& m) {
    Out out;
    out.byte(kProtocolVersion);
    out.byte(static_cast<uint8_t>(m.type));
    if (m.type != MessageType::ready) out.varint(m.run_id);
    switch (m.type) {
        case MessageType::run: {
            const RunRequest& r = m.run;
            out.str(r.code);
            out.str(r.file_name);
            out.varint(r.seed);
            out.raw(&r.budgets.time_s, sizeof(double));
            out.varint(r.budgets.steps);
            out.varint(r.budgets.memory_bytes);
            out.varint(r.budgets.output_bytes);
            out.varint(r.budgets.events);
            out.varint(r.pins.size());
            for (auto [first, last] : r.pins) out.varint(first), out.varint(last);
            out.byte(r.record);
            out.byte(r.tensorflow);
            break;
        }
        case MessageType::chunk: out.raw(m.bytes.data(), m.bytes.size()); break;
        case MessageType::done:
            out.byte(static_cast<uint8_t>(m.status));
            out.byte(static_cast<uint8_t>(m.budget));
            out.str(m.text);
            break;
        case MessageType::stop:
        case MessageType::ready: break;
    }
    return std::move(out.bytes);
}

bool decode(std::span<const uint8_t> bytes, Message& out) {
    In in{bytes.data(), bytes.data() + bytes.size()};
    if (in.byte() != kProtocolVersion) return false;
    Message m;
    uint8_t type = in.byte();
    if (type < 1 || type > 5) return false;
    m.type = static_cast<MessageType>(type);
    if (m.type != MessageType::ready) m.run_id = in.small();
    switch (m.type) {
        case MessageType::run: {
            RunRequest& r = m.run;
            r.run_id = m.run_id;
            r.code = in.str();
            r.file_name = in.str();
            r.seed = in.varint();
            r.budgets.time_s = in.number();
            r.budgets.steps = in.varint();
            r.budgets.memory_bytes = in.varint();
            r.budgets.output_bytes = in.varint();
            r.budgets.events = in.small();
            for (uint64_t n = in.varint(); n > 0 && in.ok; --n) {
                uint32_t first = in.small(), last = in.small();
                r.pins.emplace_back(first, last);
            }
            r.record = in.byte() != 0;
            r.tensorflow = in.byte() == 1 ? 1 : 2;
            break;
        }
        case MessageType::chunk: m.bytes.assign(in.at, in.end); break;
        case MessageType::done: {
            uint8_t status = in.byte(), budget = in.byte();
            if (status >= kEndStatuses || budget >= kEndBudgets) return false;
            m.status = static_cast<EndStatus>(status);
            m.budget = static_cast<EndBudget>(budget);
            m.text = in.str();
            break;
        }
        case MessageType::stop:
        case MessageType::ready: break;
    }
    if (!in.ok) return false;
    out = std::move(m);
    return true;
}

Message run_message(RunRequest request) {
    Message m;
    m.type = MessageType::run;
    m.run_id = request.run_id;
    m.run = std::move(request);
    return m;
}

Message stop_message(uint32_t run_id) {
    Message m;
    m.type = MessageType::stop;
    m.run_id = run_id;
    return m;
}

Message chunk_message(uint32_t run_id, std::vector<uint8_t> bytes) {
    Message m;
    m.type = MessageType::chunk;
    m.run_id = run_id;
    m.bytes = std::move(bytes);
    return m;
}

Message done_message(uint32_t run_id, EndStatus status, EndBudget budget, std::string text) {
    Message m;
    m.type = MessageType::done;
    m.run_id = run_id;
    m.status = status;
    m.budget = budget;
    m.text = std::move(text);
    return m;
}

std::string end_sentence(EndStatus status, EndBudget budget, const RunBudgets& budgets) {
    if (status == EndStatus::stopped) return "Stopped.";
    if (status != EndStatus::budget) return "";
    switch (budget) {
        case EndBudget::time: return "Stopped after " + duration_text(static_cast<uint64_t>(budgets.time_s * 1e6)) + ": the time for one run is used up. Does a loop never end?";
        case EndBudget::steps: return "Stopped after " + count_text(budgets.steps) + " loop steps: no more are allowed in one run. Does a loop never end?";
        case EndBudget::memory: return "Stopped: the program asked for more memory than the " + bytes_text(budgets.memory_bytes) + " that it may use.";
        case EndBudget::output: return "Stopped: the program printed more than " + bytes_text(budgets.output_bytes) + ".";
        case EndBudget::events:
        case EndBudget::none: break;
    }
    return "Stopped: a budget is used up.";
}

}  // namespace tapedeck
