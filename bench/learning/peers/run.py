"""Runs other learners on tables that "go run ./bench/learning -export DIR" wrote.

    python3 bench/learning/peers/run.py DIR [--peers mean,ols,cart,cipm,gplearn,extrap,operon] [--budget 10]

Peers that are not installed are left out and named. One thread each; failures
and timeouts count as not recovered. Prints a line per peer.
"""
import argparse
import csv
import json
import math
import os
import signal
import statistics
import sys
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
warnings.filterwarnings("ignore")
import numpy as np  # noqa: E402


def read(path):
    with open(path) as f:
        rows = list(csv.reader(f))
    return rows[0][:-1], [r[:-1] for r in rows[1:]], np.array([float(r[-1]) for r in rows[1:]])


def encode(train, other):
    """Numbers as they are, flags as 0 and 1, enumerations as indicators."""
    columns, names, enums = [], [], False
    header, rows, _ = train
    for j, name in enumerate(header):
        values = [r[j] for r in rows]
        wanted = [r[j] for r in other]
        if set(values) <= {"true", "false"}:
            columns.append([float(v == "true") for v in wanted])
            names.append(name)
        else:
            try:
                [float(v) for v in values]
                columns.append([float(v) for v in wanted])
                names.append(name)
            except ValueError:
                enums = True
                for level in sorted(set(values))[1:]:
                    columns.append([float(v == level) for v in wanted])
                    names.append(name)
    return np.array(columns).T, names, enums


class Mean:
    def fit(self, x, y):
        self.m = y.mean()
        return self

    def predict(self, x):
        return np.full(len(x), self.m)

    def size(self):
        return 1


class OLS:
    def fit(self, x, y):
        a = np.c_[np.ones(len(x)), x]
        self.c = np.linalg.lstsq(a, y, rcond=None)[0]
        return self

    def predict(self, x):
        return np.c_[np.ones(len(x)), x] @ self.c

    def size(self):
        return 1 + 4 * (len(self.c) - 1)


class CIPM:
    """Ordinary least squares on powers, root and logarithm; all terms with
    p > 0.0005 are dropped at once, then it is fitted again."""

    def features(self, x):
        out = []
        for v in x.T:
            out += [v, v**2, v**3, v**4, np.sqrt(np.maximum(v, 0)), np.log(np.maximum(v, 1))]
        return np.c_[np.ones(len(x)), np.array(out).T]

    def fit(self, x, y):
        from scipy import stats
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
        return self

    def predict(self, x):
        return (self.features(x) / self.scale)[:, self.keep] @ self.c

    def size(self):
        return 1 + 6 * (len(self.c) - 1)


class CART:
    def fit(self, x, y):
        from sklearn.tree import DecisionTreeRegressor
        self.t = DecisionTreeRegressor(min_samples_leaf=5, random_state=1).fit(x, y)
        return self

    def predict(self, x):
        return self.t.predict(x)

    def size(self):
        n = self.t.tree_.node_count
        return (n - 1) // 2 * 4 + (n + 1) // 2


class GPLearn:
    def fit(self, x, y):
        from gplearn.genetic import SymbolicRegressor
        self.s = np.median(np.abs(y)) or 1
        self.g = SymbolicRegressor(population_size=500, generations=1, warm_start=True, random_state=1,
                                   function_set=("add", "sub", "mul", "div", "sqrt", "log", "max", "min"),
                                   parsimony_coefficient=0.001, n_jobs=1)
        end = time.time() + BUDGET * 0.8
        for generation in range(1, 1000):
            self.g.set_params(generations=generation)
            self.g.fit(x, y / self.s)
            if time.time() > end:
                break
        return self

    def predict(self, x):
        return self.g.predict(x) * self.s

    def size(self):
        return len(self.g._program.program) + 2


class Operon:
    def fit(self, x, y):
        from pyoperon.sklearn import SymbolicRegressor
        self.s = np.median(np.abs(y)) or 1
        self.o = SymbolicRegressor(allowed_symbols="add,sub,mul,div,constant,variable,log,sqrt,pow", max_time=max(int(BUDGET * 0.8), 1), optimizer_iterations=3,
                                   generations=100000, max_evaluations=10**9, n_threads=1, random_state=1, max_length=40)
        self.o.fit(x, y / self.s)
        return self

    def predict(self, x):
        return np.asarray(self.o.predict(x)).ravel() * self.s

    def size(self):
        return int(self.o.model_.Length)


