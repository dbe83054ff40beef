"""What a layered queueing network holds, in Beagle's words: a task is a component, an
entry a service, an activity an internal action with calls behind it, a mean number of
calls and a loop's count are loops, an OR fork is a branch."""
from .document import Document

EXAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<lqn-model name="example">
  <processor name="users" scheduling="inf">
    <task name="users" scheduling="ref" multiplicity="1" think-time="0">
      <entry name="use" type="PH1PH2">
        <entry-phase-activities>
          <activity name="use" phase="1" host-demand-mean="0"><synch-call dest="Shop.order" calls-mean="1"/></activity>
        </entry-phase-activities>
      </entry>
    </task>
  </processor>
  <processor name="host" scheduling="ps">
    <task name="Shop" scheduling="inf">
      <entry name="Shop.order" type="NONE"/>
      <task-activities>
        <activity name="look up" bound-to-entry="Shop.order" host-demand-mean="0.01"/>
        <activity name="known" host-demand-mean="0.002"/>
        <activity name="new" host-demand-mean="0.03"><synch-call dest="Store.write" calls-mean="2.5"/></activity>
        <activity name="line" host-demand-mean="0.001"/>
        <activity name="pay" host-demand-mean="0.004"/>
        <precedence><pre><activity name="look up"/></pre><post-OR><activity name="known" prob="0.75"/><activity name="new" prob="0.25"/></post-OR></precedence>
        <precedence><pre-OR><activity name="known"/><activity name="new"/></pre-OR><post-LOOP end="pay"><activity name="line" count="3"/></post-LOOP></precedence>
        <reply-entry name="Shop.order"><reply-activity name="pay"/></reply-entry>
      </task-activities>
    </task>
    <task name="Store" scheduling="inf">
      <entry name="Store.write" type="PH1PH2">
        <entry-phase-activities><activity name="write" phase="1" host-demand-mean="0.005"/></entry-phase-activities>
      </entry>
    </task>
  </processor>
