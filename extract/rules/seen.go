package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/model"
)

// Seen is what launches did, by ids of SEFFs.
type Seen struct {
	Ran   map[string]float64 `json:"ran"`   // executions of each SEFF
	Calls []SeenCall         `json:"calls"` // which ran inside which

	// Ways are executions of each of several implementations of a SEFF, by the classes that their links name.
	Ways map[string]map[string]float64 `json:"ways,omitempty"`

	Parts
}

// Parts are methods that could be services or call some, and are parts of what calls them instead.
type Parts struct {
	// Inside are left to their callers, since they explain too little time.
	Inside []string `json:"inside,omitempty"`

	// Alone are services for those who enter them.
	Alone []string `json:"alone,omitempty"`

	// Whole are services that are one action with all that they call.
	Whole []string `json:"whole,omitempty"`

	// Tried are the methods that ran in the trial, by name: what a person needs to know to choose otherwise.
	Tried []Tried `json:"tried,omitempty"`
}

// Tried is a method as a trial showed it; methods of one class with the same name are one.
type Tried struct {
	Name  string  `json:"name"`  // Class.method
	Calls float64 `json:"calls"` // executions
	Took  float64 `json:"took"`  // CPU or wall time of all of them, in ns, with all that they call
	Share float64 `json:"share"` // of the time of all that was entered from outside
	Brief bool    `json:"brief"` // a call takes less than 20 times its probes
}

func (s *Seen) parts() Parts {
	if s == nil {
		return Parts{}
	}
	return s.Parts
}

func setOf(ids []string) map[string]bool {
	all := map[string]bool{}
	for _, id := range ids {
		all[id] = true
	}
	return all
}

// SeenCall is a SEFF that ran inside another one, with none between them that could be seen.
type SeenCall struct {
	Outer string  `json:"outer"`
	Inner string  `json:"inner"`
	Count float64 `json:"count"` // executions of the inner one
}

// Called reports whether one SEFF ran inside another one.
func (s *Seen) Called(outer, inner string) bool {
	return slices.ContainsFunc(s.Calls, func(c SeenCall) bool { return c.Outer == outer && c.Inner == inner })
}

type seenCalls struct {
	ran     map[string]float64
	calls   map[string]map[string]float64 // executions by caller and callee
	ways    map[string]map[string]float64 // executions of each implementation, by the service's SEFF
	missing map[*structure.Service][]outer
}

func (s *Seen) byCaller() seenCalls {
	all := seenCalls{calls: map[string]map[string]float64{}, missing: map[*structure.Service][]outer{}}
	if s == nil {
		return all
	}
	all.ran, all.ways = s.Ran, s.Ways
	for _, c := range s.Calls {
		if all.calls[c.Outer] == nil {
			all.calls[c.Outer] = map[string]float64{}
		}
		all.calls[c.Outer][c.Inner] += c.Count
	}
	return all
}

type way struct {
	to    outer
	count float64
}

// mostly is how many times as often a call has to have stayed in the component as it left it.
const mostly = 9

// keeps reports whether a call that may leave the component, or may stay in it, stayed: launches ran its service, and
// the others inside it not at all, or hardly beside the component's own.
func (b *body) keeps(a answer) bool {
	if len(a.within) == 0 {
		return false
	}
	all := append([]outer{{a.outside, a.provider}}, a.others...)
	if b.seen.ran[b.service.ID] == 0 {
		return b.staysAtHome(a.outside.Interface, all)
	}
	stayed, left := b.stayed(a.outside), 0.0
	for _, to := range all {
		left += b.seen.calls[b.service.ID][b.provided[to.provider][to.op].ID]
	}
	return left == 0 || stayed >= mostly*left
}

func (b *body) stayed(op *structure.Operation) float64 {
	if own := b.provided[b.from][op]; own != nil {
		return b.seen.calls[b.service.ID][own.ID]
	}
	return 0
}

// staysAtHome reports whether launches have shown services of an interface run inside services of the component that
// are nearly all its own, and not those of the given others.
func (v *view) staysAtHome(of *structure.Interface, others []outer) bool {
	if v.ranInside == nil {
		v.ranInside = v.insideServices()
	}
	ran := v.ranInside[of]
	left := 0.0
	counted := map[*Component]bool{}
	for _, to := range others {
		if !counted[to.provider] {
			counted[to.provider] = true
			left += ran[v.parts[to.provider]]
		}
	}
	own := ran[v.parts[v.from]]
	return own > 0 && own >= mostly*left
}

// insideServices are how often services of each interface of each component ran inside services of the view's
// component.
func (v *view) insideServices() map[*structure.Interface]map[*structure.Component]float64 {
	inside := map[string]float64{}
	for _, s := range v.parts[v.from].Services {
		for inner, count := range v.seen.calls[s.ID] {
			inside[inner] += count
		}
	}
	ran := map[*structure.Interface]map[*structure.Component]float64{}
	for _, part := range v.parts {
		for _, s := range part.Services {
			if inside[s.ID] > 0 {
				if ran[s.Op.Interface] == nil {
					ran[s.Op.Interface] = map[*structure.Component]float64{}
				}
				ran[s.Op.Interface][part] += inside[s.ID]
			}
		}
	}
	return ran
}

