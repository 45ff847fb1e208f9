# tf.config: the answers that let course code run. There is one device, the CPU.
from tensorflow._core import _namedtuple

PhysicalDevice = _namedtuple("PhysicalDevice", ("name", "device_type"))
LogicalDevice = _namedtuple("LogicalDevice", ("name", "device_type"))


def list_physical_devices(device_type=None):
    return [PhysicalDevice("/physical_device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


def list_logical_devices(device_type=None):
    return [LogicalDevice("/device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


get_visible_devices = list_physical_devices


def run_functions_eagerly(run_eagerly):
    global _eager
    _eager = bool(run_eagerly)
    import _engine
    _engine.run_functions_eagerly(_eager)


_eager = False


def functions_run_eagerly():
    return _eager


def set_visible_devices(devices, device_type=None):
    pass


def set_soft_device_placement(enabled):
    pass


def get_soft_device_placement():
    return True


def set_logical_device_configuration(device, logical_devices):
    pass


class LogicalDeviceConfiguration:
    def __init__(self, memory_limit=None, experimental_priority=None, experimental_device_ordinal=None):
        self.memory_limit = memory_limit


class experimental:
    @staticmethod
    def list_physical_devices(device_type=None):
        return list_physical_devices(device_type)

    @staticmethod
    def set_memory_growth(device, enable):
        pass

    @staticmethod
    def enable_op_determinism():
        pass

    @staticmethod
    def enable_tensor_float_32_execution(enabled):
        pass

    @staticmethod
    def tensor_float_32_execution_enabled():
        return True

    @staticmethod
    def list_logical_devices(device_type=None):
        return list_logical_devices(device_type)


class threading:
    @staticmethod
    def set_intra_op_parallelism_threads(n):
        pass

    @staticmethod
    def set_inter_op_parallelism_threads(n):
        pass

    @staticmethod
    def get_inter_op_parallelism_threads():
        return 0

    get_intra_op_parallelism_threads = get_inter_op_parallelism_threads


class optimizer:
    @staticmethod
    def set_jit(enabled):
        pass

    @staticmethod
    def get_jit():
        return ""
