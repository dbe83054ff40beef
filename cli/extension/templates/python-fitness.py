
def grade(params):
    """The error, and a hundredth for each node: lower is better; None: unsuitable."""
    return {"fitness": [p["error"] + p["size"] / 100 for p in params["proposals"]]}