class ExtraP:
    def fit(self, x, y):
        from extrap.entities.callpath import Callpath
        from extrap.entities.coordinate import Coordinate
        from extrap.entities.experiment import Experiment
        from extrap.entities.measurement import Measurement
        from extrap.entities.metric import Metric
        from extrap.entities.parameter import Parameter
        from extrap.modelers.model_generator import ModelGenerator
        self.s = np.median(np.abs(y)) or 1
        experiment = Experiment()
        for j in range(x.shape[1]):
            experiment.add_parameter(Parameter(f"p{j}"))
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
        self.m = next(iter(generator.models.values())).hypothesis
        return self

    def predict(self, x):
        return np.array([self.m.function.evaluate([float(v) for v in row] if len(row) > 1 else float(row[0])) for row in x], float) * self.s

    def size(self):
        import re
        text = str(self.m.function.to_string())
        return len(re.findall(r"[\w.]+", text)) + len(re.findall(r"[-+*/^(]", text.replace("e-", "e").replace("e+", "e")))


PEERS = {"mean": Mean, "ols": OLS, "cart": CART, "cipm": CIPM, "gplearn": GPLearn, "operon": Operon, "extrap": ExtraP}


def r2(y, f):
    f = np.asarray(f, float)
    if not np.all(np.isfinite(f)):
        return -math.inf
    total = ((y - y.mean()) ** 2).sum()
    left = ((y - f) ** 2).sum()
    if total < 1e-18 * (y**2).sum() or total == 0:
        total = max((y**2).sum(), 1e-300)
    return 1 - left / total


def timeout(*_):
    raise TimeoutError


def one(peer, folder):
    train = read(os.path.join(folder, "train.csv"))
    with open(os.path.join(folder, "meta.json")) as f:
        meta = json.load(f)
    x, _, enums = encode(train, train[1])
    if peer == "extrap" and enums:
        return None
    start = time.time()
    signal.signal(signal.SIGALRM, timeout)
    signal.alarm(max(int(BUDGET * 2), 4))
    out = {"peer": peer, "problem": meta["problem"], "family": meta["family"], "recovered": False, "beyond": -math.inf, "size": 0}
    try:
        model = PEERS[peer]().fit(x, train[2])
        out["seconds"] = time.time() - start
        parts = {}
        for part in ("inside", "beyond"):
            test = read(os.path.join(folder, part + ".csv"))
            parts[part] = r2(test[2], model.predict(encode(train, test[1])[0]))
        limits = (0.9999, 0.999) if meta["noise"] == 0 else (0.99, 0.95)
        out.update(recovered=bool(parts["inside"] > limits[0] and parts["beyond"] > limits[1]), inside=parts["inside"], beyond=parts["beyond"], size=model.size())
    except ImportError:
        raise
    except Exception as e:  # a failure counts
        out["error"] = repr(e)[:100]
        out["seconds"] = time.time() - start
    finally:
        signal.alarm(0)
    return out


def main():
    global BUDGET
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dir")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--budget", type=float, default=10)
    parser.add_argument("--json")
    args = parser.parse_args()
    BUDGET = args.budget
    folders = sorted(os.path.join(args.dir, d) for d in os.listdir(args.dir) if os.path.isfile(os.path.join(args.dir, d, "meta.json")))
    everything = []
    for peer in args.peers.split(","):
        try:
            results = [o for o in (one(peer, f) for f in folders) if o]
        except ImportError as e:
            print(f"{peer}: not installed ({e})")
            continue
        everything += results
        if not results:
            continue
        n = len(results)
        failed = sum("error" in o for o in results)
        print(f"{peer}: {n} fits, recovered {100 * sum(o['recovered'] for o in results) / n:.1f} %, catastrophic {100 * sum(o['beyond'] < 0 for o in results) / n:.1f} %, "
              f"median size {statistics.median(o['size'] for o in results):.0f}, failed {failed}, median {1000 * statistics.median(o['seconds'] for o in results):.0f} ms", flush=True)
    if args.json:
        with open(args.json, "w") as f:
            json.dump(everything, f, indent=1)


if __name__ == "__main__":
    sys.exit(main())
