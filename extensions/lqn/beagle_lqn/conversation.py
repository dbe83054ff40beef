"""The extension's side of the protocol: JSON-RPC 2.0, one message a line."""
import json
import sys


def serve(name, version, points, methods, **more):
    """Answers requests until standard input ends. What methods print must not get
    between the messages, so that it goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    methods = dict(methods)
    methods["initialize"] = lambda params: dict(more, protocol=1, name=name, version=version, points=points)
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
            method, number = request.get("method"), request.get("id")
        except (ValueError, AttributeError):
            continue  # no message
        if number is None:
            continue  # a notification, such as cancel
        answer = {"jsonrpc": "2.0", "id": number}
        try:
            if method not in methods:
                raise LookupError("there is no method %s" % method)
            answer["result"] = methods[method](request.get("params"))
        except Exception as error:  # an answer in any case: Beagle waits for one
            answer["error"] = {"code": -32603, "message": said(error)}
        out.write(json.dumps(answer) + "\n")
        out.flush()


def said(error):
    """What an exception says, for people."""
    if isinstance(error, SyntaxError):
        return "line %s: %s" % (error.lineno, error.msg)
    if isinstance(error, LookupError):
        return str(error).strip("'")
    return "%s: %s" % (type(error).__name__, error)
