"""qstrdefs.h through the C preprocessor, its Q(...) lines protected from it (MicroPython's Makefile does this with sed)."""
import re, subprocess, sys
out, *rest = sys.argv[1:]
i = rest.index('--'); files, cmd = rest[:i], rest[i + 1:]
text = ''.join(open(f).read() for f in files)
text = re.sub(r'(?m)^(Q\(.*\))', r'"\1"', text)
r = subprocess.run(cmd, input=text, capture_output=True, text=True, check=True).stdout
open(out, 'w').write(re.sub(r'(?m)^"(Q\(.*\))"', r'\1', r))
