"""Puts probes into a module's syntax tree, by a measurement order. Lines stay, so
that tracebacks and debuggers show the source as it is.

A demand is timed from before its first to after its last statement, also where it
leaves by return, break or continue, and not where an exception leaves it. A loop
counts its bodies, a branch says which way it goes, a call passes through a probe
that sees the arguments as the callee gets them."""
import ast

from .source import FUNCTIONS, LOOPS, Source, blocks, functions, name_of_call, parameters

PROBES = "__beagle__"  # the probes' name in a module; two underscores at its end keep classes from mangling it


class Rewriter:
    """Finds the sections of an order in a module, and rewrites it."""

    def __init__(self, source, order, path):
        self.source, self.problems = source, []
        self.lists = {}      # offset of a statement -> its list and place in it
        self.owner = {}      # id of a list of statements -> the node that it belongs to
        self.function = {}   # id of a statement -> the function that it lies in
        self.receivers = {id(f): owner is not None for f, owner in functions(source.tree)}
        self.services, self.demands, self.loops, self.taken, self.otherwise, self.calls = {}, {}, {}, {}, {}, {}
        self.number = 0
        self.index(source.tree, None)
        for i, service in enumerate(order["services"]):
            if service["code"]["file"] == path:
                self.find(lambda: self.service(i, service), service["code"], service["name"], "")
        for i, section in enumerate(order["sections"]):
            if section["code"]["file"] == path:
                self.find(lambda: self.section(i, section), section["code"], section["kind"], section["element"])

    def find(self, find, code, what, element):
        """Finds a section, or says why it cannot be measured."""
        try:
            find()
        except LookupError as error:
            line = self.source.text.encode("utf-16-le", "surrogatepass")[:2 * code["first"]].decode("utf-16-le", "replace").count("\n") + 1
            self.problems.append({
                "severity": "warning", "message": "%s cannot be measured: %s" % (what, error.args[0]), "hint": "correct its link",
                "file": code["file"], "line": line, "element": element,
            })

    def index(self, node, function):
        if isinstance(node, FUNCTIONS):
            function = node
        for block in blocks(node):
            self.owner[id(block)] = node
            for place, statement in enumerate(block):
                self.lists.setdefault(self.source.start(statement), (block, place))
                self.function[id(statement)] = function
                self.index(statement, function)

    def at(self, code):
        """The list of a section's statements, and the places of its first and last."""
        try:
            block, first = self.lists[code["first"]]
            other, last = self.lists[code["last"]]
        except KeyError:
            raise LookupError("no statement begins at offset %d or %d" % (code["first"], code["last"])) from None
        if other is not block or last < first:
            raise LookupError("its first and last statement are not of one block")
        reason = waits(self.function[id(block[first])])
        if reason:
            raise LookupError(reason)
        return block, first, last

    def service(self, i, service):
        code = service["code"]
        around = [f for f, _ in functions(self.source.tree) if self.source.start(f) <= code["first"] < self.source.end(f)]
        if not around:
            raise LookupError("no function is at offset %d" % code["first"])
        around.sort(key=self.source.start)
        own = [x for x in service["inputs"] if "." not in x["name"]]
        named = [f for f in around if f.name == service["name"] and len(parameters(f, self.receivers[id(f)])) == len(own)]
        function = (named or around)[-1]
        reason = waits(function)
        if reason:
            raise LookupError(reason)
        names = parameters(function, self.receivers[id(function)])
        inputs = []
        for number, one in enumerate(service["inputs"]):
            if one["position"] < len(names):
                inputs.append((number, names[one["position"]], one["name"].split(".")[1:]))
        self.services.setdefault(id(function), []).append((i, inputs))

    def section(self, i, section):
        block, first, last = self.at(section["code"])
        kind = section["kind"]
        if kind == "demand":
            self.demands.setdefault(id(block), []).append((first, last, i))
        elif kind == "loop-body":
            loop = self.owner[id(block)]
            if not isinstance(loop, LOOPS) or block is not loop.body:
                raise LookupError("its statements are not the body of a loop")
            self.loops.setdefault(id(loop), []).append(i)
        elif kind == "transition" and section.get("else"):
            self.otherwise.setdefault(id(self.last_alternative(block)), []).append(i)
        elif kind == "transition":
            self.taken.setdefault(id(block), []).append((first, i))
        else:
            self.calls[id(self.call(block[first:last + 1], section["callee"]))] = (i, section.get("args") or [])

    def last_alternative(self, block):
        choice = self.owner[id(block)]
        while isinstance(choice, ast.If) and len(choice.orelse) == 1 and isinstance(choice.orelse[0], ast.If):
            choice = choice.orelse[0]
        if isinstance(choice, ast.If) and not choice.orelse:
            return choice
        if type(choice).__name__ == "Match":
            return choice
        raise LookupError("no if without an else is around it")

    def call(self, statements, callee):
        for statement in statements:
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and name_of_call(node) == callee and id(node) not in self.calls:
                    return node
        raise LookupError("nothing in it calls %s" % callee)

    # Rewriting. Tokens are the variables of demands that have begun, the innermost
    # last; loops are how many of these had when the loops around began.

    def rewritten(self):
        """The module with its probes."""
        tree = self.source.tree
        tree.body = self.block(tree.body, [], [])
        ast.fix_missing_locations(tree)
        return tree

    def block(self, body, tokens, loops):
        out, open_here = [], []
        demands = self.demands.get(id(body), [])
        for place, statement in enumerate(body):
            for first, i in self.taken.get(id(body), []):
                if first == place:
                    out.append(self.probe("taken", statement, i))
            for first, last, i in sorted(demands, key=lambda d: -d[1]):
                if first == place:
                    self.number += 1
                    token = "_beagle_%d" % self.number
                    assign = ast.Assign(targets=[ast.Name(token, ast.Store())], value=self.probe("begin", statement, i).value)
                    out.append(ast.copy_location(assign, statement))
                    open_here.append((last, token))
            inside = tokens + [token for _, token in open_here]
            out.extend(self.statement(statement, inside, loops))
            while open_here and open_here[-1][0] == place:
                out.append(self.end([open_here.pop()[1]], statement))
        return out

    def statement(self, s, tokens, loops):
        if isinstance(s, FUNCTIONS):
            s.body = self.entered(s, self.block(s.body, [], []))
            return [s]
        if isinstance(s, ast.ClassDef):
            s.body = self.block(s.body, [], [])
            return [s]
        if isinstance(s, ast.Return) and tokens:
            value = self.expression(s.value) if s.value else ast.Constant(None)
            names = [ast.Name(t, ast.Load()) for t in reversed(tokens)]
            s.value = self.located(ast.Call(self.name("end_with"), [value] + names, []), s)
            return [s]
        if isinstance(s, (ast.Break, ast.Continue)) and loops and len(tokens) > loops[-1]:
            return [self.end(list(reversed(tokens[loops[-1]:])), s), s]
        counted = self.loops.get(id(s))
        lacks_else = self.otherwise.get(id(s))
        is_loop = isinstance(s, LOOPS)
        for field in ("body", "orelse", "finalbody"):
            value = getattr(s, field, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(s, field, self.block(value, tokens, loops + [len(tokens)] if is_loop and field == "body" else loops))
        for part in getattr(s, "handlers", []) + getattr(s, "cases", []):
            part.body = self.block(part.body, tokens, loops)
        self.inside(s)
        if lacks_else:
            probes = [self.probe("taken", s, i) for i in lacks_else]
            if isinstance(s, ast.If):
                s.orelse = probes
            else:
                s.cases.append(ast.match_case(pattern=ast.MatchAs(), guard=None, body=probes))
        return self.counting(s, counted) if counted else [s]

    def counting(self, loop, sections):
        """The loop with a count of its bodies, which is told however the loop ends."""
        self.number += 1
        count = "_beagle_%d" % self.number
        loop.body.insert(0, self.located(ast.AugAssign(ast.Name(count, ast.Store()), ast.Add(), ast.Constant(1)), loop))
        begin = self.located(ast.Assign(targets=[ast.Name(count, ast.Store())], value=ast.Constant(0)), loop)
        tell = [self.probe("count", loop, i, ast.Name(count, ast.Load())) for i in sections]
        return [begin, self.located(ast.Try(body=[loop], handlers=[], orelse=[], finalbody=tell), loop)]

    def entered(self, function, body):
        """A service's body between its entry and its exit."""
        services = self.services.get(id(function))
        if not services:
            return body
        doc = body[:1] if ast.get_docstring(function, clean=False) is not None else []
        enter, leave = [], []
        for i, inputs in services:
            values = [ast.Tuple([ast.Constant(n), ast.Name(name, ast.Load()), self.path(path)], ast.Load()) for n, name, path in inputs]
            enter.append(self.probe("enter", function, i, ast.Tuple(values, ast.Load())))
            leave.insert(0, self.probe("leave", function, i))
        rest = body[len(doc):] or [ast.Pass()]
        return doc + enter + [self.located(ast.Try(body=rest, handlers=[], orelse=[], finalbody=leave), function)]

    @staticmethod
    def path(path):
        return ast.Tuple([ast.Constant(word) for word in path], ast.Load())

    def inside(self, statement):
        """The calls in a statement's own expressions."""
        for field, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr):
                setattr(statement, field, self.expression(value))
            elif isinstance(value, list) and value and not isinstance(value[0], ast.stmt):
                setattr(statement, field, [self.expression(v) if isinstance(v, ast.expr) else self.part(v) for v in value])

    def part(self, node):
        if isinstance(node, ast.withitem):
            node.context_expr = self.expression(node.context_expr)
        return node

    def expression(self, node):
        if not self.calls:
            return node
        rewriter = self

        class Calls(ast.NodeTransformer):
            def visit_Call(self, call):
                found = rewriter.calls.get(id(call))
                self.generic_visit(call)
                if found is None:
                    return call
                wanted = ast.Tuple([ast.Constant(p) for p in found[1]], ast.Load())
                call.args = [ast.Constant(found[0]), wanted, call.func] + call.args
                call.func = rewriter.name("call")
                return call

        return Calls().visit(node)

    def probe(self, name, near, *arguments):
        values = [a if isinstance(a, ast.AST) else ast.Constant(a) for a in arguments]
        return self.located(ast.Expr(ast.Call(self.name(name), values, [])), near)

    def end(self, tokens, near):
        return self.probe("end", near, *[ast.Name(t, ast.Load()) for t in tokens])

    @staticmethod
    def name(probe):
        return ast.Attribute(ast.Name(PROBES, ast.Load()), probe, ast.Load())

    @staticmethod
    def located(node, near):
        for part in ast.walk(node):
            if not hasattr(part, "lineno") and "lineno" in part._attributes:
                ast.copy_location(part, near)
        return node


def waits(function):
    """Why what happens in a function does not happen in one go; None: it does."""
    if isinstance(function, ast.AsyncFunctionDef):
        return "it is in an async function, which others interrupt"
    if function is None:
        return None
    todo = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return "it is in a generator, which others interrupt"
        if not isinstance(node, FUNCTIONS + (ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
    return None


def rewrite(text, mark, order, path):
    """A source's tree with its probes, and what cannot be measured."""
    rewriter = Rewriter(Source(text, mark), order, path)
    return rewriter.rewritten(), rewriter.problems
