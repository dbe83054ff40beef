package write

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/extract/structure"
	numbers "beagle/pcm/stoex"
)

const maxEntries = 20

// Usage renders the .usagemodel.
func Usage(m *structure.Model, repository, system string) []byte {
	u := &usage{newDocument("usagemodel:UsageModel", attribute{"xmlns:stoex", stoex}, attribute{"xmlns:usagemodel", base + "UsageModel/5.2"}), repository, system, map[*structure.Service]string{}}
	one := structure.Scenario{Name: "one user"}
	for _, e := range entrances(m) {
		for _, s := range e.component.Services {
			if s.Entry && s.Op.Interface == e.role.Interface {
				u.roles[s] = e.id()
				if len(one.Calls) < maxEntries {
					one.Calls = append(one.Calls, structure.Entry{Service: s, Count: 1})
				}
			}
		}
	}
	scenarios := m.Usage
	if len(scenarios) == 0 {
		scenarios = []structure.Scenario{one}
	}
	for i, s := range scenarios {
		id := structure.NewID("scenario", m.ID)
		if i > 0 {
			id = structure.NewID("scenario", m.ID, strconv.Itoa(i))
		}
		u.begin("usageScenario_UsageModel", attribute{"id", id}, attribute{"entityName", s.Name})
		u.scenario(s, id)
		u.workload(s)
		u.end()
	}
	return u.bytes()
}

func (u *usage) workload(s structure.Scenario) {
	if s.Rate > 0 {
		u.begin("workload_UsageScenario", attribute{"xsi:type", "usagemodel:OpenWorkload"})
		u.leaf("interArrivalTime_OpenWorkload", attribute{"specification", "Exp(" + numbers.FormatDouble(s.Rate) + ")"})
	} else {
		u.begin("workload_UsageScenario", attribute{"xsi:type", "usagemodel:ClosedWorkload"}, attribute{"population", strconv.Itoa(max(1, s.Users))})
		u.leaf("thinkTime_ClosedWorkload", attribute{"specification", strconv.FormatFloat(s.Think, 'g', -1, 64)})
	}
	u.end()
}

type usage struct {
	*document
	repository, system string
	roles              map[*structure.Service]string // of the system
}

const actions = "actions_ScenarioBehaviour"

func (u *usage) scenario(s structure.Scenario, id string) {
	var steps []step
	for _, call := range s.Calls {
		at := structure.NewID(id, call.Service.ID)
		switch {
		case s.OneOf:
			steps = append(steps, u.once(call, at))
		case call.Count != 1:
			steps = append(steps, step{at, "Loop", fmt.Sprintf("%.4g times %s", call.Count, call.Service.Op.Name), func() { u.loop(call, at) }})
		default:
			steps = append(steps, u.once(call, at))
		}
	}
	if s.OneOf {
		steps = []step{u.oneOf(s.Calls, steps, structure.NewID(id, "one of"))}
	}
	u.behaviour("scenarioBehaviour_UsageScenario", structure.NewID(id, "behaviour"), s.Name, steps)
}

type step struct {
	id, kind, name string
	inside         func()
}

func (u *usage) behaviour(element, id, name string, steps []step) {
	u.begin(element, attribute{"id", id}, attribute{"entityName", name})
	ids := []string{structure.NewID(id, "start")}
	for _, s := range steps {
		ids = append(ids, s.id)
	}
	ids = append(ids, structure.NewID(id, "stop"))
	last := len(ids) - 1
	u.leaf(actions, attribute{"xsi:type", "usagemodel:Start"}, attribute{"id", ids[0]}, attribute{"entityName", "start"}, attribute{"successor", ids[1]})
	for i, s := range steps {
		u.begin(actions, attribute{"xsi:type", "usagemodel:" + s.kind}, attribute{"id", s.id}, attribute{"entityName", s.name}, attribute{"predecessor", ids[i]}, attribute{"successor", ids[i+2]})
		s.inside()
		u.end()
	}
	u.leaf(actions, attribute{"xsi:type", "usagemodel:Stop"}, attribute{"id", ids[last]}, attribute{"entityName", "stop"}, attribute{"predecessor", ids[last-1]})
	u.end()
}

func (u *usage) loop(call structure.Entry, id string) {
	u.leaf("loopIteration_Loop", attribute{"specification", turns(call.Count)})
	u.behaviour("bodyBehaviour_Loop", structure.NewID(id, "body"), call.Service.Op.Name, []step{u.once(call, structure.NewID(id, "once"))})
}

// turns is a count as StoEx says it: where it is not whole, the two whole ones beside it, which have its mean.
func turns(count float64) string {
	whole, rest := math.Modf(count)
	if rest == 0 {
		return strconv.FormatFloat(whole, 'f', 0, 64)
	}
	return fmt.Sprintf("IntPMF[(%.0f;%s)(%.0f;%s)]", whole, strconv.FormatFloat(1-rest, 'f', -1, 64), whole+1, strconv.FormatFloat(rest, 'f', -1, 64))
}

