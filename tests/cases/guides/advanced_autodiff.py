# Cells of TensorFlow's guide guide/advanced_autodiff.ipynb; the expected output is what the guide shows, read beside it.
import tensorflow as tf
x = tf.Variable(2.0)
y = tf.Variable(3.0)
with tf.GradientTape() as t:
  x_sq = x * x
  with t.stop_recording():
    y_sq = y * y
  z = x_sq + y_sq
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])  # 2*x => 4
print('dz/dy:', grad['y'])
reset = True
with tf.GradientTape() as t:
  y_sq = y * y
  if reset:
    t.reset()
  z = x * x + y_sq
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])
print('dz/dy:', grad['y'])
with tf.GradientTape() as t:
  y_sq = y**2
  z = x**2 + tf.stop_gradient(y_sq)
grad = t.gradient(z, {'x': x, 'y': y})
print('dz/dx:', grad['x'])
print('dz/dy:', grad['y'])
@tf.custom_gradient
def clip_gradients(y):
  def backward(dy):
    return tf.clip_by_norm(dy, 0.5)
  return y, backward
v = tf.Variable(2.0)
with tf.GradientTape() as t:
  output = clip_gradients(v * v)
print(t.gradient(output, v))
class MyModule(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec(None)])
  def call_custom_grad(self, x):
    return clip_gradients(x)
model = MyModule()
v = tf.Variable(2.0)
with tf.GradientTape() as t:
  output = model.call_custom_grad(v * v)
print(t.gradient(output, v))
x0 = tf.constant(0.0)
x1 = tf.constant(0.0)
with tf.GradientTape() as tape0, tf.GradientTape() as tape1:
  tape0.watch(x0)
  tape1.watch(x1)
  y0 = tf.math.sin(x0)
  y1 = tf.nn.sigmoid(x1)
  y = y0 + y1
  ys = tf.reduce_sum(y)
print(tape0.gradient(ys, x0).numpy())
print(tape1.gradient(ys, x1).numpy())
x = tf.Variable(1.0)
with tf.GradientTape() as t2:
  with tf.GradientTape() as t1:
    y = x * x * x
  dy_dx = t1.gradient(y, x)
d2y_dx2 = t2.gradient(dy_dx, x)
print('dy_dx:', dy_dx.numpy())
print('d2y_dx2:', d2y_dx2.numpy())
x = tf.linspace(-10.0, 10.0, 200+1)
delta = tf.Variable(0.0)
with tf.GradientTape() as tape:
  y = tf.nn.sigmoid(x+delta)
dy_dx = tape.jacobian(y, delta)
print(y.shape)
print(dy_dx.shape)
x = tf.random.normal([7, 5])
W = tf.Variable(tf.random.normal([5, 10]))
with tf.GradientTape(persistent=True) as tape:
  y = x @ W
print(y.shape)
j = tape.jacobian(y, W)
print(j.shape)
g = tape.gradient(y, W)
j_sum = tf.reduce_sum(j, axis=[0, 1])
delta = tf.reduce_max(abs(g - j_sum)).numpy()
assert delta < 1e-3
print('delta:', delta < 1e-3)
x = tf.random.normal([7, 6])
with tf.GradientTape(persistent=True) as tape:
  tape.watch(x)
  y = tf.nn.relu(x @ tf.random.normal([6,8])) @ tf.random.normal([8,6])
jb = tape.batch_jacobian(y, x)
print(jb.shape)
def f(x):
  return x**2
tf.print(tf.range(10), tf.constant("hi"), True, None, 3.5)
x = tf.random.normal([7, 5])
layer1 = tf.keras.layers.Dense(8, activation=tf.nn.relu)
layer2 = tf.keras.layers.Dense(6, activation=tf.nn.relu)

with tf.GradientTape() as t2:
  with tf.GradientTape() as t1:
    x1 = layer1(x)
    x2 = layer2(x1)
    loss = tf.reduce_mean(x2**2)
  g = t1.gradient(loss, layer1.kernel)
h = t2.jacobian(g, layer1.kernel)
print(f'layer.kernel.shape: {layer1.kernel.shape}')
print(f'h.shape: {h.shape}')
n_params = tf.reduce_prod(layer1.kernel.shape)
g_vec = tf.reshape(g, [n_params, 1])
h_mat = tf.reshape(h, [n_params, n_params])
print(g_vec.shape, h_mat.shape)
eps = 1e-3
eye_eps = tf.eye(h_mat.shape[0])*eps
update = tf.linalg.solve(h_mat + eye_eps, g_vec)
_ = layer1.kernel.assign_sub(tf.reshape(update, layer1.kernel.shape))
x = tf.random.normal([7, 5])
layer1 = tf.keras.layers.Dense(8, activation=tf.nn.elu)
bn = tf.keras.layers.BatchNormalization()
layer2 = tf.keras.layers.Dense(6, activation=tf.nn.elu)
with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
  tape.watch(x)
  x1 = layer1(x)
  x2 = bn(x1, training=True)
  y = layer2(x2)
j = tape.jacobian(y, x)
print(f'j.shape: {j.shape}')
jb = tape.batch_jacobian(y, x)
print(f'jb.shape: {jb.shape}')
layer = tf.keras.layers.Dense(10, activation=tf.nn.relu)
with tf.GradientTape(persistent=True) as tape:
  y = layer(x)
print(y.shape, layer.kernel.shape)
j = tape.jacobian(y, layer.kernel)
print(j.shape)
g = tape.gradient(y, layer.kernel)
print('g.shape:', g.shape)
model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
x = tf.random.normal([3, 5])
with tf.GradientTape() as t2:
  # The inner tape only takes the gradient with respect to the input,
  # not the variables.
  with tf.GradientTape(watch_accessed_variables=False) as t1:
    t1.watch(x)
    out = tf.reduce_sum(layer(x)**2)
  # 1. Calculate the input gradient.
  g1 = t1.gradient(out, x)
  # 2. Calculate the magnitude of the input gradient.
  g1_mag = tf.norm(g1)
# 3. Calculate the gradient of the magnitude with respect to the model.
dg1_mag = t2.gradient(g1_mag, layer.trainable_variables)
print([None if var is None else var.shape for var in dg1_mag])
tf.saved_model.save(model, 'saved_model', options=tf.saved_model.SaveOptions(experimental_custom_gradients=True))