// taken are those of several services that a service called in launches.
func (m *maker) taken(from *structure.Service, all []outer) (ways []way) {
	for _, to := range all {
		if count := m.seen.calls[from.ID][m.provided[to.provider][to.op].ID]; count > 0 {
			ways = append(ways, way{to, count})
		}
	}
	if len(ways) == 0 {
		return []way{{to: all[0]}}
	}
	return ways
}

// deeper notes which calls launches have shown of a service that may be made somewhere below it, by the source, and
// that its behaviour lacks: below another implementation than the one that was put in place of a call, or deeper than
// a SEFF can be.
func (v *view) deeper(s *structure.Service, from *target) {
	calls := v.seen.calls[s.ID]
	if len(calls) == 0 {
		return
	}
	has := structure.Callees(s)
	for _, to := range v.below(from) {
		if inner := v.provided[to.provider][to.op].ID; has[inner] == nil && calls[inner] > 0 && !v.leadsBack(s, to) && !slices.Contains(v.seen.missing[s], to) {
			v.seen.missing[s] = append(v.seen.missing[s], to)
		}
	}
}

func (m *maker) leadsBack(from *structure.Service, to outer) bool {
	return m.out.Back[[2]string{from.ID, m.provided[to.provider][to.op].ID}]
}

// below are all services of others that a method may call, by itself or by way of methods of its component, in the
// order in which they are found.
func (v *view) below(from *target) (all []outer) {
	found, reached := map[outer]bool{}, map[target]bool{*from: true}
	queue := []target{*from}
	for _, t := range v.subtypes[from.method.Type.Name] { // what one does on itself, another may do otherwise
		if to := (target{t, from.method}); v.division.of[t.Name] == v.from && !reached[to] && v.find(t, from.method) == from.method {
			reached[to] = true
			queue = append(queue, to)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		attribution.Walk(at.method.Body, func(n *attribution.Node) {
			if n.Kind != attribution.Call {
				return
			}
			a := v.ask(n, at.on)
			leads := a.others
			if a.outside != nil {
				leads = append([]outer{{a.outside, a.provider}}, leads...)
			}
			for _, to := range leads {
				if !found[to] {
					found[to] = true
					all = append(all, to)
				}
			}
			for _, to := range slices.Concat(a.inside, a.within) {
				if n.Stays() {
					to.on = at.on // it stays on the object
				}
				if !reached[to] {
					reached[to] = true
					queue = append(queue, to)
				}
			}
		})
	}
	return all
}

// asSeen adds the calls that launches made and that no place in a behaviour could be found for: at its end, as often
// as they were made on average.
func (m *maker) asSeen() {
	if len(m.seen.missing) == 0 {
		return
	}
	calls := structure.CallsOf(m.model)
	ran := func(seff string) bool { return m.seen.ran[seff] > 0 }
	for _, c := range m.division.components {
		for _, s := range m.parts[c].Services {
			for _, to := range m.seen.missing[s] {
				inner := m.provided[to.provider][to.op].ID
				if m.seen.ran[s.ID] == 0 || calls.Lead(s.ID, inner, ran) {
					continue
				}
				v := view{maker: m, from: c}
				call := &structure.Step{Kind: structure.Call, Name: to.op.Name, Op: to.op, Role: v.required(to.op, to.provider), Code: structure.NewID("seen", inner)}
				s.Body.Steps = append(s.Body.Steps, &structure.Step{
					Kind: structure.Loop, Name: "calls of " + to.op.Name + " further down", Code: structure.NewID("seen", inner),
					Count: mean(m.seen.calls[s.ID][inner] / m.seen.ran[s.ID]), Inner: []*structure.Behaviour{{Steps: []*structure.Step{call}}},
				})
				at := m.Methods[s.Op.Key]
				m.say(model.Info, "further-down", at.Type, at.Line, fmt.Sprintf("%s.%s calls %s of %s further down than a SEFF can say, or in one of several implementations: it stands at the end of the SEFF, as often as launches made it", c.Name, s.Op.Name, to.op.Name, to.provider.Name), "")
			}
		}
	}
}

// mean is how often a loop runs whose mean is known only: a whole number of times, or one of the two nearest.
func mean(times float64) string {
	below := math.Floor(times)
	above := times - below
	const least = 1e-9 // shorter numbers are read by everything
	switch {
	case above < least:
		return literal(below)
	case above > 1-least:
		return literal(below + 1)
	}
	share := strconv.FormatFloat(above, 'f', 9, 64)
	rest := strconv.FormatFloat(1-above, 'f', 9, 64)
	return fmt.Sprintf("IntPMF[(%s;%s)(%s;%s)]", literal(below), rest, literal(below+1), share)
}

func literal(x float64) string { return strconv.FormatFloat(min(x, math.MaxInt32), 'f', 0, 64) }
