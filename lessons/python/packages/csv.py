# Source: the documentation of CPython's csv. Files are whatever gives lines or takes them: lists of lines, io.StringIO.
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    pass


def reader(lines, dialect="excel", delimiter=",", quotechar='"', skipinitialspace=False, quoting=QUOTE_MINIMAL, **kwargs):
    row, field, inside, was_quoted = [], "", False, False
    for line in lines:
        line = line.rstrip("\r\n") if not inside else line
        i = 0
        while i < len(line):
            c = line[i]
            if inside:
                if c == quotechar and line[i + 1:i + 2] == quotechar:
                    field += c
                    i += 1
                elif c == quotechar:
                    inside = False
                else:
                    field += c
            elif c == quotechar and quoting != QUOTE_NONE and field == "":
                inside = was_quoted = True
            elif c == delimiter:
                row.append(float(field) if quoting == QUOTE_NONNUMERIC and not was_quoted else field)
                field, was_quoted = "", False
            elif not (skipinitialspace and c == " " and field == ""):
                field += c
            i += 1
        if inside:
            field += "\n"
            continue
        yield row + [float(field) if quoting == QUOTE_NONNUMERIC and not was_quoted else field] if line or row else []
        row, field, was_quoted = [], "", False


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, **kwargs):
        self._rows = reader(f, **kwargs)
        self._names, self.restkey, self.restval = fieldnames, restkey, restval

    @property
    def fieldnames(self):
        if self._names is None:
            self._names = next(self._rows, None)
        return self._names

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self._rows)
        while row == []:
            row = next(self._rows)
        made = dict(zip(names, row))
        if len(row) > len(names):
            made[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            made[name] = self.restval
        return made


class writer:
    def __init__(self, f, dialect="excel", delimiter=",", quotechar='"', lineterminator="\r\n", quoting=QUOTE_MINIMAL, **kwargs):
        self._f, self._delimiter, self._quote, self._end, self._quoting = f, delimiter, quotechar, lineterminator, quoting

    def _field(self, v):
        text = "" if v is None else v if isinstance(v, str) else repr(v) if isinstance(v, float) else str(v)
        if self._quoting == QUOTE_ALL or self._quoting == QUOTE_NONNUMERIC and isinstance(v, str) or self._quoting == QUOTE_MINIMAL and any([c in text for c in (self._delimiter, self._quote, "\n", "\r")]):
            return self._quote + text.replace(self._quote, self._quote * 2) + self._quote
        return text

    def writerow(self, row):
        text = self._delimiter.join([self._field(v) for v in row]) + self._end
        self._f.write(text)
        return len(text)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class DictWriter:
    def __init__(self, f, fieldnames, restval="", **kwargs):
        self.fieldnames, self.restval, self.writer = fieldnames, restval, writer(f, **kwargs)

    def writeheader(self):
        return self.writer.writerow(self.fieldnames)

    def writerow(self, row):
        extra = [k for k in row if k not in self.fieldnames]
        if extra:
            raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(k) for k in extra]))
        return self.writer.writerow([row.get(k, self.restval) for k in self.fieldnames])

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)
