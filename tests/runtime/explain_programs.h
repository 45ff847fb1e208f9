// Programs as learners write them, with what has to be said about each None and about each variable that does not move. Line 1 of each imports
// tensorflow and numpy, so that what stands here begins with line 2. `said` has a line for each explanation: what it is about, the cause, @line of the broken link.
#pragma once

namespace tapedeck {

struct ExplainProgram {
    const char* name;
    const char* said;
    const char* code;
};

inline constexpr ExplainProgram kBrokenPrograms[] = {
    {"a constant that nobody watches", "x not_watched @2", R"(
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x)))"},
    {"a constant made inside the block", "x not_watched @3", R"(
with tf.GradientTape() as tape:
    x = tf.constant(3.0)
    y = tf.square(x)
print(tape.gradient(y, x)))"},
    {"one watched, one forgotten", "b not_watched @3", R"(
a = tf.constant(2.0)
b = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(a)
    y = a * a + tf.exp(b)
print(tape.gradient(y, [a, b])))"},
    {"inputs of a model", "x not_watched @2", R"(
x = tf.random.normal([2, 3])
w = tf.Variable(tf.ones([3, 1]))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.tanh(x) @ w)
dw, dx = tape.gradient(y, [w, x]))"},
    {"an array of NumPy as a constant", "x not_watched @2", R"(
x = tf.constant(np.array([1.0, 2.0]))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(x ** 2)
g = tape.gradient(y, x))"},
    {"a constant in a function", "x not_watched @3", R"(
def f():
    x = tf.constant(1.5)
    with tf.GradientTape() as tape:
        y = tf.sin(x)
    return tape.gradient(y, x)
print(f()))"},
    {"watched after the use", "x watched_late @4", R"(
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
    tape.watch(x)
print(tape.gradient(y, x)))"},
    {"watched after half of the uses", "x watched_late @5", R"(
x = tf.constant(3.0)
k = tf.constant(2.0)
with tf.GradientTape() as tape:
    y = x * k
    z = tf.exp(y)
    tape.watch(x)
print(tape.gradient(z, x)))"},
    {"a variable read before the tape", "w before_tape @4", R"(
w = tf.Variable(2.0)
x = 3.0
y = w * x
with tf.GradientTape() as tape:
    loss = y ** 2
print(tape.gradient(loss, w)))"},
    {"the prediction computed before the tape", "w before_tape @5\nb before_tape @5", R"(
x = tf.constant([[1.0], [2.0]])
w = tf.Variable([[0.5]])
b = tf.Variable([0.0])
pred = tf.matmul(x, w) + b
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(pred - 1.0))
dw, db = tape.gradient(loss, [w, b]))"},
    {"value() taken before the tape", "v before_tape @3", R"(
v = tf.Variable(1.0)
t = v.value()
with tf.GradientTape() as tape:
    y = t * 3.0
print(tape.gradient(y, v)))"},
    {"convert_to_tensor before the tape", "v before_tape @3", R"(
v = tf.Variable([1.0, 2.0])
t = tf.convert_to_tensor(v)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(t * t)
print(tape.gradient(y, v)))"},
    {"an intermediate tensor from before the tape", "y not_watched @3", R"(
x = tf.Variable(2.0)
y = x * x
with tf.GradientTape() as tape:
    z = y * 3.0
print(tape.gradient(z, y)))"},
    {"watched, but squared before the tape", "x before_tape @3", R"(
x = tf.constant(2.0)
y = x * x
with tf.GradientTape() as tape:
    tape.watch(x)
    z = y + 1.0
print(tape.gradient(z, x)))"},
    {"the loss computed outside of the with", "w outside_tape @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    pred = w * 3.0
loss = (pred - 1.0) ** 2
print(tape.gradient(loss, w)))"},
    {"everything after the with", "w outside_tape @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    pass
loss = w * w
print(tape.gradient(loss, w)))"},
    {"reduce_mean outside in a loop", "w outside_tape @6\nb outside_tape @6", R"(
w = tf.Variable(1.0); b = tf.Variable(0.0)
for i in range(2):
    with tf.GradientTape() as tape:
        err = tf.square(w * 2.0 + b - 5.0)
    loss = tf.reduce_mean(err)
    grads = tape.gradient(loss, [w, b]))"},
    {"stop_recording", "x outside_tape @5", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    with tape.stop_recording():
        y = x * x
    z = y * 3.0
print(tape.gradient(z, x)))"},
    {"an int variable", "x integer @2", R"(
x = tf.Variable(3)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x)))"},
    {"an int constant, watched", "x integer @2", R"(
x = tf.constant([1, 2, 3])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.reduce_sum(x * x)
print(tape.gradient(y, x)))"},
    {"an int made float on the way", "n integer @2", R"(
n = tf.Variable(4)
with tf.GradientTape() as tape:
    y = tf.sqrt(tf.cast(n, tf.float32))
print(tape.gradient(y, n)))"},
    {"a cast to int", "x integer @4", R"(
x = tf.Variable(3.7)
with tf.GradientTape() as tape:
    n = tf.cast(x, tf.int32)
    y = tf.cast(n, tf.float32) * 2.0
print(tape.gradient(y, x)))"},
    {"an int target", "x integer @4", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = tf.cast(x * x, tf.int64)
print(tape.gradient(y, x)))"},
    {"numpy() in the middle", "x left_tensorflow @4", R"(
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = (x * x).numpy()
    z = tf.reduce_sum(y * 3.0)
print(tape.gradient(z, x)))"},
    {"np.square on a tensor", "x left_tensorflow @5", R"(
x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    x2 = x ** 2
    y = np.mean(x2, axis=0)
    z = tf.reduce_mean(y, axis=0)
print(tape.gradient(z, x)))"},
    {"np.square on a variable", "x left_tensorflow @4", R"(
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    z = tf.reduce_sum(np.square(x))
print(tape.gradient(z, x)))"},
    {"numpy() and back by tf.constant", "w left_tensorflow @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = w * 3.0
    y = tf.constant(y.numpy())
    loss = y ** 2
print(tape.gradient(loss, w)))"},
    {"float()", "w left_tensorflow @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = w * w
    loss = tf.constant(float(y)) + 1.0
print(tape.gradient(loss, w)))"},
    {"float() by a name", "w left_tensorflow @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = w * w
    v = float(y)
    u = v * 2 + 1
    loss = tf.square(u)
print(tape.gradient(loss, w)))"},
    {"float() in a function", "w left_tensorflow @3", R"(
def double(t):
    v = float(t)
    v = v * 2
    return tf.constant(v)
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    loss = double(w * w) * 3.0
print(tape.gradient(loss, w)))"},
    {"a function that returns a number", "w left_tensorflow @3", R"(
def size(t):
    return float(tf.reduce_sum(t * t))
w = tf.Variable([2.0, 1.0])
with tf.GradientTape() as tape:
    s = size(w)
    loss = tf.sqrt(s)
print(tape.gradient(loss, w)))"},
    {"int() of a tensor", "w left_tensorflow @4", R"(
w = tf.Variable(2.5)
with tf.GradientTape() as tape:
    n = int(w * 2.0)
    loss = tf.constant(1.0) * n
print(tape.gradient(loss, w)))"},
    {"item() of an array", "w left_tensorflow @4", R"(
w = tf.Variable(2.5)
with tf.GradientTape() as tape:
    n = w.numpy().item()
    loss = tf.exp(n)
print(tape.gradient(loss, w)))"},
    {"a list of tensors in tf.constant", "a left_tensorflow @5\nb left_tensorflow @5", R"(
a = tf.Variable(1.0)
b = tf.Variable(2.0)
with tf.GradientTape() as tape:
    v = tf.constant([a * 2.0, b * 3.0])
    loss = tf.reduce_sum(v ** 2)
print(tape.gradient(loss, [a, b])))"},
    {"an array filled in place", "w left_tensorflow @5", R"(
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    a = np.zeros(2, dtype=np.float32)
    a[0] = (w * w).numpy()
    loss = tf.reduce_sum(tf.constant(a))
print(tape.gradient(loss, w)))"},
    {"w = w - rate * g", "w rebound @6", R"(
w = tf.Variable(2.0)
for step in range(2):
    with tf.GradientTape() as tape:
        loss = (w * 3.0 - 6.5) ** 2
    w = w - 0.01 * (tape.gradient(loss, w) or 0.0))"},
    {"w -= in a function", "w rebound @8", R"(
def train():
    w = tf.Variable(2.0)
    for step in range(2):
        with tf.GradientTape() as tape:
            loss = (w * 3.0 - 6.5) ** 2
        g = tape.gradient(loss, w)
        w = w - 0.01 * (g if g is not None else 0.0)
    return w
train())"},
    {"two rebound", "w rebound @7\nb rebound @8", R"(
w = tf.Variable(2.0)
b = tf.Variable(0.0)
for step in range(2):
    with tf.GradientTape() as tape: loss = (w * 3.0 + b - 6.5) ** 2
    dw, db = tape.gradient(loss, [w, b])
    w = w - 0.1 * (0.0 if dw is None else dw)
    b = b - 0.1 * (0.0 if db is None else db))"},
    {"x + 1 made a tensor of x", "x rebound @5", R"(
x = tf.Variable(2.0)
for epoch in range(2):
    with tf.GradientTape() as tape: y = x + 1.0
    print(tape.gradient(y, x)); x = x + 1.0)"},
    {"the name got a new constant", "x rebound @6", R"(
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
x = tf.constant(4.0)
print(tape.gradient(y, x)))"},
    {"trainable=False", "v not_trainable @2", R"(
v = tf.Variable(2.0, trainable=False)
with tf.GradientTape() as tape:
    y = v * v
print(tape.gradient(y, v)))"},
    {"one of four has trainable=False", "x1 not_trainable @3\nx2 not_watched @4\nx3 not_watched @5", R"(
x0 = tf.Variable(3.0, name='x0')
x1 = tf.Variable(3.0, name='x1', trainable=False)
x2 = tf.Variable(2.0, name='x2') + 1.0
x3 = tf.constant(3.0, name='x3')
with tf.GradientTape() as tape:
    y = (x0**2) + (x1**2) + (x2**2) + (x3**2)
grad = tape.gradient(y, [x0, x1, x2, x3]))"},
    {"watch_accessed_variables=False", "w variables_ignored @4", R"(
w = tf.Variable(2.0)
b = tf.Variable(1.0)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(b)
    y = w * b
print(tape.gradient(y, [w, b])))"},
    {"stop_gradient", "x stop_gradient @4", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = tf.stop_gradient(x * x)
    z = y * 3.0
print(tape.gradient(z, x)))"},
    {"stop_gradient of one factor", "y stop_gradient @6", R"(
x = tf.Variable(2.0)
y = tf.Variable(3.0)
with tf.GradientTape() as tape:
    x_sq = x**2
    z = x_sq + tf.stop_gradient(y**2)
print(tape.gradient(z, {'x': x, 'y': y})))"},
    {"round", "x no_gradient_op @4", R"(
x = tf.Variable(2.6)
with tf.GradientTape() as tape:
    y = tf.argmax([x * 1.0, x * 2.0])
    z = tf.cast(y, tf.float32)
print(tape.gradient(z, x)))"},
    {"a comparison", "w no_gradient_op @5", R"(
w = tf.Variable([0.2, -0.4])
labels = tf.constant([1.0, 0.0])
with tf.GradientTape() as tape:
    hit = tf.cast((w > 0.0) == (labels > 0.5), tf.float32)
    loss = 1.0 - tf.reduce_mean(hit)
print(tape.gradient(loss, w)))"},
    {"floor", "x no_gradient_op @4", R"(
x = tf.Variable(2.6)
with tf.GradientTape() as tape:
    y = tf.floor(x) * 2.0
print(tape.gradient(y, x)))"},
    {"a custom gradient that returns None", "x no_custom_gradient @7", R"(
@tf.custom_gradient
def f(x):
    return x * 2.0, lambda dy: None
x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = f(x * 1.0)
print(tape.gradient(y, x)))"},
    {"assign inside the tape", "x assigned @5", R"(
x = tf.Variable(2.0)
v = tf.Variable(0.0)
with tf.GradientTape() as tape:
    v.assign(x * 3.0)
    y = v * v
print(tape.gradient(y, x)))"},
    {"assign_add as a sum", "x assigned @5", R"(
x = tf.Variable(2.0)
total = tf.Variable(0.0)
with tf.GradientTape() as tape:
    total.assign_add(x * x)
    y = total * 1.0
print(tape.gradient(y, x)))"},
    {"what assign_add returns", "x0 assigned @5", R"(
x0 = tf.Variable(3.0)
x1 = tf.Variable(0.0)
with tf.GradientTape() as tape:
    x1.assign_add(x0)
    y = x1**2
print(tape.gradient(y, x0)))"},
    {"a variable made of a tensor", "x assigned @4", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    v = tf.Variable(x * 3.0)
    y = v * v
print(tape.gradient(y, x)))"},
    {"a learning rate through assign_sub", "rate assigned @7", R"(
rate = tf.Variable(0.1)
w = tf.Variable(2.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner: loss = w * w
    g = inner.gradient(loss, w)
    w.assign_sub(rate * g)
    after = w * w
print(outer.gradient(after, rate)))"},
    {"the other branch of if", "b other_branch @9", R"(
a = tf.Variable(2.0)
b = tf.Variable(3.0)
x = tf.constant(1.0)
with tf.GradientTape() as tape:
    if x > 0.0:
        y = a * 2.0
    else:
        y = b * 3.0
print(tape.gradient(y, [a, b])))"},
    {"the other branch of tf.cond", "b other_branch @5", R"(
a = tf.Variable(2.0)
b = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.cond(a > 0.0, lambda: a * 2.0, lambda: b * 3.0)
print(tape.gradient(y, [a, b])))"},
    {"the guide's conditional", "v1 other_branch @9", R"(
x = tf.constant(1.0)
v0 = tf.Variable(2.0)
v1 = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    result = v0
    if x > 0.0: result = v0
    else: result = v1**2
dv0, dv1 = tape.gradient(result, [v0, v1]))"},
    {"a branch in a function", "w other_branch @5", R"(
def loss_of(pred, weight):
    if pred > 10.0:
        pred = pred * 1.0
        pred = pred + weight
    return pred * 2.0
p = tf.Variable(1.0)
w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = loss_of(p, w)
print(tape.gradient(loss, [p, w])))"},
    {"a conditional expression", "b other_branch @5", R"(
a = tf.Variable(2.0)
b = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = a * 2.0 if a > 0.0 else b * 3.0
print(tape.gradient(y, [a, b])))"},
    {"functions for tf.cond", "b other_branch @5", R"(
a = tf.Variable(2.0)
b = tf.Variable(3.0)
def yes(): return a * 2.0
def no(): return b * 3.0
with tf.GradientTape() as tape:
    y = tf.cond(a > 0.0, yes, no)
print(tape.gradient(y, [a, b])))"},
    {"not connected", "y not_connected @7", R"(
x = tf.Variable(2.0)
y = tf.Variable(3.0)
with tf.GradientTape() as tape:
    z = x * x
    u = y * y
print(tape.gradient(z, y)))"},
    {"never used", "unused not_connected @6", R"(
w = tf.Variable(2.0)
unused = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = w * w
g = tape.gradient(loss, [w, unused]))"},
    {"the other way round", "y not_connected @5", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(x, y)))"},
    {"a loss that forgot the prediction", "w not_connected @7", R"(
w = tf.Variable(2.0)
target = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    pred = w * target
    loss = tf.reduce_mean(tf.square(target - 3.0))
print(tape.gradient(loss, w)))"},
    {"the second derivative of a straight line", "x not_connected @8", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = 3.0 * x
    dy = t1.gradient(y, x)
print(dy)
print(t2.gradient(dy, x)))"},
    {"the second derivative outside of the outer tape", "x outside_tape @6", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = x ** 3
dy = t1.gradient(y, x)
print(t2.gradient(dy, x)))"},
    {"one persistent tape asked for its own gradient", "x outside_tape @5", R"(
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = x ** 3
dy = tape.gradient(y, x)
print(tape.gradient(dy, x)))"},
    {"asked twice", "x used_up @5", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x; z = x * 3.0
print(tape.gradient(y, x))
try:
    print(tape.gradient(z, x))
except RuntimeError as e:
    print(e))"},
    {"asked twice, uncaught", "b used_up @6", R"(
w = tf.Variable(2.0)
b = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = w * 3.0 + b
dw = tape.gradient(loss, w)
db = tape.gradient(loss, b))"},
    {"reset", "x reset @5", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
    tape.reset()
    z = x * 1.0
print(tape.gradient(y, x)))"},
    {"attributes of a model", "self.w rebound @9", R"(
class Model:
    def __init__(self):
        self.w = tf.Variable(2.0)
    def step(self):
        with tf.GradientTape() as tape:
            loss = self.w * self.w
        g = tape.gradient(loss, self.w)
        self.w = self.w - 0.1 * (0.0 if g is None else g)
m = Model()
m.step()
m.step())"},
    {"the optimizer gets the wrong list", "w not_applied @8", R"(
w = tf.Variable(1.0); b = tf.Variable(0.0)
opt = tf.keras.optimizers.SGD(0.1)
x = tf.constant([1.0, 2.0]); y = tf.constant([3.0, 5.0])
for i in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(w * x + b - y))
    dw, db = tape.gradient(loss, [w, b])
    opt.apply_gradients([(db, b)]))"},
    {"a variable left out of the gradient", "w not_asked @7", R"(
w = tf.Variable(1.0); b = tf.Variable(0.0)
x = tf.constant([1.0, 2.0]); y = tf.constant([3.0, 5.0])
for i in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(w * x + b - y))
    db = tape.gradient(loss, b)
    b.assign_sub(0.1 * db))"},
    {"a dead relu is no None", "w gradient_zero @6", R"(
w = tf.Variable(-1.0)
for i in range(3):
    with tf.GradientTape() as tape:
        loss = tf.square(tf.nn.relu(w * 2.0) - 4.0)
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g))"},
    {"Adam, and one without a gradient", "unused not_connected @8", R"(
w = tf.Variable(1.0)
unused = tf.Variable(1.0)
opt = tf.keras.optimizers.Adam(0.1)
for i in range(2):
    with tf.GradientTape() as tape:
        loss = tf.square(w - 3.0)
    g = tape.gradient(loss, [w, unused])
    opt.apply_gradients(zip(g, [w, unused])))"},
};

