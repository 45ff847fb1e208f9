// The reverse pass: from the targets back to the sources, op by op.
//
// Source: tensorflow/c/eager/tape.h, GradientTape::ComputeGradient. The order in which ops are visited, and in which the parts of a gradient are added
// up, is the same, since both can be seen (a custom gradient that prints; the last bits of a sum of three).
#include <algorithm>
#include <memory>

#include "engine/autodiff/tape.h"
#include "engine/core/apply.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

/// What the pass notes down, kept from one pass to the next: a training step asks for gradients again and again.
struct Notes {
  struct OpNote {
    bool matters = false, had_upstream = false;
    int32_t waiting_for = 0;   // uses of its outputs that have not passed back yet
    uint64_t passed = 0;       // bit i: a gradient came out for input i
  };
  struct TensorNote {
    int32_t uses = 0;                    // as inputs of ops that matter
    int32_t first_part = -1, last_part = -1;
    bool is_source = false;
  };
  struct Part { Tensor gradient; int32_t next; };

  std::vector<OpNote> ops;           // by entry
  std::vector<TensorNote> tensors;   // by the tape's number, then the sources that the tape does not know
  std::vector<Part> parts;           // of gradients, as lists
  std::vector<int32_t> ready;

  static std::vector<std::unique_ptr<Notes>>& spare() {
    static std::vector<std::unique_ptr<Notes>> notes;
    return notes;
  }
};

}  // namespace

class ReversePass {
 public:
  ReversePass(Tape& tape, std::span<const Tensor> targets, std::span<const Tensor> sources) : tape_(tape), targets_(targets), sources_(sources) {
    auto& spare = Notes::spare();
    notes_ = spare.empty() ? std::make_unique<Notes>() : std::move(spare.back());
    if (!spare.empty()) spare.pop_back();
    known_count_ = static_cast<int32_t>(tape.known_.size());
    notes_->ops.assign(tape.entries_.size(), {});
    notes_->tensors.assign(tape.known_.size() + sources.size(), {});
    for (size_t i = 0; i < sources.size(); ++i) note(number_of_source(i)).is_source = true;
  }
  ~ReversePass() {
    notes_->parts.clear();
    notes_->ready.clear();
    Notes::spare().push_back(std::move(notes_));
  }

  std::vector<Tensor> run(std::span<const Tensor> output_gradients) {
    find_ops_that_matter();
    begin_at_targets(output_gradients);
    while (!notes_->ready.empty()) {
      const int32_t index = notes_->ready.back();
      notes_->ready.pop_back();
      const Tape::Entry& op = *tape_.entries_[static_cast<size_t>(index)];
      pass_back(notes_->ops[static_cast<size_t>(index)], op);
      for (const Tape::Known& input : op.known)
        if (input.entry >= 0 && --notes_->ops[static_cast<size_t>(input.entry)].waiting_for == 0) notes_->ready.push_back(input.entry);
    }
    std::vector<Tensor> answer;
    for (size_t i = 0; i < sources_.size(); ++i) answer.push_back(sum_of(number_of_source(i)));
    return answer;
  }

  /// Why `source` has no gradient, and the op that stopped it on the way (0: none).
  std::pair<NoGradient, uint64_t> reason(const Tensor& source) const;

 private:
  Notes::TensorNote& note(int32_t number) { return notes_->tensors[static_cast<size_t>(number)]; }

  /// The number of a source: the tape's, or one of its own if the tape never met it.
  int32_t number_of_source(size_t i) const {
    const Tape::Known k = tape_.known(sources_[i].id());
    return k.number >= 0 && k.number < known_count_ ? k.number : known_count_ + static_cast<int32_t>(i);
  }
  /// The number of input i of an op: what the tape knew then, or a source that it met later or never.
  int32_t number_of_input(const Tape::Entry& op, size_t i) const {
    if (op.known[i].number >= 0) return op.known[i].number;
    for (size_t s = 0; s < sources_.size(); ++s)
      if (sources_[s].id() == op.input_ids[i]) return number_of_source(s);
    return -1;
  }

