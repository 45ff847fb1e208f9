import re
print(re.findall(r"\d+", "a1b22c333"), re.findall(r"(\w)(\d)", "a1b2"), re.findall("a*", "baac"), re.split(r"[,;]\s*", "a, b;c"), re.split(r"(-)", "a-b-c"), re.split("x*", "axbc"))
print(re.sub(r"\s+", " ", "a  b \n c"), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub("a", lambda m: m.group().upper(), "banana", count=2), re.subn("a", "b", "aaa"))
m = re.match(r"(?P<y>\d{4})-(?P<m>\d\d)", "2024-05-01"); print(m, m.group("y"), m.groups(), m.groupdict(), m.span(), m.start(2), m["m"], m.lastindex, m.lastgroup)
print(re.search(r"b+", "aabbb"), re.match("b", "ab"), re.fullmatch("a+", "aaa"), re.fullmatch("a", "ab"))
p = re.compile(r"^(\w+)\s*=\s*(.*)$", re.M); print(p.findall("a = 1\nb=2"), p, p.pattern)
print(re.findall(r"(?i)HELLO", "hello Hello"), re.findall("[^aeiou\\s]+", "hello world"), re.findall(r"\b\w{3}\b", "the cat sat on a mat"), re.findall(r"<(.+?)>", "<a><b>"), re.findall(r"<(.+)>", "<a><b>"))
print(re.findall(r"(?<=\$)\d+", "$5 and $10"), re.findall(r"\w+(?=!)", "hey! you"), re.findall(r"foo(?!bar)", "foobar foobaz"), re.search(r"(\w)\1", "hello"))
print(re.escape("a.b*c"), re.sub(r"[^\w\s]", "", "Hello, World!").lower().split(), re.findall(r"[A-Z][a-z]*", "HelloWorldFoo"))
for bad in ("(", "a)", "*a", "[a", "a**", r"\q", "(?P<1>a)"):
    try: re.compile(bad)
    except re.error as e: print(bad, e)
print([m.span() for m in re.finditer("", "ab")], re.sub("", "-", "ab"), re.findall(r"a|b|", "acb"), re.sub(r"(?P<x>a)", r"\g<x>\g<0>", "a"))
print(re.compile("(a)|(b)").match("b").groups(), re.findall(r"(a)|b", "ab"), bool(re.match(r"^[\w\.-]+@[\w\.-]+\.\w+$", "me@x.org")), re.sub(r"(\d+)", lambda m: str(int(m.group(1)) * 2), "a1b20"))
print(re.findall(r"(?:ab)+", "ababxab"), re.findall(r"a{2,3}", "aaaaa"), re.findall(r"a{2,}?", "aaaaa"), re.search(r"x(a|b)*y", "xababy").group(1), re.split(r"\W+", "Words, words, words."), re.split(r"\W+", "a b c d", maxsplit=2))
print(re.compile(r"""
   \d+   # digits
   \.    # dot
   \d*""", re.X).findall("3.14 2."), re.findall(r"^a", "a\na", re.M), re.match(r".*", "a\nb").group(), re.match(r".*", "a\nb", re.S).group())
text = "the quick brown fox " * 200
print(len(re.findall(r"\w+", text)), len(re.sub(r"o", "0", text)))
