# tf.test: the questions that course code asks about the machine.


def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    return False


def is_built_with_cuda():
    return False


is_built_with_gpu_support = is_built_with_rocm = is_built_with_cuda


def gpu_device_name():
    return ""
