"""Other learners, driven by "go run ./bench/learning -python INTERPRETER".

Speaks lines of JSON. First it says which peers are installed, with versions:
    {"ols": "...", "gplearn": "0.4.3"}
then answers each
    {"peer": "ols", "folder": "/tmp/t/sort-1", "budget": 10}
with the learnt formula and its predictions of the folder's other tables
    {"expression": "1.5 + 2 * n.VALUE", "inside": [...], "beyond": [...], "seconds": 0.1}
or {"error": "..."}. Scoring, sizes and time limits are the other side's.
Seconds and budgets are CPU time of one thread, so that neighbours do not matter.
"""
import csv
import importlib
import importlib.metadata
import json
import math
import os
import sys
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
warnings.filterwarnings("ignore")
import numpy as np  # noqa: E402

import cipm  # noqa: E402
import decisions  # noqa: E402


def read(path):
    with open(path) as f:
        rows = list(csv.reader(f))
    return rows[0][:-1], [r[:-1] for r in rows[1:]], np.array([float(r[-1]) for r in rows[1:]])


def encode(train, other):
    """Numbers as they are, flags as 0 and 1, enumerations as indicators."""
    columns, names, enums = [], [], False
    for j, name in enumerate(train[0]):
        values = [r[j] for r in train[1]]
        wanted = [r[j] for r in other]
        if set(values) <= {"true", "false"}:
            columns.append([float(v == "true") for v in wanted])
            names.append(name)
            continue
        try:
            [float(v) for v in values]
            columns.append([float(v) for v in wanted])
            names.append(name)
        except ValueError:
            enums = True
            for level in sorted(set(values))[1:]:
                columns.append([float(v == level) for v in wanted])
                names.append(f'({name} == "{level}")')
    return np.array(columns).T, names, enums


class Mean:
    def fit(self, x, y, names, budget):
        self.m = y.mean()

    def predict(self, x):
        return np.full(len(x), self.m)

    def text(self):
        return repr(float(self.m))


class OLS:
    def fit(self, x, y, names, budget):
        from sklearn.linear_model import LinearRegression
        self.names, self.m = names, LinearRegression().fit(x, y)

    def predict(self, x):
        return self.m.predict(x)

    def text(self):
        return cipm.linear(self.m.intercept_, self.m.coef_, self.names)


class CART:
    def fit(self, x, y, names, budget):
        from sklearn.tree import DecisionTreeRegressor
        self.names, self.t = names, DecisionTreeRegressor(min_samples_leaf=5, random_state=1).fit(x, y)

    def predict(self, x):
        return self.t.predict(x)

    def text(self):
        t = self.t.tree_

        def node(i):
            if t.children_left[i] < 0:
                return repr(float(t.value[i].ravel()[0]))
            return f"({self.names[t.feature[i]]} <= {float(t.threshold[i])!r} ? {node(t.children_left[i])} : {node(t.children_right[i])})"

        return node(0)


class GPLearn:
    def fit(self, x, y, names, budget):
        from gplearn.genetic import SymbolicRegressor
        self.names, self.s = names, np.median(np.abs(y)) or 1
        end = time.process_time() + budget * 0.9
        self.g = SymbolicRegressor(population_size=500, generations=1, warm_start=True, random_state=1,
                                   function_set=("add", "sub", "mul", "div", "sqrt", "log", "max", "min"),
                                   parsimony_coefficient=0.001, n_jobs=1)
        generation, longest = 1, 0
        while time.process_time() + longest < end:
            start = time.process_time()
            self.g.set_params(generations=generation)
            self.g.fit(x, y / self.s)
            longest = max(longest, time.process_time() - start)
            generation += 1

    def predict(self, x):
        return self.g.predict(x) * self.s

    def text(self):
        def node(program):  # prefix order: a function, then its arguments
            head = next(program)
            if isinstance(head, (int, np.integer)):
                return self.names[head]
            if hasattr(head, "arity"):
                return f"{head.name}({', '.join(node(program) for _ in range(head.arity))})"
            return repr(float(head))

        return f"{float(self.s)!r} * {node(iter(self.g._program.program))}"


