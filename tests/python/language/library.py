import json
d = {"a": 1, "b": [1, 2.5, None, True], "c": {"x": "y\n\"q\" é"}, "e": (), 1: 2}
print(json.dumps(d), json.dumps(d, indent=2), json.dumps(d, sort_keys=False, ensure_ascii=False), json.dumps([1, 2], separators=(",", ":")))
print(json.loads('{"a": [1, 2.0, "x", null, true, {"b": -1e3}], "u": "\\u00e9"}'))
try: json.loads("{bad}")
except json.JSONDecodeError as e: print(e)
try: json.loads("[1, 2")
except ValueError as e: print(e)
try: json.dumps({1, 2})
except TypeError as e: print(e)
print(json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps("a"), json.dumps(float("nan")), json.dumps({"k": object}, default=str))
import math
print(math.pi, math.e, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.trunc(-1.7), math.factorial(10), math.gcd(12, 18), math.lcm(4, 6), math.comb(5, 2), math.perm(5, 2), math.hypot(3, 4), math.isclose(0.1 + 0.2, 0.3), math.log(8, 2), math.log2(8), math.log10(1000), math.exp(1), math.sin(1), math.degrees(math.pi), math.inf, -math.inf, math.nan, math.isnan(math.nan), math.fsum([0.1] * 10), math.prod([1, 2, 3]), math.copysign(1, -0.0), math.modf(1.5), math.frexp(8), math.ldexp(1, 3), math.isqrt(17), math.dist([0, 0], [3, 4]), math.tau, math.fmod(-7, 3), math.remainder(7, 3), math.exp2(3))
try: math.sqrt(-1)
except ValueError as e: print(e)
try: math.log(0)
except ValueError as e: print(e)
try: math.factorial(-1)
except ValueError as e: print(e)
import statistics as st
print(st.mean([1, 2, 3, 4]), st.median([1, 3, 2]), st.median([1, 2, 3, 4]), st.mode([1, 1, 2]), st.stdev([1, 2, 3, 4]), st.pstdev([1, 2, 3, 4]), st.variance([1, 2, 3]), st.pvariance([1, 2, 3]), st.fmean([1, 2]), st.harmonic_mean([40, 60]), st.geometric_mean([54, 24, 36]), st.multimode("aabbc"), st.quantiles([1, 2, 3, 4, 5], n=4), st.median_low([1, 2, 3, 4]), st.median_high([1, 2, 3, 4]), st.correlation([1, 2, 3], [2, 4, 6]), st.linear_regression([1, 2, 3], [2, 4, 6]))
try: st.mean([])
except st.StatisticsError as e: print(e)
import itertools as it
print(list(it.chain([1], [2])), list(it.chain.from_iterable([[1], [2]])), list(it.islice(it.count(5, 2), 3)), list(it.accumulate([1, 2, 3])), list(it.accumulate([1, 2, 3], lambda a, b: a * b, initial=2)), list(it.product("ab", [1, 2])), list(it.product([0, 1], repeat=2)), list(it.permutations([1, 2, 3], 2)), list(it.combinations("abc", 2)), list(it.combinations_with_replacement("ab", 2)), [(k, list(g)) for k, g in it.groupby("aabbb")], list(it.zip_longest([1, 2], [3], fillvalue=0)), list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.filterfalse(lambda x: x % 2, range(5))), list(it.starmap(pow, [(2, 3)])), list(it.repeat(1, 3)), list(it.compress("abc", [1, 0, 1])), list(it.pairwise([1, 2, 3])), [list(x) for x in it.tee([1, 2])], list(it.islice(it.cycle("ab"), 5)), list(it.islice("abcdef", 1, None, 2)))
import functools as ft
@ft.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(30), fib.cache_info(), ft.reduce(lambda a, b: a + b, [1, 2, 3]), ft.reduce(max, [3, 1], 5), ft.partial(int, base=2)("101"), ft.partial(pow, 2)(3))
@ft.wraps(fib)
def w(): pass
print(w.__name__)
class C:
    @ft.cached_property
    def v(self): print("computed"); return 5
c = C(); print(c.v, c.v)
@ft.singledispatch
def show(x): return "obj"
@show.register(int)
def _(x): return "int"
print(show(1), show([]), show("a"))
@ft.total_ordering
class T:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o): return s.v < o.v
print(T(1) <= T(2), T(1) > T(2), sorted([3, 1, 2], key=ft.cmp_to_key(lambda a, b: b - a)))
@ft.cache
def sq(x): print("call"); return x * x
print(sq(2), sq(2))
