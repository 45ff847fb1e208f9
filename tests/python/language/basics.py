if (n := len([1,2,3])) > 2: print(n)
print([y := 5, y**2])
a, *b, c = range(6)
print(a, b, c)
*x, = "abc"
print(x)
print([*range(3), *"ab"], {*[1,2], 3}, {*"a"}, {**{'a': 1}, 'b': 2}, (*[1], 2))
def f(*a, **k): return a, k
print(f(*[1,2], 3, *(4,), x=1, **{'y': 2}))
(p, q), r = (1, 2), 3
print(p, q, r)
for i, (u, v) in enumerate([(1,2),(3,4)]): print(i, u, v)
print({k: v for k, v in zip("abc", range(3))}, {x % 3 for x in range(10)})
print([(i, j) for i in range(3) for j in range(i)])
print(list(map(lambda x, y: x + y, [1,2], [3,4])), list(filter(None, [0,1,2])))
print(sorted("hello", reverse=True), sorted([(1,'b'),(1,'a')], key=lambda t: t[1]))
print(any([]), all([]), sum([1,2], 10), max(3, 1, 2), max([1,2], key=lambda v: -v), min("abc"), max([], default=0))
print(list(zip(*[(1,2),(3,4)])), list(reversed([1,2])), list(enumerate("ab", 1)))
print(divmod(7, -2), -7 // 2, -7 % 3, 7 % -3, pow(2, 10, 1000), round(2.5), round(3.5), round(2.675, 2), round(1234, -2), int(-3.7), abs(-2), 10 ** -2)
print(bin(10), hex(255), oct(8), int('ff', 16), int('0b11', 0), ord('a'), chr(97), 0x1f, 0b11, 0o17, 1_000)
print(1e20, 1e16, 1e15, 123456789012345678, 1e-5, 0.0001, 1.0, 1e100, float('inf'), float('nan'), -0.0, 3.14159, 1/3, 2**0.5, 1e22, 5e-324)
print(True + True, True == 1, isinstance(True, int), bool([]), bool("a"), not None, 1 if [] else 2)
print("a" "b", 'it''s', "tab\tq", r"raw\n", """multi
line""", 'q"q', "q'q", repr('q\'"'), repr("\n\t\\"), b'ab\x00\xff', repr('é'))
print([1, 'a', None, 2.0, (1,), {'k': [1]}, {1}, set(), frozenset([1]), range(3), slice(1,2), ...])
print(1 < 2 < 3, 1 < 3 > 2, [1,2] < [1,3], (1,) == (1.0,), "a" < "b", 3 == 3.0, [] is [], None is None)
x = [1,2,3,4,5]
print(x[1:3], x[::-1], x[-2:], x[::2], x[10:], x[:-1])
x[1:3] = [9]; print(x)
x[::2] = [0,0]; print(x)
del x[0]; print(x)
x += [7]; x.extend([8]); x.insert(0, 1); x.append(2); print(x, x.count(0), x.index(8)); x.sort(); print(x); x.reverse(); print(x); x.clear(); print(x)
d = {'a': 1}
d.setdefault('b', []).append(1); d.update(c=3); print(d, d.get('z'), d.get('z', 0), list(d.items()), d.pop('a'), 'a' in d, d | {'q': 1}, list(reversed(d)))
s = {1,2} | {3}; print(s & {1}, s - {1}, s ^ {1, 5}, s <= {1,2,3}, s.issuperset({1}))
t = 1, 2; print(t, (), (1,), t + (3,), t * 2, t.index(2))
print("x=%d y=%.2f %s %r %5d|%-5d|%05d %x %e %g %%" % (1, 2.345, 'a', 'b', 42, 42, 42, 255, 12345.678, 0.0001))
lst = [[0]*2]*2; lst[0][0] = 1; print(lst)
global_x = 1
def gg():
    global global_x; global_x = 2
gg(); print(global_x)
def cnt():
    c = 0
    def inc():
        nonlocal c; c += 1; return c
    return inc
i = cnt(); i(); print(i())
print(*[1,2], sep='-', end='!\n')
print((lambda *a, k=1: (a, k))(1, 2, k=3))
def gen():
    x = yield 1
    print("got", x)
    y = yield 2
    return 'r'
g = gen(); print(next(g), g.send('s'))
try: next(g)
except StopIteration as e: print(e.value)
def sub():
    r = yield from gen()
    print('r', r)
print(list(sub()))
print(id(x) == id(x), callable(print), hasattr([], 'append'), getattr(5, 'q', 'dflt'), isinstance('a', (int, str)))
