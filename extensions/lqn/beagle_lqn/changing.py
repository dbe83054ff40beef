"""Expressions in a layered queueing network: numbers, since it has no parameters."""
import ast
import re

from .reading import Model

_PARAMETER = re.compile(r"\$[A-Za-z_]\w*\Z")


def say(params):
    """Answers adapter/say."""
    if "guards" in params:
        raise ValueError("a fork of a layered queueing network has probabilities, no conditions")
    return {"text": "%r" % constant(params["expression"])}


def constant(text):
    """The value of StoEx without variables; whole numbers are divided whole."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError("%.80s is more than a number" % text) from None
    names = sorted({ast.unparse(n) for n in ast.walk(tree) if isinstance(n, (ast.Attribute, ast.Name))})
    if names:
        raise ValueError("%.80s depends on %s, and a layered queueing network has no parameters" % (text, names[-1]))

    def value(node):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return -value(node.operand) if isinstance(node.op, ast.USub) else value(node.operand)
        if isinstance(node, ast.BinOp):
            left, right = value(node.left), value(node.right)
            if isinstance(node.op, ast.Add):
                return left + right
            if isinstance(node.op, ast.Sub):
                return left - right
            if isinstance(node.op, ast.Mult):
                return left * right
            if isinstance(node.op, ast.Div) and right:
                return int(left / right) if isinstance(left, int) and isinstance(right, int) else left / right
        raise ValueError("%.80s is more than a number" % text)

    result = value(tree)
    if not 0 <= result < float("inf"):
        raise ValueError("%.80s is no number from 0 on" % text)
    return result


def judge(params):
    """Answers adapter/judge."""
    if "guards" in params:
        return {"problems": []}  # each was judged by itself
    text = params.get("text", "").strip()
    if params.get("element", {}).get("kind") == "branch":
        return wrong("a fork has probabilities, no conditions")
    if _PARAMETER.match(text):
        return {"problems": []}
    try:
        number = float(text)
    except ValueError:
        return wrong("%.80s is no number; write one, or a parameter such as $demand" % text)
    if not 0 <= number < float("inf"):
        return wrong("%s is no number from 0 on" % text)
    return {"problems": []}


def wrong(message):
    return {"problems": [{"severity": "error", "message": message}]}


def change(params):
    """Answers adapter/change."""
    model, edits = Model(params["text"]), []

    def put(key, text):
        if key not in model.places:
            raise ValueError("the model has no %s any more" % key)
        node, attribute = model.places[key]
        edits.append(model.document.edit(node, attribute, text))

    for one in params["changes"]:
        transitions = one.get("transitions") or []
        for transition in transitions:
            if transition.get("probability") is None:
                raise ValueError("a fork has probabilities, no conditions")
            put(transition["id"], "%r" % transition["probability"])
        if not transitions:
            problems = judge({"text": one["text"]})["problems"]
            if problems:
                raise ValueError(problems[0]["message"])
            put(one["element"]["id"], one["text"].strip())
    return {"edits": sorted(edits, key=lambda e: e["at"])}
