"""What the documents show, as it stands."""

import contextlib
import io
import json
import unittest
from pathlib import Path
from typing import Any

from .world import beside_the_world

FOLDER = Path(__file__).parents[1]


def printed(code: str, names: dict[str, Any]) -> str:
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        exec(compile(code, "example", "exec"), names)
    return lines.getvalue()


def blocks(page: Path) -> list[str]:
    return [part.split("```")[0] for part in page.read_text(encoding="utf-8").split("```python\n")[1:]]


class Readme(unittest.TestCase):
    def test_begins_with_five_lines_that_bring_a_value(self) -> None:
        example = blocks(FOLDER / "README.md")[0]
        with beside_the_world():
            value = printed(example, {})
        self.assertEqual(len([line for line in example.splitlines() if line]), 5)
        self.assertEqual(value.strip(), example.rstrip().rpartition("  # ")[2])


class Pages(unittest.TestCase):
    def test_show_programs_that_run_one_after_the_other(self) -> None:
        for page in ("python.md", "tasks/agent.md"):
            self.check(FOLDER.parents[1] / "docs" / page)

    def check(self, page: Path) -> None:
        names: dict[str, Any] = {}
        with beside_the_world():
            for example in blocks(page):
                with self.subTest(page.name, example=example.splitlines()[0]):
                    shown = [line.rpartition("  # ")[2] for line in example.splitlines() if line.lstrip().startswith("print(") and "  # " in line]
                    lines = printed(example, names).splitlines()
                    self.assertEqual([line for line in lines if line in shown], shown)


class Notebook(unittest.TestCase):
    def test_runs_from_its_first_cell_to_its_last(self) -> None:
        cells = json.loads((FOLDER / "quickstart.ipynb").read_text(encoding="utf-8"))["cells"]
        names: dict[str, Any] = {}
        with beside_the_world():
            for cell in cells:
                if cell["cell_type"] == "code":
                    printed("".join(cell["source"]), names)
        self.assertEqual(str(names["round"].value), "64628.31")


if __name__ == "__main__":
    unittest.main()
