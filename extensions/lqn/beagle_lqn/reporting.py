"""A layered queueing network from what a run learnt: what the learnt model predicts of
the services that were called, as mean times and mean numbers of calls."""
from xml.sax.saxutils import quoteattr


def report(params):
    """Answers reporter/report."""
    result = params["result"]
    services = [s for s in (result.get("validation") or {}).get("services", []) if s["calls"] > 0]
    if not services:
        raise ValueError("no calls of services were predicted, so that there are no means to write; let the run validate the model (two launches or more)")
    waits = {e["id"] for e in result["elements"] if e["kind"] == "internal-action" and e.get("resource", "").upper() == "DELAY"}
    network = _Network(services, waits)
    return {"text": network.text(result)}


class _Network:
    """A processor without queues, a task for each component, an entry for each service.
    Waiting is on a processor of its own, since it takes none of the host."""

    def __init__(self, services, waits):
        self.services, self.waits = services, waits
        self.by_seff = {s["seff"]: s for s in services}
        self.components = {}
        for s in services:
            self.components.setdefault(s["service"].rpartition(".")[0], []).append(s)

    def calls(self, service):
        """Of an execution: how often it calls each service. The number is chosen so that
        the time that the model predicts inside the callee is kept."""
        for part in service.get("parts", []):
            callee = self.by_seff.get(part["id"])
            if part.get("call") and callee and callee is not service and callee["predicted_mean"] > 0 and part["predicted"] > 0:
                yield callee, part["predicted"] / callee["predicted_mean"]

    def demand(self, service, waiting):
        """Seconds of an execution, waiting or on the processor. Calls of services that
        are not told of are part of their caller."""
        called = {callee["seff"] for callee, _ in self.calls(service)}
        own = [p for p in service.get("parts", []) if not (p.get("call") and p["id"] in called)]
        return sum(p["predicted"] for p in own if (p["id"] in self.waits) == waiting)

    def text(self, result):
        entries = [s for s in self.services if s["entry"]] or self.services
        total = sum(s["calls"] for s in entries)
        out = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<lqn-model name=%s description=%s>" % (quoteattr(result.get("run", "beagle")), quoteattr("means that the model of %s predicts, by Beagle; seconds" % result.get("model", "?"))),
            '  <solver-params comment="" conv_val="1e-06" it_limit="500" print_int="10" underrelax_coeff="0.9"/>',
            '  <processor name="users" scheduling="inf">',
            '    <task name="users" scheduling="ref" multiplicity="1" think-time="0">',
            '      <entry name="use" type="PH1PH2">',
            "        <entry-phase-activities>",
            '          <activity name="use" phase="1" host-demand-mean="0">',
        ]
        out += ["            <synch-call dest=%s calls-mean=%s/>" % (quoteattr(s["service"]), _number(s["calls"] / total)) for s in entries]
        out += ["          </activity>", "        </entry-phase-activities>", "      </entry>", "    </task>", "  </processor>"]
        out.append('  <processor name="host" scheduling="inf">')
        for component, services in self.components.items():
            out.append("    <task name=%s scheduling=\"inf\">" % quoteattr(component or "services"))
            for s in services:
                calls = [(callee["service"], n) for callee, n in self.calls(s)]
                if self.demand(s, True) > 0:
                    calls.append((s["service"] + " waiting", 1.0))
                out += self.entry(s["service"], self.demand(s, False), calls)
            out.append("    </task>")
        out.append("  </processor>")
        waiting = [s for s in self.services if self.demand(s, True) > 0]
        if waiting:
            out += ['  <processor name="waiting" scheduling="inf">', '    <task name="waiting" scheduling="inf">']
            for s in waiting:
                out += self.entry(s["service"] + " waiting", self.demand(s, True), [])
            out += ["    </task>", "  </processor>"]
        return "\n".join(out + ["</lqn-model>"]) + "\n"

    def entry(self, name, demand, calls):
        inside = ["            <synch-call dest=%s calls-mean=%s/>" % (quoteattr(callee), _number(n)) for callee, n in calls]
        return [
            "      <entry name=%s type=\"PH1PH2\">" % quoteattr(name), "        <entry-phase-activities>",
            "          <activity name=%s phase=\"1\" host-demand-mean=%s>" % (quoteattr(name), _number(demand)), *inside,
            "          </activity>", "        </entry-phase-activities>", "      </entry>",
        ]


def _number(value):
    return '"%.12g"' % value
