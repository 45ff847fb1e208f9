# tf.keras.layers. Sources: keras/src/engine/base_layer.py and keras/src/layers of Keras 2.15.
import _engine
from tensorflow._core import (Module, Tensor, TensorShape, Variable, _apply, _unknown, cast, convert_to_tensor, expand_dims, float32, gather, matmul, reduce_max, reduce_mean, reduce_sum, reshape,
                              tensordot, transpose)
from tensorflow.keras import activations as _activations, initializers as _initializers, regularizers as _regularizers

_names = {}


def _unique_name(class_name):
    snake = ""
    for i, c in enumerate(class_name):
        if c.isupper() and i > 0 and (class_name[i - 1].islower() or i + 1 < len(class_name) and class_name[i + 1].islower() and class_name[i - 1].isalpha()):
            snake += "_"
        snake += c.lower()
    n = _names.get(snake, 0)
    _names[snake] = n + 1
    return snake if n == 0 else snake + "_" + str(n)


class InputSpec:
    def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None):
        self.shape, self.ndim, self.min_ndim, self.axes = shape, ndim, min_ndim, axes


class Layer(Module):
    def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, **kwargs):
        super().__setattr__("_own_weights", [])
        super().__setattr__("_sublayers", [])
        self._name = name or _unique_name(type(self).__name__)
        self._trainable = trainable
        self._dtype = dtype or float32
        self._losses = []
        self._loss_functions = []
        self.built = False
        self.input_spec = None
        given = kwargs.pop("input_shape", None)
        if given is not None:
            self._input_shape = (None,) + tuple(given)
        if "input_dim" in kwargs:
            self._input_shape = (None, kwargs.pop("input_dim"))
        for key in kwargs:
            if key not in ("weights", "autocast", "batch_input_shape", "activity_regularizer", "batch_size", "input_length"):
                raise TypeError(type(self).__name__ + ".__init__() got an unexpected keyword argument '" + key + "'")

    # ---- what belongs to the layer is noticed when it is set

    def _track(self, value):
        if isinstance(value, Variable):
            if not any(w is value for w in self._own_weights):
                self._own_weights.append(value)
        elif isinstance(value, Layer):
            if not any(l is value for l in self._sublayers):
                self._sublayers.append(value)
        elif isinstance(value, (list, tuple)):
            for v in value:
                self._track(v)
        elif isinstance(value, dict):
            for v in value.values():
                self._track(v)

    def __setattr__(self, name, value):
        if isinstance(value, (Variable, Layer, list, tuple, dict)) and name not in ("_losses", "_loss_functions", "_own_weights", "_sublayers", "_input_shape"):
            if not hasattr(self, "_sublayers"):
                raise RuntimeError("It looks like you are subclassing `Model` and you forgot to call `super().__init__()`. Always start with this line.")
            before = self.__dict__.get(name)
            if isinstance(before, Variable) and before is not value:
                self._own_weights[:] = [w for w in self._own_weights if w is not before]
            self._track(value)
        elif hasattr(self, "_own_weights"):
            before = self.__dict__.get(name)
            if isinstance(before, Variable):   # replaced by a plain tensor: the variable is no weight any more
                self._own_weights[:] = [w for w in self._own_weights if w is not before]
        super().__setattr__(name, value)

    @property
    def name(self):
        return self._name

    @property
    def dtype(self):
        return self._dtype.name if hasattr(self._dtype, "name") else self._dtype

    @property
    def trainable(self):
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = bool(value)
        for layer in self._sublayers:
            layer.trainable = value

    @property
    def trainable_weights(self):
        if not self._trainable:
            return []
        out = [w for w in self._own_weights if w.trainable]
        for layer in self._sublayers:
            out += [w for w in layer.trainable_weights if not any(w is v for v in out)]
        return out

    @property
    def non_trainable_weights(self):
        out = [w for w in self._own_weights if not w.trainable or not self._trainable]
        for layer in self._sublayers:
            out += layer.non_trainable_weights if self._trainable else layer.weights
        return out

    @property
    def weights(self):
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    def add_weight(self, name=None, shape=None, dtype=None, initializer=None, regularizer=None, trainable=True, constraint=None, **kwargs):
        shape = tuple(shape) if isinstance(shape, (list, tuple, TensorShape)) else () if shape is None else (shape,)
        make = _initializers.get(initializer if initializer is not None else "glorot_uniform")
        dtype = dtype or self._dtype
        w = Variable(make(shape, dtype=dtype), trainable=trainable, name=self._name + "/" + (name or "weight"), dtype=dtype)
        self._own_weights.append(w)
        regularizer = _regularizers.get(regularizer)
        if regularizer is not None:
            self._loss_functions.append(lambda: regularizer(w))
        return w

    def add_loss(self, losses, **kwargs):
        for loss in losses if isinstance(losses, (list, tuple)) else [losses]:
            if callable(loss):
                self._loss_functions.append(loss)
            else:
                self._losses.append(loss)

    @property
    def losses(self):
        out = [f() for f in self._loss_functions] + list(self._losses)
        for layer in self._sublayers:
            out += layer.losses
        return out

    def build(self, input_shape):
        self.built = True

    def _build_once(self, inputs):
        if not self.built:
            shapes = [tuple(x.shape) for x in _engine.flatten(inputs) if hasattr(x, "shape")]
            self.build(TensorShape(shapes[0]) if len(shapes) == 1 else [TensorShape(s) for s in shapes])
            self.built = True

    def call(self, inputs, *args, **kwargs):
        return inputs

    def __call__(self, *args, **kwargs):
        if not hasattr(self, "_own_weights"):
            raise RuntimeError("You must call `super().__init__()` in the layer constructor.")
        if not args:
            raise ValueError("The first argument to `Layer.call` must always be passed.")
        inputs = args[0]
        if isinstance(inputs, (list, tuple)) and inputs and not any(_engine.is_tensor(i) for i in inputs) or not isinstance(inputs, (list, tuple, dict)) and not _engine.is_tensor(inputs):
            inputs = convert_to_tensor(inputs)
        if _engine.is_tensor(inputs) and inputs.dtype.is_floating and inputs.dtype != self._dtype and not isinstance(self._dtype, str):
            inputs = cast(inputs, self._dtype)
        self._losses = []
        self._build_once(inputs)
        if self.input_spec is not None:
            self._check_input(inputs)
        training = kwargs.get("training")
        if "training" in kwargs and not _engine.accepts_keyword(self.call, "training"):
            kwargs.pop("training")
        elif "training" not in kwargs and _Phase.training is not None and _engine.accepts_keyword(self.call, "training") and len(args) < 2:
            kwargs["training"] = _Phase.training
        before = _Phase.training
        if training is not None:
            _Phase.training = training
        try:
            return self.call(inputs, *args[1:], **kwargs)
        finally:
            _Phase.training = before

    def _check_input(self, inputs):
        spec, x = self.input_spec, convert_to_tensor(inputs)
        if spec.ndim is not None and x.ndim != spec.ndim:
            raise ValueError("Input 0 of layer \"" + self.name + "\" is incompatible with the layer: expected ndim=" + str(spec.ndim) + ", found ndim=" + str(x.ndim) + ". Full shape received: " + str(x.shape))
        if spec.min_ndim is not None and x.ndim < spec.min_ndim:
            raise ValueError("Input 0 of layer \"" + self.name + "\" is incompatible with the layer: expected min_ndim=" + str(spec.min_ndim) + ", found ndim=" + str(x.ndim) + ". Full shape received: " + str(x.shape))
        for axis, size in (spec.axes or {}).items():
            if x.shape[axis] != size:
                raise ValueError("Input 0 of layer \"" + self.name + "\" is incompatible with the layer: expected axis " + str(axis) + " of input shape to have value " + str(size) + ", but received input with shape " + str(x.shape))

    def get_weights(self):
        return [w.numpy() for w in self.weights]

    def set_weights(self, weights):
        mine = self.weights
        weights = list(weights)
        if len(mine) != len(weights):
            raise ValueError("You called `set_weights(weights)` on layer \"" + self.name + "\" with a weight list of length " + str(len(weights)) + ", but the layer was expecting " + str(len(mine)) + " weights.")
        for w, v in zip(mine, weights):
            if tuple(w.shape) != tuple(v.shape):
                raise ValueError("Layer " + self.name + " weight shape " + str(w.shape) + " is not compatible with provided weight shape " + str(tuple(v.shape)) + ".")
        for w, v in zip(mine, weights):
            w.assign(v)

    def count_params(self):
        return sum(w.shape.num_elements() for w in self.weights)

    def get_config(self):
        return {"name": self.name, "trainable": self._trainable}


