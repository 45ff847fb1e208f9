# numpy.testing
import numpy as _np


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg=""):
    if not _np.allclose(actual, desired, rtol, atol, equal_nan):
        raise AssertionError("\nNot equal to tolerance rtol=" + str(rtol) + ", atol=" + str(atol) + "\n" + err_msg + "\n x: " + repr(_np.asarray(actual)) + "\n y: " + repr(_np.asarray(desired)))


def assert_array_equal(x, y, err_msg=""):
    if not _np.array_equal(x, y):
        raise AssertionError("\nArrays are not equal\n" + err_msg + "\n x: " + repr(_np.asarray(x)) + "\n y: " + repr(_np.asarray(y)))


assert_equal = assert_array_equal


def assert_almost_equal(actual, desired, decimal=7, err_msg=""):
    assert_allclose(actual, desired, 0, 1.5 * 10 ** -decimal, err_msg=err_msg)


assert_array_almost_equal = assert_almost_equal
