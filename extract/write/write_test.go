package write

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/structure"
	"beagle/pcm"
	"beagle/pcm/instance"
)

// shop is a model with all kinds of steps and with names that XML would trip over.
func shop() *structure.Model {
	take := &structure.Operation{ID: "_take", Name: "take<T>", Params: []structure.Param{{Name: "n", Type: structure.TypeRef{Primitive: structure.Int}}}}
	stocks := &structure.Interface{ID: "_stocks", Name: `Stock "&" more`, Operations: []*structure.Operation{take}}
	take.Interface = stocks
	sell := &structure.Operation{ID: "_sell", Name: "sell"}
	desks := &structure.Interface{ID: "_desks", Name: "Desk", Operations: []*structure.Operation{sell}}
	sell.Interface = desks

	step := func(kind structure.Kind, id string) *structure.Step {
		return &structure.Step{Kind: kind, ID: id, Name: id + " <&>"}
	}
	within := func(id string, steps ...*structure.Step) *structure.Behaviour {
		return &structure.Behaviour{ID: id, Name: id, Steps: steps}
	}
	stock := &structure.Component{ID: "_stock", Name: "Stock", Provides: []*structure.Role{{ID: "_p1", Name: "provides", Interface: stocks}}}
	stock.Services = []*structure.Service{{ID: "_s1", Op: take, Body: within("_b1", step(structure.Internal, "_work"))}}
	needs := &structure.Role{ID: "_r1", Name: "requires", Interface: stocks, Provider: stock}
	call := func(id string) *structure.Step {
		s := step(structure.Call, id)
		s.Op, s.Role = take, needs
		return s
	}
	loop, branch := step(structure.Loop, "_loop"), step(structure.Branch, "_branch")
	loop.Inner = []*structure.Behaviour{within("_b3", call("_c1"))}
	branch.Inner = []*structure.Behaviour{within("_b4", call("_c2")), within("_b5"), within("_b6")}
	desk := &structure.Component{ID: "_desk", Name: "Desk", Requires: []*structure.Role{needs}, Provides: []*structure.Role{{ID: "_p2", Name: "provides", Interface: desks}}}
	desk.Services = []*structure.Service{{ID: "_s2", Op: sell, Entry: true, Body: within("_b2", loop, branch)}}
	return &structure.Model{
		ID: "_model", Name: "shop", Components: []*structure.Component{desk, stock}, Interfaces: []*structure.Interface{desks, stocks},
		Connectors: []structure.Connector{{From: desk, To: stock, Required: needs, Serves: stock.Provides[0]}},
	}
}

// What breaks in simulators and in EMF: see the list of Beagle's facts on extraction.
func TestARepositoryHasNothingThatSimulatorsTripOver(t *testing.T) {
	data := Repository(shop())
	r, err := pcm.Parse("shop.repository", data)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Check() {
		t.Errorf("the repository: %v", p)
	}
	if strings.Contains(string(data), "InternalCallAction") {
		t.Error("SimuLizar throws on internal call actions")
	}
	for _, e := range started(t, data, "steps_Behaviour") {
		kind, before, after := e["type"], e["predecessor_AbstractAction"], e["successor_AbstractAction"]
		if (before == "") != (kind == "seff:StartAction") || (after == "") != (kind == "seff:StopAction") {
			t.Errorf("the %s %s stands after %q and before %q", kind, e["id"], before, after)
		}
	}
	total := 0.0
	for _, e := range r.Elements() {
		for _, b := range e.Branches {
			total += b.Probability
		}
	}
	if total < 0.999999 || total > 1.000001 {
		t.Errorf("the branch has probabilities of %g together", total)
	}
}

// All five files belong together, with names as they are in the program.
func TestTheFilesOfAModelBelongTogether(t *testing.T) {
	m, dir := shop(), t.TempDir()
	usage := Usage(m, "shop.repository", "shop.system")
	var err error
	for name, data := range map[string][]byte{
		"shop.repository": Repository(m), "shop.system": System(m, "shop.repository"), "shop.resourceenvironment": Environment(m),
		"shop.allocation": Allocation(m, "shop.system", "shop.resourceenvironment"), "shop.usagemodel": usage,
	} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	all, problems, err := instance.Read(dir)
	if err != nil || len(problems) > 0 || len(all.Assemblies) != 2 || len(all.Scenarios) != 1 {
		t.Errorf("together they are %+v, %v, %v", all, problems, err)
	}
	for _, e := range started(t, usage, "workload_UsageScenario") {
		if e["id"] != "" {
			t.Error("a workload has an id: EMF refuses the file")
		}
	}
	if again := Usage(shop(), "shop.repository", "shop.system"); string(again) != string(usage) {
		t.Error("the same model is written otherwise the second time")
	}
}

// started are the attributes of all elements of a name, by their local names.
func started(t *testing.T, data []byte, name string) (all []map[string]string) {
	t.Helper()
	in := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == name {
			e := map[string]string{}
			for _, a := range start.Attr {
				e[a.Name.Local] = a.Value
			}
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		t.Fatalf("there is no %s", name)
	}
	return all
}

// Where a parameter takes any object, what was passed is known of its values only.
func TestACallGivesWhatAnObjectOfAnyClassWasSeenToBe(t *testing.T) {
	m := shop()
	sell := m.Components[0].Services[0]
	sell.Op.Params = []structure.Param{{Name: "what", Type: structure.TypeRef{Named: &structure.DataType{ID: "_object", Name: "Object"}}}}
	m.Types = append(m.Types, sell.Op.Params[0].Type.Named)
	call := func(count float64) structure.Entry { return structure.Entry{Service: sell, Count: count} }
	m.Usage = []structure.Scenario{{Name: "asked", OneOf: true, Rate: 50, Calls: []structure.Entry{call(3), call(1)}}, {Name: "users", OneOf: true, Users: 4, Think: 0.1, Calls: []structure.Entry{call(1)}}}
	for _, want := range []string{`"usagemodel:OpenWorkload"`, `specification="Exp(50.0)"`, `branchProbability="0.75"`, `branchProbability="0.25"`, `population="4"`, `specification="0.1"`} {
		if text := string(Usage(m, "shop.repository", "shop.system")); !strings.Contains(text, want) {
			t.Errorf("%s is not in the usage model of a workload: %s", want, text)
		}
	}
	m.Usage = []structure.Scenario{{Name: "seen", Calls: []structure.Entry{{Service: sell, Count: 1, Inputs: []structure.Inputs{{Share: 1, Values: map[string]string{"what.VALUE": "7"}}}}}}}
	text := string(Usage(m, "shop.repository", "shop.system"))
	if !strings.Contains(text, `type="VALUE"`) || !strings.Contains(text, `specification="7"`) || strings.Contains(text, "BYTESIZE") {
		t.Errorf("the usage model is %s", text)
	}
}

// A share of a launch makes some calls once in many runs.
func TestACountThatIsNotWholeIsItsMean(t *testing.T) {
	for count, want := range map[float64]string{
		3: "3", 0.25: "IntPMF[(0;0.75)(1;0.25)]", 7.5: "IntPMF[(7;0.5)(8;0.5)]", 1.0 / (1 << 20): "IntPMF[(0;0.9999990463256836)(1;0.00000095367431640625)]",
	} {
		if got := turns(count); got != want {
			t.Errorf("%g times is %s, not %s", count, got, want)
		}
	}
}
