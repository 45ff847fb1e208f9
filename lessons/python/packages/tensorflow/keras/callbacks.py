# tf.keras.callbacks
from tensorflow._base import _unknown


class Callback:
    model = None

    def on_train_begin(self, logs=None):
        pass

    def on_train_end(self, logs=None):
        pass

    def on_epoch_begin(self, epoch, logs=None):
        pass

    def on_epoch_end(self, epoch, logs=None):
        pass

    def on_train_batch_begin(self, batch, logs=None):
        pass

    def on_train_batch_end(self, batch, logs=None):
        pass


class LambdaCallback(Callback):
    def __init__(self, **kwargs):
        for k, f in kwargs.items():
            if f is not None:
                setattr(self, k, f)


class EarlyStopping(Callback):
    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None, restore_best_weights=False, start_from_epoch=0):
        self.monitor, self.min_delta, self.patience, self.restore = monitor, abs(min_delta), patience, restore_best_weights
        self.sign = -1 if mode == "max" or mode == "auto" and "acc" in monitor else 1
        self.best, self.wait, self.stopped_epoch, self.weights = None, 0, 0, None

    def on_epoch_end(self, epoch, logs=None):
        if self.monitor not in (logs or {}):
            return
        value = self.sign * logs[self.monitor]
        if self.best is None or value < self.best - self.min_delta:
            self.best, self.wait = value, 0
            if self.restore:
                self.weights = self.model.get_weights()
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped_epoch = epoch
                self.model.stop_training = True
                if self.weights is not None:
                    self.model.set_weights(self.weights)


class LearningRateScheduler(Callback):
    def __init__(self, schedule, verbose=0):
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate = self.schedule(epoch, float(self.model.optimizer.learning_rate))


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.callbacks", "tf.keras.callbacks.", name, globals())
