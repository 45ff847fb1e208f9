// The torture test of the collector: constructs in which C code holds a fresh object while Python runs, under a collection at every safe point
// and under collections inside allocations. In WASM it passes only with the whole Binaryen chain of tapedeck_wasm_runner_link.
#include <catch2/catch_test_macros.hpp>

#include "lessons/python/port/port.h"
#include "tests/python/test_host.h"

namespace {

const char* const kTorture = R"PY(
def junk():
    r = None
    for _ in range(3):
        r = [[9.0] * 8 for _ in range(2)]
        r = {"a": [1, 2], "b": "x" * 20}
    return r
def mk(v):
    junk()
    t = [v] * 8
    junk()
    return t
def ok(ts, what):
    for i, t in enumerate(ts):
        if t != [float(i)] * 8:
            raise ValueError(what + " corrupted at " + str(i))
N = 12
def gen(n):
    for i in range(n):
        yield mk(float(i))
class Obj:
    def __init__(self, v): junk(); self.t = mk(v); self.d = {"k": mk(v)}
    def __str__(self): junk(); return "obj%d" % int(self.t[0])
    def __add__(self, o): junk(); return Obj(self.t[0] + o.t[0])
    def __radd__(self, o): return self
    def __lt__(self, o): junk(); return self.t[0] < o.t[0]
    def __getitem__(self, k): junk(); return mk(float(k))
    def __hash__(self): junk(); return 5
    def __eq__(self, o): junk(); return self.t[0] == o.t[0]
    def __iter__(self): return iter([mk(0.0), mk(1.0)])
    def __format__(self, spec): junk(); return str(self) + spec
    @property
    def p(self): return mk(self.t[0])
    def __getattr__(self, n): junk(); return mk(3.0)
    def __call__(self, *a, **k): junk(); return (a, k)
    def __enter__(self): junk(); return self
    def __exit__(self, *a): junk()
    def __contains__(self, x): junk(); return True
def run():
    ok(list(gen(N)), "list"); ok(tuple(gen(N)), "tuple"); ok([*gen(N)], "star list")
    ok(sorted(gen(N), key=lambda t: mk(t[0])[0]), "sorted")
    ok(list(map(lambda i: mk(float(i)), range(N))), "map")
    ok([b for a, b in zip(range(N), gen(N))], "zip")
    ok([b for a, b in enumerate(gen(N))], "enumerate")
    ok(list(filter(lambda t: bool(junk()), gen(N))), "filter")
    d = {i: mk(float(i)) for i in range(N)}
    ok([d[i] for i in range(N)], "dict comprehension")
    ok(list(dict((i, t) for i, t in enumerate(gen(N))).values()), "dict of pairs")
    l = []; l.extend(gen(N)); ok(l, "extend")
    assert ",".join(str(i) + str(junk() is None) for i in range(N)) == ",".join(str(i) + "False" for i in range(N))
    ok([o.t for o in [Obj(float(i)) for i in range(N)]], "init")
    ok([o.d["k"] for o in [Obj(float(i)) for i in range(N)]], "init dict")
    assert "%s|{}".format(Obj(4.0)) % Obj(5.0) + f"{Obj(6.0)}{Obj(7.0):q}{[Obj(1.0)][0]!s:>6}" == "obj5|obj4obj6obj7q  obj1"
    assert sum([Obj(1.0), Obj(2.0)], Obj(0.0)).t == [3.0] * 8
    assert [o.t[0] for o in sorted([Obj(3.0), Obj(1.0), Obj(2.0)])] == [1.0, 2.0, 3.0]
    assert max(Obj(1.0), Obj(4.0)).t[0] == 4.0 and min(gen(3))[0] == 0.0
    assert {Obj(1.0): 1, Obj(1.0): 2, Obj(2.0): 3}[Obj(2.0)] == 3 and len({Obj(1.0), Obj(2.0), Obj(1.0)}) == 2
    a, *b = Obj(0.0)
    ok([a] + b, "unpack"); ok([Obj(1.0)[i] for i in range(N)], "getitem"); assert Obj(2.0).p == [2.0] * 8 and Obj(2.0).zz == [3.0] * 8
    def kw(*a, **k): junk(); return a, k
    x = kw(mk(0.0), *gen(2), k=mk(5.0), **{"z": mk(6.0)})
    assert x[0][0] == [0.0] * 8 and x[0][2] == [1.0] * 8 and x[1]["k"] == [5.0] * 8 and x[1]["z"] == [6.0] * 8
    with Obj(1.0) as o:
        assert o.t == [1.0] * 8 and 3 in o
    try:
        raise ValueError(mk(1.0), str(Obj(2.0)))
    except ValueError as e:
        junk(); assert e.args == ([1.0] * 8, "obj2")
    def closure(v):
        w = mk(v)
        def inner(u): junk(); return w[0] + u
        inner.tag = mk(9.0)
        return inner
    c = closure(2.0); junk(); assert c(mk(1.0)[0]) == 3.0 and c.tag == [9.0] * 8
    def fact(n): return 1 if n == 0 else n * fact(n - 1)
    assert fact(25) == 15511210043330985984000000 and str(2 ** 200)[:6] == "160693"
    exec("q = mk(7.0)", globals()); assert q == [7.0] * 8
    assert isinstance(type("T", (Obj,), {"extra": mk(1.0)})(1.0).extra, list)
    g = gen(3); next(g); junk(); ok([next(g)] and list(gen(2)), "generator")
    s = {"z": mk(0.0), **{"y": mk(1.0)}}; ok(list(s.values()), "dict display"); l = [1, 2, 3, 4]; l[::2] = [mk(0.0), mk(1.0)]; ok(l[::2], "slice")
for _ in range(3):
    run()
print("fine")
)PY";

}  // namespace

TEST_CASE("objects live while they are needed, with a collection at every safe point") {
  tapedeck::TestHost host;
  tapedeck::Interpreter interpreter(host);
  unsigned before = port_gc_count;
  port_gc_stress = true;
  tapedeck::RunResult r = interpreter.run(kTorture);
  port_gc_stress = false;
  CHECK(r.traceback == "");
  CHECK(host.out == "fine\n");
  CHECK(port_gc_count > before + 1000);
}

TEST_CASE("objects live while they are needed, with collections inside allocations") {
  tapedeck::TestHost host;
  tapedeck::Interpreter interpreter(host);
  unsigned before = port_gc_count;
  port_gc_mode = PORT_GC_AT_ONCE;
  tapedeck::RunResult r = interpreter.run(std::string("import gc\ngc.threshold(64)\n") + kTorture);
  CHECK(r.traceback == "");
  CHECK(host.out == "fine\n");
  CHECK(port_gc_count > before + 1000);
}
