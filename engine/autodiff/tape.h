// tf.GradientTape: remembers the ops that touched what it watches, then walks them backwards.
//
// A tape records an op when one of its differentiable inputs is watched or was made by a recorded op. It keeps only what the op's gradient reads
// (Op::saves). A tape that is not persistent is spent by one gradient(). The reverse pass itself is in backward.cpp.
// Source: tensorflow/c/eager/tape.h (GradientTape), tensorflow/python/eager/backprop.py.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/id_map.h"
#include "engine/core/observer.h"
#include "engine/core/op.h"

namespace tapedeck {

/// The backward function of a custom gradient: upstream gradients (no tensor: none) to one gradient per input.
using BackwardFunction = std::function<std::vector<Tensor>(std::span<const Tensor> upstream)>;

class Tape {
 public:
  explicit Tape(bool persistent = false, bool watch_accessed_variables = true);
  ~Tape();   ///< stops recording and releases
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  uint32_t id() const { return id_; }
  bool persistent() const { return persistent_; }
  /// For jacobians: the rows of one are gradients of a tape that must last until the last of them.
  void set_persistent(bool persistent) { persistent_ = persistent; }
  bool is_recording() const { return recording_; }
  bool watches_variables() const { return watch_accessed_variables_; }

  /// Enter and leave the with-block (or stop_recording). Starting a tape that records already is a ValueError.
  void start();
  void stop();
  void reset();

  void watch(const Tensor& tensor, bool automatic = false);
  /// Handles of the variables that were read under this tape, in order of first access.
  std::span<const Tensor> watched_variables() const { return watched_variables_; }

  /// Called at the door for each op that reads variables: watches the trainable ones.
  void variable_accessed(const Tensor& handle);
  bool should_record(std::span<const Tensor> inputs) const;
  void record(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> outputs);
  /// An op whose backward is a function: tf.custom_gradient, a call of a traced function.
  void record_custom(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs, BackwardFunction backward);

  /// Gradients of the sum of `targets` by each source; no tensor where there is none, or zeros if `unconnected_zero`.
  /// `output_gradients` is empty or one per target (no tensor: ones). Variables are given by their handles.
  /// Errors    RuntimeError "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
  std::vector<Tensor> gradient(std::span<const Tensor> targets, std::span<const Tensor> sources, std::span<const Tensor> output_gradients = {},
                               bool unconnected_zero = false);

  /// Bytes of the distinct buffers that this tape keeps alive, and the ops it holds.
  size_t bytes_held() const { return bytes_held_; }
  size_t op_count() const { return entries_.size(); }
  struct Entry;
  /// What was recorded, oldest first; valid until the tape records or releases.
  std::span<Entry* const> entries() const { return entries_; }
  bool is_spent() const { return spent_; }

  /// What a tape knows of a tensor: the entry that made it (or kWatched, kUnknown), and its number among all tensors that the tape knows.
  struct Known {
    int32_t entry = kUnknown, number = -1;
  };
  static constexpr int32_t kWatched = -1, kUnknown = -2;

  struct Entry {
    uint64_t op_number = 0;
    const Op* op = nullptr;
    Attrs attrs;
    InlineVector<uint64_t, 3> input_ids;
    InlineVector<Known, 3> known;       // what the tape knew of each input when the op was recorded
    InlineVector<uint64_t, 1> output_ids;
    int32_t first_output = 0;           // the tape's number of output 0; the others follow
    InlineVector<Shape, 3> input_shapes;
    InlineVector<DType, 3> input_dtypes;
    InlineVector<Shape, 1> output_shapes;
    InlineVector<DType, 1> output_dtypes;
    InlineVector<Tensor, 3> inputs;     // empty slots where the gradient does not read them
    InlineVector<Tensor, 1> outputs;
    BackwardFunction backward;          // only for custom entries
  };

 private:
  friend class ReversePass;
  Entry& add_entry(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs);
  void release();

  void count_buffer(const Tensor& tensor);
  Known known(uint64_t id) const { const Known* k = known_.find(id); return k ? *k : Known{}; }

  uint32_t id_;
  bool persistent_, watch_accessed_variables_, recording_ = false, spent_ = false;
  // One allocation per entry, from a pool: an entry must stay where it is while a persistent tape goes on recording during its own reverse pass.
  std::vector<Entry*> entries_;
  IdMap<Known> known_;                   // by tensor id
  IdMap<bool> buffers_;                  // the distinct buffers that were counted in bytes_held_
  std::vector<Tensor> watched_variables_;
  size_t bytes_held_ = 0;
};

/// Restart tape ids at 1, for a new run.
void reset_tape_ids();

/// While one of these lives, no tape records (tf.stop_recording, and what the engine computes for itself).
class TapesPaused {
 public:
  TapesPaused();
  ~TapesPaused();
 private:
  std::vector<Tape*> tapes_;
};

}  // namespace tapedeck
