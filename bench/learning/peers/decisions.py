"""Learners of decisions: what most do, scikit-learn's CART, and CIPM's recipe,
which is Weka's J48, made anew from the published description of C4.5 (Quinlan,
"C4.5: Programs for Machine Learning", 1993). Their formulas are nested choices
between the numbers of the transitions."""
import math

import numpy as np


class Most:
    def fit(self, rows, x, y, names, header):
        values, counts = np.unique(y, return_counts=True)
        self.value = float(values[counts.argmax()])

    def predict(self, rows, x):
        return np.full(len(rows), self.value)

    def text(self):
        return repr(self.value)


class CART:
    """Pruned by cost and complexity, how much by five-fold cross-validation."""

    def fit(self, rows, x, y, names, header):
        from sklearn.model_selection import GridSearchCV
        from sklearn.tree import DecisionTreeClassifier
        tree = DecisionTreeClassifier(random_state=1)
        _, counts = np.unique(y, return_counts=True)
        if len(counts) > 1 and counts.min() >= 5:
            grid = {"ccp_alpha": [0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]}
            tree = GridSearchCV(tree, grid, cv=5).fit(x, y).best_estimator_
        self.names, self.t = names, tree.fit(x, y)

    def predict(self, rows, x):
        return self.t.predict(x)

    def text(self):
        t = self.t.tree_

        def node(i):
            if t.children_left[i] < 0:
                return repr(float(self.t.classes_[t.value[i].ravel().argmax()]))
            return f"({self.names[t.feature[i]]} <= {float(t.threshold[i])!r} ? {node(t.children_left[i])} : {node(t.children_right[i])})"

        return node(0)


class C45:
    """Gain ratio among what gains at least the average, thresholds charged for
    their choice, enumerations split into all their names, two rows a leaf, pruned
    by the pessimistic error at a confidence of 0.25. Subtrees are not raised."""

    LEAST, CONFIDENCE = 2, 0.25

    def fit(self, rows, x, y, names, header):
        self.header, self.ways = header, np.unique(y)
        self.kinds = []
        for j in range(len(header)):
            try:
                [float(r[j]) for r in rows]
                self.kinds.append("number")
            except ValueError:
                self.kinds.append("text")
        self.tree = self.pruned(self.grow(self.parsed(rows), y))

    def parsed(self, rows):
        return [[float(v) if kind == "number" else v for v, kind in zip(r, self.kinds)] for r in rows]

    def counts(self, y):
        return np.array([(y == way).sum() for way in self.ways], float)

    def leaf(self, y):
        counts = self.counts(y)
        return {"way": float(self.ways[counts.argmax()]), "rows": len(y), "errors": float(len(y) - counts.max())}

    def grow(self, rows, y):
        leaf = self.leaf(y)
        if leaf["errors"] == 0 or len(y) < 2 * self.LEAST:
            return leaf
        splits = [s for j in range(len(self.header)) if (s := self.split(rows, y, j))]
        splits = [s for s in splits if s["gain"] > 1e-9]
        if not splits:
            return leaf
        average = sum(s["gain"] for s in splits) / len(splits)
        best = max((s for s in splits if s["gain"] >= average - 1e-9), key=lambda s: s["ratio"])
        sides = {}
        for i, row in enumerate(rows):
            sides.setdefault(self.side(best, row), []).append(i)
        return leaf | best | {"sides": {side: self.grow([rows[i] for i in at], y[at]) for side, at in sides.items()}}

    def side(self, split, row):
        value = row[split["column"]]
        return value if split["at"] is None else value <= split["at"]

    def split(self, rows, y, j):
        values = [r[j] for r in rows]
        before = entropy(self.counts(y))
        if self.kinds[j] == "text":
            parts = [y[[i for i, v in enumerate(values) if v == level]] for level in sorted(set(values))]
            if sum(len(p) >= self.LEAST for p in parts) < 2:
                return None
            gain = (before - sum(entropy(self.counts(p)) for p in parts)) / len(y)
            return {"column": j, "at": None, "gain": gain, "ratio": gain / self.spread([len(p) for p in parts])}
        order = np.argsort(values, kind="stable")
        v, sorted_y = np.array(values)[order], y[order]
        indicator = (sorted_y[:, None] == self.ways[None, :]).cumsum(axis=0)
        best, tried = None, 0
        for i in range(len(v) - 1):
            if v[i] == v[i + 1]:
                continue
            tried += 1
            if i + 1 < self.LEAST or len(v) - i - 1 < self.LEAST:
                continue
            left = entropy(indicator[i]) + entropy(indicator[-1] - indicator[i])
            if best is None or left < best[0]:
                best = (left, i)
        if best is None:
            return None
        gain = (before - best[0]) / len(y) - math.log2(tried) / len(y)
        i = best[1]
        return {"column": j, "at": float((v[i] + v[i + 1]) / 2), "gain": gain, "ratio": gain / self.spread([i + 1, len(v) - i - 1])}

    def spread(self, sizes):
        return entropy(np.array(sizes, float)) / sum(sizes)

    def pruned(self, tree):
        if "sides" not in tree:
            return tree
        tree["sides"] = {side: self.pruned(below) for side, below in tree["sides"].items()}
        alone = tree["errors"] + more_errors(tree["rows"], tree["errors"], self.CONFIDENCE)
        if alone <= self.estimate(tree) + 0.1:
            return {k: tree[k] for k in ("way", "rows", "errors")}
        return tree

    def estimate(self, tree):
        if "sides" not in tree:
            return tree["errors"] + more_errors(tree["rows"], tree["errors"], self.CONFIDENCE)
        return sum(self.estimate(below) for below in tree["sides"].values())

    def predict(self, rows, x):
        out = []
        for row in self.parsed(rows):
            tree = self.tree
            while "sides" in tree and self.side(tree, row) in tree["sides"]:
                tree = tree["sides"][self.side(tree, row)]
            out.append(tree["way"])
        return np.array(out)

    def text(self):
        def node(tree):
            if "sides" not in tree:
                return repr(tree["way"])
            name, at = self.header[tree["column"]], tree["at"]
            if at is not None:
                return f"({name} <= {at!r} ? {node(tree['sides'][True])} : {node(tree['sides'][False])})"
            sides = sorted(tree["sides"].items())
            if all(side in ("true", "false") for side, _ in sides):
                return f"({name} > 0.5 ? {node(tree['sides']['true'])} : {node(tree['sides']['false'])})"
            text = node(sides[-1][1])
            for side, below in reversed(sides[:-1]):
                text = f'({name} == "{side}" ? {node(below)} : {text})'
            return text

        return node(self.tree)


def entropy(counts):
    """Of all rows together, in bits."""
    counts = np.asarray(counts, float)
    counts = counts[counts > 0]
    total = counts.sum()
    return float(total * math.log2(total) - (counts * np.log2(counts)).sum()) if total > 0 else 0.0


def more_errors(rows, errors, confidence):
    """How many more errors than were seen are to be expected (C4.5, chapter 4)."""
    if errors < 1:
        none = rows * (1 - confidence ** (1 / rows))
        return none if errors == 0 else none + errors * (more_errors(rows, 1, confidence) - none)
    if errors + 0.5 >= rows:
        return max(rows - errors, 0)
    z = 0.6744897501960817  # the normal quantile of 0.75
    f = (errors + 0.5) / rows
    r = (f + z * z / (2 * rows) + z * math.sqrt(f / rows - f * f / rows + z * z / (4 * rows * rows))) / (1 + z * z / rows)
    return r * rows - errors


PEERS = {"mean": Most, "cart": CART, "cipm": C45}
