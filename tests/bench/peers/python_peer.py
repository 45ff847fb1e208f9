"""numpy and PyTorch peers, spoken to over stdin/stdout (process_peer.mjs):
LIST | SETUP id | RUN id n -> wall and on-CPU seconds | CHECK id -> numbers | TEARDOWN id | INFO | QUIT
  python_peer.py --lib torch|numpy         serve
  python_peer.py --lib torch --expected    print check values computed in float64 (expected.mjs)
"""
import os, sys, time, json
os.environ.setdefault("OMP_NUM_THREADS", "1"); os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np
from data import data

MM = ["W5/%d" % n for n in (64, 128, 256, 512, 1024)]
ALL = ["W1", "W2", "W3", "W4", "W4p", *MM, "W6/sgd", "W6/adam", "W7/fwd", "W7/grad", "W8", "W9/exp", "W9/tanh", "W9/sigmoid",
       "W10/all", "W10/axis0", "W10/axis1", "W11", "W12/out", "W12/in", "W13"]

# ------------------------------------------------------------------ numpy: gradients written by hand, as a numpy user has to
def make_numpy(wid):
    d = data(wid); S = {}
    def keep(f): # one op
        def unit(n):
            r = None
            for _ in range(n): r = f()
            S["r"] = r
        return unit
    flat = lambda *ix: (lambda: [float(np.ravel(S["r"])[i]) for i in ix])
    if wid in ("W1", "W2"):
        a, b = (np.array(d["a"]), np.array(d["b"])); return keep(lambda: np.add(a, b)), flat(0) if wid == "W1" else flat(0, 999)
    if wid in ("W4", "W4p"):
        x, y, w, b, lr, read = d["x"], d["y"], d["w"].copy(), d["b"].copy(), np.float32(.1), wid == "W4p"
        S["w"], S["b"] = w, b
        def unit(n):
            w, b = S["w"], S["b"]
            for _ in range(n):
                e = x @ w + b - y
                loss = np.mean(np.square(e))
                g = e * np.float32(2 / 3)
                gw = x.T @ g; gb = g.sum(0)
                w = w - lr * gw; b = b - lr * gb
                w = np.clip(w, 0, 10)
                if read: S["read"] = (float(loss), w.tolist(), b.tolist())
            S["w"], S["b"], S["l"] = w, b, loss
        return unit, lambda: [float(S["l"]), float(S["w"][0, 0]), float(S["b"][0])]
    if wid.startswith("W5/"):
        a, b = d["a"], d["b"]; return keep(lambda: a @ b), flat(0, -1)
    if wid.startswith("W6/"):
        x, y = d["x"], d["y"]; P = [d[k].copy() for k in ("w1", "b1", "w2", "b2")]
        adam = wid == "W6/adam"; M = [np.zeros_like(p) for p in P]; V = [np.zeros_like(p) for p in P]; S["t"] = 0
        def unit(n):
            w1, b1, w2, b2 = P
            for _ in range(n):
                h = np.maximum(x @ w1 + b1, 0); lo = h @ w2 + b2
                lo = lo - lo.max(1, keepdims=True); e = np.exp(lo); s = e.sum(1, keepdims=True); p = e / s
                loss = -np.mean(((lo - np.log(s)) * y).sum(1))
                g = (p - y) * np.float32(1 / 32)
                gw2 = h.T @ g; gb2 = g.sum(0); gh = (g @ w2.T) * (h > 0); gw1 = x.T @ gh; gb1 = gh.sum(0)
                if not adam:
                    for q, gq in zip(P, (gw1, gb1, gw2, gb2)): q -= np.float32(.01) * gq
                else:
                    S["t"] += 1; t = S["t"]; lr = np.float32(.001 * np.sqrt(1 - .999 ** t) / (1 - .9 ** t))
                    for q, gq, m, v in zip(P, (gw1, gb1, gw2, gb2), M, V):
                        m *= np.float32(.9); m += np.float32(.1) * gq; v *= np.float32(.999); v += np.float32(.001) * gq * gq
                        q -= lr * m / (np.sqrt(v) + np.float32(1e-7))
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(P[3][0]), float(P[3][9])]
    if wid.startswith("W9/"):
        x = d["x"]
        f = {"W9/exp": lambda: np.exp(x), "W9/tanh": lambda: np.tanh(x), "W9/sigmoid": lambda: 1 / (1 + np.exp(-x))}[wid]
        return keep(f), flat(0, 123456)
    if wid.startswith("W10/"):
        x = d["x"]; ax = {"all": None, "axis0": 0, "axis1": 1}[wid[4:]]
        return keep(lambda: x.sum(axis=ax)), flat(0) if ax is None else flat(0, 1023)
    if wid == "W11":
        x = d["x"]
        def f():
            e = np.exp(x - x.max(1, keepdims=True)); return e / e.sum(1, keepdims=True)
        return keep(f), flat(0, 500123)
    if wid == "W13":
        P = {k: d[k].copy() for k in ("w1", "b1", "w2", "b2", "w3", "b3")}; S["i"] = 0; lr = np.float32(.03)
        def unit(n):
            for _ in range(n):
                x, y = d["xs"][S["i"]], d["ys"][S["i"]]; S["i"] = (S["i"] + 1) % 10
                h1 = np.tanh(x @ P["w1"] + P["b1"]); h2 = np.tanh(h1 @ P["w2"] + P["b2"]); o = np.tanh(h2 @ P["w3"] + P["b3"])
                e = o - y; loss = np.mean(np.square(e)) * np.float32(.5)
                g = e * np.float32(1 / 32) * (1 - o * o)
                gw3 = h2.T @ g; gb3 = g.sum(0); g = (g @ P["w3"].T) * (1 - h2 * h2)
                gw2 = h1.T @ g; gb2 = g.sum(0); g = (g @ P["w2"].T) * (1 - h1 * h1)
                gw1 = x.T @ g; gb1 = g.sum(0)
                for k, gq in (("w1", gw1), ("b1", gb1), ("w2", gw2), ("b2", gb2), ("w3", gw3), ("b3", gb3)): P[k] -= lr * gq
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(P["w3"][0, 0]), float(P["b1"][0])]
    return None

