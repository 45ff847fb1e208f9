// Which Python functions call which op: the one table behind tf.* functions that are one op. Names, arguments and defaults are TensorFlow's.
//
// `exports` are the names below `tf.`, separated by spaces. `params` is one word per argument: name:kind[@attribute][=default].
//   x  tensor; all x of a call share one dtype: numbers and lists take the dtype of the first tensor among them
//   X  list of such tensors, each an input of its own
//   t  tensor with a dtype of its own          i  integers as a tensor (int32 unless they have another dtype)
//   b  flag        n  integer      d  number     s  text        y  dtype
//   a  axis or axes: an integer or a list        l  list of integers
//   -  taken and ignored (name)
// An argument with the default None that is not given is left out.
#pragma once

#include <span>

namespace tapedeck {

struct Signature {
  const char* exports;
  const char* op;
  const char* params;
};

std::span<const Signature> signatures();

}  // namespace tapedeck
