def f():
    x = 1
    def g():
        print(x)
        x = 2
    g()
try: f()
except UnboundLocalError as e: print(type(e).__name__, e)
try:
    print(undefined_name)
except NameError as e: print(e)
numbers = [1]
try: print(nubmers)
except NameError as e: print(e)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try: a, b, *c = 1,
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: assert 1 == 2, "msg"
except AssertionError as e: print(repr(e))
try: assert False
except AssertionError as e: print(repr(e), str(e) == '')
try: raise ValueError
except ValueError as e: print(repr(e))
try: raise ValueError("a", 1)
except ValueError as e: print(e, e.args)
try: raise "text"
except TypeError as e: print(e)
try: {}['x']
except KeyError as e: print(e, repr(e), e.args)
class MyErr(Exception):
    def __init__(self, code): super().__init__(f"code {code}"); self.code = code
try: raise MyErr(5)
except MyErr as e: print(e, e.code, repr(e))
try:
    try: 1/0
    except ZeroDivisionError as e: raise ValueError("bad") from e
except ValueError as e: print(repr(e.__cause__), e.__suppress_context__)
try:
    try: 1/0
    except ZeroDivisionError: raise KeyError("k")
except KeyError as e: print(repr(e.__context__), e.__cause__)
def fin():
    try: return "try"
    finally: print("finally")
print(fin())
try: f()
except: pass
else: print("else")
finally: print("fin")
for i in range(3):
    if i == 5: break
else: print("no break")
while False: pass
else: print("while else")
try: int("abc")
except (TypeError, ValueError) as e: print(type(e), e)
try: import foo_bar
except ImportError as e: print(type(e).__name__, e)
try: raise StopIteration(3)
except StopIteration as s: print(s.value)
print(issubclass(KeyError, LookupError), issubclass(ZeroDivisionError, ArithmeticError), KeyError.__mro__[1].__name__)