class _Phase:
    training = None   # what an outer layer was called with


class Dense(Layer):
    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.units = int(units)
        if self.units <= 0:
            raise ValueError("Received an invalid value for `units`, expected a positive integer. Received: units=" + str(units))
        self.activation = _activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer, self.bias_initializer = kernel_initializer, bias_initializer
        self.kernel_regularizer, self.bias_regularizer = kernel_regularizer, bias_regularizer

    def build(self, input_shape):
        last = TensorShape(input_shape)[-1]
        if last is None:
            raise ValueError("The last dimension of the inputs to a Dense layer should be defined. Found None. Full input shape received: " + str(input_shape))
        self.input_spec = InputSpec(min_ndim=2, axes={-1: last})
        self.kernel = self.add_weight("kernel", (last, self.units), initializer=self.kernel_initializer, regularizer=self.kernel_regularizer)
        self.bias = self.add_weight("bias", (self.units,), initializer=self.bias_initializer, regularizer=self.bias_regularizer) if self.use_bias else None
        self.built = True

    def call(self, inputs):
        y = matmul(inputs, self.kernel) if inputs.ndim == 2 else tensordot(inputs, self.kernel, [[inputs.ndim - 1], [0]])
        if self.use_bias:
            y = _apply("bias_add", [y, self.bias])
        return self.activation(y)


