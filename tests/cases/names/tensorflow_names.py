# Lists what of TensorFlow exists here, from the packages themselves: the expected output is the documentation's list.
import _engine
import tensorflow as tf

REST = {"math": "_special", "nn": "_convolution", "linalg": "_decompositions"}   # the part of a module that loads when it is first asked for


def show(title, prefix, module, *parts):
    names = set(_engine.export_names(prefix))
    for part in parts:
        names.update(part.__dict__)
    names = sorted(n for n in names if not n.startswith("_") and not n.endswith("_") and n not in ("sys",) and hasattr(module, n))
    print(title + " (" + str(len(names)) + "): " + ", ".join(names))


__import__("tensorflow._arrays")
show("tf", "", tf, tf._base, tf._core, tf._arrays)
for name in ("math", "nn", "linalg", "random", "strings", "ragged", "sparse", "image", "debugging", "bitwise", "nest", "config", "errors"):
    module = getattr(tf, name)
    if name in REST:
        __import__("tensorflow." + REST[name])
    show("tf." + name, name + ".", module, module, *([getattr(tf, REST[name])] if name in REST else []))