# ------------------------------------------------------------------ PyTorch eager
def make_torch(wid, dt=None):
    import torch, torch.nn.functional as F
    dt = dt or torch.float32
    d = data(wid); S = {}
    T = lambda k: torch.tensor(np.array(d[k])).to(dt)
    V = lambda k: T(k).clone().requires_grad_(True)
    flat = lambda *ix: (lambda: [float(S["r"].reshape(-1)[i]) for i in ix])
    def keep(f):
        def unit(n):
            r = None
            for _ in range(n): r = f()
            S["r"] = r
        return unit
    if wid in ("W1", "W2"):
        a, b = T("a"), T("b"); return keep(lambda: torch.add(a, b)), flat(0) if wid == "W1" else flat(0, 999)
    if wid == "W3":
        x, w, b, s = V("x"), V("w"), T("b"), T("s"); c = torch.tensor(1 / 1024, dtype=dt)
        def unit(n):
            for _ in range(n):
                h = x
                for _ in range(4): h = torch.tanh(h @ w + b) * s
                l = torch.sum(torch.square(h - x)) * c
                g = torch.autograd.grad(l, [x, w])
            S["l"], S["g"] = l, g
        return unit, lambda: [float(S["l"]), float(S["g"][0][0, 0]), float(S["g"][1][0, 0]), float(S["g"][1][-1, -1])]
    if wid in ("W4", "W4p"):
        x, y, w, b = T("x"), T("y"), V("w"), V("b"); opt = torch.optim.SGD([w, b], lr=.1); read = wid == "W4p"
        def unit(n):
            for _ in range(n):
                opt.zero_grad(set_to_none=True)
                loss = torch.mean(torch.square(x @ w + b - y)); loss.backward(); opt.step()
                with torch.no_grad(): w.copy_(torch.clamp(w, 0, 10))
                if read: S["read"] = (float(loss), w.detach().numpy().tolist(), b.detach().numpy().tolist())
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(w), float(b)]
    if wid.startswith("W5/"):
        a, b = T("a"), T("b"); return keep(lambda: a @ b), flat(0, -1)
    if wid.startswith("W6/"):
        x, y = T("x"), T("y"); P = [V(k) for k in ("w1", "b1", "w2", "b2")]; w1, b1, w2, b2 = P
        opt = torch.optim.SGD(P, lr=.01) if wid == "W6/sgd" else torch.optim.Adam(P, lr=.001, betas=(.9, .999), eps=1e-7)
        def unit(n):
            for _ in range(n):
                opt.zero_grad(set_to_none=True)
                loss = F.cross_entropy(torch.relu(x @ w1 + b1) @ w2 + b2, y); loss.backward(); opt.step()
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(b2[0]), float(b2[9])]
    if wid.startswith("W7/"):
        nchw = lambda t: t.permute(0, 3, 1, 2).contiguous(); oihw = lambda t: t.permute(3, 2, 0, 1).contiguous()
        x, k1, k2, b1, b2 = nchw(T("x")), oihw(T("k1")), oihw(T("k2")), T("b1"), T("b2")
        if wid == "W7/fwd":
            def f():
                with torch.no_grad(): return F.relu(F.conv2d(F.relu(F.conv2d(x, k1, b1, padding=1)), k2, b2, padding=1))
            return keep(f), lambda: [float(S["r"].permute(0, 2, 3, 1).reshape(-1)[i]) for i in (2, 33037, 65530)]
        x.requires_grad_(True)
        def unit(n):
            for _ in range(n):
                o = F.conv2d(F.relu(F.conv2d(x, k1, b1, padding=1)), k2, b2, padding=1)
                v = o[:, 24].mean(); g, = torch.autograd.grad(v, x)
            S["v"], S["g"] = v, g
        return unit, lambda: [float(S["v"])] + [float(S["g"].permute(0, 2, 3, 1).reshape(-1)[i]) for i in (0, 1500, -1)]
    if wid == "W8":
        x = T("x").permute(0, 3, 1, 2).contiguous(); y = T("y")
        leaf = lambda t: t.contiguous().clone().requires_grad_(True)
        k1, k2 = leaf(T("k1").permute(3, 2, 0, 1)), leaf(T("k2").permute(3, 2, 0, 1)); b1, b2, db = V("b1"), V("b2"), V("db")
        D = leaf(T("d").reshape(7, 7, 16, 10).permute(2, 0, 1, 3).reshape(784, 10))
        opt = torch.optim.SGD([k1, b1, k2, b2, D, db], lr=.01)
        def unit(n):
            for _ in range(n):
                opt.zero_grad(set_to_none=True)
                h = F.max_pool2d(F.relu(F.conv2d(x, k1, b1, padding=1)), 2); h = F.max_pool2d(F.relu(F.conv2d(h, k2, b2, padding=1)), 2)
                loss = F.cross_entropy(h.reshape(32, 784) @ D + db, y); loss.backward(); opt.step()
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(db[0]), float(db[9]), float(k1.reshape(-1)[0])]
    if wid.startswith("W9/"):
        x = T("x"); f = {"exp": torch.exp, "tanh": torch.tanh, "sigmoid": torch.sigmoid}[wid[3:]]
        return keep(lambda: f(x)), flat(0, 123456)
    if wid.startswith("W10/"):
        x = T("x"); k = wid[4:]
        return (keep(lambda: torch.sum(x)), flat(0)) if k == "all" else (keep(lambda: torch.sum(x, 0 if k == "axis0" else 1)), flat(0, 1023))
    if wid == "W11":
        x = T("x"); return keep(lambda: torch.softmax(x, 1)), flat(0, 500123)
    if wid.startswith("W12/"):
        x = V("x"); out = wid == "W12/out"
        def unit(n):
            for _ in range(n):
                y = torch.tanh(x * x) * torch.sin(x) + torch.exp(x * 0.1) if out else torch.cos(x * x) * torch.sin(x) + torch.sin(x * 0.1)
                g, = torch.autograd.grad(y, x, create_graph=True); h, = torch.autograd.grad(g, x)
            S["r"] = h
        return unit, flat(0)
    if wid == "W13":
        P = {k: V(k) for k in ("w1", "b1", "w2", "b2", "w3", "b3")}; w1, b1, w2, b2, w3, b3 = P.values()
        xs = [torch.tensor(a).to(dt) for a in d["xs"]]; ys = [torch.tensor(a).to(dt) for a in d["ys"]]; S["i"] = 0
        opt = torch.optim.SGD(list(P.values()), lr=.03)
        def unit(n):
            for _ in range(n):
                x, y = xs[S["i"]], ys[S["i"]]; S["i"] = (S["i"] + 1) % 10
                opt.zero_grad(set_to_none=True)
                o = torch.tanh(torch.tanh(torch.tanh(x @ w1 + b1) @ w2 + b2) @ w3 + b3)
                loss = torch.mean(torch.square(o - y)) * 0.5; loss.backward(); opt.step()
            S["l"] = loss
        return unit, lambda: [float(S["l"]), float(w3[0, 0]), float(b1[0])]
    return None