class Activation(Layer):
    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = _activations.get(activation)

    def call(self, inputs):
        return self.activation(inputs)


class ReLU(Layer):
    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.options = (negative_slope, max_value, threshold)

    def call(self, inputs):
        return _activations.relu(inputs, *self.options)


class LeakyReLU(Layer):
    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        return _apply("leaky_relu", [inputs], alpha=float(self.alpha))


class Softmax(Layer):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return _activations.softmax(inputs, self.axis)


class Flatten(Layer):
    def call(self, inputs):
        return reshape(inputs, [inputs.shape[0], -1])


class Reshape(Layer):
    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs):
        return reshape(inputs, [inputs.shape[0]] + list(self.target_shape))


class Lambda(Layer):
    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function, self.arguments = function, arguments or {}

    def call(self, inputs):
        return self.function(inputs, **self.arguments)


class Dropout(Layer):
    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        if isinstance(rate, (int, float)) and not 0 <= rate <= 1:
            raise ValueError("Invalid value " + str(rate) + " received for `rate`, expected a value between 0 and 1.")
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs, training=None):
        if not training or self.rate == 0:
            return inputs
        from tensorflow import nn
        return nn.dropout(inputs, self.rate, self.noise_shape, self.seed)


class BatchNormalization(Layer):
    def __init__(self, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones", moving_mean_initializer="zeros",
                 moving_variance_initializer="ones", **kwargs):
        super().__init__(**kwargs)
        self.axis, self.momentum, self.epsilon, self.center, self.scale = axis, momentum, epsilon, center, scale
        self.makers = {"gamma": gamma_initializer, "beta": beta_initializer, "moving_mean": moving_mean_initializer, "moving_variance": moving_variance_initializer}

    def build(self, input_shape):
        n = (TensorShape(input_shape)[self.axis],)
        self.gamma = self.add_weight("gamma", n, initializer=self.makers["gamma"]) if self.scale else None
        self.beta = self.add_weight("beta", n, initializer=self.makers["beta"]) if self.center else None
        self.moving_mean = self.add_weight("moving_mean", n, initializer=self.makers["moving_mean"], trainable=False)
        self.moving_variance = self.add_weight("moving_variance", n, initializer=self.makers["moving_variance"], trainable=False)
        self.built = True

    def call(self, inputs, training=None):
        from tensorflow import nn
        axis = self.axis % inputs.ndim
        form = [inputs.shape[i] if i == axis else 1 for i in range(inputs.ndim)]
        if training and self.trainable:
            mean, variance = nn.moments(inputs, [i for i in range(inputs.ndim) if i != axis])
            self.moving_mean.assign(self.moving_mean * self.momentum + mean * (1.0 - self.momentum))
            self.moving_variance.assign(self.moving_variance * self.momentum + variance * (1.0 - self.momentum))
        else:
            mean, variance = self.moving_mean, self.moving_variance
        shaped = lambda v: None if v is None else reshape(v, form)
        return nn.batch_normalization(inputs, shaped(mean), shaped(variance), shaped(self.beta), shaped(self.gamma), self.epsilon)


class LayerNormalization(Layer):
    def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones", **kwargs):
        super().__init__(**kwargs)
        self.axis, self.epsilon, self.center, self.scale = axis, epsilon, center, scale
        self.beta_initializer, self.gamma_initializer = beta_initializer, gamma_initializer

    def build(self, input_shape):
        n = (TensorShape(input_shape)[self.axis],)
        self.gamma = self.add_weight("gamma", n, initializer=self.gamma_initializer) if self.scale else None
        self.beta = self.add_weight("beta", n, initializer=self.beta_initializer) if self.center else None
        self.built = True

    def call(self, inputs):
        from tensorflow import nn
        mean, variance = nn.moments(inputs, [self.axis], keepdims=True)
        return nn.batch_normalization(inputs, mean, variance, self.beta, self.gamma, self.epsilon)