// once is a call; with several lists of arguments it is a branch over them, so that they stay together.
func (u *usage) once(call structure.Entry, id string) step {
	name := call.Service.Op.Name
	switch len(call.Inputs) {
	case 0:
		return step{id, "EntryLevelSystemCall", name, func() { u.call(call.Service, nil) }}
	case 1:
		return step{id, "EntryLevelSystemCall", name, func() { u.call(call.Service, call.Inputs[0].Values) }}
	}
	var shares []float64
	var calls []step
	for i, in := range call.Inputs {
		shares = append(shares, in.Share)
		calls = append(calls, step{structure.NewID(id, strconv.Itoa(i)), "EntryLevelSystemCall", name, func() { u.call(call.Service, in.Values) }})
	}
	return u.branch(id, name+" with what was seen", shares, calls)
}

func (u *usage) oneOf(calls []structure.Entry, steps []step, id string) step {
	shares, total := make([]float64, len(calls)), 0.0
	for _, call := range calls {
		total += call.Count
	}
	for i := range calls {
		shares[i] = calls[i].Count / total
	}
	return u.branch(id, "one of the calls", shares, steps)
}

func (u *usage) branch(id, name string, shares []float64, steps []step) step {
	return step{id, "Branch", name, func() {
		left := 1.0
		for i, inside := range steps {
			share := shares[i]
			if i == len(steps)-1 {
				share = left // the sum is exact
			}
			left -= share
			u.begin("branchTransitions_Branch", attribute{"branchProbability", strconv.FormatFloat(share, 'g', -1, 64)})
			u.behaviour("branchedBehaviour_BranchTransition", structure.NewID(inside.id, "behaviour"), inside.name, []step{inside})
			u.end()
		}
	}}
}

func (u *usage) call(s *structure.Service, values map[string]string) {
	u.leaf("providedRole_EntryLevelSystemCall", attribute{"href", u.system + "#" + u.roles[s]})
	u.leaf("operationSignature__EntryLevelSystemCall", attribute{"href", u.repository + "#" + s.Op.ID})
	for _, p := range s.Op.Params {
		argument(u.document, p.Name, p.Type, 0, values)
	}
}

// argument gives a parameter every characterisation that an expression may use, and the values inside it.
func argument(d *document, path string, t structure.TypeRef, depth int, known map[string]string) {
	values := characterisations(t)
	for i, v := range values {
		if text := known[path+"."+v.name]; text != "" {
			values[i].value = text
		}
	}
	if t.Named != nil && t.Named.Inner == nil { // what an object of any class holds, such as a number, only objects say
		for _, name := range []string{"VALUE", "BYTESIZE", "NUMBER_OF_ELEMENTS", "TYPE"} {
			if text := known[path+"."+name]; text != "" {
				values = append(values, attribute{name, text})
			}
		}
	}
	if len(values) > 0 {
		d.begin("inputParameterUsages_EntryLevelSystemCall")
		for _, c := range values {
			d.begin("variableCharacterisation_VariableUsage", attribute{"type", c.name})
			d.leaf("specification_VariableCharacterisation", attribute{"specification", c.value})
			d.end()
		}
		reference(d, strings.Split(path, "."))
		d.end()
	}
	if t.Named == nil || depth >= 3 {
		return
	}
	if t.Named.Inner != nil && (t.Named.Inner.Named != nil || t.Named.Inner.Primitive != structure.Byte) {
		argument(d, path+".INNER", *t.Named.Inner, depth+1, known)
	}
	for _, f := range t.Named.Fields {
		argument(d, path+"."+f.Name, f.Type, depth+1, known)
	}
}

func reference(d *document, path []string) {
	name := "namedReference__VariableUsage"
	for len(path) > 1 {
		d.begin(name, attribute{"xsi:type", "stoex:NamespaceReference"}, attribute{"referenceName", path[0]})
		path, name = path[1:], "innerReference_NamespaceReference"
		defer d.end()
	}
	d.leaf(name, attribute{"xsi:type", "stoex:VariableReference"}, attribute{"referenceName", path[0]})
}

// characterisations are the arguments of a call that nobody has observed: small values that a simulation runs with.
func characterisations(t structure.TypeRef) []attribute {
	if t.Named != nil {
		if t.Named.Inner != nil {
			return []attribute{{"NUMBER_OF_ELEMENTS", "1"}, {"BYTESIZE", "1"}}
		}
		return nil
	}
	switch t.Primitive {
	case structure.String:
		return []attribute{{"VALUE", `"none"`}, {"BYTESIZE", "1"}}
	case structure.Bool:
		return []attribute{{"VALUE", "false"}}
	case structure.Double:
		return []attribute{{"VALUE", "1.0"}}
	default:
		return []attribute{{"VALUE", "1"}}
	}
}
