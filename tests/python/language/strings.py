print("{:5}|{:<5}|{:>5}|{:^5}|{:*^7}|{:05d}|{:+d}|{:,}|{:_}|{:x}|{:#x}|{:b}|{:o}|{:c}|{:e}|{:.3f}|{:.2%}|{:g}|{!r}|{!s}".format('a','b','c','d','e',42,5,1234567,1234567,255,255,5,8,97,12345.678,3.14159,0.256,0.00001,'r','s'))
print("{0} {1} {0} {name} {d[k]} {o.real}".format(1, 2, name='n', d={'k': 3}, o=5))
print(f"{3.14159:.2f} {42:>8} {'x':<4}| {1e10:,.2f} {255:#b} {5!r} {'a'!r:>6} {2**10=} {[1,2]}")
w, p = 10, 3
print(f"{3.14159:{w}.{p}f}|{'abc':^{w}}|")
print("abc".removeprefix("a"), "abc".removesuffix("c"), "a,b,,c".split(","), " a  b ".split(), "a-b-c".rsplit("-", 1), "a\nb\r\nc".splitlines(), "abc".partition("b"), "abcb".rpartition("b"))
print("hello world".title(), "hELLO".capitalize(), "aBc".swapcase(), "abc".center(9, '*'), "a".ljust(3, '.'), "a".rjust(3), "7".zfill(3), "-7".zfill(4))
print("abc".find("z"), "abcabc".rfind("b"), "abcabc".count("b"), "abc".startswith(("x", "a")), "abc".endswith("bc"), "a b".replace(" ", "_"), "aaa".replace("a", "b", 2))
print("  x ".strip(), "xxaxx".strip("x"), "xxa".lstrip("x"), "axx".rstrip("x"), "a,b".join(["1", "2"]), "abc".isalpha(), "123".isdigit(), "a1".isalnum(), " ".isspace(), "Ab".isupper(), "ab".islower(), "1.5".isnumeric(), "Title Case".istitle(), "x1".isidentifier())
print("abc".translate(str.maketrans("ab", "xy")), "abc".translate({ord('a'): None}), "a\tb".expandtabs(4), "ABC".lower(), "abc".upper(), "ss", "abc" in "xabcx", "abc" * 2, len("héllo"), "héllo".encode(), b"h\xc3\xa9".decode("utf-8"))
print("%s" % "a", "%10s|" % "a", "%-10s|" % "a", "%(k)s" % {"k": 1}, "%c" % 65, "%i" % 3.7, "%+d" % 5, "%#x" % 255, "%.3s" % "abcdef", "%5.1f|" % 2.25, "%r" % "a", "%*d" % (5, 42))
print("{:>10.3}".format("abcdef"), "{:10.3f}|".format(3.14159), "{:<+8.2f}|".format(2.5), "{: d}".format(5), "{:=+6d}".format(5), "{:08.3f}".format(-3.14159), "{:.0f}".format(2.5), "{:.3g}".format(1234567), "{:n}".format(5), "{:%}".format(0.5), "{:.1e}".format(0))
print("{{}} {}".format(1), "{:{}}".format("a", 5), "{:{w}.{p}}".format(3.14159, w=8, p=3), format(3, "03d"), format(1234.5, ",.1f"), format("a", ">3"), str(1.0), repr(1.10), str([1.0, "a"]))
from string import Template, ascii_lowercase, digits, punctuation
print(Template("$a and ${b}").substitute(a=1, b=2), Template("$a $c").safe_substitute(a=1), ascii_lowercase, digits, punctuation)
import textwrap
print(textwrap.dedent("""
    a
      b
    """), textwrap.fill("the quick brown fox jumps over", 12), textwrap.shorten("hello big world", 14), textwrap.indent("a\nb", "> "), textwrap.wrap("aaa bbb ccc", 7))
print("a" < "B", sorted(["b", "A", "c"], key=str.lower), "".join(reversed("abc")), "abc"[::-1], list("abc"), "-".join(map(str, range(3))), "a" == 'a', "é" > "z", ascii("é"), "\u00e9", 1)
print(str(None), str(True), str(b'a'), str(b'a', 'utf8'), bytes("a", "utf8"), bytearray(b'ab'), list(b'ab'), b'ab'.hex(), bytes.fromhex('6162'), b'a' + b'b', b'abc'[1], b'abc'[1:])
