"""Writes every vector file: python3 vectors/generate/generate.py
With --check it writes nothing and fails where a file differs from what it would write.

Each module in this folder that has a function generate() returns {file name: content}. Only the standard library is used, nothing is
random, and nothing is taken from the TypeScript or Rust code: running it again writes the same bytes.
"""

import importlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
OUTPUT = FOLDER.parent


def main():
    # No __pycache__ folder beside the sources.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(FOLDER))
    is_check = sys.argv[1:] == ["--check"]
    written = {}
    different = []
    for source in sorted(FOLDER.glob("*.py")):
        if source.stem == "generate":
            continue
        module = importlib.import_module(source.stem)
        files = module.generate() if hasattr(module, "generate") else {}
        for name, content in files.items():
            if name in written:
                raise SystemExit(f"{name} is written by both {written[name]} and {source.name}")
            written[name] = source.name
            text = json.dumps(content, indent=2) + "\n"
            if not is_check:
                (OUTPUT / name).write_text(text, encoding="ascii")
            elif not (OUTPUT / name).exists() or (OUTPUT / name).read_text(encoding="ascii") != text:
                different.append(name)
    if different:
        raise SystemExit(f"not what the generator writes: {', '.join(different)}")
    print(f"{len(written)} files {'as generated' if is_check else 'written'}")


if __name__ == "__main__":
    main()
