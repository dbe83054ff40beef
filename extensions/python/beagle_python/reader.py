"""Point language: what methods and statements a source holds."""
import ast
import os

from .source import FUNCTIONS, LOOPS, Source, functions, name_of_call, parameters

MATCH = getattr(ast, "Match", ())
TRY = (ast.Try,) + ((ast.TryStar,) if hasattr(ast, "TryStar") else ())


def methods(params):
    """The functions of a source, in its order."""
    source = Source(params["text"])
    unit = unit_of(params["path"])
    found = []
    for function, owner in functions(source.tree):
        names = parameters(function, owner is not None)
        notes = {a.arg: ast.unparse(a.annotation) for a in ast.walk(function.args) if isinstance(a, ast.arg) and a.annotation}
        found.append({
            "unit": unit, "class": owner.name if owner else unit.rpartition(".")[2], "name": function.name,
            "params": names, "types": [notes.get(n, "") for n in names],
            "first": source.start(function), "end": source.end(function), "body": statements(source, function.body),
        })
    found.sort(key=lambda m: m["first"])
    return {"methods": found}


def unit_of(path):
    """The qualified name of a module, by the packages that its folders are."""
    folder, name = os.path.split(os.path.abspath(path))
    parts = [] if name == "__init__.py" else [name[:-3]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    return ".".join(parts) or name[:-3]


def statements(source, body):
    """The statements of a list that do something."""
    return [statement(source, s) for s in body if does(s)]


def does(s):
    """Docstrings, declarations and definitions do nothing when they are reached."""
    if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant):
        return False
    return not isinstance(s, (ast.Pass, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.ClassDef) + FUNCTIONS)


def statement(source, s):
    """One statement and what lies in it."""
    kind, inner, own = "simple", [], [s]
    if isinstance(s, LOOPS):
        kind, inner, own = "loop", [s.body], [s.test if isinstance(s, ast.While) else s.iter]
    elif isinstance(s, ast.If):
        kind = "choice"
        inner, own = alternatives(s)
    elif MATCH and isinstance(s, MATCH):
        kind, inner, own = "choice", [c.body for c in s.cases], [s.subject]
    elif isinstance(s, (ast.With, ast.AsyncWith)):
        kind, inner, own = "compound", [s.body], [i.context_expr for i in s.items]
    elif isinstance(s, TRY):
        kind, own = "compound", []
        inner = [s.body] + [h.body for h in s.handlers] + [b for b in (s.orelse, s.finalbody) if b]
    return {
        "kind": kind, "at": source.start(s), "end": source.end(s), "calls": calls(own),
        "inner": [statements(source, block) for block in inner], "leaves": leaves(s),
    }


def alternatives(s):
    """The blocks and the conditions of an if; elif is an alternative beside the others."""
    inner, own = [s.body], [s.test]
    while len(s.orelse) == 1 and isinstance(s.orelse[0], ast.If):
        s = s.orelse[0]
        inner.append(s.body)
        own.append(s.test)
    return inner + ([s.orelse] if s.orelse else []), own


def calls(nodes):
    """The names of what is called, each once, in order."""
    names = []
    for node in nodes:
        for part in ast.walk(node):
            name = name_of_call(part) if isinstance(part, ast.Call) else None
            if name and name not in names:
                names.append(name)
    return names


def leaves(s):
    """Whether a statement only leaves: it computes nothing worth an action."""
    if isinstance(s, ast.Return):
        return s.value is None or isinstance(s.value, (ast.Constant, ast.Name, ast.Attribute))
    return isinstance(s, (ast.Break, ast.Continue))