  void find_ops_that_matter() {
    auto& ops = notes_->ops;
    for (const Tensor& t : targets_)
      if (const Tape::Known k = tape_.known(t.id()); k.entry >= 0) ops[static_cast<size_t>(k.entry)].matters = true;
    for (size_t i = ops.size(); i-- > 0;) {   // an op's inputs were made by earlier entries
      if (!ops[i].matters) continue;
      const Tape::Entry& op = *tape_.entries_[i];
      for (const Tape::Known& input : op.known) {
        if (input.number >= 0) ++note(input.number).uses;
        if (input.entry >= 0) ops[static_cast<size_t>(input.entry)].matters = true;
      }
      for (size_t o = 0; o < op.output_ids.size(); ++o) ops[i].waiting_for += note(op.first_output + static_cast<int32_t>(o)).uses;
    }
    for (size_t i = 0; i < ops.size(); ++i)
      if (ops[i].matters && ops[i].waiting_for == 0) notes_->ready.push_back(static_cast<int32_t>(i));
  }

  void begin_at_targets(std::span<const Tensor> output_gradients) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      const Tensor& t = targets_[i];
      const Tape::Known k = tape_.known(t.id());
      int32_t number = k.entry >= 0 ? k.number : -1;
      for (size_t s = 0; s < sources_.size() && number < 0; ++s)
        if (sources_[s].id() == t.id()) number = number_of_source(s);
      if (number < 0) continue;   // neither made here nor asked about
      add_part(number, i < output_gradients.size() && output_gradients[i] ? output_gradients[i] : ops::constant_like(t, 1));
    }
  }

  void add_part(int32_t number, Tensor gradient) {
    const auto part = static_cast<int32_t>(notes_->parts.size());
    notes_->parts.push_back({std::move(gradient), -1});
    Notes::TensorNote& n = note(number);
    (n.last_part < 0 ? n.first_part : notes_->parts[static_cast<size_t>(n.last_part)].next) = part;
    n.last_part = part;
  }

  Tensor sum_of(int32_t number) {
    const int32_t first = note(number).first_part;
    if (first < 0) return {};
    Tensor sum = std::move(notes_->parts[static_cast<size_t>(first)].gradient);
    if (notes_->parts[static_cast<size_t>(first)].next >= 0) {
      InlineVector<Tensor, 4> all{sum};
      for (int32_t p = notes_->parts[static_cast<size_t>(first)].next; p >= 0; p = notes_->parts[static_cast<size_t>(p)].next) all.push_back(std::move(notes_->parts[static_cast<size_t>(p)].gradient));
      sum = ops::add_n(all);
    }
    note(number).first_part = note(number).last_part = -1;
    if (note(number).is_source) add_part(number, sum);   // asked for again at the end
    return sum;
  }

  void pass_back(Notes::OpNote& work, const Tape::Entry& op) {
    Tensors upstream;
    for (size_t o = 0; o < op.output_ids.size(); ++o) {
      upstream.push_back(sum_of(op.first_output + static_cast<int32_t>(o)));
      work.had_upstream = work.had_upstream || upstream.back();
    }
    if (!work.had_upstream) return;
    if (runtime().observer) runtime().observer->backward_step_began(tape_, op.op_number, upstream);
    InlineVector<Tensor, 4> results = input_gradients(op, upstream);
    if (runtime().observer) runtime().observer->backward_step_ended(tape_, op.op_number, results);
    for (size_t i = 0; i < op.input_ids.size() && i < results.size(); ++i) {
      if (!results[i]) continue;
      if (i < 64) work.passed |= uint64_t{1} << i;
      if (const int32_t number = number_of_input(op, i); number >= 0) add_part(number, std::move(results[i]));
    }
  }

  InlineVector<Tensor, 4> input_gradients(const Tape::Entry& op, Tensors& upstream) {
    if (op.backward) {
      for (size_t i = 0; i < upstream.size(); ++i)   // outputs that were not used have zero gradient
        if (!upstream[i] && is_floating(op.output_dtypes[i]) && op.output_shapes[i].is_known()) upstream[i] = ops::zeros(op.output_shapes[i], op.output_dtypes[i]);
      InlineVector<Tensor, 4> results;
      for (Tensor& t : op.backward(upstream)) results.push_back(std::move(t));
      return results;
    }
    if (op.op->differentiable == Differentiable::missing)
      throw Error(ErrorKind::lookup, std::string("gradient registry has no entry for: ") + op.op->type);
    if (op.op->differentiable == Differentiable::no || !op.op->gradient) return InlineVector<Tensor, 4>(op.input_ids.size());
    InlineVector<bool, 8> wanted;
    for (size_t i = 0; i < op.input_ids.size(); ++i) wanted.push_back(is_differentiable(op.input_dtypes[i]) && number_of_input(op, i) >= 0);
    // Records give dx = dy·f'(x), which is linear in dy; of complex functions TensorFlow's is dy·conj(f'(x)): conjugate before and after.
    const bool complex = is_complex(op.output_dtypes[0]) && is_complex(op.input_dtypes[0]);
    if (complex) for (Tensor& t : upstream) if (t) t = ops::conj(t);
    InlineVector<Tensor, 4> known = {};
    if (Tracer* tracer = runtime().tracer)   // a formula may read whole numbers (axes, sizes, places) that a graph knows
      for (const Tensor& t : op.inputs) {
        const Tensor value = t && t.is_symbolic() && is_integer(t.dtype()) ? tracer->known_value(t) : Tensor();
        known.push_back(value ? value : t);
      }
    GradientContext context(*op.op, op.attrs, known.empty() ? std::span<const Tensor>(op.inputs) : std::span<const Tensor>(known), op.outputs, op.input_shapes, op.input_dtypes, op.output_shapes, op.output_dtypes, upstream, wanted);
    op.op->gradient(context);
    if (complex) for (Tensor& t : context.results) if (t) t = ops::conj(t);
    return std::move(context.results);
  }

  Tape& tape_;
  std::span<const Tensor> targets_, sources_;
  int32_t known_count_ = 0;   // a persistent tape may learn more while it is walked
  std::unique_ptr<Notes> notes_;
};

