from collections import defaultdict, Counter, OrderedDict, deque, namedtuple, ChainMap, abc
d = defaultdict(list); d['a'].append(1); print(d, d['z'], dict(d), 'q' in d)
dd = defaultdict(lambda: defaultdict(int)); dd['a']['b'] += 1; print({k: dict(v) for k, v in dd.items()})
c = Counter("abracadabra"); print(c, c.most_common(2), c['z'], sum(c.values()), c + Counter('aa'), c - Counter('aaa'), sorted(c.elements())[:4], Counter(a=1, b=2), c & Counter('ab'), c.total())
c.update('zz'); c.subtract('a'); print(c['z'], c['a'], Counter([1,1,2]) == Counter([1,2,1]))
q = deque([1,2,3], maxlen=3); q.append(4); q.appendleft(0); print(q, q.pop(), q.popleft(), len(q), q[0]); q.rotate(1); q.extend([7]); print(q, list(q), q.maxlen)
P = namedtuple('P', 'x y'); p = P(1, y=2); print(p, p.x, p._asdict(), p._replace(x=5), P._fields, tuple(p), p == (1, 2), P._make([3,4])); a, b = p
P2 = namedtuple('P2', ['a', 'b'], defaults=[9]); print(P2(1))
cm = ChainMap({'a': 1}, {'a': 2, 'b': 3}); print(cm['a'], cm['b'], dict(cm))
try: p.x = 3
except AttributeError as e: print(e)
print(isinstance([], abc.Iterable), isinstance({}, abc.Mapping), isinstance(5, abc.Hashable), isinstance('a', abc.Sequence), isinstance(len, abc.Callable))
try: d2 = defaultdict(); d2['x']
except KeyError as e: print(e)
print(Counter("hello").most_common()[:1], dict(Counter([3,1,3])))
