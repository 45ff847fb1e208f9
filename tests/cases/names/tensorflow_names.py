# Lists what of TensorFlow exists here, from the packages themselves: the expected output is the documentation's list.
import _engine
import tensorflow as tf

REST = {"math": ["_special"], "nn": ["_convolution", "_volumes"], "linalg": ["_decompositions", "_factors"]}   # the parts of a module that load when they are first asked for


# What these modules import to work with, and TensorFlow does not have in them.
TOOLS = set("complex64 complex128 Tensor DType TensorShape Variable IndexedSlices Assert as_dtype cast concat constant convert_to_tensor custom_gradient expand_dims eye_ float32 float64 gather int32 int64 is_tensor one_hot "
            "ones_like pad repeat reshape saturate_cast shape stack stop_gradient string transpose uint8 uint32 uint64 unstack where zeros zeros_like sqrt square maximum minimum matmul searchsorted "
            "boolean_mask reduce_max reduce_mean reduce_sum reduce_to y_error".split())
OWN = {"tf.math": "sqrt square maximum minimum reduce_max reduce_mean reduce_sum".split(), "tf.linalg": ["matmul", "eye"], "tf.sparse": ["maximum", "minimum", "concat", "reshape", "transpose", "reduce_max", "reduce_sum",
       "expand_dims"], "tf.ragged": ["constant", "stack", "boolean_mask"], "tf.image": ["transpose"], "tf.debugging": ["Assert"], "tf.nn": [], "tf.sets": [], "tf.signal": [], "tf.io": [], "tf.train": [], "tf.random": [], "tf.strings": []}


def show(title, prefix, module, *parts):
    names = set(_engine.export_names(prefix))
    for part in parts:
        names.update(part.__dict__)
    names = sorted(n for n in names if not n.startswith("_") and not n.endswith("_") and n not in ("sys",) and (title not in OWN or n not in TOOLS or n in OWN[title]) and hasattr(module, n))
    print(title + " (" + str(len(names)) + "): " + ", ".join(names))


__import__("tensorflow._arrays")
show("tf", "", tf, tf._base, tf._core, tf._arrays)
for name in ("math", "nn", "linalg", "random", "strings", "ragged", "sparse", "sets", "signal", "io", "train", "image", "debugging", "bitwise", "nest", "config", "errors"):
    module = getattr(tf, name)
    for part in REST.get(name, []):
        __import__("tensorflow." + part)
    show("tf." + name, name + ".", module, module, *[getattr(tf, part) for part in REST.get(name, [])])
