"""Tests of beagle-python: python3 -m unittest, in this folder."""
import collections
import os
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest

sys.dont_write_bytecode = True
from beagle_python import launching, probes, reader, rewrite, source  # noqa: E402

KINDS = {1: "enter", 2: "leave", 3: "value", 4: "call", 5: "returned", 6: "demand", 7: "taken", 9: "count", 100: "text", 101: "end"}


def events(folder):
    """The records of all processes, as Beagle reads them."""
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        assert data.startswith(probes.START), data[:20]
        at, texts = len(probes.START), {}
        while at < len(data):
            kind, value, char, number, index, _, thread, a, b, x = struct.unpack_from("<BBBxiiiqqqd", data, at)
            at += 48
            if kind == probes.TEXT:
                texts[number] = data[at:at + index].decode()
                at += (index + 47) // 48 * 48
                continue
            said = {0: None, 1: x, 2: bool(x), 3: texts.get(int(x))}[value]
            found.append((KINDS[kind], number if kind != 3 else index, {3: (char, said), 6: a, 9: a, 101: a}.get(kind)))
    return found


def order_of(path, text, services, sections):
    """An order for statements, each named by the beginning of its text."""
    def code(first, last=None):
        at = source.units(text[:text.index(first)])
        return {"unit": "m", "file": path, "first": at, "last": source.units(text[:text.index(last)]) if last else at}
    return {
        "clock": "cpu",
        "services": [{"name": n, "inputs": [{"name": i, "position": k} for k, i in inputs], "code": code(c)} for n, inputs, c in services],
        "sections": [dict(s, code=code(*s["code"]), element="_e", service=0, branch=0) for s in sections],
    }


