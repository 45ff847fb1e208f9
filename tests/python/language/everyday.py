import contextlib, copy, abc, time, os.path, pprint, operator, heapq, bisect, types, random
@contextlib.contextmanager
def cm(x):
    print("in", x)
    try: yield x * 2
    finally: print("out")
with cm(2) as v: print(v)
with contextlib.suppress(ZeroDivisionError): 1 / 0
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def g(self): ...
class B(A):
    def f(self): return 1
    @property
    def g(self): return 2
print(B().f(), B().g)
l = [[1], 2]; c = copy.copy(l); d = copy.deepcopy(l); l[0].append(5); print(c, d)
class P:
    def __init__(self): self.a = [1]
    def __call__(self): return 3
p = P(); q = copy.deepcopy(p); q.a.append(2); print(p.a, q.a, q())
print(os.path.join("a", "b"), os.path.basename("x/y.txt"), os.path.splitext("a.tar.gz"), os.path.dirname("x/y"))
pprint.pprint({"b": 1, "a": [1, 2]}); pass
print(operator.itemgetter(1)([5, 6]), operator.attrgetter("a")(p), sorted([(2, 'a'), (1, 'b')], key=operator.itemgetter(0)))
h = [3, 1, 2]; heapq.heapify(h); print(heapq.heappop(h), heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, [4, 2, 8]), bisect.bisect([1, 3, 5], 3), 1)
ns = types.SimpleNamespace(a=1, b="x"); print(ns, ns.a)
random.seed(1); print(random.random(), random.randint(1, 10), random.choice("abc"), random.sample(range(10), 3), random.uniform(0, 1), random.gauss(0, 1))
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + o.x)
    def __radd__(self, o): return self if o == 0 else NotImplemented
    def __repr__(self): return f"V({self.x})"
    def __eq__(self, o): return self.x == o.x
    def __hash__(self): return hash(self.x)
    def __len__(self): return 3
    def __getitem__(self, i): return i if i < 3 else (_ for _ in ()).throw(IndexError)
    def __contains__(self, x): return x == 1
    def __call__(self, *a): return a
    def __enter__(self): return self
    def __exit__(self, *a): print("exit"); return True
    def __bool__(self): return False
    def __iter__(self): return iter([1, 2])
    def __lt__(self, o): return self.x < o.x
    def __neg__(self): return V(-self.x)
    def __format__(self, s): return f"<{s}>"
    @staticmethod
    def s(): return "s"
    @classmethod
    def c(cls): return cls.__name__
print(sum([V(1), V(2)]), V(1) == V(1), {V(1): 2}[V(1)], len(V(1)), V(1)[2], 1 in V(0), V(1)(1, 2), bool(V(1)), list(V(1)), sorted([V(2), V(1)]), -V(1), f"{V(1):abc}", V.s(), V.c(), V(1).c())
with V(1): raise ValueError
class Prop:
    def __init__(self): self._x = 1
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v):
        if v < 0: raise ValueError("negative")
        self._x = v
    @x.deleter
    def x(self): del self._x
o = Prop(); o.x = 5; print(o.x)
try: o.x = -1
except ValueError as e: print(e)
class RO:
    @property
    def y(self): return 1
try: RO().y = 2
except AttributeError as e: print(e)
class D:
    def __get__(self, obj, t=None): return "got"
    def __set__(self, obj, v): print("set", v)
class H: d = D()
h = H(); print(h.d); h.d = 3
class Slots:
    __slots__ = ("a",)
s = Slots(); s.a = 1
print(vars(p), P.__name__, p.__class__.__name__, p.__dict__, hasattr(p, "zz"), getattr(p, "zz", 9), isinstance(p, object), type(p) is P, dir(ns)[-2:])
def deco(n):
    def w(f):
        def g(*a, **k): print("call", n); return f(*a, **k)
        return g
    return w
@deco(3)
def fn(a, b=2): return a + b
print(fn(1), fn(1, b=5))
def gen():
    try:
        while True:
            x = yield
            print("x", x)
    except GeneratorExit: print("closed")
g = gen(); next(g); g.send(1); g.close()
print([x for x in (i for i in range(5)) if x % 2], {**{'a': 1}}, *[1], sep="|")
print("%-5s|%5.2f|%+d" % ("ab", 3.14159, 5), "{:>8.3e}".format(12345.678), f"{1234567.891:,.2f}", f"{'x':^5}", f"{5:03}", f"{0.5:%}", f"{255:X}", f"{3!r:>4}")
try:
    try: raise KeyError("a")
    finally: print("cleanup")
except KeyError as e: print("caught", e)
print(int.from_bytes(b'\x01\x02', 'big'), (258).to_bytes(2, 'little'), (5).bit_length(), complex(1, 2) * 2, abs(3+4j))
