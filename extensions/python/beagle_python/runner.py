"""Runs a script that holds sections of the order, as "python3 SCRIPT" does."""
import builtins
import os
import sys


def main():
    script = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    from beagle_python import importing, probes, rewrite
    module = type(sys)("__main__")
    module.__dict__.update({"__file__": script, "__builtins__": builtins, rewrite.PROBES: probes})
    sys.modules["__main__"] = module
    exec(importing.compiled(script), module.__dict__)


main()
