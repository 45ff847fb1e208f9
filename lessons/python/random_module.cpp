// The native half of `random`: _random.Random, CPython's generator. packages/random.py builds the distributions on it, as CPython does.
#include <new>

#include "engine/random/mt19937.h"

extern "C" {
#include "py/objint.h"
#include "py/runtime.h"
#include "random_module.h"
}

namespace {

struct RandomObject {
  mp_obj_base_t base;
  tapedeck::Mt19937 generator;  // trivially destructible: no finaliser
};

tapedeck::Mt19937& generator_of(mp_obj_t self) { return static_cast<RandomObject*>(MP_OBJ_TO_PTR(self))->generator; }

}  // namespace

extern "C" mp_obj_t port_random_make_new(const mp_obj_type_t* type, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  mp_arg_check_num(n_args, n_kw, 0, 1, false);
  RandomObject* o = mp_obj_malloc(RandomObject, type);
  new (&o->generator) tapedeck::Mt19937();
  if (n_args == 1) port_random_seed(MP_OBJ_FROM_PTR(o), args[0]);
  return MP_OBJ_FROM_PTR(o);
}

// The seed is a list of 32-bit words, least significant first.
extern "C" mp_obj_t port_random_seed(mp_obj_t self, mp_obj_t words) {
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(words, &n, &items);
  uint32_t key[64];
  if (n > MP_ARRAY_SIZE(key)) n = MP_ARRAY_SIZE(key);
  for (size_t i = 0; i < n; i++) key[i] = static_cast<uint32_t>(mp_obj_get_int_truncated(items[i]));
  generator_of(self).seed(key, n);
  return mp_const_none;
}

extern "C" mp_obj_t port_random_random(mp_obj_t self) { return mp_obj_new_float(generator_of(self).next_double()); }

extern "C" mp_obj_t port_random_getrandbits(mp_obj_t self, mp_obj_t bits) {
  mp_int_t k = mp_obj_get_int(bits);
  if (k < 0) mp_raise_ValueError(MP_ERROR_TEXT("number of bits must be non-negative"));
  if (k == 0) return MP_OBJ_NEW_SMALL_INT(0);
  if (k <= 32) return mp_obj_new_int_from_uint(generator_of(self).next_u32() >> (32 - k));
  mp_obj_t value = MP_OBJ_NEW_SMALL_INT(0);
  for (mp_int_t done = 0; done < k; done += 32) {
    uint32_t word = generator_of(self).next_u32();
    if (k - done < 32) word >>= 32 - (k - done);
    mp_obj_t shifted = mp_binary_op(MP_BINARY_OP_LSHIFT, mp_obj_new_int_from_uint(word), MP_OBJ_NEW_SMALL_INT(done));
    value = mp_binary_op(MP_BINARY_OP_OR, value, shifted);
  }
  return value;
}
