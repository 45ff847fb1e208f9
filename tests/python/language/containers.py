from collections import Counter, defaultdict, deque, namedtuple, OrderedDict
import copy
import itertools
import json
import math
import operator
import string
import textwrap

d = defaultdict(list)
d["a"].append(1)
d["b"].append(2)
print(d, dict(d), d.get("zz"), "zz" in d, len(d), isinstance(d, dict))
c = Counter("abracadabra")
print(c, c.most_common(2), c["z"], sum(c.values()), c + Counter("az"), str(c))
q = deque([1, 2, 3], maxlen=3)
q.append(4)
q.appendleft(0)
print(q, q[0], len(q), list(q))
q.rotate(1)
print(q, q.popleft(), q.pop(), q)
P = namedtuple("P", ["x", "y"])
p = P(1, y=2)
print(p, p.x, p[1], p._replace(x=5) if hasattr(p, "_replace") else P(5, 2), p._asdict(), *p)
o = OrderedDict(b=1, a=2)
print(list(o), o["a"])
z = {k: i for i, k in enumerate("zaxb")}
z.pop("a")
z["a"] = 9
print(z, list(z), z.popitem(), z | {"n": 1}, {1: "a", 1.0: "b", True: "c"})
l = [1, 2, 3, 4, 5, 6]
l[::2] = [0, 0, 0]
print(l, l[::-1], l[-2:], l[1:5:2], sorted(l, reverse=True), l.count(0))
del l[::3]
print(l, "abcdef"[::-2], (1, 2, 3)[::-1], slice(1, 5, 2), list(range(10))[slice(2, 4)])
print(list(itertools.chain([1], (2,), "c")), list(itertools.chain.from_iterable([[1], [2]])), list(itertools.islice(itertools.count(5), 3)), list(itertools.product("ab", [1, 2])))
print(list(itertools.combinations(range(4), 2)), list(itertools.permutations("abc", 2))[:3], list(itertools.accumulate([1, 2, 3])), [(k, list(g)) for k, g in itertools.groupby("aabbc")])
print(list(itertools.zip_longest([1], [2, 3], fillvalue=0)), list(itertools.takewhile(lambda v: v < 3, [1, 2, 5, 1])), list(itertools.pairwise("abc")))
a = [1, [2, 3], {"k": [4]}]
b = copy.deepcopy(a)
b[1].append(9)
print(a, b, copy.copy(a)[1] is a[1])
print(json.dumps({"a": [1, 2.5, None, True], "b": "x\"y"}), json.loads('{"q": [1, 2]}'), json.dumps([1, {"a": {}}], indent=2), json.dumps({"b": 1, "a": 2}, sort_keys=True))
print(math.hypot(3, 4), math.comb(5, 2), math.prod([2, 3]), math.isclose(0.1 + 0.2, 0.3), math.gcd(12, 18), math.fsum([0.1] * 10), math.tau, math.inf, math.floor(-1.5), math.log(8, 2), math.log2(8), math.isqrt(17), math.factorial(10))
print(operator.itemgetter(1)([5, 6]), operator.attrgetter("real")(3), operator.mul(3, 4), string.ascii_lowercase[:3], textwrap.dedent("  a\n  b"))
print((3).real, (5).bit_length(), (2.0).is_integer(), int("ff", 16), round(2.675, 2), round(5), divmod(-7, 2), -7 // 2, -7 % 3, 2 ** 100, 1e16, 0.1 + 0.2, 5e-324, 1.7976931348623157e308)
print("a,b,,c".split(","), " x ".strip(), "abc".center(9, "*"), "title case".title(), "x".zfill(3), "a\tb".expandtabs(4), "prefix".removeprefix("pre"), "Ab".swapcase(), "abc".find("c"), "{}".join("ab"))
print(repr("it's"), repr('say "hi"'), repr("日本\n"), ascii("é"), "é".encode(), b"\x00a", bytes([1, 2]), "naïve".upper()[:2], "abc" < "abd", "%5.2f|%-5s|%05d|%x|%e" % (3.14159, "ab", 42, 255, 12345.678))
s = {3, 1, 2}
print(sorted(s | {5}), sorted(s & {1, 9}), sorted(s - {1}), s >= {1}, frozenset([1, 1]), {1, 2} == {2, 1})
print([*zip(*[(1, 2), (3, 4)])], min([], default=0), max("ab", "cd"), sum([[1], [2]], []), list(filter(None, [0, 1, ""])), bool([]), [] or "x")