inline constexpr ExplainProgram kSoundPrograms[] = {
    {"a variable", "", R"(
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x ** 2
print(tape.gradient(y, x).numpy()))"},
    {"a watched constant", "", R"(
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.gradient(y, x)))"},
    {"training with assign_sub", "", R"(
w = tf.Variable(1.0); b = tf.Variable(0.0)
x = tf.constant([1.0, 2.0, 3.0]); y = 3.0 * x + 2.0
for epoch in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((w * x + b - y) ** 2)
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * dw)
    b.assign_sub(0.1 * db)
    print(epoch, float(loss), loss.numpy()))"},
    {"training with SGD", "", R"(
w = tf.Variable([[1.0]]); b = tf.Variable([0.0])
opt = tf.keras.optimizers.SGD(0.01)
x = tf.constant([[1.0], [2.0]]); y = tf.constant([[2.0], [4.0]])
for i in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ w + b - y))
    grads = tape.gradient(loss, [w, b])
    opt.apply_gradients(zip(grads, [w, b])))"},
    {"training with Adam and momentum", "", R"(
w = tf.Variable(2.0)
for opt in [tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.SGD(0.1, momentum=0.9)]:
    for i in range(3):
        with tf.GradientTape() as tape:
            loss = tf.square(w - 5.0)
        opt.apply_gradients([(tape.gradient(loss, w), w)]))"},
    {"w.assign(w - rate * g)", "", R"(
w = tf.Variable(2.0)
for i in range(3):
    with tf.GradientTape() as tape:
        loss = (w - 1.0) ** 2
    w.assign(w - 0.1 * tape.gradient(loss, w)))"},
    {"second derivatives with two tapes", "", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = x ** 3
    dy = t1.gradient(y, x)
print(dy, t2.gradient(dy, x)))"},
    {"a persistent tape", "", R"(
x = tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x * x
    z = y * y
print(tape.gradient(z, x), tape.gradient(y, x))
del tape)"},
    {"a watched constant that is moved by hand", "", R"(
x = tf.constant(5.0)
for i in range(3):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (x - 2.0) ** 2
    x = x - 0.1 * tape.gradient(y, x))"},
    {"a gradient by an intermediate tensor", "", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y * 3.0
print(tape.gradient(z, y)))"},
    {"a dictionary of sources", "", R"(
p = {'w': tf.Variable(tf.random.normal((3, 2))), 'b': tf.Variable(tf.zeros(2))}
x = [[1., 2., 3.]]
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((x @ p['w'] + p['b']) ** 2)
grad = tape.gradient(loss, p)
print(grad['b']))"},
    {"values printed on the way", "", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
    print('y is', y.numpy(), float(y), f'{y:.2f}', int(y))
    z = y * 2.0
print(np.round(tape.gradient(z, x), 2)))"},
    {"zeros for what is not connected, on purpose", "", R"(
x = tf.Variable([2., 2.])
y = tf.Variable(3.)
with tf.GradientTape() as tape:
    z = y ** 2
print(tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO)))"},
    {"an integer label", "", R"(
w = tf.Variable(tf.ones([2, 3]))
labels = tf.constant([0, 2])
with tf.GradientTape() as tape:
    logits = tf.constant([[1.0, 2.0], [3.0, 1.0]]) @ w
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
print(tape.gradient(loss, w)))"},
    {"a counter beside the training", "", R"(
step = tf.Variable(0, trainable=False)
w = tf.Variable(1.0)
for i in range(3):
    with tf.GradientTape() as tape:
        loss = w * w
    w.assign_sub(0.1 * tape.gradient(loss, w))
    step.assign_add(1))"},
    {"a learning rate in a variable", "", R"(
rate = tf.Variable(0.1)
w = tf.Variable(1.0)
for i in range(3):
    with tf.GradientTape() as tape:
        loss = w * w
    w.assign_sub(rate * tape.gradient(loss, w)))"},
    {"stop_gradient where it is meant", "", R"(
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * tf.stop_gradient(x)
print(tape.gradient(y, x)))"},
    {"a relu that is flat once", "", R"(
x = tf.Variable(-2.0)
with tf.GradientTape() as tape:
    y = tf.nn.relu(x)
print(tape.gradient(y, x)))"},
    {"two optimizers in turn", "", R"(
a = tf.Variable(1.0); b = tf.Variable(2.0)
for i in range(3):
    with tf.GradientTape() as tape:
        la = (a * b - 1.0) ** 2
    a.assign_sub(0.1 * tape.gradient(la, a))
    with tf.GradientTape() as tape:
        lb = (a * b + 1.0) ** 2
    b.assign_sub(0.1 * tape.gradient(lb, b)))"},
    {"a custom gradient", "", R"(
@tf.custom_gradient
def clip(y):
    def backward(dy):
        return tf.clip_by_norm(dy, 0.5)
    return y, backward
v = tf.Variable(2.0)
with tf.GradientTape() as t:
    output = clip(v * v)
print(t.gradient(output, v)))"},
    {"no tape at all", "", R"(
x = tf.constant([1.0, 2.0])
print(tf.reduce_sum(x).numpy()))"},
    {"a model with a list of variables", "", R"(
class Linear(tf.Module):
    def __init__(self):
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)
    def __call__(self, x):
        return self.w * x + self.b
m = Linear()
x = tf.constant([1.0, 2.0])
for i in range(2):
    with tf.GradientTape() as t:
        loss = tf.reduce_mean(tf.square(m(x) - 3.0))
    dw, db = t.gradient(loss, [m.w, m.b])
    m.w.assign_sub(0.1 * dw)
    m.b.assign_sub(0.1 * db))"},
    {"gathered rows", "", R"(
table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.gather(table, [1]) ** 2)
print(tape.gradient(loss, table)))"},
    {"gradients shown by name, then training of one", "", R"(
x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = x * 3.0
print(tape.gradient(y, x))
w = tf.Variable(1.0)
for i in range(2):
    with tf.GradientTape() as tape:
        loss = (w - 2.0) ** 2
    w.assign_sub(0.1 * tape.gradient(loss, w)))"},
};

}  // namespace tapedeck
