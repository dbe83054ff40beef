
def propose(params):
    """Lines through one number each, the best first."""
    data, lines = params["data"], []
    if params["element"]["kind"] == "branch":
        return {"proposals": []}  # each of its transitions would need a guard or a probability
    for column in data["columns"]:
        if column["kind"] != "number":
            continue
        points = [(x, y) for x, y in zip(column["values"], data["target"]) if x is not None and y is not None]
        line = fit(points)
        if line:
            start, slope, error = line
            sign = "-" if slope < 0 else "+"
            # a whole number over a whole number is whole in StoEx: write 2.0 where you divide
            expression = f"{start:.9g} {sign} {abs(slope):.9g} * {column['variable']}"
            lines.append((error, expression))
    lines.sort()
    return {"proposals": [{"expression": e, "why": "a line through one input"} for _, e in lines]}


def fit(points):
    """Least squares: (value at 0, slope, sum of squared errors)."""
    n = len(points)
    if n < 2:
        return None
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    sxx = sum((x - mx) ** 2 for x, _ in points)
    if sxx == 0:
        return None
    slope = sum((x - mx) * (y - my) for x, y in points) / sxx
    start = my - slope * mx
    return start, slope, sum((start + slope * x - y) ** 2 for x, y in points)