class Embedding(Layer):
    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None, mask_zero=False, **kwargs):
        super().__init__(**{k: v for k, v in kwargs.items() if k != "input_length"})
        self.input_dim, self.output_dim = input_dim, output_dim
        self.embeddings_initializer = "random_uniform" if embeddings_initializer == "uniform" else embeddings_initializer

    def build(self, input_shape):
        self.embeddings = self.add_weight("embeddings", (self.input_dim, self.output_dim), initializer=self.embeddings_initializer)
        self.built = True

    def call(self, inputs):
        from tensorflow._core import int32
        return gather(self.embeddings, inputs if inputs.dtype.is_integer else cast(inputs, int32))


def _pair(v):
    return (v, v) if isinstance(v, int) else tuple(v)


class Conv2D(Layer):
    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), groups=1, activation=None, use_bias=True,
                 kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.filters, self.kernel_size, self.strides, self.padding, self.dilation_rate, self.groups = filters, _pair(kernel_size), _pair(strides), padding.upper(), _pair(dilation_rate), groups
        self.activation, self.use_bias = _activations.get(activation), use_bias
        self.kernel_initializer, self.bias_initializer, self.kernel_regularizer, self.bias_regularizer = kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer

    def build(self, input_shape):
        channels = TensorShape(input_shape)[-1]
        self.input_spec = InputSpec(min_ndim=4, axes={-1: channels})
        self.kernel = self.add_weight("kernel", self.kernel_size + (channels // self.groups, self.filters), initializer=self.kernel_initializer, regularizer=self.kernel_regularizer)
        self.bias = self.add_weight("bias", (self.filters,), initializer=self.bias_initializer, regularizer=self.bias_regularizer) if self.use_bias else None
        self.built = True

    def call(self, inputs):
        from tensorflow import nn
        y = nn.conv2d(inputs, self.kernel, list(self.strides), self.padding, dilations=list(self.dilation_rate))
        if self.use_bias:
            y = _apply("bias_add", [y, self.bias])
        return self.activation(y)


class _Pooling2D(Layer):
    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.pool_size, self.padding = _pair(pool_size), padding.upper()
        self.strides = _pair(strides) if strides is not None else self.pool_size


class MaxPooling2D(_Pooling2D):
    def call(self, inputs):
        from tensorflow import nn
        return nn.max_pool2d(inputs, list(self.pool_size), list(self.strides), self.padding)


class AveragePooling2D(_Pooling2D):
    def call(self, inputs):
        from tensorflow import nn
        return nn.avg_pool2d(inputs, list(self.pool_size), list(self.strides), self.padding)


MaxPool2D, AvgPool2D, Convolution2D = MaxPooling2D, AveragePooling2D, Conv2D


class GlobalAveragePooling2D(Layer):
    def call(self, inputs):
        return reduce_mean(inputs, [1, 2])


class GlobalMaxPooling2D(Layer):
    def call(self, inputs):
        return reduce_max(inputs, [1, 2])


class GlobalAveragePooling1D(Layer):
    def call(self, inputs):
        return reduce_mean(inputs, [1])


class Add(Layer):
    def call(self, inputs):
        return _apply("add_n", list(inputs))


class Subtract(Layer):
    def call(self, inputs):
        return inputs[0] - inputs[1]


class Multiply(Layer):
    def call(self, inputs):
        y = inputs[0]
        for x in inputs[1:]:
            y = y * x
        return y


class Concatenate(Layer):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return _apply("concat", list(inputs), axis=self.axis)


class InputLayer(Layer):
    def __init__(self, input_shape=None, **kwargs):
        super().__init__(input_shape=input_shape, **kwargs)


class Normalization(Layer):
    def __init__(self, axis=-1, mean=None, variance=None, **kwargs):
        super().__init__(**kwargs)
        self.mean, self.variance = mean, variance

    def adapt(self, data):
        data = convert_to_tensor(data)
        axes = list(range(data.ndim - 1))
        self.mean = reduce_mean(data, axes)
        self.variance = reduce_mean((data - self.mean) ** 2, axes)

    def call(self, inputs):
        return (inputs - self.mean) / _apply("maximum", [_apply("sqrt", [convert_to_tensor(self.variance)]), 1e-7])


class Rescaling(Layer):
    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs):
        return cast(inputs, float32) * self.scale + self.offset


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.layers", "tf.keras.layers.", name, globals())
