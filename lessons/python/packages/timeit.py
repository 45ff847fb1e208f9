# How long a piece of a program takes. Source: CPython's Lib/timeit.py.
import time

default_timer = time.perf_counter
default_number = 1000000
default_repeat = 5


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        names = {} if globals is None else globals
        self.stmt = stmt if callable(stmt) else lambda: exec(stmt, names)
        self.setup = setup if callable(setup) else lambda: exec(setup, names)

    def timeit(self, number=default_number):
        self.setup()
        stmt = self.stmt
        start = self.timer()
        for _ in range(number):
            stmt()
        return self.timer() - start

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        scale = 1
        while True:
            for n in (1, 2, 5):
                number = n * scale
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            scale *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
