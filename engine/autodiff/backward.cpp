// The reverse pass: from the targets back to the sources, op by op.
//
// Source: tensorflow/c/eager/tape.h, GradientTape::ComputeGradient. The order in which ops are visited, and in which the parts of a gradient are added
// up, is the same, since both can be seen (a custom gradient that prints; the last bits of a sum of three).
#include <algorithm>

#include "engine/autodiff/tape.h"
#include "engine/core/apply.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

class ReversePass {
 public:
  ReversePass(Tape& tape, std::span<const Tensor> targets, std::span<const Tensor> sources) : tape_(tape), targets_(targets), sources_(sources) {}

  std::vector<Tensor> run(std::span<const Tensor> output_gradients) {
    find_ops_that_matter();
    begin_at_targets(output_gradients);
    for (const Tensor& s : sources_) is_source_[s.id()] = true;
    while (!ready_.empty()) {
      const int32_t index = ready_.back();
      ready_.pop_back();
      const Tape::Entry& op = *tape_.entries_[static_cast<size_t>(index)];
      pass_back(index, op);
      for (uint64_t id : op.input_ids) {
        const int32_t* made_by = tape_.producer_.find(id);
        if (!made_by || *made_by == Tape::kWatched) continue;
        Work& producer = work_[static_cast<size_t>(*made_by)];
        if (producer.waiting_for > 0 && --producer.waiting_for == 0) ready_.push_back(*made_by);
      }
    }
    std::vector<Tensor> answer;
    for (const Tensor& s : sources_) answer.push_back(sum_of(s.id()));
    return answer;
  }

  /// Why `source` has no gradient, and the op that stopped it on the way (0: none).
  std::pair<NoGradient, uint64_t> reason(const Tensor& source) const;

 private:
  struct Work {
    bool matters = false, had_upstream = false;
    int32_t waiting_for = 0;                // uses of its outputs that have not passed back yet
    InlineVector<bool, 4> passed;           // per input: whether a gradient came out
  };

  void find_ops_that_matter() {
    work_.resize(tape_.entries_.size());
    std::vector<uint64_t> stack;
    for (const Tensor& t : targets_) stack.push_back(t.id());
    while (!stack.empty()) {
      const int32_t* made_by = tape_.producer_.find(stack.back());
      stack.pop_back();
      if (!made_by || *made_by == Tape::kWatched || work_[static_cast<size_t>(*made_by)].matters) continue;
      work_[static_cast<size_t>(*made_by)].matters = true;
      for (uint64_t id : tape_.entries_[static_cast<size_t>(*made_by)]->input_ids) {
        ++uses_[id];
        if (tape_.producer_.contains(id)) stack.push_back(id);
      }
    }
    for (size_t i = 0; i < work_.size(); ++i) {
      if (!work_[i].matters) continue;
      for (uint64_t id : tape_.entries_[i]->output_ids)
        if (const int32_t* n = uses_.find(id)) work_[i].waiting_for += *n;
      if (work_[i].waiting_for == 0) ready_.push_back(static_cast<int32_t>(i));
    }
  }

  void begin_at_targets(std::span<const Tensor> output_gradients) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      const Tensor& t = targets_[i];
      if (i < output_gradients.size() && output_gradients[i]) {
        gradients_[t.id()].push_back(output_gradients[i]);
        continue;
      }
      const bool made_here = tape_.producer_.contains(t.id()) && *tape_.producer_.find(t.id()) != Tape::kWatched;
      const bool is_source = std::any_of(sources_.begin(), sources_.end(), [&](const Tensor& s) { return s.id() == t.id(); });
      if (made_here || is_source) gradients_[t.id()].push_back(ops::constant_like(t, 1));
    }
  }

  Tensor sum_of(uint64_t id) {
    auto* parts = gradients_.find(id);
    if (!parts || parts->empty()) return {};
    Tensor sum = parts->size() == 1 ? (*parts)[0] : ops::add_n(*parts);
    parts->clear();
    if (is_source_.contains(id)) parts->push_back(sum);   // asked for again at the end
    return sum;
  }

  void pass_back(int32_t index, const Tape::Entry& op) {
    Tensors upstream;
    bool any = false;
    for (uint64_t id : op.output_ids) {
      upstream.push_back(sum_of(id));
      any = any || upstream.back();
    }
    Work& work = work_[static_cast<size_t>(index)];
    work.had_upstream = any;
    work.passed.resize(op.input_ids.size());
    for (bool& p : work.passed) p = false;
    if (!any) return;
    if (runtime().observer) runtime().observer->backward_step_began(tape_, op.op_number, upstream);
    InlineVector<Tensor, 4> results = input_gradients(op, upstream);
    if (runtime().observer) runtime().observer->backward_step_ended(tape_, op.op_number, results);
    for (size_t i = 0; i < op.input_ids.size() && i < results.size(); ++i) {
      if (!results[i]) continue;
      work_[static_cast<size_t>(index)].passed[i] = true;
      if (uses_.contains(op.input_ids[i])) gradients_[op.input_ids[i]].push_back(results[i]);
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
    InlineVector<bool, 8> wanted(op.input_ids.size());
    for (size_t i = 0; i < wanted.size(); ++i) wanted[i] = is_differentiable(op.input_dtypes[i]) && tape_.producer_.contains(op.input_ids[i]);
    GradientContext context(*op.op, op.attrs, op.inputs, op.outputs, op.input_shapes, op.input_dtypes, op.output_shapes, op.output_dtypes, upstream, wanted);
    op.op->gradient(context);
    return std::move(context.results);
  }

  Tape& tape_;
  std::span<const Tensor> targets_, sources_;
  std::vector<Work> work_;
  std::vector<int32_t> ready_;
  IdMap<int32_t> uses_;
  IdMap<bool> is_source_;
  IdMap<InlineVector<Tensor, 2>> gradients_;
};

std::pair<NoGradient, uint64_t> ReversePass::reason(const Tensor& source) const {
  const VariableState* variable = source.variable();
  if (!is_differentiable(variable ? variable->dtype : source.dtype())) return {NoGradient::integer_dtype, 0};
  if (!tape_.producer_.contains(source.id()))
    return {variable && !variable->trainable ? NoGradient::not_trainable : NoGradient::not_watched, 0};
  // Walk forwards from the source: the first op that was asked and passed nothing back is where the path broke.
  IdMap<bool> reached;
  reached[source.id()] = true;
  for (size_t i = 0; i < work_.size(); ++i) {
    const Tape::Entry& op = *tape_.entries_[i];
    bool touched = false;
    for (size_t k = 0; k < op.input_ids.size(); ++k) {
      if (!reached.contains(op.input_ids[k])) continue;
      touched = true;
      if (work_[i].had_upstream && !work_[i].passed[k])
        return {op.backward ? NoGradient::no_upstream : NoGradient::not_differentiable, op.op_number};
    }
    if (touched) for (uint64_t id : op.output_ids) reached[id] = true;
  }
  return {NoGradient::not_connected, 0};
}

std::vector<Tensor> Tape::gradient(std::span<const Tensor> targets, std::span<const Tensor> sources, std::span<const Tensor> output_gradients, bool unconnected_zero) {
  if (spent_)
    throw Error(ErrorKind::runtime, "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)",
                "Ask for all gradients in one call (a list of sources), or open the tape with tf.GradientTape(persistent=True).");
  if (recording_ && !persistent_) stop();
  Observer* observer = runtime().observer;
  if (observer) observer->gradient_asked(*this, targets, sources);

  ReversePass pass(*this, targets, sources);
  std::vector<Tensor> answer = pass.run(output_gradients);
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
