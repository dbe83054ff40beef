"""Puts probes into modules as they are imported."""
import importlib.abc
import importlib.machinery
import json
import os
import sys

from . import probes, rewrite
from .source import read

_order, _files = None, frozenset()


def install(order, records):
    """Begins to measure in this process."""
    global _order, _files
    with open(order, encoding="utf-8") as file:
        _order = json.load(file)
    parts = _order["sections"] + _order["services"]
    _files = frozenset(os.path.realpath(p["code"]["file"]) for p in parts)
    probes.start(records, _order["clock"] == "wall")
    sys.meta_path.insert(0, Finder())


def measured(path):
    """Whether a file holds sections of the order."""
    return os.path.realpath(path) in _files


def compiled(path):
    """The code of a file with its probes."""
    text, mark = read(path)
    real = os.path.realpath(path)
    order = {"sections": [_at(p, real) for p in _order["sections"]], "services": [_at(p, real) for p in _order["services"]]}
    tree, _ = rewrite.rewrite(text, mark, order, real)
    return compile(tree, path, "exec", dont_inherit=True)


def _at(part, real):
    code = part["code"]
    return dict(part, code=dict(code, file=real)) if os.path.realpath(code["file"]) == real else part


class Finder(importlib.abc.MetaPathFinder):
    """Finds modules as Python does, and has those of the order compiled with probes."""

    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not spec.origin or not isinstance(spec.loader, importlib.machinery.SourceFileLoader) or not measured(spec.origin):
            return None
        spec.loader = Loader(spec.loader.name, spec.loader.path)
        spec.cached = None
        return spec


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a source with probes; the compiled form is not kept."""

    def get_code(self, fullname):
        return compiled(self.path)

    def exec_module(self, module):
        module.__dict__[rewrite.PROBES] = probes
        super().exec_module(module)
