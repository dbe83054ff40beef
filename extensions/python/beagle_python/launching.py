"""Point tool: makes an order ready, and says how the program is run with probes."""
import json
import os

from . import rewrite
from .source import read

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_prepared = {}


def prepare(params):
    """Keeps the order where the program finds it, and says what cannot be measured."""
    problems = []
    if params.get("build"):
        problems.append({"severity": "info", "message": "build: is not needed for Python, and was not run"})
    for path in sorted({p["code"]["file"] for p in params["sections"] + params["services"]}):
        if not path or not os.path.isfile(path):
            problems.append({"severity": "warning", "message": "there is no source %s" % (path or "of a section"), "hint": "correct sources: or the link"})
            continue
        try:
            text, mark = read(path)
            problems += rewrite.rewrite(text, mark, params, path)[1]
        except (SyntaxError, ValueError) as error:
            problems.append({"severity": "error", "message": "the source cannot be parsed: %s" % error, "file": path, "line": getattr(error, "lineno", None) or 0})
    order = os.path.join(params["work"], "order.json")
    with open(order, "w", encoding="utf-8") as file:
        json.dump({"sections": params["sections"], "services": params["services"], "clock": params["clock"]}, file)
    _prepared.update(order=order, files={os.path.realpath(p["code"]["file"]) for p in params["sections"] + params["services"] if p["code"]["file"]})
    return {"problems": problems}


def launch(params):
    """The user's command with the probes' folder on PYTHONPATH. A script that is
    itself measured is run by our runner, since Python does not import it."""
    if not _prepared:
        raise LookupError("no order was prepared")
    env = dict(params.get("env") or {})
    before = env.get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    env["PYTHONPATH"] = os.pathsep.join([os.path.join(_FOLDER, "hook")] + ([before] if before else []))
    env["BEAGLE_PYTHON_ORDER"], env["BEAGLE_PYTHON_RECORDS"] = _prepared["order"], params["records"]
    command, problems = list(params["command"]), []
    for place, word in enumerate(command[1:], 1):
        if word == "-m":
            break
        if word in ("-I", "-E", "-S") or word.startswith("-") and not word.startswith("--") and set(word[1:]) & set("IES"):
            problems.append({"severity": "warning", "message": "the option %s keeps probes out of the program" % word, "hint": "leave it out of the launch's command"})
        if word.endswith(".py") and os.path.realpath(os.path.join(params["dir"], word)) in _prepared["files"]:
            command.insert(place, os.path.join(_FOLDER, "runner.py"))
            break
    return {"command": command, "dir": params["dir"], "env": env, "problems": problems}
