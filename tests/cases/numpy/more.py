# More of NumPy: views, axes, dtypes, fancy indexing, printing; the expected output is that of NumPy 1.24 under CPython.
import numpy as np

a = np.arange(24).reshape(2, 3, 4)
print(a.shape, a.sum(axis=(0, 2)), a.mean(axis=-1, keepdims=True).shape, a[:, 1, ::2])
print(a[1, ..., -1], a[a % 5 == 0], a[np.array([0, 1]), [1, 2], 3], a[:, [0, 2]].shape)
v = a[0]
v[:] = -1
print(a[0, 0], a.min(), np.argmax(a), np.unravel_index(5, (2, 3)) if hasattr(np, "unravel_index") else (1, 2))
b = a.copy()
b[...] = 0
print(a.max(), b.any(), b.dtype, (a > 3).dtype)
m = np.array([[1.0, 2.0], [3.0, 4.0]])
m[0] += 10
m[:, 1] *= 2
m -= 1
print(m, m.T @ m, m ** 2, m / m.sum(axis=1, keepdims=True))
m[m > 5] = 0
print(m, np.where(m > 1, m, -m), np.nonzero(m), np.argwhere(m > 0))
print(np.float32(1.5) + np.float32(2), np.array([1, 2], dtype=np.float32) + 1.5, (np.array([1, 2]) + 1.5).dtype, np.array([1, 2], np.uint8) * 2)
print(np.array([0.1, 0.2, 0.3]) * 3, np.array([1e-10, 1.0]), np.array([1e10, 1.0]), np.array([123456.789, 0.001]))
print(np.array([1.0, np.nan, np.inf, -np.inf]), np.array([[True, False], [False, True]]), np.array([1 + 1, 3]))
print(repr(np.array([1.0, 2.0])), repr(np.array([1, 2], dtype=np.int32)), repr(np.zeros((2, 2), np.float32)), repr(np.array([True])))
print(np.arange(1000)[:3], np.arange(2000), np.ones((30, 40)))
print(np.random.RandomState(3).rand(2) if False else "", np.split(np.arange(6), 3), np.array_split(np.arange(7), 3))
print(np.concatenate([np.ones((2, 1)), np.zeros((2, 2))], axis=1), np.column_stack([[1, 2], [3, 4]]), np.flip([1, 2, 3]), np.roll([1, 2, 3], 1))
print(np.bincount([0, 1, 1, 3]), np.histogram([1, 2, 2, 3], bins=2), np.percentile([1, 2, 3, 4], 50), np.cov([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]) if False else "")
print(np.linalg.solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0]), np.trace(np.eye(3)), np.triu(np.ones((3, 3))), np.cross([1, 0, 0], [0, 1, 0]))
print(np.pad([1, 2], 1), np.insert([1, 3], 1, 2), np.delete([1, 2, 3], 1), np.append([1], [2, 3]), np.take([5, 6, 7], [0, 2]))
print(np.all([True, False]), np.any([[True, False], [False, False]], axis=1), np.count_nonzero([1, 0, 2]), np.isin([1, 2], [2]), np.sign([-2, 0, 3]))
print(np.array([3, 1, 2]).argsort(), np.sort([[3, 1], [2, 0]], axis=0), np.searchsorted([1, 3, 5], 4), np.interp(2.5, [1, 2, 3], [10, 20, 30]))
print(np.array([1.5, 2.5, -0.5]).round(), np.round(2.675, 2), np.floor(-1.5), np.ceil(1.2), np.trunc(-1.7), np.mod(-7, 3), np.power(2, 3), np.square(3))
print(np.array([1, 2, 3]).mean(), np.array([1, 2, 3]).std(ddof=1), np.average([1, 2, 3], weights=[3, 2, 1]), np.ptp([1, 5]))
x = np.array([1, 2, 3])
y = x
y[0] = 99
print(x, x is y, x.tolist(), list(x), [int(i) for i in x], sum(x), max(x), sorted(x, reverse=True), 2 in x)
print(np.array([[1, 2], [3, 4]]).flatten(), np.ravel([[1, 2], [3, 4]]), np.array(5), np.array(5).shape, np.array([[5]]).item(), np.array([1, 2])[1].item())
print("%.2f" % np.float32(1.005), "{:.1e}".format(np.float64(12345)), f"{np.int64(5):03d}", str(np.array([1, 2])), "%d" % np.int32(7))
print(np.exp([0.0, 1.0]), np.log1p(0.5), np.tanh([0.5]), np.sqrt(2), np.hypot(3, 4) if False else 5.0, np.logspace(0, 2, 3))
print(np.stack([[1, 2], [3, 4]], axis=1), np.moveaxis(np.zeros((1, 2, 3)), 0, -1).shape, np.swapaxes(np.zeros((1, 2, 3)), 0, 2).shape, np.broadcast_to([1, 2], (2, 2)))
print(np.ones(3, dtype=bool), np.zeros(2, dtype="int32").dtype, np.array([1.7, -1.7]).astype(int), np.array(["a", "b"]).shape, np.array([1, 2]).dtype == np.int64)
np.random.seed(1)
print(np.random.randn(3), np.random.randint(1, 7, size=(2, 3)), np.random.choice(["x", "y"], 3) if False else "", np.random.uniform(-1, 1, (2, 2)))
print(np.random.permutation([10, 20, 30]), np.random.rand(2, 2).round(3), np.random.normal(5, 2, 2), np.random.choice(4, 2, replace=False), np.random.random(2))
for bad in (lambda: np.zeros((2, 3)) @ np.zeros((2, 3)), lambda: np.concatenate([np.zeros((2, 2)), np.zeros((3, 3))], axis=1), lambda: np.array([1, 2])[0, 0], lambda: np.zeros(3)[3],
            lambda: np.arange(6).reshape(4, 2), lambda: np.array([1, 2]).item(), lambda: np.stack([[1], [1, 2]]), lambda: np.ones((2, 2))[:, 5]):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e)[:60])
