"""The module as it is installed: `python -m unittest` runs this; see ../check."""

import doctest
import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import chunk_edit

EXAMPLE = Path(__file__).parent.parent / "examples" / "many_repositories.py"
PATCH = "operations:\n  - path: src/a.py\n    op: replace_text\n    marker: LIMIT = 10\n    payload: LIMIT = 20\n"
OLD = "LIMIT = 10\n\n\ndef f():\n    return LIMIT\n"
NEW = OLD.replace("10", "20")


class OnFolders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.environ["XDG_STATE_HOME"] = os.path.join(folder.name, "state")
        self.root = Path(folder.name, "root")
        self.file = self.root / "src" / "a.py"
        self.file.parent.mkdir(parents=True)
        self.file.write_text(OLD)

    def test_apply_preview_and_undo(self):
        report = chunk_edit.preview(PATCH, self.root)
        self.assertTrue(report.ok)
        self.assertIn("+LIMIT = 20", report["diff"])
        self.assertEqual(self.file.read_text(), OLD)
        report = chunk_edit.apply(PATCH, str(self.root)).check()
        self.assertEqual(report.files, [{"status": "M", "path": "src/a.py", "added": 1, "removed": 1}])
        self.assertTrue(report.text.startswith("Success. Updated the following files:\nM src/a.py\n"))
        self.assertEqual(self.file.read_text(), NEW)
        self.assertTrue(chunk_edit.undo(self.root, dry_run=True).ok)
        self.assertTrue(chunk_edit.undo(self.root, report["undo"]).ok)
        self.assertEqual(self.file.read_text(), OLD)
        self.assertEqual(chunk_edit.undo(self.root).errors[0]["code"], "no-undo-record")

    def test_a_refusal_is_a_report(self):
        report = chunk_edit.apply(PATCH.replace("LIMIT = 10", "LIMT = 10"), self.root)
        self.assertFalse(report.ok)
        self.assertEqual(report.errors[0]["code"], "marker-not-found")
        self.assertTrue(chunk_edit.apply(report["repaired_patch"], self.root).ok)
        with self.assertRaises(chunk_edit.Refused) as raised:
            chunk_edit.apply("hello", self.root).check()
        self.assertEqual(raised.exception.report.errors[0]["code"], "unknown-format")
        self.assertEqual(chunk_edit.apply(PATCH, self.root / "none").errors[0]["code"], "io")

    def test_the_report_is_that_of_the_command(self):
        own = chunk_edit.preview(PATCH, self.root)
        chunk = os.path.join(os.path.dirname(sys.executable), "chunk")
        told = subprocess.run(
            [chunk, "diff", "--json", "--root", str(self.root)], input=PATCH.encode(), stdout=subprocess.PIPE, check=True
        )
        self.assertEqual(dict(own), json.loads(told.stdout))

    def test_symbols(self):
        [listed] = chunk_edit.symbols(self.root)
        self.assertEqual(listed["file"], "src/a.py")
        self.assertEqual([symbol["address"] for symbol in listed["symbols"]], ["LIMIT", "f"])
        [listed] = chunk_edit.symbols(self.file, kinds=["function"])
        self.assertEqual([symbol["address"] for symbol in listed["symbols"]], ["f"])
        with self.assertRaises(ValueError):
            chunk_edit.symbols(self.root, kinds=["nothing"])

    def test_threads_run_side_by_side(self):
        big = {"a%d.py" % at: "x = 1\n" * 20000 for at in range(20)}
        patch = "operations:\n" + "".join(
            "  - {path: %s, op: append_text, payload: 'y = 2'}\n" % path for path in big
        )
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        start = time.monotonic()
        for _ in range(5):
            self.assertTrue(chunk_edit.apply(patch, big, verify_syntax="warn").ok)
        end = time.monotonic()
        stop.set()
        thread.join()
        within = sum(start <= at <= end for at in ticks)
        self.assertGreater(within, 20, "the interpreter was held")