std::pair<NoGradient, uint64_t> ReversePass::reason(const Tensor& source) const {
  const VariableState* variable = source.variable();
  if (!is_differentiable(variable ? variable->dtype : source.dtype())) return {NoGradient::integer_dtype, 0};
  if (!tape_.known_.contains(source.id()))
    return {variable && !variable->trainable ? NoGradient::not_trainable : NoGradient::not_watched, 0};
  // Walk forwards from the source: the first op that was asked and passed nothing back is where the path broke.
  IdMap<bool> reached;
  reached[source.id()] = true;
  for (size_t i = 0; i < notes_->ops.size(); ++i) {
    const Tape::Entry& op = *tape_.entries_[i];
    bool touched = false;
    for (size_t k = 0; k < op.input_ids.size(); ++k) {
      if (!reached.contains(op.input_ids[k])) continue;
      touched = true;
      if (notes_->ops[i].had_upstream && k < 64 && !(notes_->ops[i].passed >> k & 1))
        return {op.backward ? NoGradient::no_upstream : NoGradient::not_differentiable, op.op_number};
    }
    if (touched) for (uint64_t id : op.output_ids) reached[id] = true;
  }
  return {NoGradient::not_connected, 0};
}

std::vector<Tensor> Tape::gradient(std::span<const Tensor> targets, std::span<const Tensor> sources, std::span<const Tensor> output_gradients, bool unconnected_zero) {
  if (spent_ && runtime().observer) {
    runtime().observer->gradient_asked(*this, targets, sources);
    runtime().observer->gradient_failed(*this);
  }
  if (spent_)
    throw Error(ErrorKind::runtime, "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)",
                "Ask for all gradients in one call: tape.gradient(loss, [w, b]), or open the tape with persistent=True.");
  if (recording_ && !persistent_) stop();
  Observer* observer = runtime().observer;
  if (observer) observer->gradient_asked(*this, targets, sources);

  ReversePass pass(*this, targets, sources);
  std::vector<Tensor> answer;
  try {
    answer = pass.run(output_gradients);
  } catch (...) {
    if (observer) observer->gradient_failed(*this);
    throw;
  }
  for (size_t i = 0; i < sources.size(); ++i) {
    const auto [why, op_number] = answer[i] || !observer ? std::pair{NoGradient::given, uint64_t{0}} : pass.reason(sources[i]);
    if (!answer[i] && unconnected_zero) answer[i] = ops::constant_like(sources[i], 0);
    if (observer) observer->gradient_given(*this, sources[i], answer[i], why, op_number);
  }
  if (!persistent_) {
    release();
    spent_ = true;
  }
  return answer;
}

}  // namespace tapedeck
