// Element-wise fusion: ops that feed one another run block by block, so that what passes between them stays in the cache instead of going through memory.
// The loops are those of the ops themselves, so results have the same bits. Measured (native, 20 ops on 1M floats): see tests/bench/engine_bench.cpp, fused_20.
#include <algorithm>
#include <array>
#include <map>

#include "engine/graph/optimize.h"

namespace tapedeck {

namespace {

/// A node that can be a step: each input has the shape of the output, or is one number; one dtype throughout.
bool is_fusible(const Graph& g, const GraphEditor& edit, int32_t i) {
  const Node& n = g.node(i);
  if (n.kind != NodeKind::op || edit.is_pinned(i) || (!n.op->unary_loops && !n.op->binary_loops) || n.outputs.size() != 1) return false;
  const DType dtype = n.outputs[0].dtype();
  const Shape& shape = n.outputs[0].shape();
  if (!is_floating(dtype) || !shape.has_rank()) return false;
  if (shape.is_known() && shape.size() <= 1) return false;   // nothing to gain
  for (const NodeOutput& o : n.inputs) {
    const Tensor t = g.tensor(o);
    if (t.dtype() != dtype || !(t.shape() == shape || (t.shape().is_known() && t.shape().size() == 1 && t.rank() <= shape.rank()))) return false;
  }
  const auto d = static_cast<size_t>(dtype);
  return n.op->unary_loops ? (*n.op->unary_loops)[d] != nullptr : (*n.op->binary_loops)[d] != nullptr;
}

struct Group {
  std::vector<int32_t> members;
  bool open = true;
};

}  // namespace

PassRecord fuse_element_wise(const Graph& g) {
  PassRecord record{"elementwise fusion", g.size(), 0, {}, nullptr};
  GraphEditor edit(g);
  const auto count = static_cast<size_t>(g.size());
  std::vector<int32_t> group_of(count, -1);
  std::vector<Group> groups;
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    int32_t mine = -1;
    if (is_fusible(g, edit, i)) {
      for (const NodeOutput& o : n.inputs) {
        const int32_t theirs = group_of[static_cast<size_t>(o.node)];
        if (theirs < 0 || theirs == mine || !groups[static_cast<size_t>(theirs)].open) continue;
        if (!(g.node(o.node).outputs[0].shape() == n.outputs[0].shape()) || g.node(o.node).outputs[0].dtype() != n.outputs[0].dtype()) continue;
        if (mine < 0) { mine = theirs; continue; }
        Group &a = groups[static_cast<size_t>(mine)], &b = groups[static_cast<size_t>(theirs)];   // two groups meet here
        for (int32_t m : b.members) { group_of[static_cast<size_t>(m)] = mine; a.members.push_back(m); }
        b.members.clear();
        b.open = false;
      }
      if (mine < 0) {
        mine = static_cast<int32_t>(groups.size());
        groups.emplace_back();
      }
      groups[static_cast<size_t>(mine)].members.push_back(i);
      group_of[static_cast<size_t>(i)] = mine;
    }
    // Whoever reads a member from outside comes after the whole group: it may not grow any more.
    for (const NodeOutput& o : n.inputs)
      if (const int32_t theirs = group_of[static_cast<size_t>(o.node)]; theirs >= 0 && theirs != mine) groups[static_cast<size_t>(theirs)].open = false;
  }

  for (int32_t i = 0; i < g.size(); ++i) {
    const int32_t id = group_of[static_cast<size_t>(i)];
    Group* group = id < 0 ? nullptr : &groups[static_cast<size_t>(id)];
    if (!group || group->members.size() < 2) { edit.copy(i); continue; }
    std::sort(group->members.begin(), group->members.end());
    if (i != group->members.back()) continue;
    FusedProgram program;
    std::vector<NodeOutput> inputs;
    std::map<std::pair<int32_t, int32_t>, int32_t> value_of;   // outputs of the old graph → values of the program
    for (int32_t m : group->members)
      for (const NodeOutput& o : g.node(m).inputs) {
        if (group_of[static_cast<size_t>(o.node)] == id) continue;
        if (value_of.try_emplace({o.node, o.index}, static_cast<int32_t>(inputs.size())).second) inputs.push_back(edit.now(o));
      }
    program.input_count = static_cast<int32_t>(inputs.size());
    for (size_t s = 0; s < group->members.size(); ++s) value_of[{group->members[s], 0}] = program.input_count + static_cast<int32_t>(s);
    std::vector<bool> used_outside(count);
    for (int32_t k = 0; k < g.size(); ++k)
      if (group_of[static_cast<size_t>(k)] != id) for (const NodeOutput& o : g.node(k).inputs) used_outside[static_cast<size_t>(o.node)] = true;
    std::vector<Tensor> outputs;
    std::vector<int32_t> output_members;
    std::string names;
    for (size_t s = 0; s < group->members.size(); ++s) {
      const int32_t m = group->members[s];
      const Node& n = g.node(m);
      program.steps.push_back({n.op, value_of.at({n.inputs[0].node, n.inputs[0].index}), n.inputs.size() > 1 ? value_of.at({n.inputs[1].node, n.inputs[1].index}) : -1, n.name});
      names += (s ? ", " : "") + n.name;
      if (used_outside[static_cast<size_t>(m)] || edit.is_output({m, 0})) {
        program.outputs.push_back(static_cast<int32_t>(s));
        outputs.push_back(n.outputs[0]);
        output_members.push_back(m);
      }
    }
    const int32_t made = edit.fused(std::move(program), inputs, outputs, g.node(i).name, g.node(i).line);
    for (size_t o = 0; o < output_members.size(); ++o) edit.replace({output_members[o], 0}, {made, static_cast<int32_t>(o)});
    record.changes.push_back(std::to_string(group->members.size()) + " ops in one pass: " + names);
  }
  record.after = edit.finish();
  record.nodes_after = record.after->size();
  return record;
}

