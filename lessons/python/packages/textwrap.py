def dedent(text):
    lines = text.split("\n")
    margins = [len(l) - len(l.lstrip()) for l in lines if l.strip()]
    margin = min(margins) if margins else 0
    return "\n".join([l[margin:] if l.strip() else "" for l in lines])


def indent(text, prefix, predicate=None):
    return "\n".join([prefix + l if l.strip() else l for l in text.split("\n")])


def wrap(text, width=70):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    if line:
        lines.append(line)
    return lines


def fill(text, width=70):
    return "\n".join(wrap(text, width))


def shorten(text, width, placeholder=" [...]"):
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    words, line = text.split(), ""
    for word in words:
        if len(line) + len(word) + (1 if line else 0) + len(placeholder) > width:
            break
        line = line + " " + word if line else word
    return (line + placeholder).strip() if not line else line + placeholder
