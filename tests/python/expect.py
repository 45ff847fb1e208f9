"""Writes language/*.expected: what CPython prints for each program. Run it with the Python 3.12 that the interpreter is compared with."""
import pathlib
import subprocess
import sys

for program in sorted((pathlib.Path(__file__).parent / "language").glob("*.py")):
    run = subprocess.run([sys.executable, "-W", "ignore", program], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{program.name}: {run.stderr}")
    program.with_suffix(".expected").write_text(run.stdout)
