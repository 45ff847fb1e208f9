#include "engine/autodiff/tape.h"

#include <algorithm>

#include "engine/core/apply.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

uint32_t next_tape_id = 1;

/// Entries that a finished tape gave back: a training loop records the same ops again and again, so their memory is reused.
struct EntryPool {
  std::vector<std::unique_ptr<Tape::Entry>> free;
  Tape::Entry* take() {
    if (free.empty()) return new Tape::Entry;
    Tape::Entry* entry = free.back().release();
    free.pop_back();
    return entry;
  }
  void give(Tape::Entry* entry) {
    constexpr size_t kKept = 1024;
    if (free.size() >= kKept) { delete entry; return; }
    entry->op = nullptr;
    entry->attrs = {};
    entry->input_ids.clear();
    entry->known.clear();
    entry->output_ids.clear();
    entry->input_shapes.clear();
    entry->input_dtypes.clear();
    entry->output_shapes.clear();
    entry->output_dtypes.clear();
    entry->inputs.clear();
    entry->outputs.clear();
    entry->backward = nullptr;
    free.emplace_back(entry);
  }
};

EntryPool& pool() {
  static EntryPool the_pool;
  return the_pool;
}

/// The tables of the last tape that ended, empty but with their memory: the next one fills them with about as much.
struct SpareTables {
  IdMap<Tape::Known> known;
  std::vector<Tape::Entry*> entries;
};
SpareTables& spare_tables() {
  static SpareTables tables;
  return tables;
}

}  // namespace

void reset_tape_ids() { next_tape_id = 1; }

Tape::Tape(bool persistent, bool watch_accessed_variables) : id_(next_tape_id++), persistent_(persistent), watch_accessed_variables_(watch_accessed_variables) {
  std::swap(known_, spare_tables().known);
  std::swap(entries_, spare_tables().entries);
  if (runtime().observer) runtime().observer->tape_opened(*this);
}

Tape::~Tape() {
  if (recording_) std::erase(runtime().tapes, this);
  if (!spent_) release();
  if (known_.capacity() < 4096) std::swap(known_, spare_tables().known);   // a large table would make every later clear() slow
  if (entries_.capacity() < 4096) std::swap(entries_, spare_tables().entries);
}

void Tape::start() {
  if (recording_)
    throw Error(ErrorKind::value, "Tape is still recording, This can happen if you try to re-enter an already-active tape.");
  if (spent_) {   // entered again after its gradient: TensorFlow begins a new tape
    spent_ = false;
    watched_variables_.clear();
  }
  recording_ = true;
  runtime().tapes.push_back(this);
  if (runtime().observer) runtime().observer->tape_resumed(*this);
}

void Tape::stop() {
  if (!recording_) throw Error(ErrorKind::value, "Tape is not recording.");
  recording_ = false;
  std::erase(runtime().tapes, this);
  if (runtime().observer) runtime().observer->tape_paused(*this);
}

void Tape::reset() {
  release();
  spent_ = false;
  watched_variables_.clear();
}

void Tape::release() {
  for (Entry* entry : entries_) pool().give(entry);
  entries_.clear();
  known_.clear();
  buffers_.clear();
  if (runtime().observer) runtime().observer->tape_released(*this);   // still says how many bytes it held
  bytes_held_ = 0;
}

void Tape::watch(const Tensor& tensor, bool automatic) {
  if (known_.contains(tensor.id())) return;   // watched already, or made by a recorded op, which keeps its place
  const auto number = static_cast<int32_t>(known_.size());
  known_[tensor.id()] = {kWatched, number};
  if (tensor.dtype() == DType::resource &&
      std::none_of(watched_variables_.begin(), watched_variables_.end(), [&](const Tensor& t) { return t.same(tensor); }))
    watched_variables_.push_back(tensor);
  if (runtime().observer) runtime().observer->tape_watched(*this, tensor, automatic);
}

void Tape::variable_accessed(const Tensor& handle) {
  if (watch_accessed_variables_ && handle.variable() && handle.variable()->trainable) watch(handle, true);
}

bool Tape::should_record(std::span<const Tensor> inputs) const {
  for (const Tensor& t : inputs)
    if (is_differentiable(t.dtype()) && known_.contains(t.id())) return true;
  return false;
}

void Tape::count_buffer(const Tensor& tensor) {
  if (const Buffer* b = tensor.buffer()) {
    bool& counted = buffers_[reinterpret_cast<uintptr_t>(b)];
    if (!counted) bytes_held_ += b->bytes;
    counted = true;
  } else {
    bytes_held_ += tensor.bytes();
  }
}

Tape::Entry& Tape::add_entry(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs) {
  Entry& e = *pool().take();
  const auto index = static_cast<int32_t>(entries_.size());
  entries_.push_back(&e);
  e.op_number = op_number;
  e.op = &op;
  for (const Tensor& t : inputs) {
    e.input_ids.push_back(t.id());
    e.known.push_back(known(t.id()));
    e.input_shapes.push_back(t.shape());
    e.input_dtypes.push_back(t.dtype());
  }
  auto number = static_cast<int32_t>(known_.size());
  e.first_output = number;
  for (const Tensor& t : outputs) {
    e.output_ids.push_back(t.id());
    e.output_shapes.push_back(t.shape());
    e.output_dtypes.push_back(t.dtype());
    known_[t.id()] = {index, number++};
  }
  return e;
}

void Tape::record(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> outputs) {
  Entry& e = add_entry(op_number, op, inputs, outputs);
  if (!attrs.empty()) e.attrs = attrs;
  const auto saves = static_cast<uint8_t>(op.saves);
  auto keep = [this](auto& slots, std::span<const Tensor> tensors, bool wanted) {
    for (const Tensor& t : tensors) {
      const bool kept = wanted || t.is_symbolic() || t.dtype() == DType::resource;
      slots.push_back(kept ? t : Tensor());
      if (kept) count_buffer(t);
    }
  };
  keep(e.inputs, inputs, saves & static_cast<uint8_t>(Saves::inputs));
  keep(e.outputs, outputs, saves & static_cast<uint8_t>(Saves::outputs));
}

void Tape::record_custom(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs, BackwardFunction backward) {
  Entry& e = add_entry(op_number, op, inputs, outputs);
  e.backward = std::move(backward);
}

TapesPaused::TapesPaused() { tapes_.swap(runtime().tapes); }
TapesPaused::~TapesPaused() { tapes_.swap(runtime().tapes); }

}  // namespace tapedeck
