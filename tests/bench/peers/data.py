"""The same data as data.mjs, in numpy."""
import numpy as np

def uniform(seed, count, lo, hi):
    with np.errstate(over="ignore"):
        a = np.uint32(seed) + (np.arange(1, count + 1, dtype=np.uint32) * np.uint32(0x6D2B79F5))
        t = (a ^ (a >> np.uint32(15))) * (np.uint32(1) | a)
        t = (t + (t ^ (t >> np.uint32(7))) * (np.uint32(61) | t)) ^ t
        u = (t ^ (t >> np.uint32(14))).astype(np.float64) / 4294967296.0
    return (lo + (hi - lo) * u).astype(np.float32)

def sym(seed, count, r): return uniform(seed, count, -r, r)
def glorot(seed, count, fi, fo): return sym(seed, count, np.sqrt(6.0 / (fi + fo)))

def onehot(b, c):
    y = np.zeros((b, c), np.float32); y[np.arange(b), np.arange(b) % c] = 1; return y

def data(wid):
    f = np.float32
    z = lambda *s: np.zeros(s, f)
    if wid == "W1": return dict(a=f(1.5), b=f(2.25))
    if wid == "W2": return dict(a=sym(2001, 1000, 1), b=sym(2002, 1000, 1))
    if wid == "W3":
        return dict(x=sym(3001, 1024, 1).reshape(32, 32), w=sym(3002, 1024, 1 / np.sqrt(32)).reshape(32, 32),
                    b=sym(3003, 1024, 1).reshape(32, 32), s=uniform(3004, 1024, .5, 1.5).reshape(32, 32))
    if wid in ("W4", "W4p"):
        return dict(x=np.array([[1], [2], [3]], f), y=np.array([[2], [4], [6]], f), w=np.array([[.5]], f), b=np.array([0], f))
    if wid.startswith("W5/"):
        n = int(wid[3:]); return dict(a=sym(5000 + n, n * n, 1).reshape(n, n), b=sym(6000 + n, n * n, 1).reshape(n, n))
    if wid.startswith("W6/"):
        return dict(x=uniform(6101, 32 * 784, 0, 1).reshape(32, 784), y=onehot(32, 10), w1=glorot(6102, 784 * 128, 784, 128).reshape(784, 128),
                    b1=z(128), w2=glorot(6103, 1280, 128, 10).reshape(128, 10), b2=z(10))
    if wid.startswith("W7/"):
        return dict(x=uniform(7001, 3072, 0, 1).reshape(1, 32, 32, 3), k1=glorot(7002, 1728, 27, 576).reshape(3, 3, 3, 64), b1=sym(7004, 64, .1),
                    k2=glorot(7003, 36864, 576, 576).reshape(3, 3, 64, 64), b2=sym(7005, 64, .1))
    if wid == "W8":
        return dict(x=uniform(8001, 32 * 784, 0, 1).reshape(32, 28, 28, 1), y=onehot(32, 10), k1=glorot(8002, 72, 9, 72).reshape(3, 3, 1, 8), b1=z(8),
                    k2=glorot(8003, 1152, 72, 144).reshape(3, 3, 8, 16), b2=z(16), d=glorot(8004, 7840, 784, 10).reshape(784, 10), db=z(10))
    if wid.startswith("W9/"): return dict(x=sym(9001, 1 << 20, 2))
    if wid.startswith("W10/"): return dict(x=sym(10001, 1 << 20, 1).reshape(1024, 1024))
    if wid == "W11": return dict(x=sym(11001, 1024000, 5).reshape(1024, 1000))
    if wid.startswith("W12/"): return dict(x=f(0.7))
    if wid == "W13":
        d = dict(w1=sym(13001, 16, .5).reshape(2, 8), b1=z(8) + f(.1), w2=sym(13002, 64, .5).reshape(8, 8), b2=z(8) + f(.1),
                 w3=sym(13003, 8, .5).reshape(8, 1), b3=z(1) + f(.1))
        k = (np.arange(320) * 97) % 320; i = k % 160; lab = np.where(k < 160, 1.0, -1.0)
        r = i / 160 * 5; t = 1.75 * i / 160 * 2 * np.pi + np.where(lab > 0, 0.0, np.pi)
        d["xs"] = [a for a in np.stack([r * np.sin(t), r * np.cos(t)], 1).astype(f).reshape(10, 32, 2)]
        d["ys"] = [a for a in lab.astype(f).reshape(10, 32, 1)]
        return d
    raise KeyError(wid)
