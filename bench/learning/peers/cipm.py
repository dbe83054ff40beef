"""The two learners of CIPM (Mazkatli, Monschein and others), made anew from
their published descriptions."""
import random
import time

import numpy as np


def linear(intercept, coefficients, terms):
    return " + ".join([repr(float(intercept))] + [f"{float(c)!r} * {t}" for c, t in zip(coefficients, terms) if c != 0])


class Regression:
    """Ordinary least squares on powers, root and logarithm of every parameter;
    all terms with p > 0.0005 are dropped at once, then it is fitted again."""

    def features(self, x):
        out = []
        for v in x.T:
            out += [v, v**2, v**3, v**4, np.sqrt(np.maximum(v, 0)), np.log(np.maximum(v, 1))]
        return np.c_[np.ones(len(x)), np.array(out).T]

    def fit(self, x, y, names, budget):
        from scipy import stats
        self.names = names
        a = self.features(x)
        self.scale = np.maximum(np.abs(a).max(axis=0), 1e-300)
        a = a / self.scale
        c, *_ = np.linalg.lstsq(a, y, rcond=None)
        r = y - a @ c
        free = max(len(y) - a.shape[1], 1)
        variance = np.diag(np.linalg.pinv(a.T @ a)) * (r @ r) / free
        p = 2 * stats.t.sf(np.abs(c) / np.sqrt(np.maximum(variance, 1e-300)), free)
        self.keep = p <= 0.0005
        self.keep[0] = True
        self.c = np.linalg.lstsq(a[:, self.keep], y, rcond=None)[0]

    def predict(self, x):
        return (self.features(x) / self.scale)[:, self.keep] @ self.c

    def text(self):
        terms = [""]
        for n in self.names:
            terms += [n, f"{n} ^ 2", f"{n} ^ 3", f"{n} ^ 4", f"sqrt({n})", f"log({n})"]
        terms = [t for t, k in zip(terms, self.keep) if k]
        return linear(self.c[0] / self.scale[0], (self.c / self.scale[self.keep])[1:], terms[1:])


class Genetic:
    """Genetic programming with CIPM's settings for Jenetics: + - * / ^, whole
    constants from 0 to 9, at most 25 nodes and depth 5, 50 trees of which 60 %
    are offspring, tournaments of three, crossover and mutation 0.15 each, no
    tuning of constants, stops at a mean squared error of 0.1. That limit has a
    unit: times are given in hundredths of their median, counts as they are."""

    OPS = "+-*/^"

    def fit(self, x, y, names, budget):
        self.names, self.x, self.r = names, x, random.Random(1)
        self.s = 1 if np.all(y == np.round(y)) else (np.median(np.abs(y)) or 1) / 100
        self.y = y / self.s
        end = time.process_time() + 0.9 * budget
        crowd = [self.graded(self.grow(self.r.randint(1, 5))) for _ in range(50)]
        self.best = min(crowd, key=lambda t: t[0])
        for _ in range(10_000):
            if self.best[0] < 0.1 or time.process_time() > end:
                break
            crowd = [self.pick(crowd) for _ in range(20)] + self.offspring(crowd)
            self.best = min([self.best, *crowd], key=lambda t: t[0])

    def grow(self, depth):
        if depth <= 1 or self.r.random() < 0.3:
            return self.r.randrange(self.x.shape[1]) if self.r.random() < 0.5 else float(self.r.randint(0, 9))
        return (self.r.choice(self.OPS), self.grow(depth - 1), self.grow(depth - 1))

    def pick(self, crowd):
        return min(self.r.sample(crowd, 3), key=lambda t: t[0])

    def offspring(self, crowd):
        trees = [self.pick(crowd)[1] for _ in range(30)]
        for i in range(30):
            if self.r.random() < 0.15:
                trees[i] = self.put(trees[i], self.r.choice(list(parts(self.r.choice(trees)))))
            if self.r.random() < 0.15:
                trees[i] = self.put(trees[i], self.grow(2))
        return [self.graded(t) for t in trees]

    def put(self, tree, part):
        at = self.r.randrange(len(list(parts(tree))))
        new = replaced(tree, at, part)
        return new if len(list(parts(new))) <= 25 and depth(new) <= 5 else tree

    def graded(self, tree):
        with np.errstate(all="ignore"):
            e = np.mean((self.value(tree, self.x) - self.y) ** 2)
        return (float(e) if np.isfinite(e) else 1e300, tree)

    def value(self, tree, x):
        if isinstance(tree, float):
            return np.full(len(x), tree)
        if isinstance(tree, int):
            return x[:, tree]
        a, b = self.value(tree[1], x), self.value(tree[2], x)
        return {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "^": np.power}[tree[0]](a, b)

    def predict(self, x):
        with np.errstate(all="ignore"):
            return self.value(self.best[1], x) * self.s

    def text(self):
        def node(t):
            if isinstance(t, float):
                return repr(t)
            if isinstance(t, int):
                return self.names[t]
            return f"({node(t[1])} {t[0]} {node(t[2])})"

        return f"{float(self.s)!r} * {node(self.best[1])}"


def parts(tree):
    yield tree
    if isinstance(tree, tuple):
        yield from parts(tree[1])
        yield from parts(tree[2])


def depth(tree):
    return 1 + max(depth(tree[1]), depth(tree[2])) if isinstance(tree, tuple) else 1


def replaced(tree, at, part):
    if at == 0:
        return part
    left = len(list(parts(tree[1])))
    if at <= left:
        return (tree[0], replaced(tree[1], at - 1, part), tree[2])
    return (tree[0], tree[1], replaced(tree[2], at - 1 - left, part))