class Operon:
    SYMBOLS = "add,sub,mul,div,constant,variable,log,sqrt,pow"

    def fit(self, x, y, names, budget):
        self.names, self.s = names, np.median(np.abs(y)) or 1
        # It stops by evaluations or by the wall clock. To stop by CPU time, each
        # run shows how long evaluations take for the next, which has eight times
        # as many, or what is left of the time; later ones take longer, as trees grow.
        evaluations, end = 10_000, time.process_time() + budget
        while True:
            start = time.process_time()
            self.o = self.run(x, y, evaluations)
            now = time.process_time()
            each = 1.4 * max(now - start, 1e-3) / evaluations
            more = min(8 * evaluations, int((end - now) / each))
            if more <= evaluations:
                break
            evaluations = more

    def run(self, x, y, evaluations):
        from pyoperon.sklearn import SymbolicRegressor
        o = SymbolicRegressor(allowed_symbols=self.SYMBOLS, optimizer_iterations=3, generations=10**6,
                              max_evaluations=evaluations, n_threads=1, random_state=1, max_length=40)
        return o.fit(x, y / self.s)

    def predict(self, x):
        return np.asarray(self.o.predict(x)).ravel() * self.s

    def text(self):
        places = [f"p{j}_" for j in range(len(self.names))]  # names of enumerations are no identifiers
        text = self.o.get_model_string(self.o.model_, 12, places)
        for j in reversed(range(len(places))):
            text = text.replace(places[j], self.names[j])
        return f"{float(self.s)!r} * ({text})"


class ExtraP:
    def fit(self, x, y, names, budget):
        from extrap.entities.callpath import Callpath
        from extrap.entities.coordinate import Coordinate
        from extrap.entities.experiment import Experiment
        from extrap.entities.measurement import Measurement
        from extrap.entities.metric import Metric
        from extrap.entities.parameter import Parameter
        from extrap.modelers.model_generator import ModelGenerator
        if any("==" in name for name in names):
            raise NotImplementedError("Extra-P knows no enumerations")
        self.names, self.s = names, np.median(np.abs(y)) or 1
        experiment = Experiment()
        for j in range(len(names)):
            experiment.add_parameter(Parameter(f"p{j}_"))
        path, metric = Callpath("f"), Metric("t")
        experiment.add_callpath(path)
        experiment.add_metric(metric)
        points = {}
        for row, value in zip(x, y / self.s):
            points.setdefault(tuple(row), []).append(value)
        for point, values in points.items():
            c = Coordinate(*point)
            experiment.add_coordinate(c)
            experiment.add_measurement(Measurement(c, path, metric, values))
        generator = ModelGenerator(experiment, use_median=True)
        generator.model_all()
        self.parameters = experiment.parameters
        self.f = next(iter(generator.models.values())).hypothesis.function

    def predict(self, x):
        return np.array([self.f.evaluate([float(v) for v in row] if len(row) > 1 else float(row[0])) for row in x], float) * self.s

    def text(self):
        text = self.f.to_string(*self.parameters)
        for j in reversed(range(len(self.names))):
            text = text.replace(f"p{j}_", self.names[j])
        return f"{float(self.s)!r} * ({text})"


# What each peer loads when first used, which is no part of its time.
LOADS = {
    "ols": "sklearn.linear_model", "cart": "sklearn.tree", "cipm": "scipy.stats", "gplearn": "gplearn.genetic",
    "operon": "pyoperon.sklearn", "extrap": "extrap.modelers.model_generator",
}
PEERS = {
    "mean": (Mean, "numpy"), "ols": (OLS, "scikit-learn"), "cart": (CART, "scikit-learn"),
    "cipm": (cipm.Regression, "scipy"), "cipm-gp": (cipm.Genetic, "scipy"),
    "gplearn": (GPLearn, "gplearn"), "operon": (Operon, "pyoperon"), "extrap": (ExtraP, "extrap"),
}


def finite(values):
    return [float(v) if math.isfinite(v) else None for v in np.asarray(values, float)]


def answer(order):
    train = read(os.path.join(order["folder"], "train.csv"))
    x, names, _ = encode(train, train[1])
    out = {}
    start = time.process_time()
    try:
        importlib.import_module(LOADS.get(order["peer"], "math"))
        with open(os.path.join(order["folder"], "meta.json")) as f:
            decision = json.load(f)["decision"]
        start = time.process_time()
        if decision:
            peer = decisions.PEERS[order["peer"]]()
            peer.fit(train[1], x, train[2], names, train[0])
        else:
            peer = PEERS[order["peer"]][0]()
            peer.fit(x, train[2], names, order["budget"])
        out["seconds"] = time.process_time() - start
        for part in ("inside", "beyond"):
            test = read(os.path.join(order["folder"], part + ".csv"))
            encoded = encode(train, test[1])[0]
            out[part] = finite(peer.predict(test[1], encoded) if decision else peer.predict(encoded))
        out["expression"] = peer.text()
    except Exception as e:  # a failure counts
        out = {"error": repr(e)[:200], "seconds": time.process_time() - start}
    return out


def main():
    speak = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no answer

    def installed(distribution):
        try:
            return importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            return None

    found = {name: installed(distribution) for name, (_, distribution) in PEERS.items()}
    print(json.dumps({name: version for name, version in found.items() if version}), file=speak, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=speak, flush=True)


if __name__ == "__main__":
    main()
