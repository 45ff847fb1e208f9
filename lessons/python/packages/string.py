ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s):
    return " ".join([w.capitalize() for w in s.split()])


class Template:
    """Text with $name or ${name} in it, which substitute() replaces."""
    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _filled(self, values, safe):
        s, out, i = self.template, [], 0
        while i < len(s):
            c = s[i]
            if c != self.delimiter:
                out.append(c)
                i += 1
                continue
            if s[i + 1:i + 2] == self.delimiter:
                out.append(self.delimiter)
                i += 2
                continue
            braced = s[i + 1:i + 2] == "{"
            j = i + 2 if braced else i + 1
            k = j
            while k < len(s) and (s[k].isalpha() or s[k] == "_" or k > j and s[k].isdigit()):
                k += 1
            name = s[j:k]
            if not name or braced and s[k:k + 1] != "}":
                if not safe:
                    line = s.count("\n", 0, i) + 1
                    raise ValueError(f"Invalid placeholder in string: line {line}, col {i - s.rfind(chr(10), 0, i)}")
                out.append(c)
                i += 1
                continue
            end = k + 1 if braced else k
            if safe and name not in values:
                out.append(s[i:end])
            else:
                out.append(str(values[name]))
            i = end
        return "".join(out)

    def substitute(self, mapping=None, **kwargs):
        return self._filled(dict(mapping or {}, **kwargs), False)

    def safe_substitute(self, mapping=None, **kwargs):
        return self._filled(dict(mapping or {}, **kwargs), True)


class Formatter:
    def format(self, text, *args, **kwargs):
        return text.format(*args, **kwargs)

    def vformat(self, text, args, kwargs):
        return text.format(*args, **kwargs)