def main():
    lib = sys.argv[sys.argv.index("--lib") + 1]
    info = dict(python=sys.version.split()[0], numpy=np.__version__)
    if lib == "torch":
        import torch; torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"])); info["torch"] = torch.__version__
        make = make_torch
        if "--expected" in sys.argv:
            units = {"W4": 5, "W4p": 5, "W6/sgd": 5, "W6/adam": 5, "W8": 3, "W13": 50}; out = {}
            for w in ALL:
                u, c = make_torch(w, torch.float64); u(units.get(w, 1)); out[w] = [float("%.9g" % v) for v in c()]
            print("// written by: python3 python_peer.py --lib torch --expected > expected.mjs   (float64)")
            print("export const EXPECTED = " + json.dumps(out, indent=1) + ";"); return
    else: make = make_numpy
    info["blas_coretype"] = os.environ.get("OPENBLAS_CORETYPE", "")
    cur = {}; out = sys.stdout
    for line in sys.stdin:
        a = line.split()
        if not a: continue
        try:
            c = a[0]
            if c == "LIST": r = " ".join(w for w in ALL if lib == "torch" or w not in ("W3", "W7/fwd", "W7/grad", "W8", "W12/out", "W12/in"))
            elif c == "INFO": r = json.dumps(info)
            elif c == "SETUP": cur[a[1]] = make(a[1]); r = "ok"
            elif c == "RUN":
                f = cur[a[1]][0]; n = int(a[2]); c = time.thread_time(); t = time.perf_counter(); f(n); t = time.perf_counter() - t; r = "%r %r" % (t, time.thread_time() - c)
            elif c == "CHECK": r = " ".join(repr(v) for v in cur[a[1]][1]())
            elif c == "TEARDOWN": cur.pop(a[1], None); r = "ok"
            elif c == "QUIT": break
            else: r = "ERR unknown command"
        except Exception as e: r = "ERR " + str(e).replace("\n", " ")
        out.write(r + "\n"); out.flush()
main()
