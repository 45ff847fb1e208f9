class A:
    def hi(self): print("A"); 
class B(A):
    def hi(self): print("B"); super().hi()
class C(A):
    def hi(self): print("C"); super().hi()
class D(B, C):
    def hi(self): print("D"); super().hi()
D().hi()
print([c.__name__ for c in D.__mro__])
class X:
    v = 1
class Y(X): pass
class Z(X):
    v = 3
class W(Y, Z): pass
print(W.v, W().v)
try:
    class Bad(X, Y): pass
except TypeError as e:
    print(e)
class L:
    def __init__(self, **k): print("L", k)
class M1(L):
    def __init__(self, a=0, **k): print("M1", a); super().__init__(**k)
class M2(L):
    def __init__(self, b=0, **k): print("M2", b); super().__init__(**k)
class N(M1, M2):
    def __init__(self, **k): super().__init__(**k)
N(a=1, b=2, c=3)
print(isinstance(D(), C), issubclass(D, A), D.__bases__)
