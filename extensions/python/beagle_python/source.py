"""A source file, and where in it things lie. Beagle's offsets count UTF-16 code
units from the start of the file; Python's positions are lines, and bytes of UTF-8
in them."""
import ast
import io
import tokenize


def read(path):
    """The text of a file, and 1 where it has a byte order mark, else 0."""
    with open(path, "rb") as file:
        data = file.read()
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    mark = 1 if encoding == "utf-8-sig" else 0
    return data.decode(encoding), mark


def units(text):
    """The length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Source:
    """A parsed source."""

    def __init__(self, text, mark=0):
        self.text = text
        self.tree = ast.parse(text)
        self.lines = io.StringIO(text, newline="").readlines() or [""]
        self.starts = [mark]
        for line in self.lines:
            self.starts.append(self.starts[-1] + units(line))

    def offset(self, line, column):
        """The offset of a position: lines from 1, columns in bytes of UTF-8."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if not text.isascii():
            column = units(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))
        return self.starts[min(line, len(self.lines)) - 1] + column

    def start(self, node):
        """Where a statement begins, with its decorators."""
        line, column = node.lineno, node.col_offset
        for decorator in getattr(node, "decorator_list", []):
            if decorator.lineno < line:
                line, column = decorator.lineno, decorator.col_offset - 1
        return self.offset(line, column)

    def end(self, node):
        """Where a node ends."""
        return self.offset(node.end_lineno, node.end_col_offset)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS = (ast.For, ast.While, ast.AsyncFor)


def blocks(node):
    """The lists of statements directly below a node, in their order."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        value = getattr(node, field, None)
        if isinstance(value, list) and value:
            if field in ("handlers", "cases"):
                for part in value:
                    yield part.body
            elif isinstance(value[0], ast.stmt):
                yield value


def parameters(function, method):
    """The names of a function's parameters, of a method without its receiver."""
    a = function.args
    names = [x.arg for x in getattr(a, "posonlyargs", []) + a.args]
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
    if method and not static:
        names = names[1:]
    if a.vararg:
        names.append(a.vararg.arg)
    return names + [x.arg for x in a.kwonlyargs] + ([a.kwarg.arg] if a.kwarg else [])


def functions(tree):
    """All functions with the class that they lie in, or None."""
    found = []

    def below(node, owner):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FUNCTIONS):
                found.append((child, owner))
                below(child, None)
            elif isinstance(child, ast.ClassDef):
                below(child, child)
            else:
                below(child, owner)

    below(tree, None)
    return found


def name_of_call(call):
    """The name of the function that a call names; None: it names none."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else None
