package validation

import (
	"context"
	"maps"
	"slices"

	"beagle/blackboard"
	"beagle/measure/recorded"
	"beagle/model"
	"beagle/model/prediction"
	"beagle/run"
	"beagle/traces/kieker"
)

// logged reads the executions of an analysis of recorded logs, which keeps none of its own, from the logs once more.
func (v *validator) logged(ctx context.Context, to func(*execution)) error {
	schemas, err := v.schemas()
	if err != nil {
		return err
	}
	fractional := map[string]map[string]bool{} // parameters by SEFF
	for _, e := range v.Board.Elements() {
		if fractional[e.SEFF] == nil {
			fractional[e.SEFF] = map[string]bool{}
		}
		for _, in := range e.Inputs {
			fractional[e.SEFF][in.Name] = in.Type == "DOUBLE"
		}
	}
	seen := map[seffLaunch]int64{}
	return recorded.Executions(ctx, v.Config.Measure.Logs, schemas, func(r recorded.Execution) {
		parameters, known := fractional[r.SEFF]
		if !known || r.Seconds <= 0 {
			return
		}
		e := &execution{seff: r.SEFF, launch: int32(r.Log), call: r.Call, weight: 1, entry: r.Entry, clock: r.Seconds, took: r.Seconds}
		for _, in := range r.Inputs {
			e.inputs = append(e.inputs, prediction.Input{Variable: in.Variable, Value: in.Value, Whole: in.Value.Kind == model.Number && !parameters[in.Variable.Name]})
		}
		add := func(parts map[string]float64, call bool) {
			for _, id := range slices.Sorted(maps.Keys(parts)) {
				e.parts = append(e.parts, measuredPart{id: id, call: call, seconds: parts[id]})
				e.covered += parts[id]
			}
		}
		add(r.Actions, false)
		add(r.Calls, true)
		k := seffLaunch{e.seff, e.launch}
		e.seq = seen[k]
		seen[k]++
		to(e)
	})
}

func (v *validator) schemas() (*kieker.Schemas, error) {
	schemas := kieker.NewSchemas()
	return schemas, kieker.AddIRL(schemas, v.Config.Measure.RecordTypes...)
}

// stretches into which a lone log is divided: several for each part, so that what
// slowly changes in it, as its inputs may, is in all parts.
const stretches = 3 * mostParts

func (v *validator) divideLogs(all []*collected) (parts []part, inStretches bool) {
	latest := map[int]int64{}
	for _, c := range all {
		for _, e := range c.list {
			latest[int(e.launch)] = max(latest[int(e.launch)], e.call)
		}
	}
	logs := slices.Sorted(maps.Keys(latest))
	n, in := min(len(logs), mostParts), func(log int, _ int64) int { return slices.Index(logs, log) }
	if len(logs) == 1 {
		calls := latest[logs[0]]
		n, in = mostParts, func(_ int, call int64) int { return int(min(stretches-1, (call-1)*stretches/calls)) }
	}
	for i := range n {
		judges := func(log int, call int64) bool { return in(log, call)%n == i }
		parts = append(parts, part{
			judges: func(e *execution) bool { return judges(int(e.launch), e.call) },
			teach:  func(ctx context.Context) (*taught, error) { return v.withoutCalls(ctx, judges) },
		})
	}
	return parts, len(logs) == 1
}

// withoutCalls learns anew without the times of some recorded service calls.
func (v *validator) withoutCalls(ctx context.Context, judges func(log int, call int64) bool) (*taught, error) {
	schemas, err := v.schemas()
	if err != nil {
		return nil, err
	}
	elements := v.Board.Elements()
	learnt, err := recorded.Read(ctx, recorded.Source{Paths: v.Config.Measure.Logs, Elements: elements, Entries: v.Entries, Schemas: schemas, ByName: v.Config.Links == run.LinksByName, Skip: judges})
	if err != nil || learnt.Operations > 0 {
		return nil, err
	}
	timed := map[model.ElementID]bool{}
	for i := range elements {
		timed[elements[i].ID] = elements[i].Kind == model.InternalAction
	}
	return v.again(ctx, func(int32) bool { return false }, func(element model.ElementID, groups []blackboard.Group) (teaches []blackboard.Observation) {
		if left := learnt.Observations[element]; timed[element] && len(left) > 0 {
			return left
		}
		for i := range groups {
			teaches = append(teaches, groups[i].Observations(0)...)
		}
		return teaches
	})
}
