package validation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
)

// Learner learns from measurements: an analysis without a measurer.
type Learner func(ctx context.Context, board *blackboard.Board, prepared *findings.Findings) error

type teaching func(element model.ElementID, groups []blackboard.Group) []blackboard.Observation

type taught struct {
	content []byte
	settled map[string]bool // services of which it promises what they take once launches have settled, by SEFF
	means   map[string]bool // services of which it has what they took in the program: it learnt nothing of what drivers did
}

func taughtBy(f *findings.Findings) (*taught, error) {
	content, err := f.Learnt()
	if err != nil {
		return nil, err
	}
	return &taught{content, f.Settled(), programMeans(f)}, nil
}

// programMeans are the services of which a demand is the mean of what it took in the program.
func programMeans(f *findings.Findings) map[string]bool {
	all := map[string]bool{}
	others := slices.ContainsFunc(f.Config.Launch, func(l measure.Launch) bool { return l.Drives == "" })
	for _, e := range f.Elements(f.Board.Observations) {
		if e.Measured != nil && e.Measured.From == run.OtherLaunches || others && e.BetweenClasses() {
			all[e.SEFF] = true
		}
	}
	return all
}

// judges reports whether an execution of a service at a place among so many of its launch, without those with which
// it was warming up, is one that a model was taught to predict: first halves teach nothing where they were slower.
func (t *taught) judges(seff string, place, of int) bool { return !t.settled[seff] || place >= of/2 }

// comparable reports whether the model says what an execution takes.
func (t *taught) comparable(e *execution, launches map[int32]measure.Launch) bool {
	return !t.means[e.seff] || launches[e.launch].Drives == ""
}

func (t *taught) settle(all []*collected) {
	for more := true; more; {
		more = false
		for _, c := range all {
			if !t.settled[c.seff] && slices.ContainsFunc(c.list, func(e *execution) bool {
				return slices.ContainsFunc(e.parts, func(p measuredPart) bool { return p.call && t.settled[p.id] })
			}) {
				t.settled[c.seff], more = true, true
			}
		}
	}
}

// without learns anew from all launches but some, and gives the model's file with what was learnt.
func (v *validator) without(ctx context.Context, judges func(launch int32) bool) (*taught, error) {
	return v.again(ctx, judges, func(_ model.ElementID, groups []blackboard.Group) (teaches []blackboard.Observation) {
		var all []blackboard.Observation
		timed := false
		for i := range groups {
			isTime := len(groups[i].Samples) > 0
			for _, o := range groups[i].Observations(0) {
				all = append(all, o)
				if !isTime || !judges(o.Launch) {
					teaches = append(teaches, o)
					timed = timed || isTime
				}
			}
		}
		if !timed {
			return all
		}
		return teaches
	})
}

func (v *validator) again(ctx context.Context, judges func(launch int32) bool, from teaching) (*taught, error) {
	kept := v.Board.Whole()
	states := kept.States
	control.Unlearnt(states)
	if err := campaign.LeaveOut(states, judges); err != nil {
		return nil, err
	}
	board := blackboard.Restore(v.Board.Elements(), v.Board.Seed(), nil, blackboard.Change{Number: 1, States: states})
	c := board.Contribute("launches that teach")
	for _, r := range kept.Results {
		c.AddResults(r.Element, from(r.Element, r.Groups))
	}
	if err := c.Commit(); err != nil {
		return nil, err
	}
	again := findings.New(v.Config, v.Digest, board)
	if err := v.Learn(ctx, board, again); err != nil {
		return nil, err
	}
	return taughtBy(again)
}

func means(v *run.Validation) string {
	entered, brief, open := 0, 0, 0
	for i := range v.Services {
		switch s := &v.Services[i]; {
		case !s.Entry || s.Calls == 0:
			continue
		case !s.Judged():
			open++
		case s.Brief:
			brief++
		}
		entered++
	}
	if entered < 2 {
		return ""
	}
	text := strings.TrimSuffix(v.Check(), ".")
	if brief > 0 {
		text += fmt.Sprintf("; %d of the %d take hardly longer than the probes inside them and are judged by what their actions took", brief, entered-open)
	}
	if open > 0 {
		text += fmt.Sprintf("; %s cannot be judged: it is not known what probes take in them, or stand-ins did what they call", quantity.Plural(open, "service more", "services more"))
	}
	return text
}