</lqn-model>
"""


def read(params):
    """Answers adapter/read."""
    model = Model(params["text"])
    return {"services": model.services, "elements": model.elements, "problems": model.problems}


class Model:
    """A network. Places holds, by the ids of elements and transitions, the node and
    attribute that their value stands in."""

    def __init__(self, text):
        self.document = Document(text)
        if self.document.root.name != "lqn-model":
            raise ValueError("line %d: this is no lqn-model but %s" % (self.document.root.line, self.document.root.name))
        self.services, self.elements, self.problems, self.places = [], [], [], {}
        self.told = 0  # elements that have their service
        for task in self.document.root.below("task"):
            if task.get("scheduling") == "ref":
                continue  # users
            name = task.get("name", "")
            for graph in task.all("task-activities"):
                of = {}  # the entry whose walk reached each activity first
                for activity in graph.all("activity"):
                    if activity.get("bound-to-entry"):
                        entry = activity.get("bound-to-entry")
                        self.service(task, entry, _Graph(self, name, graph, entry, of).walk(activity.get("name")))
            for entry in task.all("entry"):
                for phases in entry.all("entry-phase-activities"):
                    steps = []
                    for activity in sorted(phases.all("activity"), key=lambda a: a.get("phase", "1")):
                        steps += self.activity(self.owner(name, entry.get("name"), activity), activity)
                    self.service(task, entry.get("name"), steps)
        order = {e["id"]: i for i, e in enumerate(self.elements)}
        self.elements.sort(key=lambda e: (self.places[e["id"]][0].at, order[e["id"]]))

    def service(self, task, entry, steps):
        """An entry; the elements found since the last one are its own."""
        line = next((e.line for e in task.all("entry") if e.get("name") == entry), task.line)
        self.services.append({"id": entry, "name": entry.rpartition(".")[2], "component": task.get("name", ""), "line": line, "steps": steps})
        for element in self.elements[self.told:]:
            element["service"] = entry
        self.told = len(self.elements)

    def owner(self, task, entry, activity):
        """What an activity of an entry is named by: the entry, or where another task of that name
        has such an activity, its own task, too."""
        key = "%s/%s" % (entry, activity.get("name", ""))
        return "%s/%s" % (task, entry) if key in self.places else entry

    def element(self, node, attribute, **element):
        known = self.places.get(element["id"])
        if known == (node, attribute):
            return  # of an activity that another entry joins, too
        if known:
            raise ValueError("line %d: there are two activities %s" % (node.line, element["id"]))
        self.places[element["id"]] = (node, attribute)
        self.elements.append(dict({"value": node.get(attribute, ""), "line": node.line}, **element))

    def activity(self, owner, node):
        """An activity's demand, then its calls in the order of the file. One without a
        demand only says how others follow on each other."""
        name, steps = node.get("name", ""), []
        key = owner + "/" + name
        if not _is(node.get("host-demand-mean", "0"), 0):
            self.element(node, "host-demand-mean", id=key, step=key, kind="internal-action", name=name, resource="CPU")
            steps.append({"id": key, "name": name, "kind": "internal"})
        calls = [c for c in node.children if c.name in ("synch-call", "asynch-call")]
        return steps + [self.call(key, c) for c in calls]

    def call(self, key, node):
        dest = node.get("dest", "")
        key, name = key + "/" + dest, dest.rpartition(".")[2]
        step = {"id": key, "name": dest, "kind": "call", "callee": name}
        if _is(node.get("calls-mean", "1"), 1):
            return step
        loop = key + "/calls"
        self.element(node, "calls-mean", id=loop, step=loop, kind="loop", name="calls of " + dest, body=loop + "/body")
        return {"id": loop, "name": "calls of " + dest, "kind": "loop", "inner": [{"id": loop + "/body", "steps": [step]}]}


class _Graph:
    """The activity graph of a task, as one entry walks it."""

    def __init__(self, model, task, node, entry, of):
        self.model, self.task, self.seen, self.entry, self.of = model, task, set(), entry, of
        self.activities = {a.get("name"): a for a in node.all("activity")}
        self.after, self.joins = {}, {}
        for precedence in node.all("precedence"):
            for pre in precedence.all("pre", "pre-OR", "pre-AND"):
                for activity in pre.all("activity"):
                    self.after[activity.get("name")] = precedence
                    if pre.name != "pre":
                        self.joins[activity.get("name")] = precedence

    def walk(self, name):
        steps, join = self.chain(name)
        while join is not None:
            more, join = self.behind(join)
            steps += more
        return steps

    def chain(self, name):
        """Steps from an activity on, and the join that they lead to."""
        if name not in self.activities:
            raise ValueError("task %s has no activity %s" % (self.task, name))
        if name in self.seen:
            self.model.problems.append({"severity": "warning", "message": "activity %s is reached on two ways, and told of once" % name, "line": self.activities[name].line})
            return [], None
        self.seen.add(name)
        other = self.of.setdefault(name, self.entry)
        if other != self.entry and not _is(self.activities[name].get("host-demand-mean", "0"), 0):
            self.model.problems.append({
                "severity": "info", "line": self.activities[name].line,
                "message": "activity %s of task %s belongs to two entries; its demand is learnt of %s" % (name, self.task, other)})
        steps = self.model.activity(self.task, self.activities[name])
        if name in self.joins:
            return steps, self.joins[name]
        if name in self.after:
            more, join = self.behind(self.after[name])
            return steps + more, join
        return steps, None

    def behind(self, precedence):
        for post in precedence.all("post"):
            return self.chain(post.children[0].get("name"))
        for fork in precedence.all("post-OR"):
            return self.fork(fork, "branch")
        for fork in precedence.all("post-AND"):
            return self.fork(fork, "other")
        for loop in precedence.all("post-LOOP"):
            return self.loops(loop)
        return [], None

    def fork(self, node, kind):
        heads = node.all("activity")
        key = "%s/%s/%s" % (self.task, heads[0].get("name"), "or" if kind == "branch" else "and")
        inner, transitions, join = [], [], None
        for head in heads:
            name = head.get("name")
            way = "%s/%s" % (key, name)
            steps, behind = self.chain(name)
            join = join or behind
            inner.append({"id": way + "/way", "steps": steps})
            self.model.places[way] = (head, "prob")
            transitions.append({"id": way, "name": name, "behaviour": way + "/way", "probability": _number(head.get("prob", "1"))})
        if kind == "branch" and len(heads) > 1:
            self.model.element(node, "", id=key, step=key, kind="branch", name=" or ".join(t["name"] for t in transitions)[:80], transitions=transitions, value="")
            total = sum(t["probability"] for t in transitions)
            if abs(total - 1) > 1e-6:
                self.model.problems.append({"severity": "warning", "message": "the probabilities of a fork sum to %g" % total, "line": node.line, "element": key})
        step = {"id": key, "kind": kind, "inner": inner}
        more, join = self.behind(join) if join is not None else ([], None)
        return [step] + more, join

    def loops(self, node):
        steps = []
        for head in node.all("activity"):
            name = head.get("name")
            key = "%s/%s/loop" % (self.task, name)
            self.model.element(head, "count", id=key, step=key, kind="loop", name=name, body=key + "/body")
            inner, _ = self.chain(name)
            steps.append({"id": key, "name": name, "kind": "loop", "inner": [{"id": key + "/body", "steps": inner}]})
        if node.get("end"):
            more, join = self.chain(node.get("end"))
            return steps + more, join
        return steps, None


def _number(text):
    try:
        return float(text)
    except ValueError:
        return 0.0  # a parameter, such as $p


def _is(text, value):
    try:
        return float(text) == value
    except ValueError:
        return False