namespace {

/// Op by op, when operands turn out to be of different sizes.
void run_one_by_one(const FusedProgram& program, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  std::vector<Tensor> values(inputs.begin(), inputs.end());
  for (const FusedProgram::Step& step : program.steps) {
    const Tensor in[] = {values[static_cast<size_t>(step.a)], step.b < 0 ? Tensor() : values[static_cast<size_t>(step.b)]};
    Tensors made;
    run_kernel(*step.op, std::span<const Tensor>(in, step.b < 0 ? 1 : 2), {}, made);
    values.push_back(made[0]);
  }
  for (size_t o = 0; o < outputs.size(); ++o) outputs[o] = values[inputs.size() + static_cast<size_t>(program.outputs[o])];
}

}  // namespace

void run_fused(const FusedProgram& program, std::span<const Tensor> inputs, std::span<Tensor> outputs) {
  constexpr int64_t kBlock = 1024;   // elements: 4 or 8 KB a value, so that a dozen stay in the first cache
  const DType dtype = inputs[0].dtype();
  const size_t width = dtype_size(dtype), block_bytes = static_cast<size_t>(kBlock) * width;
  const Tensor* whole = nullptr;
  for (const Tensor& t : inputs) {
    if (t.size() == 1) continue;
    if (!whole) whole = &t;
    else if (!(whole->shape() == t.shape())) return run_one_by_one(program, inputs, outputs);
  }
  if (!whole) return run_one_by_one(program, inputs, outputs);
  for (const Tensor& t : inputs) if (t.rank() > whole->rank()) return run_one_by_one(program, inputs, outputs);
  const int64_t n = whole->size();

  struct Value {
    char* data;
    bool stays;       // one number: it does not advance
    bool advances;    // a whole tensor rather than a block of scratch memory
    int32_t last_use;
  };
  const size_t value_count = static_cast<size_t>(program.input_count) + program.steps.size();
  InlineVector<Value, 48> values;
  for (const Tensor& t : inputs) values.push_back({static_cast<char*>(const_cast<void*>(t.raw())), t.size() == 1, t.size() != 1, -1});
  values.resize(value_count);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const FusedProgram::Step& step = program.steps[s];
    Value& v = values[inputs.size() + s];
    v = {nullptr, values[static_cast<size_t>(step.a)].stays && (step.b < 0 || values[static_cast<size_t>(step.b)].stays), false, static_cast<int32_t>(s)};
    for (int32_t from : {step.a, step.b}) if (from >= 0) values[static_cast<size_t>(from)].last_use = static_cast<int32_t>(s);
  }
  for (size_t o = 0; o < outputs.size(); ++o) {
    Value& v = values[inputs.size() + static_cast<size_t>(program.outputs[o])];
    if (v.stays) return run_one_by_one(program, inputs, outputs);   // a result of one number among whole tensors
    if (!outputs[o] || !(outputs[o].shape() == whole->shape())) outputs[o] = Tensor::empty(dtype, whole->shape());
    v.data = static_cast<char*>(outputs[o].mutable_raw());
    v.advances = true;
  }
  // Scratch blocks for what passes between ops; one that is free again is used again, but never by the op that reads it (the loops would have to be careful).
  static std::vector<char> scratch;
  std::vector<int32_t> free_blocks, block_of(value_count, -1);
  int32_t blocks = 0;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const size_t at = inputs.size() + s;
    if (!values[at].data) {
      if (free_blocks.empty()) free_blocks.push_back(blocks++);
      block_of[at] = free_blocks.back();
      free_blocks.pop_back();
    }
    for (int32_t from : {program.steps[s].a, program.steps[s].b == program.steps[s].a ? -1 : program.steps[s].b})
      if (from >= 0 && block_of[static_cast<size_t>(from)] >= 0 && values[static_cast<size_t>(from)].last_use == static_cast<int32_t>(s)) free_blocks.push_back(block_of[static_cast<size_t>(from)]);
  }
  scratch.resize(std::max(scratch.size(), static_cast<size_t>(blocks) * block_bytes + 64));
  char* const aligned = scratch.data() + (64 - reinterpret_cast<uintptr_t>(scratch.data()) % 64) % 64;
  for (size_t i = inputs.size(); i < value_count; ++i) if (!values[i].data) values[i].data = aligned + static_cast<size_t>(block_of[i]) * block_bytes;

  const auto d = static_cast<size_t>(dtype);
  const auto run_step = [&](size_t s, int64_t from, int64_t length) {
    const FusedProgram::Step& step = program.steps[s];
    const Value &a = values[static_cast<size_t>(step.a)], &to = values[inputs.size() + s];
    const auto place = [&](const Value& v) { return v.data + (v.advances ? static_cast<size_t>(from) * width : 0); };
    if (step.b < 0) {
      (*step.op->unary_loops)[d](place(a), place(to), length);
      return;
    }
    const Value& b = values[static_cast<size_t>(step.b)];
    const Stride stride = a.stays == b.stays ? Stride::both : a.stays ? Stride::first_stays : Stride::second_stays;
    (*step.op->binary_loops)[d](place(a), place(b), place(to), length, stride);
  };
  for (int64_t from = 0; from < n; from += kBlock) {
    const int64_t length = std::min(kBlock, n - from);
    for (size_t s = 0; s < program.steps.size(); ++s) run_step(s, from, values[inputs.size() + s].stays ? 1 : length);
  }
}

}  // namespace tapedeck
