"""Tests of the extension lqn: python3 -m unittest"""
import sys
import unittest

sys.dont_write_bytecode = True

from beagle_lqn import changing, reading, reporting


def element(model, key):
    return next(e for e in model["elements"] if e["id"] == key)


class Reading(unittest.TestCase):
    def test_a_graph_becomes_steps_in_their_order(self):
        order, write = reading.read({"text": reading.EXAMPLE})["services"]
        self.assertEqual([s["kind"] for s in order["steps"]], ["internal", "branch", "loop", "internal"])
        self.assertEqual((order["name"], order["component"], write["name"]), ("order", "Shop", "write"))
        known, new = order["steps"][1]["inner"]
        self.assertEqual([s["kind"] for s in new["steps"]], ["internal", "loop"])
        self.assertEqual(new["steps"][1]["inner"][0]["steps"][0]["callee"], "write")

    def test_users_are_no_services(self):
        self.assertNotIn("use", [s["id"] for s in reading.read({"text": reading.EXAMPLE})["services"]])

    def test_what_is_wrong_has_its_line(self):
        for text, said in (
            ("<lqn-model>\n<task></lqn-model>", "line 2"),
            ("<jaba/>", "no lqn-model"),
            ('<!DOCTYPE a [<!ENTITY x "y">]><lqn-model/>', "document type"),
            ("<lqn-model>" + "<a>" * 60, "deep"),
            ('<lqn-model><task name="t"><task-activities><activity name="a" bound-to-entry="e"/><precedence><pre><activity name="a"/></pre><post><activity name="b"/></post></precedence></task-activities></task></lqn-model>', "no activity b"),
        ):
            with self.assertRaises(ValueError) as caught:
                reading.read({"text": text})
            self.assertIn(said, str(caught.exception))

    def test_entries_that_join_have_the_joint_steps_both(self):
        model = reading.read({"text": """<lqn-model><processor name="p"><task name="Shop">
            <entry name="buy"/><entry name="sell"/><task-activities>
            <activity name="b" bound-to-entry="buy" host-demand-mean="1"/>
            <activity name="s" bound-to-entry="sell" host-demand-mean="2"/>
            <activity name="book" host-demand-mean="3"><synch-call dest="store" calls-mean="2"/></activity>
            <precedence><pre-%s><activity name="b"/><activity name="s"/></pre-%s><post><activity name="book"/></post></precedence>
            </task-activities></task></processor></lqn-model>""".replace("%s", "OR")})
        buy, sell = model["services"]
        self.assertEqual([s["name"] for s in buy["steps"]], ["b", "book", "calls of store"])
        self.assertEqual([s["name"] for s in sell["steps"]], ["s", "book", "calls of store"])
        self.assertEqual([(e["id"], e["service"]) for e in model["elements"]], [("Shop/b", "buy"), ("Shop/s", "sell"), ("Shop/book", "buy"), ("Shop/book/store/calls", "buy")])
        self.assertIn("belongs to two entries", model["problems"][0]["message"])

    def test_activities_of_one_name_in_different_tasks_are_two(self):
        model = reading.read({"text": """<lqn-model><processor name="p">
            <task name="Store"><entry name="put"/><task-activities><activity name="write" bound-to-entry="put" host-demand-mean="1"/></task-activities></task>
            <task name="Disk"><entry name="Store" type="PH1PH2"><entry-phase-activities><activity name="write" phase="1" host-demand-mean="2"/></entry-phase-activities></entry></task>
            </processor></lqn-model>"""})
        self.assertEqual([(e["id"], e["value"], e["service"]) for e in model["elements"]], [("Store/write", "1", "put"), ("Disk/Store/write", "2", "Store")])

    def test_a_circle_of_activities_ends(self):
        text = reading.EXAMPLE.replace('<post-LOOP end="pay"><activity name="line" count="3"/></post-LOOP>', '<post><activity name="look up"/></post>')
        self.assertIn("two ways", reading.read({"text": text})["problems"][0]["message"])


