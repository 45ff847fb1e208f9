# Every form of f-string.
x, name, d, v = 3.14159, "w", {"a": 1, 'b': [1, 2]}, [1.5, 2.25]
w, p = 10, 2
print(f"{x:.2f} {x!r} {name!s} {name!r:>6} {x = } {x=:.1f} {name=!s} { x }")
print(f"{x:{w}.{p}f}|{x:>{w}}|{name:^{w}}|{12345.678:,.2f}|{1234567:,}|{255:#x} {255:08b} {0.256:.1%}")
print(f"{d['a']} {d["b"][1]} {', '.join(f'{i:.2f}' for i in v)} {'nested ' + f'{name}'}")
print(f"{{literal}} {(lambda a: a * 2)(4)} {v[0:1]} {x if x > 3 else 'small'} {'yes' if d else 'no'}")
print("plain " f"joined {name} " 'again', f'{x:.1f}' "%")
print("a"
      f"{name}"
      "c")
print(f"""three
lines {x:.3f} "quoted" 'too'
end {
    name
}""")
print(rf"\d{name}\n", f"\t{name}\\", f"{'a' 'b'}", f'{"it" + chr(39)}s')
print(f"{[i for i in range(3)]} {({1: 2})} {{ {name} }} {x:e} {-5:+d} {5: d} {'é':*^7} {True} {None!s:>6}")
print(f"{x!r:^20}|{'abcdef':.3}|{'日本':>6}|{1e20} {1e-7} {100000000.0} {float('inf')} {float('nan'):5}|")
print(f"{1.0} {2.5:g} {1e6:.3g} {123456789.0:g} {0.0001:.2g} {1234.5:010.2f} {-1234.5:=+12,.1f}")


class T:
    def __format__(self, spec):
        return "T<" + spec + ">"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


t = T()
print(f"{t} {t:.2f} {t!s} {t!r:>6} {t = }", format(t, "q"), "{:z} {!r}".format(t, t))
print("{0} {1} {0} {k:>{w}} {d[a]} {x.real:.1f} {}".format(1, 2, k="k", w=4, d={"a": 5}, x=2.5) if 0 else "{0} {1} {0} {k:>{w}} {d[a]}".format(1, 2, k="k", w=4, d={"a": 5}))
print(format(3.14159, ".3f"), format(42, ">6"), format("s", "<3") + "|", format(1234.5, ","), format(7))
for value, spec in [(3, ".2"), ("a", "d"), (1.5, "d"), ([1], ".2f"), (None, ">5"), (3, "zz"), ("a", "+")]:
    try:
        print(format(value, spec))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
assert f"{x}" == "3.14159", f"unexpected {x}"
