
def report(params):
    """A table in Markdown."""
    result = params["result"]
    lines = [f"# {result['run']}: {result['state']}", "", "| element | expression | error |", "|---|---|---|"]
    for e in result["elements"]:
        final = e.get("final")
        said = ("`" + str(final.get("stoex", "")) + "`", final.get("relative_error")) if final else ("nothing", "")
        lines.append(f"| {e['component']}.{e['service']} {e['name']} | {said[0]} | {said[1]} |")
    return {"text": "\n".join(lines) + "\n"}