class Changing(unittest.TestCase):
    def test_only_the_value_changes(self):
        changed = self.change(reading.EXAMPLE, {"element": {"id": "Shop/look up"}, "text": "0.25"})
        self.assertEqual(changed, reading.EXAMPLE.replace('host-demand-mean="0.01"', 'host-demand-mean="0.25"'))

    def test_places_are_found_behind_signs_of_two_units(self):
        text = reading.EXAMPLE.replace('name="example"', 'name="\U0001f600 é"')
        self.assertEqual(self.change(text, {"element": {"id": "Store.write/write"}, "text": "7"}), text.replace('"0.005"', '"7"'))

    def test_a_value_that_is_not_written_is_added(self):
        text = reading.EXAMPLE.replace(' prob="0.25"', "")
        ways = [{"id": "Shop/known/or/known", "probability": 0.5}, {"id": "Shop/known/or/new", "probability": 0.5}]
        changed = self.change(text, {"element": {"id": "Shop/known/or"}, "transitions": ways})
        self.assertEqual([t["probability"] for t in element(reading.read({"text": changed}), "Shop/known/or")["transitions"]], [0.5, 0.5])

    def test_numbers_are_said_and_nothing_else(self):
        for stoex, said in (("2.5E-6", "2.5e-06"), ("7 / 2", "3"), ("7 / 2.0 + 1", "4.5")):
            self.assertEqual(changing.say({"expression": stoex}), {"text": said})
        for stoex in ("2 * n.VALUE", "-1", "Ceil(2.5)", "__import__('os')", "1 / 0", "((", "1" * 5000 + "e"):
            with self.assertRaises(ValueError):
                changing.say({"expression": stoex})
        with self.assertRaises(ValueError):
            changing.say({"guards": ["n.VALUE > 3"]})

    def change(self, text, *changes):
        units = text.encode("utf-16-le")
        for edit in reversed(changing.change({"text": text, "changes": list(changes)})["edits"]):
            units = units[:2 * edit["at"]] + edit["text"].encode("utf-16-le") + units[2 * edit["end"]:]
        return units.decode("utf-16-le")


class Reporting(unittest.TestCase):
    RESULT = {
        "run": "r", "model": "m.repository",
        "elements": [{"id": "_w", "kind": "internal-action", "resource": "DELAY"}, {"id": "_a", "kind": "internal-action", "resource": "CPU"}],
        "validation": {"services": [
            {"service": "Shop.order", "seff": "_o", "entry": True, "calls": 10, "predicted_mean": 0.01, "parts": [
                {"id": "_s", "call": True, "predicted": 0.006}, {"id": "_a", "predicted": 0.003}, {"id": "_w", "predicted": 0.001}]},
            {"service": "Store.write", "seff": "_s", "entry": False, "calls": 30, "predicted_mean": 0.002, "parts": [{"id": "_b", "predicted": 0.002}]},
        ]}}

    def test_an_entry_takes_what_the_model_predicts(self):
        times = times_of(reporting.report({"result": self.RESULT})["text"])
        self.assertAlmostEqual(times["Shop.order"], 0.01)
        self.assertAlmostEqual(times["Store.write"], 0.002)
        self.assertAlmostEqual(times["use"], 0.01)

    def test_what_it_writes_it_reads(self):
        model = reading.read({"text": reporting.report({"result": self.RESULT})["text"]})
        self.assertEqual(element(model, "Shop.order/Shop.order/Store.write/calls")["value"], "3")
        self.assertEqual(model["problems"], [])

    def test_without_means_it_says_what_to_do(self):
        with self.assertRaises(ValueError) as caught:
            reporting.report({"result": {"elements": []}})
        self.assertIn("two launches", str(caught.exception))


def times_of(text):
    """Times of entries without queues: their demand and that of what they call."""
    root = reading.Document(text).root
    entries = {e.get("name"): next(e.below("activity")) for e in root.below("entry")}

    def time(name):
        activity = entries[name]
        return float(activity.get("host-demand-mean")) + sum(float(c.get("calls-mean")) * time(c.get("dest")) for c in activity.all("synch-call"))

    return {name: time(name) for name in entries}


if __name__ == "__main__":
    unittest.main()