class OnTexts(unittest.TestCase):
    def test_a_dict_is_left_as_it_is(self):
        texts = {"src/a.py": OLD, "b.txt": "b\n"}
        report = chunk_edit.apply(PATCH, texts)
        self.assertEqual(report.tree, {"src/a.py": NEW, "b.txt": "b\n"})
        self.assertEqual(texts["src/a.py"], OLD)
        self.assertEqual(chunk_edit.preview(PATCH, texts).tree, texts)
        refused = chunk_edit.apply(PATCH, report.tree, fuzz="exact")
        self.assertFalse(refused.ok)
        self.assertEqual(refused.tree, report.tree)

    def test_bytes_stay_bytes(self):
        report = chunk_edit.apply(PATCH.encode(), {"src/a.py": OLD.encode(), "x": b"\xff"})
        self.assertEqual(report.tree, {"src/a.py": NEW.encode(), "x": b"\xff"})

    def test_files_come_and_go(self):
        patch = "operations:\n  - {path: new.py, op: create_file, payload: 'a = 1'}\n  - {path: b.txt, op: delete_file}\n"
        self.assertEqual(chunk_edit.apply(patch, {"b.txt": "b\n"}).tree, {"new.py": "a = 1\n"})

    def test_what_is_no_tree_is_told(self):
        for texts in [{"../a": ""}, {"/a": ""}, {"a": "", "a/b": ""}, {"": ""}]:
            with self.assertRaises(ValueError):
                chunk_edit.apply(PATCH, texts)
        for options in [{"format": "x"}, {"fuzz": "x"}, {"verify_syntax": "x"}]:
            with self.assertRaises(ValueError):
                chunk_edit.apply(PATCH, {"src/a.py": OLD}, **options)
        with self.assertRaises(TypeError):
            chunk_edit.preview(PATCH, {}, undo=True)

    def test_symbols(self):
        [listed] = chunk_edit.symbols({"a.py": "class A:\n    def run(self):\n        pass\n", "b.txt": "b\n"})
        self.assertEqual([symbol["address"] for symbol in listed["symbols"]], ["A", "A.run"])

    def test_reports_travel(self):
        report = chunk_edit.apply(PATCH, {"src/a.py": OLD})
        again = pickle.loads(pickle.dumps(report))
        self.assertEqual((again, again.text, again.tree), (report, report.text, report.tree))

    def test_the_documentation_is_so(self):
        self.assertEqual(doctest.testmod(chunk_edit).failed, 0)


class TheExample(unittest.TestCase):
    def run_example(self, folder, on, roots, *more):
        done = subprocess.run(
            [sys.executable, str(EXAMPLE), str(folder / "p.yaml"), str(folder / "outcomes"), *roots, "--on", on, *more],
            stdout=subprocess.PIPE,
            env=dict(os.environ, XDG_STATE_HOME=str(folder / "state")),
        )
        return done.returncode, done.stdout.decode()

    def check_way(self, on):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "p.yaml").write_text(PATCH)
            roots = []
            for at in range(12):
                file = folder / ("r%d" % at) / "src" / "a.py"
                file.parent.mkdir(parents=True)
                file.write_text(OLD if at != 7 else "LIMIT = 99\n")
                roots.append(str(folder / ("r%d" % at)))
            status, told = self.run_example(folder, on, roots[:5])
            self.assertEqual((status, told.count("applied ")), (0, 5), told)
            # As if it had been interrupted while a line was written.
            with open(folder / "outcomes", "a") as outcomes:
                outcomes.write('{"root": "cut o')
            status, told = self.run_example(folder, on, roots)
            self.assertEqual((status, told.count("applied "), told.count("refused /")), (1, 6, 1), told)
            self.assertTrue(told.endswith("7 done, 5 before, 1 refused\n"), told)
            (folder / "r7" / "src" / "a.py").write_text(OLD)
            status, told = self.run_example(folder, on, roots, "--again")
            self.assertTrue(told.endswith("1 done, 11 before, 0 refused\n"), told)
            self.assertEqual(status, 0)
            for root in roots:
                self.assertEqual(Path(root, "src", "a.py").read_text(), NEW)

    def test_here(self):
        self.check_way("here")

    def test_dask(self):
        try:
            import distributed  # noqa: F401
        except ImportError:
            self.skipTest("dask is not installed")
        self.check_way("dask")

    def test_ray(self):
        try:
            import ray  # noqa: F401
        except ImportError:
            self.skipTest("ray is not installed")
        self.check_way("ray")


if __name__ == "__main__":
    unittest.main()