class Programs(unittest.TestCase):
    def run_with(self, text, services, sections, command=None):
        """Runs a script with probes; its output must be that without them."""
        text = textwrap.dedent(text)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "script.py")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            work, records = os.path.join(folder, "work"), os.path.join(folder, "records")
            os.mkdir(work)
            os.mkdir(records)
            params = order_of(path, text, services, sections)
            told = launching.prepare(dict(params, project=folder, work=work))
            how = launching.launch({"name": "l", "number": 1, "command": command or [sys.executable, "script.py"], "dir": folder, "records": records})
            plain = subprocess.run([sys.executable, "script.py"], cwd=folder, capture_output=True, text=True)
            probed = subprocess.run(how["command"], cwd=folder, env=dict(os.environ, **how["env"]), capture_output=True, text=True)
            self.assertEqual((plain.returncode, plain.stdout), (probed.returncode, probed.stdout), probed.stderr)
            return events(records), told["problems"]

    def test_what_a_service_does_is_recorded_in_its_order(self):
        got, problems = self.run_with('''
            import enum
            class Kind(enum.Enum):
                A = 1
            class Other:
                def save(self, size, name):
                    return size
            class Service:
                """Docs."""
                def work(self, n, kind, data):
                    "What it does."
                    if kind is Kind.A:
                        n += 1
                    for i in range(n):
                        if i == 3:
                            break
                        n += 0
                    return Other().save(name="näme", size=n)
            print(Service().work(5, Kind.A, b"abc"), Service().work(0, None, [1, 2]))
            ''', [("work", [(0, "n"), (1, "kind"), (2, "data")], "if kind is")], [
            {"kind": "transition", "code": ("n += 1",)},
            {"kind": "transition", "code": ("n += 1",), "else": True},
            {"kind": "loop-body", "code": ("if i == 3", "n += 0")},
            {"kind": "call", "code": ("return Other",), "callee": "save", "args": [0, 1, -1]},
        ])
        self.assertEqual(problems, [])
        self.assertEqual(got, [
            ("enter", 0, None), ("value", 0, (2, 5.0)), ("value", 1, (2, "A")), ("value", 2, (1, 3.0)), ("value", 2, (3, 3.0)),
            ("taken", 0, None), ("count", 2, 4), ("call", 3, None), ("value", 0, (2, 6.0)),
            ("value", 1, (2, "näme")), ("value", 1, (1, 4.0)), ("value", 1, (3, 5.0)), ("returned", 3, None), ("value", -1, (2, 6.0)), ("leave", 0, None),
            ("enter", 0, None), ("value", 0, (2, 0.0)), ("value", 1, (2, None)), ("value", 2, (1, 2.0)),
            ("taken", 1, None), ("count", 2, 0), ("call", 3, None), ("value", 0, (2, 0.0)),
            ("value", 1, (2, "näme")), ("value", 1, (1, 4.0)), ("value", 1, (3, 5.0)), ("returned", 3, None), ("value", -1, (2, 0.0)), ("leave", 0, None),
            ("end", 0, 0),
        ])

    def test_a_demand_ends_however_it_is_left_but_by_exceptions(self):
        got, _ = self.run_with('''
            import time
            def f(way):
                while True:
                    time.sleep(0)
                    if way == "break":
                        break
                    if way == "return":
                        return way
                    if way == "raise":
                        raise ValueError
                    way = "break"
                return "end"
            for way in ("break", "return", "raise", "again"):
                try:
                    print(f(way))
                except ValueError:
                    print("raised")
            ''', [("f", [(0, "way")], "while True")], [{"kind": "demand", "code": ("time.sleep(0)", 'way = "break"')}])
        ways = collections.Counter(kind for kind, _, _ in got)
        self.assertEqual((ways["enter"], ways["leave"], ways["demand"]), (4, 4, 4))  # none of the raised one, two of the last

    def test_a_demand_is_the_threads_time(self):
        got, _ = self.run_with('''
            def work(n):
                total = sum(i * i for i in range(n))
                return total
            for _ in range(20):
                work(200000)
            ''', [("work", [(0, "n")], "total =")], [{"kind": "demand", "code": ("total =",)}])
        times = [x for kind, _, x in got if kind == "demand"]
        self.assertEqual(len(times), 20)
        self.assertGreater(min(times), 1_000_000)

    def test_threads_processes_and_exits_keep_their_events(self):
        got, _ = self.run_with('''
            import os, threading
            def step(n):
                return n
            def many():
                for i in range(1000):
                    step(i)
            ts = [threading.Thread(target=many) for _ in range(4)]
            for t in ts: t.start()
            for t in ts: t.join()
            child = os.fork()
            if child == 0:
                step(-1)
                raise SystemExit
            os.waitpid(child, 0)
            ''', [("step", [(0, "n")], "return n")], [])
        ways = collections.Counter(kind for kind, _, _ in got)
        self.assertEqual((ways["enter"], ways["leave"], ways["end"]), (4001, 4001, 2))
        self.assertEqual(sum(1 for kind, _, said in got if kind == "value" and said == (2, -1.0)), 1)

    def test_what_cannot_be_measured_is_said(self):
        got, problems = self.run_with('''
            import asyncio
            async def later(n):
                return n
            def each(n):
                for i in range(n):
                    yield i
            def plain(n):
                x = n
                return x
            print(asyncio.run(later(3)), list(each(2)), plain(1))
            ''', [("later", [(0, "n")], "return n\n"), ("plain", [(0, "n")], "x = n")], [
            {"kind": "demand", "code": ("yield i",)}, {"kind": "loop-body", "code": ("x = n",)}, {"kind": "call", "code": ("x = n",), "callee": "save"},
        ])
        said = " ".join(p["message"] for p in problems)
        for want in ("async", "generator", "not the body of a loop", "nothing in it calls save"):
            self.assertIn(want, said)
        self.assertEqual([k for k, _, _ in got], ["enter", "value", "leave", "end"])


class Sources(unittest.TestCase):
    def test_offsets_count_utf16_units(self):
        text = '"""ä𝄞"""\r\nx = "𝄞"; y = 1\r\ndef f(a, *, b: int = 3):\r\n    return a\r\n'
        parsed = source.Source(text, 1)
        starts = [parsed.start(s) for s in parsed.tree.body]
        self.assertEqual(starts, [1, 12, 22, 29])
        self.assertEqual([m["first"] for m in reader.methods({"path": "/x/m.py", "text": text})["methods"]], [28])

    def test_statements_are_told_apart(self):
        method = reader.methods({"path": "/x/m.py", "text": textwrap.dedent('''
            class A:
                def f(self, xs, deep=False):
                    """Docs."""
                    if deep and ready():
                        a()
                    elif xs:
                        b()
                    else:
                        pass
                    for x in some(xs):
                        with opened(x) as y:
                            y.go()
                    try:
                        a()
                    finally:
                        b()
                    return xs
            ''')})["methods"][0]
        self.assertEqual((method["unit"], method["class"], method["name"], method["params"]), ("m", "A", "f", ["xs", "deep"]))
        kinds = [(s["kind"], s["calls"], len(s["inner"])) for s in method["body"]]
        self.assertEqual(kinds, [("choice", ["ready"], 3), ("loop", ["some"], 1), ("compound", [], 2), ("simple", [], 0)])
        self.assertTrue(method["body"][-1]["leaves"])


if __name__ == "__main__":
    unittest.main()
