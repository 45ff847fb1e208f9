# tf.compat.v1: graphs and sessions.
raise ImportError("tensorflow.compat.v1 (placeholders, sessions, tf.layers) is not here yet: Tapedeck runs TensorFlow 2 programs. "
                  "Write the computation as a function and take gradients with tf.GradientTape.")
