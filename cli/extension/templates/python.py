#!/usr/bin/env python3
"""beagle-NAME: DOC."""
import json
import sys

NAME, VERSION, POINTS = "NAME", "0.1", ["KIND"]

POINT

def initialize(params):
    return {"protocol": 1, "name": NAME, "version": VERSION, "points": POINTS}


METHODS = {"initialize": initialize, "METHOD": FUNCTION}


def main():
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
            if method not in METHODS:
                raise LookupError("there is no method " + str(method))
            answer["result"] = METHODS[method](request.get("params"))
        except Exception as error:  # an answer in any case: Beagle waits for one
            answer["error"] = {"code": -32603, "message": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer, allow_nan=False) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
